/** When a case may be recommended: a rule on a case and its alerts together. */
import { isOpenAlert } from './alert.ts'
import { caseMay, type CaseAlert } from './case.ts'
import type { CaseStatus } from './values.ts'

/** How many alerts still wait for a decision. */
export function openAlertCount(alerts: readonly Pick<CaseAlert, 'status'>[]): number {
  return alerts.filter((alert) => isOpenAlert(alert.status)).length
}

/**
 * Whether an STR may be recommended, or not, on a case: it is open and every alert on it is decided, since the
 * recommendation closes the case and no alert can be decided after that (decision 0011).
 */
export function mayRecommend(row: { status: CaseStatus; alerts: readonly Pick<CaseAlert, 'status'>[] }): boolean {
  return caseMay('recommendStr', row.status) && openAlertCount(row.alerts) === 0
}
