/** A lookup of names: a Map of the reference data, or anything that gives an entry by its key. */
export interface Lookup<T> {
  get(key: string): T | undefined
}

/** The entry of a table under a key that comes from outside: `constructor` is in none. */
export function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
