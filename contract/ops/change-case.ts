/** Changes to views that several kinds share. All return the same object when nothing changes. */
import { isOpenAlert, type Alert } from '#contract/model/cases/alert.ts'
import { caseKey, isDay, type CaseDetail, type CaseItem, type Note } from '#contract/model/cases/case.ts'
import { toStamp } from '#contract/model/common.ts'
import type { AlertStatus } from '#contract/model/values.ts'
import type { Op } from './op.ts'

/** Changes a case and what follows from it: the display key, the day flag, the end. */
export function changeCase<T extends CaseItem>(base: T, op: Op, change: Partial<T>): T {
  if (op.target.caseId !== base.id) return base
  const next = { ...base, ...change }
  next.statusCases = caseKey(next)
  next.isDay = isDay(next, op.at)
  next.complete = next.status === 'complete' || next.status === 'str'
  return next
}

/** Changes what an alert tells of its case; another server may tell nothing, or in a form of its own. */
export function changeReport(base: Alert, op: Op, change: Partial<Pick<CaseItem, 'status' | 'recommendedStr'>>): Alert {
  const { report } = base
  if (op.target.caseId !== base.caseId || typeof report !== 'object' || report === null) return base
  return { ...base, report: { ...report, ...change } }
}

/** Sets the status of one alert on a case's row. */
export function changeCaseAlert<T extends CaseItem>(base: T, op: Op, status: AlertStatus): T {
  const alerts = base.alerts.map((alert) => (alert.id === op.target.alertId ? { ...alert, status } : alert))
  const activeHardStop = alerts.filter((alert) => alert.alertLevel === 'hardstop' && isOpenAlert(alert.status)).length
  return changeCase(base, op, { alerts, activeHardStop } as Partial<T>)
}

/** The note an operation writes; its id is the operation's. */
export function noteOf(op: Op, text: string): Note {
  return { id: op.opId, text, author: op.by, createAt: toStamp(new Date(op.at)), alertId: op.target.alertId ?? null }
}

/** Adds a note unless it is there already. */
export function addNote<T extends CaseDetail | Alert>(base: T, note: Note): T {
  return base.notes.some((one) => one.id === note.id) ? base : { ...base, notes: [...base.notes, note] }
}
