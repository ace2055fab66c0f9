/** The way through cases: one open alert after the other, and after the last alert of a case its recommendation. */
import { isOpenAlert } from '#contract/model/alert.ts'
import { caseMay, isOpenCase, type CaseAlert, type CaseItem } from '#contract/model/case.ts'
import type { Way } from './steps.ts'

/** The alerts of a case that can still be decided. */
const openAlerts = (row: CaseItem): CaseAlert[] =>
  caseMay('resolveAlert', row.status) ? row.alerts.filter((alert) => isOpenAlert(alert.status)) : []

export const caseWay: Way<CaseItem> = {
  stepsOf(row) {
    const open = openAlerts(row)
    if (open.length > 0) return open.map((alert) => ({ rowId: row.id, alertId: alert.id }))
    return isOpenCase(row.status) && row.alerts.length > 0 ? [{ rowId: row.id, alertId: null }] : []
  },
  stationsOf: (row) => [
    ...row.alerts.map((alert) => ({ rowId: row.id, alertId: alert.id })),
    { rowId: row.id, alertId: null },
  ],
  openOf: (row) => openAlerts(row).length,
}
