/** The way through cases: one open alert after the other, and after the last alert of a case its recommendation. */
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { caseMay, UNFINISHED_CASES, type CaseAlert, type CaseItem } from '#contract/model/cases/case.ts'
import type { TriageSteps } from './steps.ts'

/** The alerts of a case that can still be decided. */
const openAlerts = (row: CaseItem): CaseAlert[] =>
  caseMay('resolveAlert', row.status) ? row.alerts.filter((alert) => isOpenAlert(alert.status)) : []

/** A rejected transaction can be reported too, but triage does not ask for it. */
const isUnfinished = ({ status }: CaseItem) => (UNFINISHED_CASES as readonly string[]).includes(status)

export const caseTriageSteps: TriageSteps<CaseItem> = {
  stepsOf(row) {
    const open = openAlerts(row)
    if (open.length > 0) return open.map((alert) => ({ rowId: row.id, alertId: alert.id }))
    return isUnfinished(row) && row.alerts.length > 0 ? [{ rowId: row.id, alertId: null }] : []
  },
  stationsOf: (row) => [
    ...row.alerts.map((alert) => ({ rowId: row.id, alertId: alert.id })),
    { rowId: row.id, alertId: null },
  ],
  openOf: (row) => openAlerts(row).length,
}
