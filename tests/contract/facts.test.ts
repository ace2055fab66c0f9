/** Facts that decisions rest on: what is computed, what is unknown and why, and whose they are. */
import { describe, expect, test } from 'vitest'
import { facts as calls } from '#contract/calls/cases/facts.ts'
import { evaluateClaims } from '#contract/model/facts/claims.ts'
import { BUILT_IN_CLAIMS, claimsFor } from '#contract/model/facts/default-claims.ts'
import { factSentence } from '#contract/model/facts/fact-sentence.ts'
import type { Fact, FactId, FactSheet } from '#contract/model/facts/facts.ts'
import { factsOf, sealOf } from '#contract/model/facts/seen-facts.ts'
import { NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const day = (n: number, month = 2) => new Date(Date.UTC(2026, month, n))

const { server, world } = await startWorld({ now: () => NOW })

const readCase = (caseId: string) => server.call(calls.ofCase, { params: { caseId } })
function find(sheet: FactSheet, id: FactId, alertId: string | null = null): Fact {
  const found = factsOf(sheet, alertId).find((one) => one.id === id)
  if (!found) throw new Error(`no fact ${id}`)
  return found
}
const valueOf = (sheet: FactSheet, id: FactId, alertId: string | null = null) => {
  const found = find(sheet, id, alertId)
  return found.state === 'known' ? found.value : found.reason
}

describe('refusals', () => {
  test('an unknown case or alert, one of another platform, and an alert that is on no account', async () => {
    const other = await world.addCase({ platform: 'paydek', customer: 'acme' })
    const own = await world.addCase({ customer: 'acme' })
    for (const caseId of ['PX404', other.id]) {
      expect((await server.send(calls.ofCase, { params: { caseId } })).status).toBe(404)
    }
    for (const alertId of ['404', 'x', own.alertIds[0] ?? '', other.alertIds[0] ?? '']) {
      expect((await server.send(calls.ofAlert, { params: { alertId } })).status).toBe(404)
    }
  })
})

describe('facts of a case', () => {
  test('unknown ones say why', async () => {
    const one = await world.addCase({ customer: 'acme', platform: 'paxum', createdAt: day(1, 0) })
    const sheet = await readCase(one.id)
    expect(valueOf(sheet, 'activity.outgoingDeclared')).toBe('The profile declares no monthly withdrawals')
    expect(valueOf(sheet, 'amount.percentile')).toBe(
      'Too few: 0 earlier outgoing payments in 12 months, and 10 are needed',
    )
    expect(valueOf(sheet, 'device.earlier')).toBe('The payment names no device')
    expect(valueOf(sheet, 'customer.pep')).toBe('No approved EDD form states it')
    expect(valueOf(sheet, 'sanctions.open')).toBe('The customer was never screened')
    expect(factSentence(find(sheet, 'device.earlier'))).toBe(
      'Earlier payments from the device: unknown (The payment names no device).',
    )
  })

  test('include the usual amounts, new values, and declared against actual activity by month', async () => {
    await server.db
      .updateTable('customer')
      .set({ profile: JSON.stringify({ monthlyWithdrawalsUsd: 1000, industry: 'bakery' }) })
      .where('platform', '=', 'paxum')
      .where('id', '=', '100')
      .execute()
    const earlier = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1100]
    for (const [index, usd] of earlier.entries()) {
      await world.addCase({ usd: usd.toFixed(2), createdAt: day(1 + index, 1), status: 'complete', alerts: [] })
    }
    const one = await world.addCase({ usd: '850.00', createdAt: day(2), counterpartyId: 'n-9' })
    const sheet = await readCase(one.id)
    expect(valueOf(sheet, 'amount.sample')).toBe(10)
    expect(valueOf(sheet, 'amount.percentile')).toBe(80)
    expect(valueOf(sheet, 'amount.zScore')).toBe(0.9)
    expect(valueOf(sheet, 'counterparty.earlier')).toBe(0)
    expect(find(sheet, 'counterpartyCountry.earlier')).toMatchObject({ value: 10, since: '2026-02-01' })
    expect(valueOf(sheet, 'activity.outgoingDeclared')).toBe(1000)
    const actual = find(sheet, 'activity.outgoingActual')
    expect(actual).toMatchObject({ value: 850 })
    expect(actual.state === 'known' && actual.items).toHaveLength(12)
    expect(actual.state === 'known' && actual.items?.at(-2)).toMatchObject({ on: '2026-02', outgoing: '5600.00' })
    expect(valueOf(sheet, 'activity.outgoingRatio')).toBe(0.85)
    expect(valueOf(sheet, 'activity.outgoingMonthsOver')).toBe(1)
    expect(valueOf(sheet, 'customer.occupation')).toBe('bakery')
    expect(valueOf(sheet, 'transaction.purpose')).toBe('Invoice 7')
  })

  test('include precedents by rule and customer, and by rule with a similar amount and risk; and related work', async () => {
    const common = { platform: 'paydek', rule: 'limit' } as const
    const closed = { ...common, status: 'complete', alerts: [{ status: 'resolved' }] } as const
    await world.addCase({ ...closed, createdAt: day(1) })
    await world.addCase({ ...closed, createdAt: day(2), recommendedStr: 1 })
    await world.addCase({ ...closed, createdAt: day(2), customer: 'acme', usd: '13000.00' })
    await world.addCase({ ...closed, createdAt: day(2), customer: 'acme', usd: '99000.00' })
    const open = await world.addCase({ ...common, createdAt: day(3), alerts: [{ rule: 'velocity' }] })
    const one = await world.addCase({ ...common, createdAt: day(4), alerts: [{}, { rule: 'velocity' }] })
    const [alertId = '', velocity = ''] = one.alertIds
    const sheet = await server.call(calls.ofCase, { params: { caseId: one.id } }, { platform: 'paydek' })
    const ids = ['customer', 'customerCleared', 'customerStrs', 'alike', 'alikeCleared', 'alikeStrs'] as const
    expect(ids.map((id) => valueOf(sheet, `precedent.${id}`, alertId))).toEqual([2, 1, 1, 3, 2, 1])
    expect(valueOf(sheet, 'precedent.customer', velocity)).toBe(0)
    expect(valueOf(sheet, 'case.openAlerts')).toBe(2)
    expect(find(sheet, 'customer.openCases')).toMatchObject({ value: 1, items: [{ source: { id: open.id } }] })
    expect(valueOf(sheet, 'customer.openAlerts')).toBe(1)
    expect(find(sheet, 'customer.strs')).toMatchObject({ value: 1, items: [{ source: { kind: 'case' } }] })
    expect(valueOf(sheet, 'allowlist.covering', alertId)).toBe(0)
    expect(find(sheet, 'rule.transactions', alertId)).toMatchObject({
      value: 1,
      items: [{ source: { id: one.transactionId } }],
    })
  })

  test('count all matches beyond those listed, the customer’s own first', async () => {
    const one = await world.addCase({ customer: 'acme' })
    const row = await server.db
      .selectFrom('monitoring_case')
      .select(['platform', 'customer_id'])
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow()
    const hits = Array.from({ length: 26 }, (_, n) => ({
      platform: row.platform,
      customer_id: row.customer_id,
      source: 'test',
      list: 'Test',
      entry_id: String(n),
      kind: 'individual',
      party: n < 25 ? ('counterparty' as const) : ('customer' as const),
      party_key: `p${n}`,
      party_name: `Party ${n}`,
      name: `ENTRY ${n}`,
      score: 0.9,
      details: '{}',
      checked_at: NOW,
    }))
    await server.db.insertInto('sanctions_hit').values(hits).execute()
    const open = find(await readCase(one.id), 'sanctions.open')
    expect(open).toMatchObject({
      value: 26,
      items: [{ status: 'customer' }, ...Array.from({ length: 19 }, () => ({ status: 'counterparty' }))],
    })
    await server.db.deleteFrom('sanctions_hit').where('source', '=', 'test').execute()
  })

  test('change their version exactly with their value', async () => {
    const one = await world.addCase({ createdAt: day(5) })
    const before = await readCase(one.id)
    expect((await readCase(one.id)).version).toBe(before.version)
    await world.addCase({ createdAt: day(6) })
    const after = await readCase(one.id)
    const versions = (sheet: FactSheet) => sealOf(sheet, one.alertIds[0] ?? null).versions
    const [was, is] = [versions(before), versions(after)]
    const changed = Object.keys(is).filter((id) => is[id as FactId] !== was[id as FactId])
    // later payments of the month are no part of the event
    expect(changed.toSorted()).toEqual(['customer.openAlerts', 'customer.openCases'])
    expect(after.version).not.toBe(before.version)
  })
})

