/** Days of the calendar, UTC. Pure. */
export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const

/** `YYYY-MM-DD`; null for what the calendar does not have, as 30 February. Months count from 1. */
export function calendarDay(year: number, month: number, date: number): string | null {
  const day = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-')
  const at = Date.parse(day)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? null : day
}
