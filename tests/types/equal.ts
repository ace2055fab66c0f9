/** Checks whether two types are the same, each way. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
/** Compiles only where it is given `true`. */
export type True<T extends true> = T
