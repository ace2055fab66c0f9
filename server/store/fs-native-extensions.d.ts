// The package has no types of its own; what is used of it.
declare module 'fs-native-extensions' {
  /** Locks an open file for its handle alone; false where another handle has it. Ends when the handle is closed. */
  export function tryLock(handle: number): boolean
}
