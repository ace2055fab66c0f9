/** Days as people type them: `mon`, `+3`, `2 dec`, `2026-12-02`. Pure; every day is `YYYY-MM-DD`, UTC. */
import { calendarDay, MONTHS } from '#contract/model/calendar.ts'
import { moveDay } from './date.ts'
import { dayOf } from './iso-day.ts'

/** The direction in which a day without a year, or a weekday, is searched: today counts for both. */
export type Towards = 'past' | 'future'

export interface DayRange {
  from: string
  to: string
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const RELATIVE: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }

/** True if a text is a day of the calendar, written in full. */
export const isDay = (text: string): boolean => readFull(text) === text

/** `fri 27 Nov`, for what is chosen by a weekday. */
export function dayText(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  return at.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
}

/** A day as it is typed; null where it is none. */
export function readDay(typed: string, today: string, towards: Towards = 'past'): string | null {
  const text = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  return (
    readFull(text) ?? readWord(text, today, towards) ?? readSpan(text, today, towards) ?? readDate(text, today, towards)
  )
}

/** One or two days; one alone is both ends. Null where it is none, or ends before it begins. */
export function readDays(typed: string, today: string, towards: Towards = 'past'): DayRange | null {
  const one = readDay(typed, today, towards)
  if (one !== null) return { from: one, to: one }
  const text = typed.trim()
  for (const { index, 0: between } of text.matchAll(/(?<!\s)(?:\s*(?:–|-|\.\.|,|\bto\b|\buntil\b)\s*|\s+)/g)) {
    const [first, second] = [text.slice(0, index), text.slice(index + between.length)]
    const range = towards === 'future' ? forwards(first, second, today) : backwards(first, second, today)
    if (range && range.from <= range.to) return range
  }
  return null
}

/** The second day follows the first: `mon-fri`, `2 dec +3`. */
function forwards(first: string, second: string, today: string): DayRange | null {
  const from = readDay(first, today, 'future')
  const to = from === null ? null : readDay(second, from, 'future')
  return from !== null && to !== null ? { from, to } : null
}

function backwards(first: string, second: string, today: string): DayRange | null {
  const to = readDay(second, today, 'past')
  const from = to === null ? null : readDay(first, to, 'past')
  return from !== null && to !== null ? { from, to } : null
}

/** A moment: a day, alone or followed by a time, `HH:mm`; milliseconds since the epoch. */
export function readMoment(typed: string, now: number, towards: Towards = 'future'): number | null {
  const [, before = '', hour = '00', minute = '00'] = /^(.*?)(?:[ T](\d{1,2}):(\d{2}))?$/i.exec(typed.trim()) ?? []
  const day = readDay(before, dayOf(now), towards)
  if (day === null || Number(hour) > 23 || Number(minute) > 59) return null
  return Date.parse(`${day}T${hour.padStart(2, '0')}:${minute}:00Z`)
}

/** `2026-3-9`, `2026/03/09` or `20260309`. */
function readFull(text: string): string | null {
  const [, year, , month, date] = /^(\d{4})([-/. ]?)(\d{1,2})\2(\d{1,2})$/.exec(text) ?? []
  return year && month && date ? calendarDay(Number(year), Number(month), Number(date)) : null
}

/** The only word that begins so; at least three letters are needed. */
const completed = (words: readonly string[], text: string): string | undefined =>
  text.length < 3 ? undefined : words.find((word) => word.startsWith(text))

function readWord(text: string, today: string, towards: Towards): string | null {
  const relative = completed(Object.keys(RELATIVE), text)
  if (relative !== undefined) return moved(today, { days: RELATIVE[relative] ?? 0 })
  const [, step, name = ''] = /^(next |last )?([a-z]+)$/.exec(text) ?? []
  const weekday = WEEKDAYS.indexOf(completed(WEEKDAYS, name) ?? '')
  if (weekday === -1) return null
  const distance = (weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7
  if (step === 'next ') return moved(today, { days: distance || 7 })
  if (step === 'last ') return moved(today, { days: distance - 7 })
  return moved(today, { days: towards === 'future' || distance === 0 ? distance : distance - 7 })
}

/** `+3`, `-2w`, `10 days`, `1m`: without a sign, in the direction that is asked for. */
function readSpan(text: string, today: string, towards: Towards): string | null {
  const [, sign, count, unit = 'd'] = /^([+-])? ?(\d{1,3}) ?(d|w|m|days?|weeks?|months?)?$/.exec(text) ?? []
  if (count === undefined || (sign === undefined && /^\d+$/.test(text))) return null
  const by = Number(count) * (sign === '-' || (sign === undefined && towards === 'past') ? -1 : 1)
  if (unit.startsWith('m')) return moved(today, { months: by })
  return moved(today, { days: unit.startsWith('w') ? by * 7 : by })
}

/** `2 dec`, `dec 2`, `2 december 2026`. */
function readDate(text: string, today: string, towards: Towards): string | null {
  const [, before, date, name = '', after, year] =
    /^(?=.*[a-z])(?:([a-z]+) )?(\d{1,2})(?: ?([a-z]+))?(,)?(?: (\d{4}))?$/.exec(text) ?? []
  if (date === undefined || (before !== undefined && name !== '') || (after && !year)) return null
  const month = MONTHS.findIndex((each) => each === completed(MONTHS, before ?? name)) + 1
  if (month === 0) return null
  if (year !== undefined) return calendarDay(Number(year), month, Number(date))
  const thisYear = Number(today.slice(0, 4))
  // 29 February may be seven years away
  for (let step = 0; step <= 8; step += 1) {
    const day = calendarDay(thisYear + (towards === 'future' ? step : -step), month, Number(date))
    if (day !== null && (towards === 'future' ? day >= today : day <= today)) return day
  }
  return null
}

/** Null beyond the years of four digits. */
function moved(day: string, by: Parameters<typeof moveDay>[1]): string | null {
  const there = moveDay(day, by)
  return /^\d{4}-/.test(there) ? there : null
}
