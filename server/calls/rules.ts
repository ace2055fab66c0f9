/** Monitoring rules: not answered yet. */
import type { rules } from '#contract/calls/rules.ts'
import { notBuilt, type Handlers } from './handlers.ts'

export const rulesCalls: Handlers<typeof rules> = {
  list: notBuilt,
  create: notBuilt,
  view: notBuilt,
  change: notBuilt,
  delete: notBuilt,
  revisions: notBuilt,
  revision: notBuilt,
  info: notBuilt,
  clone: notBuilt,
  validateProcedures: notBuilt,
  accountAlertProcedures: notBuilt,
  alertProcedures: notBuilt,
  criteria: notBuilt,
  scheduleCriteria: notBuilt,
  comparisons: notBuilt,
  sampleEnrichment: notBuilt,
  autocompleteTransaction: notBuilt,
  autocompleteEnrichment: notBuilt,
  autocompleteContract: notBuilt,
  transactionValues: notBuilt,
  enrichmentValues: notBuilt,
  contractValues: notBuilt,
}
