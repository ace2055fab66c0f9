/** Decisions on stacks of alike alerts: only after as many were looked at as the policy asks, with the sampled ids on record. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policies } from '#contract/calls/administration/maintenance.ts'
import { accountAlerts } from '#contract/calls/account-alerts.ts'
import { stacks } from '#contract/calls/oversight/stacks.ts'
import { quality } from '#contract/calls/oversight/quality.ts'
import { sync } from '#contract/calls/sync.ts'
import type { StackDecision } from '#contract/model/cases/stacks.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { auditOf, makeWorld, NOON, type World } from '#tests/support/world.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
let server: TestServer
let world: World
beforeAll(async () => {
  server = await testServer({ now: () => NOW })
  world = await makeWorld(server.db)
})
afterAll(() => server.close())

let devSeq = 0
async function decide(alertId: string, stack: StackDecision) {
  devSeq += 1
  const op = {
    opId: randomUUID(),
    devSeq,
    kind: 'accountAlert.status',
    kindV: 1,
    target: { platform: 'paxum', customerId: '100', alertId },
    body: { status: 'resolved', sar: 0, note: 'Seen.', stack },
    clientTime: NOW.toISOString(),
    skewMs: 0,
    offline: true,
  }
  const { results } = await server.call(sync.ops, { body: { device: 'stacks', incarnation: 'one', ops: [op] } })
  const [result] = results
  return [result?.status, result?.problem?.message]
}
/** A rule of its own with so many alerts, of one customer. */
async function alike(n: number, more: object = {}): Promise<string[]> {
  const rule = `Rule ${randomUUID()}`
  const ids: string[] = []
  for (let i = 0; i < n; i += 1) ids.push((await world.addAccountAlert({ rule, ...more })).id)
  return ids
}
const stackOf = (ids: readonly string[], looked: readonly string[]): StackDecision => ({
  id: randomUUID(),
  size: ids.length,
  looked: [...looked],
})
async function setPolicy(policy: string, value: number) {
  const as = { as: 'admin' } as const
  const { items } = await server.call(policies.list, {}, as)
  const version = items.find(({ id }) => id === policy)?.version ?? 0
  await server.call(policies.set, { params: { policy }, body: { value, version, reason: 'Try it' } }, as)
}

describe('refusals', () => {
  test('a sample below the policy: nothing is decided', async () => {
    const ids = await alike(3)
    const refused = [422, 'Review 1 more of the 3 first: the sampling policy asks for it.']
    expect(await decide(ids[0]!, stackOf(ids, [ids[1]!]))).toEqual(refused)
    // the same one twice is one
    expect(await decide(ids[0]!, stackOf(ids, [ids[1]!, ids[1]!]))).toEqual(refused)
    expect(await auditOf(server.db, 'alert', ids[0]!)).toEqual([])
  })

  test('alerts of another rule, and unknown alerts, do not count as reviewed', async () => {
    const ids = await alike(3)
    const [other] = await alike(1)
    const refused = [422, 'stack.looked: not all are alerts of this rule.']
    expect(await decide(ids[0]!, stackOf(ids, [ids[1]!, other!]))).toEqual(refused)
    expect(await decide(ids[0]!, stackOf(ids, [ids[1]!, 'none']))).toEqual(refused)
  })

  test('a hard stop, and an alert of a customer with a SAR', async () => {
    const stopped = await alike(3, { level: 'hardstop' })
    expect(await decide(stopped[0]!, stackOf(stopped, stopped))).toEqual([
      422,
      'A hard stop is not decided with a stack: decide it by itself.',
    ])
    const ids = await alike(2, { customerId: '101' })
    await alike(1, { customerId: '101', status: 'resolved', sar: 1 })
    expect(await decide(ids[0]!, stackOf(ids, ids))).toEqual([
      422,
      'An STR of the customer is on record since: this alert is not decided with a stack.',
    ])
  })

  test('more decisions than the stack has alerts', async () => {
    const ids = await alike(3)
    const stack = { ...stackOf(ids, ids.slice(0, 2)), size: 2 }
    expect(await decide(ids[0]!, stack)).toEqual([200, undefined])
    expect(await decide(ids[1]!, stack)).toEqual([200, undefined])
    const refused = [422, 'More alerts than the 2 of the stack, or another stack.']
    expect(await decide(ids[2]!, stack)).toEqual(refused)
    // the number of a stack stands for what was said with it first
    const again = stackOf(ids, ids)
    const others = await alike(2)
    expect(await decide(ids[2]!, again)).toEqual([200, undefined])
    expect(await decide(others[0]!, { ...again, looked: others })).toEqual([
      422,
      'More alerts than the 3 of the stack, or another stack.',
    ])
  })
})

test('a stack with a sufficient sample is decided, and the sample is recorded', async () => {
  const ids = await alike(3)
  const stack = stackOf(ids, ids.slice(0, 2))
  for (const id of ids) expect(await decide(id, stack)).toEqual([200, undefined])
  for (const id of ids) {
    const [entry] = await auditOf(server.db, 'alert', id)
    expect(entry?.after).toMatchObject({ status: 'resolved', stack })
  }
  expect(await server.db.selectFrom('stack_decision').selectAll().where('id', '=', stack.id).execute()).toEqual([
    expect.objectContaining({ author: 'analyst', size: 3, decided: 3, looked: stack.looked.toSorted() }),
  ])
})

test('the platform’s policy applies on the server and in the window', async () => {
  const sampling = () => server.call(stacks.sampling, { query: { platform: 'paxum' } })
  expect(await sampling()).toEqual({ share: 10, rules: {}, least: 2 })
  await setPolicy('stackSampling', 50)
  expect(await sampling()).toEqual({ share: 50, rules: {}, least: 2 })
  const ids = await alike(6)
  expect(await decide(ids[0]!, stackOf(ids, ids.slice(0, 2)))).toEqual([
    422,
    'Review 1 more of the 6 first: the sampling policy asks for it.',
  ])
  const enough = stackOf(ids, ids.slice(0, 3))
  expect(await decide(ids[0]!, enough)).toEqual([200, undefined])
  // a rule whose decisions are read again more often asks for more
  const { rule_id: key } = await server.db
    .selectFrom('alert')
    .select('rule_id')
    .where('id', '=', ids[0]!)
    .executeTakeFirstOrThrow()
  const rate = { scope: 'rule', key, rate: 60, reason: 'New rule' } as const
  await server.call(quality.setRate, { body: rate }, { as: 'manager' })
  expect(await sampling()).toMatchObject({ rules: { [key]: 60 } })
  expect(await decide(ids[1]!, enough)).toEqual([422, 'Review 1 more of the 6 first: the sampling policy asks for it.'])
})

test('rows show an earlier STR', async () => {
  const [id] = await alike(1, { customerId: '200' })
  const rowOf = async () => {
    const { items } = await server.call(accountAlerts.queue, { query: { platform: 'paxum', pageSize: 500 } })
    return items.find((row) => row.id === id)
  }
  expect(await rowOf()).not.toHaveProperty('hadStr')
  await world.addCase({ customer: 'acme', status: 'complete', recommendedStr: 1 })
  expect(await rowOf()).toMatchObject({ hadStr: true })
})
