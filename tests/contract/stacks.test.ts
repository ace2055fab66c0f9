/** Decisions on stacks of alike account alerts and cases: only after as many were looked at as the policy asks, with the sampled ids on record. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { policies } from '#contract/calls/policies.ts'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { stacks } from '#contract/calls/cases/stacks.ts'
import { quality } from '#contract/calls/quality.ts'
import { sync } from '#contract/calls/sync.ts'
import type { StackDecision } from '#contract/model/cases/stacks.ts'
import { auditOf, NOON, type MadeCase, type NewCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'
import { syncOp } from '#tests/support/sync-op.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const { server, world } = await startWorld({ now: () => NOW })

async function send(
  kind: string,
  target: { customerId: string; alertId?: string; caseId?: string },
  body: object,
  more: object = {},
) {
  const op = syncOp(kind, target, { note: 'Seen.', ...body }, { clientTime: NOW.toISOString(), ...more })
  const { results } = await server.call(sync.ops, { body: { device: 'stacks', incarnation: 'one', ops: [op] } })
  const [result] = results
  return [result?.status, result?.problem?.message]
}
const decide = (alertId: string, stack: StackDecision, sar: 0 | 1 = 0) =>
  send('accountAlert.status', { customerId: '100', alertId }, { status: 'resolved', sar, stack })
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
  by: 'customer',
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
    const refused = [422, 'Not all that were reviewed have the same rules and customer as this alert.']
    expect(await decide(ids[0]!, stackOf(ids, [ids[1]!, other!]))).toEqual(refused)
    expect(await decide(ids[0]!, stackOf(ids, [ids[1]!, 'none']))).toEqual(refused)
  })

  test('alerts of another customer do not count as looked at, unless the stack is of alike customers', async () => {
    const rule = `Rule ${randomUUID()}`
    const add = (customerId: string) => world.addAccountAlert({ rule, customerId })
    await world.addCustomer({ id: '110', name: 'Bea Alike' })
    const ids = [await add('100'), await add('110')].map(({ id }) => id)
    const stack = stackOf(ids, ids)
    expect(await decide(ids[0]!, stack)).toEqual([
      422,
      'Not all that were reviewed have the same rules and customer as this alert.',
    ])
    expect(await decide(ids[0]!, { ...stack, by: 'facts' })).toEqual([200, undefined])
  })

  test('a SAR: it is decided alert by alert', async () => {
    const ids = await alike(3)
    expect(await decide(ids[0]!, stackOf(ids, ids), 1)).toEqual([
      422,
      'An STR or SAR is not decided with a stack: decide each by itself.',
    ])
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
    expect.objectContaining({ author: 'analyst', size: 3, rows: ids, looked: stack.looked.toSorted() }),
  ])
})

test('rows tell of an earlier STR', async () => {
  const [id] = await alike(1, { customerId: '200' })
  const rowOf = async () => {
    const { items } = await server.call(accountAlerts.queue, { query: { platform: 'paxum', pageSize: 500 } })
    return items.find((row) => row.id === id)
  }
  expect(await rowOf()).not.toHaveProperty('hadStr')
  await world.addCase({ customer: 'acme', status: 'complete', recommendedStr: 1 })
  expect(await rowOf()).toMatchObject({ hadStr: true })
})

/** The start of the feed. */
async function startOf(platform: string): Promise<string> {
  const response = await server.send(sync.snapshot, { query: { platform, kind: 'case' } })
  const { cursor } = JSON.parse((await response.text()).split('\n')[0] ?? '{}') as { cursor: string }
  return cursor
}

