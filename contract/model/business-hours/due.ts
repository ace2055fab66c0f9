/** Due dates from history: time counts in business hours, and is paused while the case awaits the customer. */
import type { Calendar } from './calendar.ts'

const HOUR = 3_600_000

/** The events that the due date of a case or an alert follows from. */
export interface DueHistory {
  /** ms, as all moments here. */
  start: number
  /** The times at which it was paused and resumed, alternating and ascending. */
  pauses: readonly number[]
}

/** True if time counts after all of the history. */
export const isRunning = ({ pauses }: Pick<DueHistory, 'pauses'>): boolean => pauses.length % 2 === 0

/** The pauses after a change: one more time if it pauses or resumes. */
export function pausesAfter(pauses: readonly number[], runs: boolean, at: number): readonly number[] {
  if (isRunning({ pauses }) === runs) return pauses
  return [...pauses, Math.max(at, pauses.at(-1) ?? at)]
}

/** The moment when the allowed business hours have passed; null while paused. A due date before the pause stays. */
export function dueAt(calendar: Calendar, history: DueHistory, hours: number): number | null {
  return isRunning(history) ? momentOf(calendar, history, toMs(hours)) : null
}

/** The time from which it counts as due soon: this many business hours before the due date. */
export function dueSoonAt(calendar: Calendar, history: DueHistory, hours: number, soon: number): number | null {
  return isRunning(history) ? momentOf(calendar, history, toMs(Math.max(0, hours - soon))) : null
}

/** Whole ms: a fraction more than an open day would be due when the next one opens. */
const toMs = (hours: number) => Math.round(hours * HOUR)

/** The first moment by which this amount of business time has counted, ms. */
function momentOf(calendar: Calendar, { start, pauses }: DueHistory, amount: number): number | null {
  let left = amount
  let from = start
  for (let i = 0; i < pauses.length; i += 2) {
    const to = Math.max(from, pauses[i] ?? from)
    const ran = calendar.between(from, to)
    if (ran >= left) return calendar.after(from, left)
    left -= ran
    from = Math.max(to, pauses[i + 1] ?? to)
  }
  return calendar.after(from, left)
}
