/** Transaction reports: not answered yet. */
import type { reports } from '#contract/calls/reports.ts'
import { notBuilt, type Handlers } from './handlers.ts'

export const reportsCalls: Handlers<typeof reports> = {
  transactions: notBuilt,
  metadata: notBuilt,
  csv: notBuilt,
}