describe('cases', () => {
  /** So many cases of one customer and the same rules, unless told otherwise. */
  async function alikeCases(n: number, more: NewCase = {}): Promise<MadeCase[]> {
    const made: MadeCase[] = []
    for (let i = 0; i < n; i += 1) made.push(await world.addCase({ alerts: [{ rule: 'velocity' }], ...more }))
    return made
  }
  const caseStack = (all: readonly MadeCase[], looked: readonly MadeCase[], by: StackDecision['by'] = 'customer') => ({
    ...stackOf(
      all.map(({ id }) => id),
      looked.map(({ id }) => id),
    ),
    by,
  })
  const targetOf = ({ id, customerId }: MadeCase) => ({ caseId: id, customerId })
  const resolve = (one: MadeCase, stack: StackDecision, alert = 0, reason?: string) =>
    send('alert.resolve', { ...targetOf(one), alertId: one.alertIds[alert]! }, { stack, ...(reason && { reason }) })
  const close = (one: MadeCase, stack: StackDecision, action: 'reject' | 'proceed' = 'reject') =>
    send('case.recommendStr', targetOf(one), { action, stack }, { expect: { status: 'new', recommendedStr: 0 } })
  const statusOf = async ({ id }: MadeCase) =>
    (await server.db.selectFrom('monitoring_case').select('status').where('id', '=', id).executeTakeFirst())?.status

  test('refused: fewer reviewed than the policy asks for, and nothing is decided', async () => {
    const all = await alikeCases(3)
    const refused = [422, 'Review 1 more of the 3 first: the sampling policy asks for it.']
    expect(await resolve(all[0]!, caseStack(all, all.slice(1, 2)))).toEqual(refused)
    expect(await close(all[0]!, caseStack(all, []))).toEqual([409, expect.any(String)])
    expect(await auditOf(server.db, 'alert', all[0]!.alertIds[0]!)).toEqual([])
    expect(await statusOf(all[0]!)).toBe('new')
  })

  test('refused: reviewed cases of other rules, or of another customer', async () => {
    const all = await alikeCases(2)
    const [more] = await alikeCases(1, { alerts: [{ rule: 'velocity' }, { rule: 'limit' }] })
    const [other] = await alikeCases(1, { customer: 'acme' })
    const refused = [422, 'Not all that were reviewed have the same rules and customer as this case.']
    expect(await resolve(all[0]!, caseStack(all, [all[0]!, more!]))).toEqual(refused)
    expect(await resolve(all[0]!, caseStack(all, [all[0]!, other!]))).toEqual(refused)
    // a business is not like a person
    expect(await resolve(all[0]!, caseStack(all, [all[0]!, other!], 'facts'))).toEqual([
      422,
      'Not all that were reviewed have the same rules, customer type and risk level as this case.',
    ])
  })

  test('refused: a hard stop inside, an STR with a stack, and an STR of the customer since', async () => {
    const stopped = await alikeCases(2, { alerts: [{ rule: 'velocity' }, { rule: 'limit', level: 'hardstop' }] })
    expect(await resolve(stopped[0]!, caseStack(stopped, stopped))).toEqual([
      422,
      'A hard stop is not decided with a stack: decide it by itself.',
    ])
    const all = await alikeCases(2)
    const reported = [422, 'An STR or SAR is not decided with a stack: decide each by itself.']
    expect(await resolve(all[0]!, caseStack(all, all), 0, 'STR_PROCEED')).toEqual(reported)
    const decided = await alikeCases(2, { alerts: [{ rule: 'velocity', status: 'resolved' }] })
    expect(await close(decided[0]!, caseStack(decided, decided), 'proceed')).toEqual(reported)
    const ofAcme = await alikeCases(2, { customer: 'acme' })
    await world.addCase({ customer: 'acme', status: 'complete', recommendedStr: 1 })
    expect(await resolve(ofAcme[0]!, caseStack(ofAcme, ofAcme))).toEqual([
      422,
      'An STR of the customer is on record since: this case is not decided with a stack.',
    ])
  })

  test('refused: more cases than the stack was said to have; a case counts once, however much is decided on it', async () => {
    const all = await alikeCases(3, { alerts: [{ rule: 'velocity' }, { rule: 'limit' }] })
    const stack = { ...caseStack(all, all.slice(0, 2)), size: 2 }
    for (const one of all.slice(0, 2)) {
      expect(await resolve(one, stack, 0)).toEqual([200, undefined])
      expect(await resolve(one, stack, 1)).toEqual([200, undefined])
      expect(await close(one, stack)).toEqual([200, undefined])
    }
    expect(await resolve(all[2]!, stack)).toEqual([422, 'More cases than the 2 of the stack, or another stack.'])
  })

  test('a stack of which enough was reviewed is decided, and which were is in the audit of every decision', async () => {
    const all = await alikeCases(3)
    const stack = caseStack(all, all.slice(0, 2))
    for (const one of all) {
      expect(await resolve(one, stack, 0, 'FP_EXPECTED')).toEqual([200, undefined])
      expect(await close(one, stack)).toEqual([200, undefined])
      expect(await statusOf(one)).toBe('complete')
      const [resolved] = await auditOf(server.db, 'alert', one.alertIds[0]!)
      const [closed] = await auditOf(server.db, 'case', one.id)
      expect(resolved?.after).toMatchObject({ status: 'resolved', stack })
      expect(closed?.after).toMatchObject({ status: 'complete', stack })
    }
    const [kept] = await server.db.selectFrom('stack_decision').selectAll().where('id', '=', stack.id).execute()
    expect(kept).toMatchObject({ kind: 'case', author: 'analyst', size: 3, rows: all.map(({ id }) => id) })
  })

  test('rows tell of an earlier STR and of a country that is new to the customer, while they are open', async () => {
    const add = (createdAt: Date, status: NewCase['status'] = 'new') =>
      world.addCase({ platform: 'paydek', customer: 'acme', createdAt, status: status ?? 'new' })
    const first = await add(new Date(NOON.getTime() - 7_200_000))
    const next = await add(new Date(NOON.getTime() - 3_600_000))
    const rowOf = async ({ id }: MadeCase) => {
      const response = await server.send(sync.snapshot, { query: { platform: 'paydek', kind: 'case' } })
      const rows = (await response.text())
        .split('\n')
        .map((line) => JSON.parse(line || '{}') as Record<string, unknown>)
      return rows.find((row) => row['id'] === id)
    }
    expect(await rowOf(first)).toMatchObject({ isNewCountry: true })
    expect(await rowOf(next)).not.toHaveProperty('isNewCountry')
    expect(await rowOf(next)).not.toHaveProperty('hadStr')
    const since = await startOf('paydek')
    const reported = await world.addCase({ platform: 'paydek', customer: 'acme' })
    const { id } = reported
    const change = { status: 'complete', recommended_str: 1 } as const
    await server.db.updateTable('monitoring_case').set(change).where('id', '=', id).execute()
    expect(await rowOf(next)).toMatchObject({ hadStr: true })
    // the feed tells of the customer's other open cases again
    const { items } = await server.call(sync.rows, { query: { platform: 'paydek', since } })
    expect(items.find((item) => item.id === next.id)).toMatchObject({ row: { hadStr: true } })
  })
})

test('the platform’s policy holds, here and in the window', async () => {
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
