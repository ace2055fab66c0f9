/**
 * The open cases a week ahead: each weekday brings and closes as many as it did on average in the four weeks before, and
 * what is open follows. A seasonal mean: what has no season, or a new one, it cannot know. Pure.
 */
import { AHEAD, type BacklogDay, type ForecastError } from '#contract/model/oversight/trend.ts'

const DAY = 86_400_000
const WEEK = 7
/** The number of weeks in a weekday's mean. */
const SEASONS = 4
/** The fewest days of the past that a forecast needs. */
const NEEDED = WEEK * SEASONS
/** The share of past errors that the range of a forecast holds. */
const HELD = 0.8

export interface Flow {
  arrived: number
  closed: number
}
type Day = Flow & { open: number }

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** How many days the open cases take at the pace of the week that ends there; null where nothing was closed in it. */
function toClear(days: readonly Day[], index: number): number | null {
  const week = days.slice(Math.max(0, index - WEEK + 1), index + 1)
  const pace = mean(week.map(({ closed }) => closed))
  return pace > 0 ? (days[index]?.open ?? 0) / pace : null
}

/** The open work at the end of each day, computed back from the current number. */
export function backlogOf(flows: readonly Flow[], openAfter: number): Day[] {
  let open = openAfter
  const days = flows.toReversed().map((flow): Day => {
    const day = { ...flow, open }
    open -= flow.arrived - flow.closed
    return day
  })
  return days.toReversed()
}

/** The days after `past`, of which the last counts; `past` holds at least four weeks. */
function extend(past: readonly Day[]): Day[] {
  const all = [...past]
  for (let ahead = 0; ahead < AHEAD; ahead += 1) {
    const same = Array.from({ length: SEASONS }, (_, week) => past[past.length + (ahead % WEEK) - WEEK * (week + 1)])
    const of = (name: keyof Flow) => mean(same.map((day) => day?.[name] ?? 0))
    const [arrived, closed] = [of('arrived'), of('closed')]
    all.push({ arrived, closed, open: Math.max(0, (all.at(-1)?.open ?? 0) + arrived - closed) })
  }
  return all
}

/** A forecast made at the end of each past day that can be held against the week that came, by days ahead. */
function tryPast(days: readonly Day[]) {
  const tries: { ahead: number; missed: number; naive: number; actual: number }[] = []
  for (let length = NEEDED + WEEK; length + AHEAD <= days.length; length += 1) {
    const extended = extend(days.slice(0, length))
    const today = toClear(days, length - 1)
    for (let ahead = 1; ahead <= AHEAD; ahead += 1) {
      const index = length - 1 + ahead
      const [actual, said] = [toClear(days, index), toClear(extended, index)]
      if (actual === null || said === null || today === null) continue
      tries.push({ ahead, missed: Math.abs(said - actual), naive: Math.abs(today - actual), actual })
    }
  }
  return tries
}

const named = (day: Day, at: number, daysToClear: number | null): BacklogDay => ({
  ...day,
  day: new Date(at).toISOString().slice(0, 10),
  daysToClear,
})

export interface Outlook {
  past: BacklogDay[]
  ahead: (BacklogDay & { low: number | null; high: number | null })[]
  error: ForecastError | null
}

/** The past in days from `first` on, what follows, and by how much the same method missed in that past. */
export function outlookOf(first: string, days: readonly Day[]): Outlook {
  const start = Date.parse(first)
  const at = (index: number) => start + index * DAY
  const past = days.map((day, index) => named(day, at(index), toClear(days, index)))
  if (days.length < NEEDED) return { past, ahead: [], error: null }
  const tries = tryPast(days)
  const extended = extend(days)
  const ahead = extended.slice(days.length).map((day, index) => {
    const daysToClear = toClear(extended, days.length + index)
    const missed = tries.flatMap((one) => (one.ahead === index + 1 ? [one.missed] : [])).toSorted((a, b) => a - b)
    const range = missed[Math.min(missed.length - 1, Math.floor(HELD * missed.length))]
    const isKnown = range !== undefined && daysToClear !== null
    return {
      ...named(day, at(days.length + index), daysToClear),
      low: isKnown ? Math.max(0, daysToClear - range) : null,
      high: isKnown ? daysToClear + range : null,
    }
  })
  if (tries.length === 0) return { past, ahead, error: null }
  const meanDays = mean(tries.map(({ missed }) => missed))
  const naiveDays = mean(tries.map(({ naive }) => naive))
  const actual = mean(tries.map((one) => one.actual))
  const percent = actual > 0 ? (100 * meanDays) / actual : 0
  return { past, ahead, error: { meanDays, naiveDays, percent, tried: tries.length } }
}
