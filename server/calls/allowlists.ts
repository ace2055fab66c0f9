/** Allowlists: not answered yet. */
import type { allowlists } from '#contract/calls/allowlists.ts'
import { notBuilt, type Handlers } from './handlers.ts'

export const allowlistsCalls: Handlers<typeof allowlists> = {
  list: notBuilt,
  create: notBuilt,
  change: notBuilt,
  delete: notBuilt,
  view: notBuilt,
  version: notBuilt,
  history: notBuilt,
  resolveAlerts: notBuilt,
  remainingAlerts: notBuilt,
  transactionFilters: notBuilt,
  transactionFiltersExtended: notBuilt,
  contractFiltersExtended: notBuilt,
  customerFilters: notBuilt,
  customerScheduleFilters: notBuilt,
  ruleFilters: notBuilt,
}
