/** The due date of a case or an account alert, updated with every change of status. */
import type { Selectable } from 'kysely'
import { clockRuns } from '#contract/model/cases/due.ts'
import { Calendar } from '#contract/model/clocks/calendar.ts'
import { dueAt, dueSoonAt, stopsAfter, type ClockHistory } from '#contract/model/clocks/due.ts'
import type { Clocked, ClockPolicy } from '#contract/model/clocks/policy.ts'
import type { AlertLevel } from '#contract/model/values.ts'
import type { AlertTable, CaseTable } from '#server/schema/database.ts'
import type { Db } from '#server/store/sql.ts'
import { policyForWrite } from './policy.ts'

export interface Clock {
  policy: ClockPolicy
  calendar: Calendar
}

/** The fields that a clock depends on, for both queues. */
export interface Timed {
  status: string
  level: AlertLevel
  created_at: Date
  clock_stops: readonly Date[]
  /** A case without alerts has nothing to be decided in time. */
  isClocked: boolean
}

type Case = Pick<Selectable<CaseTable>, 'status' | 'created_at' | 'clock_stops' | 'hard_stop_count' | 'alert_count'>

/** A case with a hard stop keeps its shorter time once that is decided. */
export const ofCase = (row: Case): Timed => ({
  status: row.status,
  level: row.hard_stop_count > 0 ? 'hardstop' : 'alert',
  created_at: row.created_at,
  clock_stops: row.clock_stops,
  isClocked: row.alert_count > 0,
})

type Alert = Pick<Selectable<AlertTable>, 'status' | 'created_at' | 'clock_stops' | 'level'>
export const ofAlert = ({ status, created_at, clock_stops, level }: Alert): Timed => ({
  status,
  level,
  created_at,
  clock_stops,
  isClocked: true,
})

/** By policy, since creating a calendar takes some milliseconds per year. */
const calendars = new Map<string, Calendar>()

/** The clock of a platform; its policy is locked until the transaction ends. */
export async function clockFor(tx: Db, platform: string): Promise<Clock> {
  const { policy } = await policyForWrite(tx, platform)
  return clockOf(policy)
}

/** The clock of a policy. */
export function clockOf(policy: ClockPolicy): Clock {
  const key = JSON.stringify(policy)
  const calendar = calendars.get(key) ?? new Calendar(policy)
  if (calendars.size > 100) calendars.clear()
  calendars.set(key, calendar)
  return { policy, calendar }
}

/** To the second, as moments travel. */
const dateOf = (at: number | null) => (at === null ? null : new Date(Math.ceil(at / 1000) * 1000))

/** The current due dates. */
export function dueDates({ policy, calendar }: Clock, queue: Clocked, row: Timed) {
  const hours = policy.hours[queue][row.level]
  if (hours === null || !row.isClocked || !clockRuns(row.status)) return { due_at: null, due_soon_at: null }
  const history: ClockHistory = { start: row.created_at.getTime(), stops: row.clock_stops.map((at) => at.getTime()) }
  return {
    due_at: dateOf(dueAt(calendar, history, hours)),
    due_soon_at: dateOf(dueSoonAt(calendar, history, hours, policy.soon)),
  }
}

/** The effect of a status change on the clock. The due date at a stop is stored. */
export async function turnClock(
  tx: Db,
  platform: string,
  queue: Clocked,
  row: Timed,
  to: { status: string; at: Date },
) {
  const before = row.clock_stops.map((at) => at.getTime())
  const runs = clockRuns(to.status)
  if (runs === clockRuns(row.status)) return {}
  const clock_stops = stopsAfter(before, runs, to.at.getTime()).map((at) => new Date(at))
  const clock = await clockFor(tx, platform)
  const last_due_at = runs ? null : dueDates(clock, queue, row).due_at
  return { clock_stops, last_due_at, ...dueDates(clock, queue, { ...row, status: to.status, clock_stops }) }
}
