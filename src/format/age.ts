/** The age of a moment. */
import { countOf } from './count.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH_DAYS = 30
const YEAR_DAYS = 365

/**
 * One number and its unit, rounded down, for a column: `now`, `12 min`, `4 h`, `2 d`, `3 mo`, `1 y`. What lies ahead,
 * as by a clock that is off, is `now`. In milliseconds.
 */
export function shortAge(ms: number): string {
  const days = Math.floor(ms / DAY)
  if (days >= YEAR_DAYS) return `${Math.floor(days / YEAR_DAYS)} y`
  if (days >= MONTH_DAYS) return `${Math.floor(days / MONTH_DAYS)} mo`
  if (days >= 1) return `${days} d`
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} h`
  return ms >= MINUTE ? `${Math.floor(ms / MINUTE)} min` : 'now'
}

/** For a sentence: `just now`, `12 min ago`, `4 h ago`. In milliseconds. */
export function agoText(ms: number): string {
  return ms < MINUTE ? 'just now' : `${shortAge(ms)} ago`
}

/** Whole years of 365 days, then months of 30, then days; the last days of a year are its twelfth month and more. */
export function ageParts(ms: number): { years: number; months: number; days: number } {
  const all = Math.max(0, Math.floor(ms / DAY))
  const rest = all % YEAR_DAYS
  return { years: Math.floor(all / YEAR_DAYS), months: Math.floor(rest / MONTH_DAYS), days: rest % MONTH_DAYS }
}

/** `2 years, 1 month, 5 days`, without what is zero; `0 days` for less than a day. In milliseconds. */
export function longAge(ms: number): string {
  const { years, months, days } = ageParts(ms)
  const parts = [years && countOf(years, 'year'), months && countOf(months, 'month'), days && countOf(days, 'day')]
  return parts.filter(Boolean).join(', ') || '0 days'
}
