/** Customers and contracts: not answered yet. */
import type { customers } from '#contract/calls/customers.ts'
import { notBuilt, type Handlers } from './handlers.ts'

export const customersCalls: Handlers<typeof customers> = {
  list: notBuilt,
  info: notBuilt,
  transactions: notBuilt,
  riskProfile: notBuilt,
  sanctions: notBuilt,
  documents: notBuilt,
  notes: notBuilt,
  companyTree: notBuilt,
  log: notBuilt,
  searchPlatforms: notBuilt,
  searchUsers: notBuilt,
  search: notBuilt,
  findUsers: notBuilt,
  contracts: notBuilt,
  contract: notBuilt,
}
