/** Countries, currencies, merchant categories and services by key, at once after they have been loaded. */
import type { ReferenceData, ReferenceTable } from '#contract/reference/types.ts'

/** The entry type of a table. */
export type Entry<T extends ReferenceTable> = ReferenceData[T][number]

export interface Reference {
  /** The entry of a key, or undefined where there is none or nothing is loaded yet. */
  find<T extends ReferenceTable>(table: T, key: string): Entry<T> | undefined
  /** All entries of a table, in its order; empty before they are loaded. */
  list<T extends ReferenceTable>(table: T): readonly Entry<T>[]
  /** Loads once; later calls wait for the first. */
  load(): Promise<void>
  isLoaded: () => boolean
  subscribe: (listener: () => void) => () => void
}

const keyOf = (entry: object): string => {
  const { mcc, code, id } = entry as { mcc?: string; code?: string; id?: string }
  return mcc ?? code ?? id ?? ''
}

/** A lookup over what `read` gives, empty until it has. */
export function createReference(read: () => Promise<ReferenceData>): Reference {
  const listeners = new Set<() => void>()
  let data: ReferenceData | null = null
  let loading: Promise<void> | null = null
  const maps = new Map<ReferenceTable, Map<string, object>>()

  async function load(): Promise<void> {
    data = await read()
    for (const listener of listeners) listener()
  }

  return {
    find: <T extends ReferenceTable>(table: T, key: string) => {
      if (!data) return undefined
      const known = maps.get(table)
      const map = known ?? new Map(data[table].map((entry) => [keyOf(entry), entry]))
      if (!known) maps.set(table, map)
      return map.get(key) as Entry<T> | undefined
    },
    list: (table) => data?.[table] ?? [],
    load() {
      loading ??= load().catch((error: unknown) => {
        // the next caller may have more luck
        loading = null
        throw error
      })
      return loading
    },
    isLoaded: () => data !== null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
