/** Reads the ranges of numbers of a query. */
import { madeWithin, readRange, type Range } from '#contract/model/range.ts'
import { Refusal } from './refusal.ts'

/** Minimum and maximum; null if neither is given. Refuses with 400 invalid numbers and a maximum below the minimum. */
export function rangeOf(field: string, values: readonly string[] | undefined): Range | null {
  const range = readRange(values)
  if (range !== undefined) return range
  throw new Refusal(400, `${field}: the least and the most as numbers, the most not below the least`)
}

/** The range of moments for an age in whole days, now. */
export function agesOf(field: string, values: readonly string[] | undefined, now: Date) {
  const [from, to] = madeWithin(rangeOf(field, values) ?? [null, null], now.getTime())
  return [from, to].map((at) => (Number.isFinite(at) ? new Date(at) : null)) as [Date | null, Date | null]
}