test('of an account alert include the customer and precedents, and no payment', async () => {
  const alert = await world.addAccountAlert()
  const sheet = await server.call(calls.ofAlert, { params: { alertId: alert.id } })
  const ids = factsOf(sheet, alert.id).map(({ id }) => id)
  expect(ids).toContain('precedent.alike')
  expect(ids).toContain('kyc.age')
  expect(ids).not.toContain('amount.usd')
  expect(sheet.subject).toEqual({ kind: 'alert', id: alert.id })
})

describe('an alert on the account of the counterparty', () => {
  const declare = (id: string, profile: object) =>
    server.db
      .updateTable('customer')
      .set({ profile: JSON.stringify(profile) })
      .where('platform', '=', 'paxum')
      .where('id', '=', id)
      .execute()

  test('has the facts of that account, in its direction, and names it; the case keeps its own', async () => {
    await declare('200', { monthlyDepositsUsd: 500, industry: 'steel' })
    await world.addCase({ customer: 'acme', createdAt: day(1), direction: 'incoming', usd: '70.00', alerts: [] })
    const one = await world.addCase({
      counterpartyId: '200',
      createdAt: day(9),
      usd: '400.00',
      alerts: [{}, { rule: 'velocity' }],
    })
    const [mine = '', theirs = ''] = one.alertIds
    await server.db.updateTable('alert').set({ customer_id: '200' }).where('id', '=', theirs).execute()
    const sheet = await readCase(one.id)
    expect(sheet.account).toEqual({ id: '100', name: 'Ada Byron' })
    expect(sheet.otherAccounts).toEqual({ [theirs]: { id: '200', name: 'Acme Ltd' } })
    expect(valueOf(sheet, 'customer.occupation', mine)).toBe('bakery')
    expect(valueOf(sheet, 'customer.occupation', theirs)).toBe('steel')
    expect(valueOf(sheet, 'activity.incomingActual', theirs)).toBe(470)
    expect(valueOf(sheet, 'activity.incomingDeclared', theirs)).toBe(500)
    expect(find(sheet, 'rule.transactions', theirs)).toMatchObject({
      value: 1,
      items: [{ source: { id: one.transactionId }, label: 'Ada Byron', status: 'incoming' }],
    })
    expect(find(sheet, 'counterparty.earlier', theirs)).toMatchObject({ state: 'known' })
    // no fact of one account is shown for the other
    const sources = factsOf(sheet, theirs).filter(({ source }) => source.kind === 'customer')
    expect(new Set(sources.map(({ source }) => source.id))).toEqual(new Set(['200']))
  })
})

