/** Days as people name them, for "back on". Days are UTC, as everywhere. */

const DAY_MS = 86_400_000

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** "Mon 8 Jun". */
export function dayWords(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  return at.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
}

/** The days one asks for most, by name. */
export function usualDays(now: number): { name: string; day: string }[] {
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

const UNITS: Record<string, number> = { d: 1, w: 7, m: 30 }

/** A day as typed: `2026-06-08`, `8 jun`, `3d`, `2w`. Null where it is none, or not after today. */
export function readDay(typed: string, now: number): string | null {
  const text = typed.trim().toLowerCase()
  const span = /^(\d{1,3}) ?([dwm])(?:ays?|eeks?|onths?)?$/.exec(text)
  if (span) return later(dayOf(now + Number(span[1]) * UNITS[span[2]!]! * DAY_MS), now)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return later(toDay(Date.parse(`${text}T00:00:00Z`)), now)
  const named = /^(\d{1,2}) ?([a-z]{3,9})$/.exec(text)
  if (!named) return null
  const year = new Date(now).getUTCFullYear()
  const inYear = (y: number) => toDay(Date.parse(`${named[1]} ${named[2]!.slice(0, 3)} ${y} 00:00:00 GMT`))
  return later(inYear(year), now) ?? later(inYear(year + 1), now)
}

const toDay = (at: number) => (Number.isNaN(at) ? null : dayOf(at))
const later = (day: string | null, now: number) => (day !== null && day > dayOf(now) ? day : null)
