// An alert of the screening and the hit that it rests on: one decision for both, whichever end it is made at.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { approvals } from '#contract/calls/cases/approvals.ts'
import { customers } from '#contract/calls/customers.ts'
import { facts } from '#contract/calls/cases/facts.ts'
import type { AlertTarget, SanctionOutcome } from '#contract/model/values.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { auditOf, makeWorld, NOON, type World } from '#tests/support/world.ts'

const platform = 'paxum'
const customerId = '100'
const start = (env?: Record<string, string>) => testServer({ now: () => NOON, ...(env && { env }) })

let server: TestServer
let world: World
beforeAll(async () => {
  server = await start()
  world = await makeWorld(server.db)
})
afterAll(() => server.close())

/** A hit, an alert on the account and one on a transaction that rest on it. */
async function aMatch(on: { server: TestServer; world: World }, score = 0.8) {
  const { id: hit } = await on.server.db
    .insertInto('sanctions_hit')
    .values({
      platform,
      customer_id: customerId,
      party: 'customer',
      party_key: '',
      party_name: 'Ada Byron',
      list: 'Test list',
      entry_id: randomUUID(),
      name: 'BYRON, Ada',
      score,
      details: '{}',
      checked_at: NOON,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const trigger_info = JSON.stringify({ text: 'Potential match', facts: [], saw: { infolaft_sanction: { hit } } })
  const payment = await on.world.addCase()
  const { id: account } = await on.world.addAccountAlert()
  const onPayment = payment.alertIds[0] ?? ''
  await on.server.db.updateTable('alert').set({ trigger_info }).where('id', 'in', [account, onPayment]).execute()
  return { hit, account, onPayment, caseId: payment.id }
}
type Match = Awaited<ReturnType<typeof aMatch>>

const stateOf = async ({ hit, account, onPayment }: Match, on = server) => {
  const statuses = await on.db.selectFrom('alert').select(['id', 'status', 'sar']).execute()
  const of = (alert: string) => statuses.find(({ id }) => id === alert)
  const row = await on.db.selectFrom('sanctions_hit').selectAll().where('id', '=', hit).executeTakeFirstOrThrow()
  return {
    hit: row.outcome,
    note: row.note,
    by: row.decided_by,
    account: of(account)?.sar === 1 ? 'sar' : of(account)?.status,
    payment: of(onPayment)?.status,
  }
}
const OPEN = { hit: 'potential_match', account: 'new', payment: 'new' }

const decide = async (matchId: string, outcome: SanctionOutcome, as = 'analyst', on = server) => {
  const { version } = await on.db
    .selectFrom('sanctions_hit')
    .select('version')
    .where('id', '=', matchId)
    .executeTakeFirstOrThrow()
  const body = { outcome, note: `Compared by ${as}.`, version: Number(version) }
  return (await on.send(customers.decideSanction, { params: { platform, customerId, matchId }, body }, { as })).status
}
const close = async (
  call: typeof alerts.resolve | typeof alerts.reject,
  alertId: string,
  as = 'analyst',
  on = server,
) => {
  const response = await on.send(call, { params: { alertId }, body: { note: `Closed by ${as}.` } }, { as })
  return [response.status, ((await response.json()) as { message?: string }).message ?? ''] as const
}
const setTo = async (alertId: string, status: AlertTarget, more: { sar?: 0 | 1 } = {}, as = 'analyst', on = server) => {
  const body = { note: `Set by ${as}.`, ...more }
  const response = await on.send(accountAlerts.changeStatus, { params: { alertId, status }, body }, { as })
  return response.status
}

describe('refusals', () => {
  let match: Match
  beforeEach(async () => {
    match = await aMatch({ server, world })
  })

  test('an alert is not dismissed while its hit is confirmed', async () => {
    await server.db.updateTable('sanctions_hit').set({ outcome: 'true_positive' }).where('id', '=', match.hit).execute()
    const [status, message] = await close(alerts.resolve, match.onPayment)
    expect([status, message]).toEqual([403, 'Only managers may make this a false positive.'])
    expect(await setTo(match.account, 'resolved')).toBe(403)
    expect(await stateOf(match)).toMatchObject({ hit: 'true_positive', account: 'new', payment: 'new' })
  })

  test('a payment is not rejected for a dismissed hit, unless it is reopened', async () => {
    await server.db
      .updateTable('sanctions_hit')
      .set({ outcome: 'false_positive' })
      .where('id', '=', match.hit)
      .execute()
    expect((await close(alerts.reject, match.onPayment))[0]).toBe(409)
    expect(await setTo(match.account, 'resolved', { sar: 1 })).toBe(409)
    expect(await stateOf(match)).toMatchObject({ hit: 'false_positive', account: 'new', payment: 'new' })
  })

  test('an alert whose hit was decided is reopened by managers alone', async () => {
    await decide(match.hit, 'false_positive')
    expect(await setTo(match.account, 'new')).toBe(403)
    expect(await stateOf(match)).toMatchObject({ hit: 'false_positive', account: 'resolved' })
    expect(await setTo(match.account, 'new', {}, 'manager')).toBe(200)
    expect(await stateOf(match)).toMatchObject({ hit: 'potential_match', account: 'new', note: null, by: null })
  })
})

describe('a decision on the hit', () => {
  test.each([
    ['false_positive', 'resolved', 'resolved'],
    ['true_positive', 'sar', 'rejected'],
  ] as const)('%s closes its alerts', async (outcome, account, payment) => {
    const match = await aMatch({ server, world })
    const other = await aMatch({ server, world })
    expect(await decide(match.hit, outcome)).toBe(200)
    expect(await stateOf(match)).toMatchObject({ hit: outcome, account, payment, by: 'analyst' })
    expect(await stateOf(other)).toMatchObject(OPEN)
    const counts = await server.db
      .selectFrom('monitoring_case')
      .select('open_alert_count')
      .where('id', '=', match.caseId)
      .executeTakeFirst()
    expect(counts).toEqual({ open_alert_count: 0 })
    expect(await auditOf(server.db, 'alert', match.onPayment)).toMatchObject([
      { actor: 'analyst', note: 'Compared by analyst.' },
    ])
  })

  test('a possible match leaves the name and a note, sets the account alert to await, and is decided later', async () => {
    const match = await aMatch({ server, world })
    expect(await decide(match.hit, 'potential_match')).toBe(200)
    expect(await stateOf(match)).toEqual({
      hit: 'potential_match',
      note: 'Compared by analyst.',
      by: 'analyst',
      account: 'await',
      payment: 'new',
    })
    expect(await decide(match.hit, 'false_positive', 'analyst2')).toBe(200)
    expect(await stateOf(match)).toMatchObject({
      hit: 'false_positive',
      account: 'resolved',
      payment: 'resolved',
      by: 'analyst2',
    })
  })

  test('reopening it reopens the account alert', async () => {
    const match = await aMatch({ server, world })
    await decide(match.hit, 'true_positive')
    expect(await decide(match.hit, 'false_positive', 'manager')).toBe(200)
    expect(await decide(match.hit, 'potential_match', 'manager')).toBe(200)
    expect(await stateOf(match)).toMatchObject({ hit: 'potential_match', account: 'new', by: null })
  })
})

describe('a decision on an alert', () => {
  test('does not dismiss an open hit: the hit is decided itself', async () => {
    const match = await aMatch({ server, world })
    expect(await close(alerts.resolve, match.onPayment)).toEqual([409, expect.stringContaining('decide the match')])
    expect(await setTo(match.account, 'resolved', { sar: 0 })).toBe(409)
    expect(await stateOf(match)).toMatchObject(OPEN)
  })

  test('shows as a fact that it rests on an open hit, as long as it does', async () => {
    const match = await aMatch({ server, world })
    const told = async () => {
      const sheet = await server.call(facts.ofCase, { params: { caseId: match.caseId } })
      return sheet.facts.flatMap(({ id, alertId }) => (id === 'alert.match' ? [alertId] : []))
    }
    expect(await told()).toEqual([match.onPayment])
    await decide(match.hit, 'false_positive')
    expect(await told()).toEqual([])
  })

  test('that rejects a payment decides the hit and the other alert', async () => {
    const match = await aMatch({ server, world })
    expect((await close(alerts.reject, match.onPayment))[0]).toBe(200)
    expect(await stateOf(match)).toMatchObject({
      hit: 'true_positive',
      account: 'sar',
      note: 'Closed by analyst.',
      by: 'analyst',
    })
  })

  test('that closes an account alert with a SAR decides the hit and the other alert', async () => {
    const match = await aMatch({ server, world })
    expect(await setTo(match.account, 'resolved', { sar: 1 })).toBe(200)
    expect(await stateOf(match)).toMatchObject({
      hit: 'true_positive',
      payment: 'rejected',
      note: 'Set by analyst.',
      by: 'analyst',
    })
  })

  test('on two alerts of one hit, closed in one call, decides it once', async () => {
    const match = await aMatch({ server, world })
    const { id: second } = await world.addAccountAlert()
    await server.db
      .updateTable('alert')
      .set({ trigger_info: JSON.stringify({ text: '', facts: [], saw: { infolaft_sanction: { hit: match.hit } } }) })
      .where('id', '=', second)
      .execute()
    const ids = [match.account, second]
    await server.call(accountAlerts.changeStatusBatch, {
      params: { status: 'resolved', platform, customerId },
      body: { alertIds: ids, note: 'The same person.', sar: 1 },
    })
    expect(await stateOf(match)).toMatchObject({ hit: 'true_positive', account: 'sar', payment: 'rejected' })
    expect(await auditOf(server.db, 'sanctions hit', match.hit)).toHaveLength(1)
  })

  test('on both at the same time is accepted once', async () => {
    const match = await aMatch({ server, world })
    const both = await Promise.all([
      decide(match.hit, 'false_positive'),
      close(alerts.reject, match.onPayment, 'analyst2').then(([status]) => status),
    ])
    expect(both.toSorted()).toEqual([200, 409])
    expect(await auditOf(server.db, 'sanctions hit', match.hit)).toHaveLength(1)
  })
})

test('under the policy waits with its hit for a second person, and one approval ends both', async () => {
  const strict = await start({ FOUR_EYES: 'sanctions' })
  const there = await makeWorld(strict.db)
  for (const end of ['hit', 'payment', 'account'] as const) {
    const match = await aMatch({ server: strict, world: there })
    if (end === 'hit') await decide(match.hit, 'true_positive', 'analyst', strict)
    if (end === 'payment') await close(alerts.reject, match.onPayment, 'analyst', strict)
    if (end === 'account') await setTo(match.account, 'resolved', { sar: 1 }, 'analyst', strict)
    expect(await stateOf(match, strict)).toMatchObject(OPEN)
    const { items } = await strict.call(approvals.list, { query: { kind: 'sanctions' } }, { as: 'manager' })
    const [asked] = items
    expect(items).toHaveLength(1)
    const { id = '', version = '' } = asked ?? {}
    const body = { note: 'Seen.', version }
    await strict.call(approvals.approve, { params: { approvalId: id }, body }, { as: 'manager' })
    expect(await stateOf(match, strict)).toMatchObject({
      hit: 'true_positive',
      account: 'sar',
      payment: 'rejected',
      by: 'analyst',
    })
  }
  await strict.close()
})