describe('activity and samples', () => {
  test('each direction has its own declared amount, and one within does not hide the other above', async () => {
    const id = '300'
    await world.addCustomer({ id, name: 'Rita', profile: { monthlyDepositsUsd: 403, monthlyWithdrawalsUsd: 5000 } })
    const make = (direction: 'incoming' | 'outgoing', usd: string, at: number) =>
      world.addCase({ direction, usd, createdAt: day(at) })
    const [first, second] = [await make('incoming', '3940.00', 11), await make('outgoing', '3500.00', 12)]
    for (const { transactionId, id: caseId } of [first, second]) {
      await server.db.updateTable('transaction').set({ customer_id: id }).where('id', '=', transactionId).execute()
      await server.db.updateTable('monitoring_case').set({ customer_id: id }).where('id', '=', caseId).execute()
      await server.db.updateTable('alert').set({ customer_id: id }).where('case_id', '=', caseId).execute()
    }
    const sheet = await readCase(second.id)
    expect(valueOf(sheet, 'activity.outgoingRatio')).toBe(0.7)
    expect(valueOf(sheet, 'activity.incomingRatio')).toBe(9.78)
    const verdicts = evaluateClaims(
      claimsFor('fits-profile', BUILT_IN_CLAIMS['fits-profile'] ?? [], undefined),
      sheet.facts,
    )
    expect(verdicts.filter(({ fact }) => fact.startsWith('activity.')).map(({ verdict }) => verdict)).toEqual([
      'contradicted',
      'supported',
    ])
  })

  test('a percentile names its sample, and of too few payments there is none', async () => {
    const sheet = await readCase((await world.addCase({ usd: '850.00', createdAt: day(20) })).id)
    expect(factSentence(find(sheet, 'amount.percentile'))).toMatch(
      /own payments: \d+(\.\d)? % of \d+ earlier outgoing payments in 12 months\.$/,
    )
    const few = await readCase((await world.addCase({ usd: '850.00', direction: 'incoming', createdAt: day(21) })).id)
    expect(valueOf(few, 'amount.zScore')).toMatch(/^Too few: \d earlier incoming payments/)
  })
})

test('a duplicate shares a triggering transaction with a decided alert; an STR there is counted', async () => {
  const at = day(22)
  const one = await world.addCase({
    createdAt: at,
    usd: '31.00',
    alerts: [{ status: 'resolved' }, { rule: 'velocity' }],
  })
  const [, open = ''] = one.alertIds
  await server.db.updateTable('alert').set({ rule_type: 'limit_transaction' }).where('id', '=', open).execute()
  const sheet = await readCase(one.id)
  expect(find(sheet, 'duplicate.shared', open)).toMatchObject({ value: 1, items: [{ source: { id: one.id } }] })
  expect(valueOf(sheet, 'duplicate.strs', open)).toBe(0)
  // an earlier alert of the rule on another payment is none
  const other = await world.addCase({ createdAt: day(23), usd: '32.00' })
  const apart = await readCase(other.id)
  expect(valueOf(apart, 'precedent.customer', other.alertIds[0])).toBeGreaterThan(0)
  expect(valueOf(apart, 'duplicate.shared', other.alertIds[0])).toBe(0)
  await server.db
    .updateTable('alert')
    .set({ sar: 1 })
    .where('id', '=', one.alertIds[0] ?? '')
    .execute()
  expect(valueOf(await readCase(one.id), 'duplicate.strs', open)).toBe(1)
})
