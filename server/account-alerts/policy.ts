/** What may happen to an alert on an account. Each answers why not, in words fit to be shown, or null. */
import { accountAlertKey, accountAlertMay, needsNote } from '#contract/model/cases/account-alert.ts'
import { ALERT_LABELS, isOpenAlert } from '#contract/model/cases/alert.ts'
import type { AlertStatus, AlertTarget } from '#contract/model/values.ts'

/** What of an alert its rules depend on. */
export interface AlertState {
  kind: 'transaction' | 'account'
  status: AlertStatus
  sar: 0 | 1
}

/** Why the calls of account alerts may not touch it: it is on a transaction, and decided with its case. */
export function whyNotAccount({ kind }: Pick<AlertState, 'kind'>): string | null {
  return kind === 'account' ? null : 'This alert is on a transaction: decide it with its case.'
}

/** Why an alert may not be set to a status: it has it, or the step does not exist (`ACCOUNT_ALERT_STEPS`). */
export function whyNotSet(alert: AlertState, to: AlertTarget): string | null {
  if (accountAlertMay(alert.status, to)) return whyNotAccount(alert)
  const is = `The alert is “${ALERT_LABELS[accountAlertKey(alert)]}”`
  return (
    whyNotAccount(alert) ?? (alert.status === to ? `${is} already.` : `${is} and cannot become “${ALERT_LABELS[to]}”.`)
  )
}

/** What a change lacks whatever the alert's state: the words for a decision, or a decision for its SAR flag. */
export function whatIsMissing(
  from: AlertStatus,
  change: { status: AlertTarget; sar: 0 | 1; note?: string | undefined },
) {
  if (change.sar === 1 && change.status !== 'resolved') return 'sar: goes with resolved alone'
  if (change.note === undefined && needsNote(from, change.status)) {
    return `note: say why the alert is ${change.status === 'resolved' ? 'resolved' : 'reopened'}`
  }
  return null
}

/** Why an alert may not be given to anybody: it is decided. */
export function whyNotHandOn(alert: AlertState): string | null {
  const is = ALERT_LABELS[accountAlertKey(alert)]
  return whyNotAccount(alert) ?? (isOpenAlert(alert.status) ? null : `The alert is “${is}” and cannot be assigned.`)
}
