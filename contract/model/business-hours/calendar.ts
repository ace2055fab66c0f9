/**
 * Business time of a platform: open hours by its local time, except on holidays. An hour that daylight saving repeats
 * counts twice if it is open; one that it skips does not count.
 */
import { minutesOf, type BusinessHoursPolicy } from './policy.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** No zone changes its offset there and back within it. */
const STEP = 7 * DAY
/** A calendar that is closed for this many years counts as always closed. */
const YEARS_MAX = 100

/** The open spans of one year, UTC, ms, and how much was open before each. */
interface Year {
  starts: number[]
  ends: number[]
  before: number[]
  total: number
}

const startOf = (year: number) => Date.UTC(year, 0, 1)
const yearOf = (at: number) => new Date(at).getUTCFullYear()

export type Hours = Pick<BusinessHoursPolicy, 'zone' | 'week' | 'holidays'>

export class Calendar {
  /** By day: its openings in their order. */
  readonly #week: readonly (readonly [from: number, to: number])[][]
  readonly #holidays: ReadonlySet<string>
  readonly #format: Intl.DateTimeFormat
  readonly #years = new Map<number, Year>()

  constructor({ zone, week, holidays }: Hours) {
    this.#week = week.map((day) =>
      day.map(({ from, to }) => [minutesOf(from) * MINUTE, minutesOf(to) * MINUTE] as const),
    )
    this.#holidays = new Set(holidays.map(({ day }) => day))
    this.#format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  }

  /** The business time between two moments, ms. */
  between(from: number, to: number): number {
    let sum = 0
    for (let year = yearOf(from); year <= yearOf(to); year += 1) {
      const open = this.#year(year)
      sum += upTo(open, to) - upTo(open, from)
    }
    return sum
  }

  /** The first moment by which so much of the time since `from` was open; null where it never comes. */
  after(from: number, amount: number): number | null {
    if (amount <= 0) return from
    let left = amount
    for (let year = yearOf(from), last = year + YEARS_MAX; year < last; year += 1) {
      const open = this.#year(year)
      const passed = upTo(open, from)
      if (open.total - passed >= left) return momentOf(open, passed + left)
      left -= open.total - passed
    }
    return null
  }

  #year(number: number): Year {
    const known = this.#years.get(number)
    if (known) return known
    const year: Year = { starts: [], ends: [], before: [], total: 0 }
    const end = startOf(number + 1)
    for (let from = startOf(number); from < end;) {
      const offset = this.#offset(from)
      const to = this.#changeAfter(from, offset, end)
      this.#add(year, from, to, offset)
      from = to
    }
    this.#years.set(number, year)
    return year
  }

  /** Adds what is open of a span without a change of the offset. */
  #add(year: Year, from: number, to: number, offset: number): void {
    for (let day = Math.floor((from + offset) / DAY) * DAY; day - offset < to; day += DAY) {
      // the first of January 1970 was a Thursday
      const openings = this.#week[(day / DAY + 3) % 7] ?? []
      if (openings.length === 0 || this.#holidays.has(new Date(day).toISOString().slice(0, 10))) continue
      for (const [opens, closes] of openings) {
        const start = Math.max(from, day + opens - offset)
        const end = Math.min(to, day + closes - offset)
        if (end <= start) continue
        year.starts.push(start)
        year.ends.push(end)
        year.before.push(year.total)
        year.total += end - start
      }
    }
  }

  /** The next change of the offset, to the minute; `end` if there is none before. */
  #changeAfter(from: number, offset: number, end: number): number {
    let same = from
    while (same < end) {
      const next = Math.min(same + STEP, end)
      if (this.#offset(next) !== offset) return this.#bisect(same, next, offset)
      same = next
    }
    return end
  }

  #bisect(from: number, to: number, offset: number): number {
    let [same, other] = [from / MINUTE, to / MINUTE]
    while (other - same > 1) {
      const middle = Math.floor((same + other) / 2)
      if (this.#offset(middle * MINUTE) === offset) same = middle
      else other = middle
    }
    return other * MINUTE
  }

  /** The offset of local time from UTC, ms. */
  #offset(at: number): number {
    const name = this.#format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes = '0', seconds = '0'] = /GMT([+-])(\d+):?(\d+)?:?(\d+)?/.exec(name) ?? []
    if (sign === undefined) return 0
    const ahead = (Number(hours) * 60 + Number(minutes)) * MINUTE + Number(seconds) * 1000
    return sign === '-' ? -ahead : ahead
  }
}

/** The number of spans that begin at or before a moment. */
function begunBy(values: readonly number[], limit: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** The business time of the year until then. */
function upTo({ starts, ends, before }: Year, at: number): number {
  const i = begunBy(starts, at) - 1
  if (i < 0) return 0
  const start = starts[i] ?? 0
  return (before[i] ?? 0) + Math.min(at, ends[i] ?? 0) - start
}

/** The first moment by which so much of the year was open; `amount` is more than nothing and at most all of it. */
function momentOf({ starts, before }: Year, amount: number): number {
  // before[i] < amount
  let i = begunBy(before, amount) - 1
  if (before[i] === amount) i -= 1
  return (starts[i] ?? 0) + amount - (before[i] ?? 0)
}
