// Display formats of docs/design/specification.md#formats, as pure functions: no clock, no locale, no lookup of their own.
/** Moments as text, always in UTC as the back office writes them. */
import type { Stamp } from '#contract/model/common.ts'

/** A moment: a stamp, its text, ISO 8601 text or milliseconds since the epoch. */
export type Moment = Stamp | string | number

/** Milliseconds since the epoch; NaN where it is no moment. Text without a zone is UTC. */
export function toMillis(moment: Moment): number {
  if (typeof moment === 'number') return moment
  const text = (typeof moment === 'string' ? moment : moment.date).trim().replace(' ', 'T')
  const hasZone = /^[^T]*T.*(Z|[+-]\d{2}:?\d{2})$/i.test(text)
  return Date.parse(hasZone || !text.includes('T') ? text : `${text}Z`)
}

/** The moment's ISO text, or what was given where it is none. */
function read(moment: Moment, write: (iso: string) => string): string {
  const millis = toMillis(moment)
  // beyond what a Date can hold there is no ISO text either
  if (Math.abs(millis) <= 8.64e15) return write(new Date(millis).toISOString())
  return typeof moment === 'object' ? moment.date : String(moment)
}

/** `YYYY-MM-DD HH:mm:ss`; what is no moment stays as it is. */
export function formatDateTime(moment: Moment): string {
  return read(moment, (iso) => `${dayOf(iso)} ${timeOf(iso)}`)
}

/** `YYYY-MM-DD hh:mm AM`, midnight and noon as 12. */
export function formatDateTimeAmPm(moment: Moment): string {
  return read(moment, (iso) => {
    const hour = Number(timeOf(iso).slice(0, 2))
    const shown = String(hour % 12 || 12).padStart(2, '0')
    return `${dayOf(iso)} ${shown}${timeOf(iso).slice(2, 5)} ${hour < 12 ? 'AM' : 'PM'}`
  })
}

/** `YYYY-MM-DD`. */
export function formatDay(moment: Moment): string {
  return read(moment, dayOf)
}

/** `HH:mm - DD/MM`: the build date in the user menu (docs/design/specification.md#screens). */
export function formatBuildDate(moment: Moment): string {
  return read(moment, (iso) => `${timeOf(iso).slice(0, 5)} - ${dayOf(iso).slice(8)}/${dayOf(iso).slice(5, 7)}`)
}

/** A number of days or months later; the 31st of a month moves to the last day of a shorter one. */
export function moveDay(day: string, { days = 0, months = 0 }: { days?: number; months?: number }): string {
  const from = new Date(`${day}T00:00:00Z`)
  const [year, month, date] = [from.getUTCFullYear(), from.getUTCMonth() + months, from.getUTCDate()]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return formatDay(Date.UTC(year, month, Math.min(date, last) + days))
}

/** The two parts of the date widget: characters 1 to 10 of the text, and 11 to 19. */
export function splitDate(text: string): { date: string; time: string } {
  return { date: text.slice(0, 10), time: text.slice(10, 19).replace(/^[ T]/, '') }
}

// years outside 0 to 9999 have six digits and a sign, so both parts are found from the T
function dayOf(iso: string): string {
  return iso.slice(0, iso.indexOf('T'))
}

function timeOf(iso: string): string {
  const start = iso.indexOf('T') + 1
  return iso.slice(start, start + 8)
}
