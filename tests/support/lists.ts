/** Entries of sanctions lists for tests. */
import type { ListEntry } from '#server/screening/lists/entry.ts'

/** Makes an entry with these names; the first one is its primary name. */
export function anEntry(id: string, ...names: string[]): ListEntry {
  return {
    id,
    type: 'individual',
    programs: ['X'],
    title: null,
    remarks: null,
    addresses: [],
    births: [],
    countries: [],
    genders: [],
    identifiers: [],
    names: names.map((name, n) => ({
      kind: n === 0 ? 'primary' : 'aka',
      name,
    })),
  }
}
