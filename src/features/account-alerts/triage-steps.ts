/** The way of triage through account alerts: each is one decision. */
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import type { TriageSteps } from '#src/features/triage/public.ts'

const stationOf = ({ id }: AccountAlertItem) => ({ rowId: id, alertId: id })

export const accountAlertTriageSteps: TriageSteps<AccountAlertItem> = {
  stepsOf: (row) => (isOpenAlert(row.status) ? [stationOf(row)] : []),
  stationsOf: (row) => [stationOf(row)],
  openOf: (row) => (isOpenAlert(row.status) ? 1 : 0),
}
