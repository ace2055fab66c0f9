/** Alerts on customers' profiles: not answered yet. */
import type { accountAlerts } from '#contract/calls/account-alerts.ts'
import { notBuilt, type Handlers } from './handlers.ts'

export const accountAlertsCalls: Handlers<typeof accountAlerts> = {
  changeStatusBatch: notBuilt,
  changeStatus: notBuilt,
  addComment: notBuilt,
  active: notBuilt,
  summary: notBuilt,
  assign: notBuilt,
  assignByRule: notBuilt,
  resolve: notBuilt,
  resolveByRule: notBuilt,
  queue: notBuilt,
}
