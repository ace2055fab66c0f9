/** Reads the ranges of a query: dates, numbers, ages. */
import { madeWithin, readRange, type Range } from '#contract/model/range.ts'
import { Refusal } from './refusal.ts'

const DAY = 86_400_000
const FIRST = Date.UTC(1000, 0, 1)
/** The end of the years that are written with four digits. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
const FORM = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/

/**
 * Start and end of a filter, both inclusive: a day means all of it, a second all of it. Answers the first moment and
 * the moment after the last; null where a side is empty. Refuses with 400 what is not a date of the calendar, and a
 * range whose start is after its end.
 */
export function readDates(
  field: string,
  dates: readonly string[] | undefined,
  /** The name of the end, if it has one. */
  endField = field,
): readonly [Date | null, Date | null] {
  const [start = '', end = ''] = dates ?? []
  const from = read(field, start)?.from ?? null
  const to = read(endField, end)?.to ?? null
  if (from && to && from >= to) throw new Refusal(400, `${endField}: the start ${start} is after the end ${end}`)
  return [from, to]
}

function read(field: string, text: string): { from: Date; to: Date } | null {
  if (text === '') return null
  const [, day = '', time] = FORM.exec(text) ?? []
  const from = new Date(`${day}T${time ?? '00:00:00'}Z`)
  // the calendar forgives 31 February, a filter does not
  if (Number.isNaN(from.getTime()) || from.toISOString().slice(0, 10) !== day) {
    throw new Refusal(400, `${field}: ${text} is not YYYY-MM-DD or YYYY-MM-DD HH:mm:ss`)
  }
  // the database has no year 0
  if (from.getTime() < FIRST) throw new Refusal(400, `${field}: ${text} is before the year 1000`)
  return { from, to: new Date(Math.min(from.getTime() + (time ? 1000 : DAY), LAST)) }
}

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
