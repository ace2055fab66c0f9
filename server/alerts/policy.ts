/** The rules of transaction alerts. Each function returns the reason of a refusal as text for the user, or null. */
import { ALERT_LABELS, isOpenAlert } from '#contract/model/cases/alert.ts'
import type { AlertStatus } from '#contract/model/values.ts'

/** Why an alert cannot be resolved or rejected: it is decided, or is on an account. */
export function whyNotClose(alert: { kind: 'transaction' | 'account'; status: AlertStatus }): string | null {
  if (alert.kind === 'account') return 'This alert is on an account: decide it among the account alerts.'
  return isOpenAlert(alert.status) ? null : `The alert is “${ALERT_LABELS[alert.status]}” already.`
}
