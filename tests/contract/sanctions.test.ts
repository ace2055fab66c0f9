// Decisions on hits of the sanctions screening, by people who look at the same hit.
import { expect, test } from 'vitest'
import type { Input } from '#contract/call.ts'
import { customers } from '#contract/calls/customers.ts'
import { screening } from '#contract/calls/screening.ts'
import type { SanctionMatch } from '#contract/model/customer.ts'
import type { SanctionOutcome } from '#contract/model/values.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const platform = 'paxum'
const customerId = '100'
const { server } = await startWorld({ now: () => NOON })

let made = 0
/** A hit that nobody has decided on, as the customer's list shows it. */
async function aHit(): Promise<SanctionMatch> {
  const entry_id = String((made += 1))
  await server.db
    .insertInto('sanctions_hit')
    .values({
      platform,
      customer_id: customerId,
      party: 'customer',
      party_key: '',
      party_name: 'Ada Byron',
      list: 'Test list',
      entry_id,
      name: 'BYRON, Ada',
      score: 0.9,
      details: '{}',
      checked_at: NOON,
    })
    .execute()
  const { items } = await server.call(customers.sanctions, { params: { platform, customerId } })
  const hit = items.find(({ details }) => details['entry'] === entry_id)
  if (!hit) throw new Error('the hit is not listed')
  return hit
}

async function decide(as: string, { id, version = 0 }: SanctionMatch, outcome: SanctionOutcome) {
  const params = { platform, customerId, matchId: id }
  const body = { outcome, note: `${outcome} by ${as}`, version }
  const response = await server.send(customers.decideSanction, { params, body }, { as })
  return { status: response.status, answer: (await response.json()) as SanctionMatch & { current?: SanctionMatch } }
}

test('a decision on a hit that somebody else decided meanwhile is refused with the current one', async () => {
  const seen = await aHit()
  const confirmed = await decide('analyst', seen, 'true_positive')
  expect(confirmed).toMatchObject({ status: 200, answer: { outcome: 'true_positive', version: 2 } })
  // a manager, who may take it back, but has not seen it
  const late = await decide('manager', seen, 'false_positive')
  expect(late).toMatchObject({
    status: 409,
    answer: { message: expect.stringMatching(/has changed/), current: confirmed.answer },
  })
  const { items } = await server.call(customers.sanctions, { params: { platform, customerId } })
  expect(items.find(({ id }) => id === seen.id)).toEqual(confirmed.answer)
  expect(await auditOf(server.db, 'sanctions hit', seen.id)).toMatchObject([{ actor: 'analyst', version: '2' }])
})

test('of two concurrent decisions one is accepted', async () => {
  const seen = await aHit()
  const both = await Promise.all([decide('analyst', seen, 'true_positive'), decide('analyst2', seen, 'false_positive')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await auditOf(server.db, 'sanctions hit', seen.id)).toHaveLength(1)
})

test('without the seen version nothing is decided', async () => {
  const { id, version: _version, ...hit } = await aHit()
  const refused = await decide('analyst', { id, ...hit }, 'false_positive')
  expect(refused).toMatchObject({ status: 400, answer: { message: expect.stringMatching(/^version/) } })
})

test.each(['true_positive_approve', 'true_positive_reject', 'false_positive'] as const)(
  'a confirmed hit is set to %s by managers alone',
  async (outcome) => {
    const { answer: confirmed } = await decide('analyst', await aHit(), 'true_positive')
    expect((await decide('analyst2', confirmed, outcome)).status).toBe(403)
    expect(await decide('manager', confirmed, outcome)).toMatchObject({ status: 200, answer: { outcome } })
  },
)

test('a decision is reopened by managers alone; nobody approves their own confirmation', async () => {
  const { answer: closed } = await decide('analyst', await aHit(), 'false_positive')
  expect((await decide('analyst', closed, 'potential_match')).status).toBe(403)
  const { answer: open } = await decide('manager', closed, 'potential_match')
  expect(open).toMatchObject({ outcome: 'potential_match', version: 3 })
  const { answer: confirmed } = await decide('manager', open, 'true_positive')
  expect((await decide('manager', confirmed, 'true_positive_approve')).status).toBe(403)
})

test('the list of hits names their customers, highest score first, open ones unless an outcome is requested', async () => {
  const hits = (query: NonNullable<Input<typeof screening.hits>['query']>, as = 'analyst') =>
    server.call(screening.hits, { query: { platform, ...query } }, { as })
  await server.db.deleteFrom('sanctions_hit').execute()
  const [first, second, third] = [await aHit(), await aHit(), await aHit()]
  const set = (id: string, part: { score?: number; party?: 'counterparty'; party_key?: string; party_name?: string }) =>
    server.db.updateTable('sanctions_hit').set(part).where('id', '=', id).execute()
  await set(second.id, { score: 0.97 })
  await set(third.id, { party: 'counterparty', party_key: 'rest', party_name: 'Émile Rest' })
  const open = await hits({})
  expect(open.items.map(({ id }) => id)).toEqual([second.id, third.id, first.id])
  expect(open).toMatchObject({ total: 3, capped: false })
  expect(open.items[0]).toMatchObject({ platform, customerId, score: 0.97, details: { party: 'customer' } })
  expect(open.items[0]?.customerName).toMatch(/./)

  expect((await hits({ party: 'counterparty' })).items.map(({ id }) => id)).toEqual([third.id])
  expect((await hits({ search: 'émile' })).items.map(({ id }) => id)).toEqual([third.id])
  expect((await hits({ search: '100%' })).items).toEqual([])
  expect((await hits({ list: 'no such list' })).items).toEqual([])
  const pages = [await hits({ page: 1, pageSize: 2 }), await hits({ page: 2, pageSize: 2 })]
  expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual([second.id, third.id, first.id])

  await decide('analyst', second, 'false_positive')
  expect((await hits({})).total).toBe(2)
  expect(await hits({ outcome: 'false_positive' })).toMatchObject({ total: 1, items: [{ id: second.id }] })
})

test('the list of hits is refused for another platform, and for an unknown outcome', async () => {
  const answer = async (query: object, as: string) =>
    (await server.send(screening.hits, { query: query as { platform: string } }, { as })).status
  expect(await answer({ platform: 'paxum-colombia' }, 'analyst-px')).toBe(403)
  expect(await answer({ platform, outcome: 'no_match' }, 'analyst')).toBe(400)
  expect(await answer({ platform, pageSize: 100_000 }, 'analyst')).toBe(400)
})
