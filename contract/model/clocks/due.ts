/** Due dates from history: the clock runs in business time, and stops while the case awaits the customer. */
import type { Calendar } from './calendar.ts'

const HOUR = 3_600_000

/** The clock of a case or an alert. */
export interface ClockHistory {
  /** ms, as all moments here. */
  start: number
  /** The times of stops and starts, alternating and ascending. */
  stops: readonly number[]
}

/** Whether the clock runs after all of its history. */
export const isRunning = ({ stops }: Pick<ClockHistory, 'stops'>): boolean => stops.length % 2 === 0

/** The stops after a change: one more where it turns the clock on or off. */
export function stopsAfter(stops: readonly number[], runs: boolean, at: number): readonly number[] {
  if (isRunning({ stops }) === runs) return stops
  return [...stops, Math.max(at, stops.at(-1) ?? at)]
}

/** The moment when the allowed business hours have passed; null while stopped. A due date before the stop stays. */
export function dueAt(calendar: Calendar, history: ClockHistory, hours: number): number | null {
  return isRunning(history) ? momentOf(calendar, history, hours * HOUR) : null
}

/** The time from which it counts as due soon: this many business hours before the due date. */
export function dueSoonAt(calendar: Calendar, history: ClockHistory, hours: number, soon: number): number | null {
  return isRunning(history) ? momentOf(calendar, history, Math.max(0, hours - soon) * HOUR) : null
}

/** The first moment by which the clock has run for so long. */
function momentOf(calendar: Calendar, { start, stops }: ClockHistory, amount: number): number | null {
  let left = amount
  let from = start
  for (let i = 0; i < stops.length; i += 2) {
    const to = Math.max(from, stops[i] ?? from)
    const ran = calendar.between(from, to)
    if (ran >= left) return calendar.after(from, left)
    left -= ran
    from = Math.max(to, stops[i + 1] ?? to)
  }
  return calendar.after(from, left)
}
