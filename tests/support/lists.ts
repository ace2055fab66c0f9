/** Entries of sanctions lists for tests. */
import type { ListEntry } from '#server/screening/lists/entry.ts'

/** An entry with these names, the first is the one it is listed under. */
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
