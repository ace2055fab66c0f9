/** Days as people name them, for "back on". Days are UTC, as everywhere. */
import { readDay } from '#src/format/day.ts'
import { dayOf } from './iso-day.ts'

const DAY_MS = 86_400_000

/** The days one asks for most, by name. */
export function laterDays(now: number): { name: string; day: string }[] {
  const weekday = new Date(now).getUTCDay()
  const toMonday = (8 - weekday) % 7 || 7
  return [
    { name: 'Tomorrow', day: dayOf(now + DAY_MS) },
    { name: 'Next Monday', day: dayOf(now + toMonday * DAY_MS) },
    { name: 'In 1 week', day: dayOf(now + 7 * DAY_MS) },
    { name: 'In 2 weeks', day: dayOf(now + 14 * DAY_MS) },
    { name: 'In 1 month', day: dayOf(now + 30 * DAY_MS) },
  ]
}

/** A day as typed, `mon`, `+3`, `2w`, `8 jun`. Null where it is none, or not after today. */
export function readLater(typed: string, now: number): string | null {
  const day = readDay(typed, dayOf(now), 'future')
  return day !== null && day > dayOf(now) ? day : null
}
