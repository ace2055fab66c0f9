/** The time that a question names, in UTC. Pure. */
import { calendarDay, MONTHS } from '#contract/model/calendar.ts'

const DAY = 86_400_000
const MONTH = MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')

export interface Period {
  /** Included. */
  since: Date
  /** Excluded. */
  until: Date
  /** As part of a sentence: "in the last 7 days", "in October 2026". */
  words: string
  /** The part of the question that named it. */
  said: string
}

interface Pattern {
  said: RegExp
  read: (match: RegExpExecArray, now: Date) => Omit<Period, 'said'> | null
}

const at = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day))
const midnight = (now: Date, days = 0) => at(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days)
const tomorrow = (now: Date) => midnight(now, 1)
/** Weeks begin on Monday. */
const monday = (now: Date, weeks = 0) => midnight(now, -((now.getUTCDay() + 6) % 7) + weeks * 7)
const monthStart = (now: Date, months = 0) => at(now.getUTCFullYear(), now.getUTCMonth() + months, 1)
const yearStart = (now: Date, years = 0) => at(now.getUTCFullYear() + years, 0, 1)

/** A day of the calendar; null for 31 February. */
function dayOf(text: string): Date | null {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number)
  const day = calendarDay(year, month, date)
  return day === null ? null : new Date(day)
}

const UNIT_DAYS: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 }

const PATTERNS: readonly Pattern[] = [
  {
    said: /\b(?:between|from)\s+(\d{4}-\d{2}-\d{2})\s+(?:and|to|until)\s+(\d{4}-\d{2}-\d{2})\b/i,
    read([, first = '', last = '']) {
      const [since, end] = [dayOf(first), dayOf(last)]
      if (!since || !end) return null
      return { since, until: new Date(end.getTime() + DAY), words: `from ${first} to ${last}` }
    },
  },
  {
    said: /\b(?:since|from|after)\s+(\d{4}-\d{2}-\d{2})\b/i,
    read([, first = ''], now) {
      const since = dayOf(first)
      return since && { since, until: tomorrow(now), words: `since ${first}` }
    },
  },
  {
    said: /\b(?:on\s+)?(\d{4}-\d{2}-\d{2})\b/i,
    read([, day = '']) {
      const since = dayOf(day)
      return since && { since, until: new Date(since.getTime() + DAY), words: `on ${day}` }
    },
  },
  {
    said: /\b(?:in|over|during|within)?\s*(?:the\s+)?(?:last|past|previous)\s+(\d{1,4})\s+(hour|day|week|month|year)s?\b/i,
    read([, count = '', unit = ''], now) {
      const span = unit === 'hour' ? DAY / 24 : (UNIT_DAYS[unit.toLowerCase()] ?? 1) * DAY
      if (Number(count) === 0) return null
      const words = `in the last ${count} ${unit.toLowerCase()}${count === '1' ? '' : 's'}`
      return { since: new Date(now.getTime() - Number(count) * span), until: tomorrow(now), words }
    },
  },
  {
    said: /\btoday\b/i,
    read: (_, now) => ({ since: midnight(now), until: tomorrow(now), words: 'today' }),
  },
  {
    said: /\byesterday\b/i,
    read: (_, now) => ({ since: midnight(now, -1), until: midnight(now), words: 'yesterday' }),
  },
  {
    said: /\b(?:in\s+|during\s+)?(?:the\s+)?(this|last|past|previous)\s+(week|month|year|quarter)\b/i,
    read([, which = '', unit = ''], now) {
      const isThis = which.toLowerCase() === 'this'
      const words = `${isThis ? 'this' : 'last'} ${unit.toLowerCase()}`
      const back = isThis ? 0 : -1
      switch (unit.toLowerCase()) {
        case 'week':
          return { since: monday(now, back), until: isThis ? tomorrow(now) : monday(now), words }
        case 'month':
          return { since: monthStart(now, back), until: isThis ? tomorrow(now) : monthStart(now), words }
        case 'quarter': {
          const start = monthStart(now, -(now.getUTCMonth() % 3))
          return isThis
            ? { since: start, until: tomorrow(now), words }
            : { since: monthStart(start, -3), until: start, words }
        }
        default:
          return { since: yearStart(now, back), until: isThis ? tomorrow(now) : yearStart(now), words }
      }
    },
  },
  {
    said: new RegExp(`\\b(?:in|during|of)\\s+(${MONTH})(?:\\s+(\\d{4}))?\\b`, 'i'),
    read([, name = '', year], now) {
      const month = MONTHS.findIndex((each) => each.startsWith(name.toLowerCase().slice(0, 3)))
      // without a year it is the latest month of that name
      const latest = now.getUTCFullYear() - (month > now.getUTCMonth() ? 1 : 0)
      const since = at(year === undefined ? latest : Number(year), month, 1)
      const title = MONTHS[month]?.replace(/^./, (first) => first.toUpperCase())
      return { since, until: monthStart(since, 1), words: `in ${title} ${since.getUTCFullYear()}` }
    },
  },
  {
    said: /\b(?:in|during)\s+(20\d{2})\b/i,
    read: ([, year = '']) => ({
      since: at(Number(year), 0, 1),
      until: at(Number(year) + 1, 0, 1),
      words: `in ${year}`,
    }),
  },
]

/** The period that a question names; null where it names none. */
export function readPeriod(question: string, now: Date): Period | null {
  for (const { said, read } of PATTERNS) {
    const match = said.exec(question)
    const period = match && read(match, now)
    if (match && period) return { ...period, said: match[0] }
  }
  return null
}
