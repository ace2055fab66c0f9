/** The counts of a list's file, which add up, and the fields that the kept entries lack. */
import type { ListSummary } from '#contract/model/screening/screening.ts'
import { countReasons } from '#server/text/fault.ts'
import { ENTRY_TYPES, type EntryType, type ReadEntries } from './entry.ts'

export function summaryOf({ entries, unusable, read, unread }: ReadEntries, encoding: string): ListSummary {
  const of = (type: EntryType) => entries.filter((entry) => entry.type === type).length
  return {
    read,
    kept: entries.length,
    leftOut: countReasons(
      unusable.flatMap(({ reason, isLeftOut }) => (isLeftOut ? [reason.replace(/^left out: /, '')] : [])),
    ),
    types: Object.fromEntries(ENTRY_TYPES.map((type) => [type, of(type)])) as Record<EntryType, number>,
    weakAliases: entries.reduce((sum, { names }) => sum + names.filter(({ isWeak }) => isWeak).length, 0),
    withoutBirth: entries.filter(({ type, births }) => type === 'individual' && births.length === 0).length,
    withoutCountry: entries.filter(({ countries }) => countries.length === 0).length,
    unread: unread.map(({ name, count }) => `${name} (${count})`),
    encoding,
  }
}

const percent = (part: number, whole: number) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`)

/** The same as a table for a terminal. */
export function summaryLines({
  read,
  kept,
  leftOut,
  types,
  weakAliases,
  withoutBirth,
  withoutCountry,
  unread,
  encoding,
}: ListSummary): string[] {
  const out = leftOut.reduce((sum, { count }) => sum + count, 0)
  const rows: [string, string | number][] = [
    ['read', read],
    ['kept', kept],
    ['left out', out],
    ...leftOut.map(({ reason, count }): [string, number] => [`  ${reason}`, count]),
    ['people', types.individual],
    ['organisations', types.entity],
    ['ships and aircraft, compared with payees', types.vessel + types.aircraft],
    ['people without date of birth', percent(withoutBirth, types.individual)],
    ['entries without country', percent(withoutCountry, kept)],
    ['aliases of low quality', weakAliases],
  ]
  const width = Math.max(...rows.map(([label]) => label.length))
  return [
    `decoded as ${encoding}`,
    ...rows.map(([label, value]) => `${label.padEnd(width)}  ${value}`),
    ...(unread.length > 0 ? [`not read: ${unread.join(', ')}`] : []),
  ]
}
