/** The due date of a case or an account alert, updated with every change of status. */
import type { Selectable } from 'kysely'
import { isTimeRunning } from '#contract/model/cases/due.ts'
import { Calendar } from '#contract/model/business-hours/calendar.ts'
import { dueAt, dueSoonAt, pausesAfter, type DueHistory } from '#contract/model/business-hours/due.ts'
import type { BusinessHoursPolicy } from '#contract/model/business-hours/policy.ts'
import type { WorkQueue, AlertLevel } from '#contract/model/values.ts'
import type { AlertTable, CaseTable } from '#server/schema/cases.ts'
import type { Db } from '#server/store/sql.ts'
import { policyForWrite } from './settings.ts'

export interface BusinessHours {
  policy: BusinessHoursPolicy
  calendar: Calendar
}

/** The fields that a due date depends on, for both queues. */
export interface DueInput {
  status: string
  level: AlertLevel
  created_at: Date
  due_pauses: readonly Date[]
  /** A case without alerts has nothing to be decided in time. */
  needsDecision: boolean
}

type Case = Pick<Selectable<CaseTable>, 'status' | 'created_at' | 'due_pauses' | 'hard_stop_count' | 'alert_count'>

/** A case with a hard stop keeps its shorter time once that is decided. */
export const dueInputOfCase = (row: Case): DueInput => ({
  status: row.status,
  level: row.hard_stop_count > 0 ? 'hardstop' : 'alert',
  created_at: row.created_at,
  due_pauses: row.due_pauses,
  needsDecision: row.alert_count > 0,
})

type Alert = Pick<Selectable<AlertTable>, 'status' | 'created_at' | 'due_pauses' | 'level'>
export const dueInputOfAlert = ({ status, created_at, due_pauses, level }: Alert): DueInput => ({
  status,
  level,
  created_at,
  due_pauses,
  needsDecision: true,
})

/** By policy, since creating a calendar takes some milliseconds per year. */
const calendars = new Map<string, Calendar>()

/** The business hours of a platform; the policy is locked until the transaction ends. */
export async function businessHoursFor(tx: Db, platform: string): Promise<BusinessHours> {
  const { policy } = await policyForWrite(tx, platform)
  return businessHoursOf(policy)
}

/** A policy with its calendar. */
export function businessHoursOf(policy: BusinessHoursPolicy): BusinessHours {
  const key = JSON.stringify(policy)
  const calendar = calendars.get(key) ?? new Calendar(policy)
  if (calendars.size > 100) calendars.clear()
  calendars.set(key, calendar)
  return { policy, calendar }
}

/** To the second, as moments travel. */
const dateOf = (at: number | null) => (at === null ? null : new Date(Math.ceil(at / 1000) * 1000))

/** The current due dates. */
export function dueDates({ policy, calendar }: BusinessHours, queue: WorkQueue, row: DueInput) {
  const hours = policy.hours[queue][row.level]
  if (hours === null || !row.needsDecision || !isTimeRunning(row.status)) return { due_at: null, due_soon_at: null }
  const history: DueHistory = { start: row.created_at.getTime(), pauses: row.due_pauses.map((at) => at.getTime()) }
  return {
    due_at: dateOf(dueAt(calendar, history, hours)),
    due_soon_at: dateOf(dueSoonAt(calendar, history, hours, policy.soon)),
  }
}

/** The columns that a change of status changes. The due date at a pause is stored. */
export async function dueColumnsAfter(
  tx: Db,
  platform: string,
  queue: WorkQueue,
  row: DueInput,
  to: { status: string; at: Date },
) {
  const before = row.due_pauses.map((at) => at.getTime())
  const runs = isTimeRunning(to.status)
  if (runs === isTimeRunning(row.status)) return {}
  const due_pauses = pausesAfter(before, runs, to.at.getTime()).map((at) => new Date(at))
  const businessHours = await businessHoursFor(tx, platform)
  const last_due_at = runs ? null : dueDates(businessHours, queue, row).due_at
  return { due_pauses, last_due_at, ...dueDates(businessHours, queue, { ...row, status: to.status, due_pauses }) }
}
