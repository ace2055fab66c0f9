import type { MadeCase, World } from '#tests/support/world.ts'
import { ADMINISTRATORS, everybody, note, nothing, platform, type Rows } from './row.ts'

const byCustomer = (one: MadeCase) => ({ params: { platform, customerId: one.customerId } })

const byContract = async (one: MadeCase, { db }: World) => {
  const contract = { id: `K${one.transactionId}`, customer_id: one.customerId, type: 'Merchant agreement', terms: '{}' }
  await db
    .insertInto('contract')
    .values({ ...contract, platform, status: 'ACTIVE', created_at: new Date(0) })
    .execute()
  return { params: { platform, contractId: contract.id } }
}

export const customers: Rows = {
  list: { input: nothing },
  info: { input: byCustomer },
  transactions: { input: byCustomer },
  activity: { input: byCustomer },
  riskProfile: { input: byCustomer },
  sanctions: { input: byCustomer },
  documents: { input: byCustomer },
  notes: { input: byCustomer },
  companyTree: { input: byCustomer },
  log: { input: byCustomer },
  searchPlatforms: { input: () => ({ params: { term: 'pa' } }) },
  searchUsers: { input: () => ({ params: { term: ' ' } }) },
  findUsers: { input: () => ({ params: { term: ' ' } }) },
  // there is no such hit, and only those who may look are told
  decideSanction: {
    input: () => ({
      params: { platform, customerId: '100', matchId: '1' },
      body: { outcome: 'false_positive', note, version: 1 },
    }),
    who: everybody(404),
  },
  search: { input: () => ({ params: { platform, term: 'ada' } }) },
  contracts: { input: nothing, who: ADMINISTRATORS },
  contract: { input: byContract, who: ADMINISTRATORS },
}
