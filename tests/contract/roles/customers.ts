import { NOON, type MadeCase, type World } from '#tests/support/world.ts'
import { ADMINISTRATORS, note, nothing, platform, type Rows } from './row.ts'

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
  addNote: { input: (one) => ({ ...byCustomer(one), body: { note } }) },
  companyTree: { input: byCustomer },
  log: { input: byCustomer },
  searchPlatforms: { input: () => ({ params: { term: 'pa' } }) },
  searchUsers: { input: () => ({ params: { term: ' ' } }) },
  findUsers: { input: () => ({ params: { term: ' ' } }) },
  decideSanction: {
    input: async (one, { db }) => {
      const party = { party: 'customer', party_key: '', party_name: 'Ada Byron' } as const
      const undecided = { checked_at: NOON, decided_by: null, decided_at: null, note: null }
      const { customerId: customer_id, transactionId: entry_id } = one
      const { id: matchId } = await db
        .insertInto('sanctions_hit')
        .values({
          ...party,
          ...undecided,
          platform,
          customer_id,
          entry_id,
          list: 'SDN',
          name: 'BYRON, Ada',
          score: 1,
          details: '{}',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { params: { ...byCustomer(one).params, matchId }, body: { outcome: 'false_positive', note, version: 1 } }
    },
  },
  search: { input: () => ({ params: { platform, term: 'ada' } }) },
  contracts: { input: nothing, who: ADMINISTRATORS },
  contract: { input: byContract, who: ADMINISTRATORS },
}
