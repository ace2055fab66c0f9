/** What may happen to an alert on a transaction. Answers why not, in words fit to be shown, or null. */
import { ALERT_LABELS, isOpenAlert } from '#contract/model/cases/alert.ts'
import type { AlertStatus } from '#contract/model/values.ts'

/** Why an alert may not be resolved or rejected: it is decided already, or belongs to an account and not to a case. */
export function whyNotClose(alert: { kind: 'transaction' | 'account'; status: AlertStatus }): string | null {
  if (alert.kind === 'account') return 'This alert is on an account: decide it among the account alerts.'
  return isOpenAlert(alert.status) ? null : `The alert is “${ALERT_LABELS[alert.status]}” already.`
}
