/** The period that the page Trend shows: two days, both included, in the address. Pure. */
import { PERIOD_MAX } from '#contract/model/trend.ts'
import { isDay } from '#src/format/day.ts'
import { dayOf } from '#src/format/iso-day.ts'

const DAY = 86_400_000
/** Shown where the address names no other, in days. */
const USUAL = 30

export interface Period {
  from: string
  to: string
}

/** The days that end today. */
export const lastDays = (count: number, now: number): Period => ({
  from: dayOf(now - (count - 1) * DAY),
  to: dayOf(now),
})

/** The period of the address as written; the last 30 days by default. */
export function readPeriod(address: Record<string, unknown>, now: number): Period {
  const usual = lastDays(USUAL, now)
  const of = (field: keyof Period) => {
    const said = address[field]
    return said === undefined ? usual[field] : typeof said === 'string' ? said : JSON.stringify(said)
  }
  return { from: of('from'), to: of('to') }
}

/** The faults of a period, by field. */
export function periodFault({ from, to }: Period): { [Field in keyof Period]?: string } {
  if (!isDay(from)) return { from: 'Enter a day of the calendar.' }
  if (!isDay(to)) return { to: 'Enter a day of the calendar.' }
  if (to < from) return { to: `To ${to} is before From ${from}.` }
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1
  if (days > PERIOD_MAX) return { to: `A period is at most ${PERIOD_MAX} days long; this one has ${days}.` }
  return {}
}
