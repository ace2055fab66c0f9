/**
 * The open cases a week ahead: each weekday brings and closes as many as it did on average in the four weeks before, and
 * what is open follows. A seasonal mean: what has no season, or a new one, it cannot know. Pure.
 */
import { AHEAD, type BacklogDay, type ForecastError } from '#contract/model/trend.ts'

const DAY = 86_400_000
const WEEK = 7
/** The number of weeks in a weekday's mean. */
const SEASONS = 4
/** The fewest days of the past that a forecast needs. */
const NEEDED = WEEK * SEASONS
/** The share of past errors that the range of a forecast holds. */
const HELD = 0.8

export interface Flow {
  /** Cases that were created, and those of them that were open at some time; without it all were. */
  arrived: number
  entered?: number
  closed: number
}
type Day = Flow & { open: number }

const enteredOf = ({ arrived, entered = arrived }: Flow) => entered

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
    open -= enteredOf(flow) - flow.closed
    return day
  })
  return days.toReversed()
}

/** The days after `past`, which holds at least four weeks. The first of them brings and closes no less than so far. */
function extend(past: readonly Day[], soFar?: Flow): Day[] {
  const all = [...past]
  for (let ahead = 0; ahead < AHEAD; ahead += 1) {
    const same = Array.from({ length: SEASONS }, (_, week) => past[past.length + (ahead % WEEK) - WEEK * (week + 1)])
    const meanOf = (of: (flow: Flow) => number, already = 0) =>
      Math.max(already, mean(same.map((day) => (day ? of(day) : 0))))
    const begun = ahead === 0 ? soFar : undefined
    const arrived = meanOf((flow) => flow.arrived, begun?.arrived)
    const entered = meanOf(enteredOf, begun && enteredOf(begun))
    const closed = meanOf((flow) => flow.closed, begun?.closed)
    all.push({ arrived, entered, closed, open: Math.max(0, (all.at(-1)?.open ?? 0) + entered - closed) })
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

const named = ({ arrived, closed, open }: Day, at: number, daysToClear: number | null): BacklogDay => ({
  arrived,
  closed,
  open,
  day: new Date(at).toISOString().slice(0, 10),
  daysToClear,
})

export interface Outlook {
  past: BacklogDay[]
  ahead: (BacklogDay & { low: number | null; high: number | null })[]
  error: ForecastError | null
}

/** The past in days from `first` on, what follows, and by how much the same method missed in that past. */
export function outlookOf(first: string, days: readonly Day[], soFar?: Flow): Outlook {
  const start = Date.parse(first)
  const at = (index: number) => start + index * DAY
  const past = days.map((day, index) => named(day, at(index), toClear(days, index)))
  if (days.length < NEEDED) return { past, ahead: [], error: null }
  const tries = tryPast(days)
  const extended = extend(days, soFar)
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
