/**
 * Periods of rules: a number of days, as the catalogue has it, or minutes or hours as a duration of ISO 8601, `PT90M` or
 * `PT6H` (ours).
 */
export const PERIOD_UNITS = ['minutes', 'hours', 'days'] as const
export type PeriodUnit = (typeof PERIOD_UNITS)[number]

/** How many there are, as it was written, and of what. */
export interface Period {
  count: string
  unit: PeriodUnit
}

const MINUTES: Record<PeriodUnit, number> = { minutes: 1, hours: 60, days: 1440 }
const DAY = MINUTES.days
const DURATION = /^PT(.*)([HM])$/
const COUNT = /^\d+(\.\d+)?$/

/** A period as its parts; the count is as it stands there, whether it is a number or not. */
export function readPeriod(value: unknown): Period {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const [, count, letter] = DURATION.exec(text) ?? []
  if (count === undefined) return { count: text, unit: 'days' }
  return { count, unit: letter === 'H' ? 'hours' : 'minutes' }
}

/** A period as it is sent. */
export function writePeriod({ count, unit }: Period): string {
  if (unit === 'days') return count
  return `PT${count}${unit === 'hours' ? 'H' : 'M'}`
}

/** How many days a period is; NaN where it is none. */
export function daysOf(value: unknown): number {
  const { count, unit } = readPeriod(value)
  return COUNT.test(count) ? (Number(count) * MINUTES[unit]) / DAY : NaN
}

/** A period in words: "90 minutes", "1 day"; what is none as it stands. */
export function periodText(value: unknown): string {
  const { count, unit } = readPeriod(value)
  return COUNT.test(count) && Number(count) === 1 ? `1 ${unit.slice(0, -1)}` : `${count} ${unit}`
}

/** Days in words, in the largest unit of which they are a whole number; in minutes up to two days. */
export function daysText(days: number): string {
  const minutes = Math.round(days * DAY)
  const unit = PERIOD_UNITS.findLast((each) => minutes % MINUTES[each] === 0) ?? 'minutes'
  if (unit === 'minutes' && days > 2) return periodText(days)
  return periodText(writePeriod({ count: String(minutes / MINUTES[unit]), unit }))
}
