/** The rules of account alerts. Each function returns the reason of a refusal as text for the user, or null. */
import { accountAlertKey, accountAlertMay, needsNote } from '#contract/model/cases/account-alert.ts'
import { ALERT_LABELS, isOpenAlert } from '#contract/model/cases/alert.ts'
import type { AlertStatus, AlertTarget } from '#contract/model/values.ts'

/** The fields of an alert that the rules depend on. */
export interface AlertState {
  kind: 'transaction' | 'account'
  status: AlertStatus
  sar: 0 | 1
}

/** The reason why the calls of account alerts refuse it: it is on a transaction, and decided with its case. */
export function whyNotAccount({ kind }: Pick<AlertState, 'kind'>): string | null {
  return kind === 'account' ? null : 'This alert is on a transaction: decide it with its case.'
}

/** The reason why an alert cannot be set to a status: it has it, or the transition does not exist (`ACCOUNT_ALERT_STEPS`). */
export function whyNotSet(alert: AlertState, to: AlertTarget): string | null {
  if (accountAlertMay(alert.status, to)) return whyNotAccount(alert)
  const is = `The alert is “${ALERT_LABELS[accountAlertKey(alert)]}”`
  return (
    whyNotAccount(alert) ?? (alert.status === to ? `${is} already.` : `${is} and cannot become “${ALERT_LABELS[to]}”.`)
  )
}

/** The missing part of a change in any state: the note of a decision, or a decision for its SAR flag. */
export function whatIsMissing(
  from: AlertStatus,
  change: { status: AlertTarget; sar: 0 | 1; note?: string | undefined },
) {
  if (change.sar === 1 && change.status !== 'resolved') return 'sar: is allowed with resolved only'
  if (change.note === undefined && needsNote(from, change.status)) {
    return `note: say why the alert is ${change.status === 'resolved' ? 'resolved' : 'reopened'}`
  }
  return null
}

/** The reason why an alert cannot be assigned, released or escalated: it is decided. */
export function whyNotHandOn(alert: AlertState, act: 'assigned' | 'released' | 'escalated'): string | null {
  const is = ALERT_LABELS[accountAlertKey(alert)]
  return whyNotAccount(alert) ?? (isOpenAlert(alert.status) ? null : `The alert is “${is}” and cannot be ${act}.`)
}
