/** Words of the screening lists. */
import type { ListSummary } from '#contract/model/screening/screening.ts'
import { formatCount } from '#src/format/count.ts'

export const KIND_LABELS = { individual: 'People', entity: 'Organisations' } as const

/** `0.7` is 70, as scores are shown everywhere. */
export const scoreText = (threshold: number): string => String(Math.round(threshold * 1000) / 10)

const percent = (part: number, whole: number) => (whole === 0 ? '' : `, ${((100 * part) / whole).toFixed(1)} %`)

/**
 * The result of a list's file, one row each: entries read, kept and left out by reason, and the fields that the kept
 * ones lack.
 */
export function summaryRows({
  read,
  kept,
  leftOut,
  types,
  weakAliases,
  withoutBirth,
  withoutCountry,
}: ListSummary): [label: string, value: string][] {
  const out = leftOut.reduce((sum, { count }) => sum + count, 0)
  const ships = types.vessel + types.aircraft
  return [
    ['Read', formatCount(read)],
    ['Kept', formatCount(kept)],
    ['Left out', formatCount(out)],
    ...leftOut.map(({ reason, count }): [string, string] => [`Left out: ${reason}`, formatCount(count)]),
    ['People', formatCount(types.individual)],
    ['Organisations', formatCount(types.entity)],
    ['Ships and aircraft, compared with payees', formatCount(ships)],
    ['People without date of birth', formatCount(withoutBirth) + percent(withoutBirth, types.individual)],
    ['Entries without country', formatCount(withoutCountry) + percent(withoutCountry, kept)],
    ['Aliases of low quality', formatCount(weakAliases)],
  ]
}
