import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Call } from '#contract/call.ts'
import { configSets } from '#contract/calls/rules/config-sets.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import type { Backtest } from '#contract/model/rules/backtest.ts'
import type { Rule, RuleBody } from '#contract/model/rules/rule.ts'
import { loadTrial, runPart, runParts } from '#server/monitoring/backtest.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { party, pay } from '#tests/support/payments.ts'
import type { As } from '#tests/support/server.ts'
import { auditOf } from '#tests/support/world.ts'
import { startServer } from '#tests/support/start-world.ts'

const manager = { as: 'manager' }
const NOW = new Date('2026-04-01T00:00:00Z')
let live: Rule
const server = await startServer({ now: () => NOW })
beforeAll(async () => {
  live = await server.call(rules.create, { body: draft('2000') }, manager)
  const shops = ['DE', 'FR'].map((country) => ({ ...party(country.repeat(2)), profile: { industry: country } }))
  await ingest(
    server.db,
    [
      // before the window, on its edge, and in it: 2,000 is what is in force
      pay('early', '01-02 10:00', 'ann > x!', 9000),
      pay('a', '03-02 10:00', 'ann > x!', 3000, { service: 'wireOwn', country: 'GB' }),
      pay('b', '03-03 10:00', 'ann > x!', 2500, { service: 'eftOwn', country: 'GB' }),
      pay('c', '03-04 10:00', 'bob > x!', 2100, { service: 'wireOwn', country: 'US' }),
      pay('d', '03-05 10:00', 'bob > x!', 1500),
      pay('e', '03-06 10:00', 'cat > dan', 1200),
      pay('f', '03-07 10:00', 'DEDE > x!', 5000, { customer: shops[0] }),
      pay('g', '03-07 11:00', 'FRFR > x!', 5000, { customer: shops[1] }),
    ],
    { platform: 'paxum', now: NOW },
  )
  const decide = (id: string, recommended_str: 0 | 1) =>
    server.db
      .updateTable('monitoring_case')
      .set({ status: 'complete', recommended_str, open_alert_count: 0 })
      .where('id', '=', `PX${id}`)
      .execute()
  await decide('a', 0)
  await decide('b', 1)
  await decide('c', 1)
})

function draft(limit: string, more: Partial<RuleBody> = {}, options: RuleBody['options'] = {}): RuleBody {
  return {
    name: 'Large',
    description: '',
    platform: 'paxum',
    type: 'transaction',
    criteria: { limit_transaction: { limit } },
    ...more,
    options: { ...(more.type ? {} : { action: 'alert' as const, trigger_event: 'transaction' as const }), ...options },
  }
}

async function refusal(call: Call, input: object, as: As = manager) {
  const response = await server.send(call, input as never, as)
  const { message = '', current } = (await response.json()) as { message?: string; current?: unknown }
  return { status: response.status, message, current }
}

/** Started, and to its end. */
async function result(rule: RuleBody, ruleId?: string, as: As = manager) {
  const body = { rule, days: 30 as const, ...(ruleId && { ruleId }) }
  const { uuid } = await server.call(rules.backtest, { body }, as)
  await server.services.tasks.start()
  const view = () => server.call(rules.backtestView, { params: { uuid } })
  await vi.waitFor(async () => expect((await view()).status).not.toBe('Processing'), 30_000)
  const done = await view()
  if (!done.result) throw new Error(done.message ?? '')
  return done as Backtest & { result: NonNullable<Backtest['result']> }
}

test('is compared with the rule as it was at the start, and names its revision', async () => {
  const set = { name: 'Beside', value: ['wire'], comment: '', platform: 'paxum' }
  const { configSet } = await server.call(configSets.create, { body: set }, manager)
  const options = { configSets: [String(configSet.id)] }
  const words = draft('1', { criteria: { prohibited_keyword: { keywords: ['never said'] } } }, options)
  const rule = await server.call(rules.create, { body: { ...words, stage: 'shadow' } }, manager)
  const body = { rule: words, ruleId: rule.id, days: 30 as const }
  const { uuid } = await server.call(rules.backtest, { body }, { as: 'superadmin' })
  const params = { uuid }
  const begun = await server.call(rules.backtestView, { params })
  expect(begun.beside).toEqual({ stage: 'shadow', revisionId: rule.revisionId })
  // everything goes on meanwhile
  const change = {
    rule: { ...words, reason: 'Other words.', criteria: { prohibited_keyword: { keywords: ['other'] } } },
  }
  await server.call(rules.change, { params: { ruleId: rule.id }, body: change }, manager)
  await server.db
    .updateTable('config_set')
    .set({ value: ['new'] })
    .where('id', '=', String(configSet.id))
    .execute()
  const trial = await loadTrial(server.db, uuid)
  expect([trial?.draft.criteria, trial?.live?.criteria]).toEqual([
    { prohibited_keyword: { keywords: ['never said', 'wire'] } },
    { prohibited_keyword: { keywords: ['never said', 'wire'] } },
  ])
  expect((await server.call(rules.backtestView, { params })).beside).toEqual(begun.beside)
  // one that runs here is not in the way elsewhere
  const there = { as: 'superadmin', platform: 'paydek' }
  const other = await server.call(
    rules.backtest,
    { body: { rule: draft('1', { platform: 'paydek' }), days: 30 } },
    there,
  )
  expect(other.beside).toBeNull()
  await server.call(rules.cancelBacktest, { params: { uuid: other.uuid } }, there)
  await server.call(rules.cancelBacktest, { params }, { as: 'superadmin' })
})

describe('refusals', () => {
  test('an invalid draft, each fault at its path in the body', async () => {
    const body = { rule: draft('-1', { name: '' }), days: 30 }
    const { status, current } = await refusal(rules.backtest, { body })
    expect([status, current]).toEqual([
      400,
      {
        faults: [
          expect.objectContaining({ place: 'rule.name' }),
          expect.objectContaining({ place: 'rule.criteria.limit_transaction.limit' }),
        ],
      },
    ])
    const odd = await refusal(rules.backtest, { body: { rule: draft('1'), days: 31 } })
    expect(odd).toMatchObject({ status: 400, current: { faults: [{ place: 'days' }] } })
  })

  test('an unknown, foreign, mistyped or deleted rule, and another platform', async () => {
    const body = (more: object) => ({ body: { rule: draft('1'), days: 30, ...more } })
    expect(await refusal(rules.backtest, body({ ruleId: '404404' }))).toMatchObject({ status: 404 })
    const paydek = draft('1', { platform: 'paydek' })
    const other = await server.call(rules.create, { body: paydek }, { as: 'admin', platform: 'paydek' })
    expect(await refusal(rules.backtest, body({ ruleId: other.id }), { as: 'admin' })).toMatchObject({ status: 404 })
    expect(await refusal(rules.backtest, body({ rule: paydek }), { as: 'admin' })).toMatchObject({ status: 400 })
    const nightly = draft(
      '1',
      { type: 'schedule', criteria: { infolaft_sanction: { ratio: 85 } } },
      { schedule: '0 6 * * *' },
    )
    expect(await refusal(rules.backtest, body({ rule: nightly, ruleId: live.id }))).toMatchObject({ status: 400 })
    const gone = await server.call(rules.create, { body: draft('9') }, manager)
    await server.call(rules.delete, { params: { ruleId: gone.id } }, manager)
    expect(await refusal(rules.backtest, body({ ruleId: gone.id }))).toMatchObject({ status: 409 })
  })

  test('an unknown backtest, and one of another platform', async () => {
    const { uuid } = await server.call(rules.backtest, { body: { rule: draft('1'), days: 30 } }, { as: 'admin' })
    const params = { uuid }
    for (const call of [rules.backtestView, rules.cancelBacktest]) {
      expect(await refusal(call, { params: { uuid: 'no-uuid' } })).toMatchObject({ status: 404 })
      expect(await refusal(call, { params }, { as: 'admin', platform: 'paydek' })).toMatchObject({ status: 404 })
    }
    await server.call(rules.cancelBacktest, { params }, { as: 'admin' })
  })

  test('of two runs that a person starts at once, one is refused', async () => {
    const start = () => server.send(rules.backtest, { body: { rule: draft('1'), days: 30 } }, manager)
    const answers = await Promise.all([start(), start(), start()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const started = answers.filter(({ status }) => status === 200)
    for (const answer of started) {
      const { uuid } = (await answer.json()) as { uuid: string }
      await server.call(rules.cancelBacktest, { params: { uuid } }, manager)
    }
  })

  test('a second run of the same person while one runs; a cancelled one stays cancelled and leaves no data', async () => {
    const first = await server.call(rules.backtest, { body: { rule: draft('1'), ruleId: live.id, days: 90 } }, manager)
    expect(first).toMatchObject({ status: 'Processing', done: 0, days: 90, ruleId: live.id, result: null })
    expect(first.total).toBeGreaterThan(0)
    const second = await refusal(rules.backtest, { body: { rule: draft('1'), days: 30 } })
    expect(second).toMatchObject({ status: 409, current: { uuid: first.uuid } })
    const trial = await loadTrial(server.db, first.uuid)
    if (!trial) throw new Error('it does not run')
    expect(await server.db.transaction().execute((tx) => runPart(tx, trial))).toBe(true)
    // the same part again, by an instance that was slower
    expect(await server.db.transaction().execute((tx) => runPart(tx, trial))).toBe(false)
    await expect(runParts(server.db, trial)).rejects.toThrow(/another instance/)
    const params = { uuid: first.uuid }
    expect(await server.call(rules.backtestView, { params })).toMatchObject({ done: 1 })
    await server.call(rules.cancelBacktest, { params }, manager)
    expect(await refusal(rules.cancelBacktest, { params })).toMatchObject({ status: 409 })
    expect(await server.call(rules.backtestView, { params })).toMatchObject({ status: 'Canceled', result: null })
    await server.services.tasks.start()
    const kept = () => server.db.selectFrom('backtest_hit').select('id').where('task', '=', first.uuid).execute()
    await vi.waitFor(async () => expect(await kept()).toEqual([]), 20_000)
    expect((await auditOf(server.db, 'rule', live.id)).map(({ action }) => action)).toEqual([
      'add rule',
      'backtest rule',
      'cancel backtest',
    ])
  })
})

test('a stricter draft loses hits, counted by service and country, with the STRs it would miss', async () => {
  const { result: found } = await result(draft('2600'), live.id)
  expect(found).toMatchObject({ on: 'transactions', judged: 7, from: { date: '2026-03-02 00:00:00' } })
  expect(found.live).toEqual({ alerts: 5, str: 2, cleared: 1, precision: 2 / 3 })
  expect(found.draft).toEqual({ alerts: 3, str: 0, cleared: 1, precision: 0 })
  expect(found.gained).toEqual({ alerts: 0, byService: [], byCountry: [] })
  expect(found.lost).toEqual({
    alerts: 2,
    byService: [
      { key: 'eftOwn', count: 1 },
      { key: 'wireOwn', count: 1 },
    ],
    byCountry: [
      { key: 'GB', count: 1 },
      { key: 'US', count: 1 },
    ],
  })
  expect(found.strLost).toMatchObject({ total: 2, items: [{ caseId: 'PXc' }, { caseId: 'PXb' }] })
  expect(found.strLost.items[1]).toEqual({
    transactionId: 'b',
    caseId: 'PXb',
    customerId: 'ann',
    customerName: 'Name of ann',
    at: { date: '2026-03-03 10:00:00', timezone: 'UTC' },
    service: 'eftOwn',
    country: 'GB',
    usd: '2500.00',
    text: '2,500.00 USD in one transaction; the limit is 2,000.00 USD',
  })
  expect(new Set(found.sample.lost.map(({ transactionId }) => transactionId))).toEqual(new Set(['b', 'c']))
})

test('a looser draft gains hits, also on transactions without a case; a new rule gains all', async () => {
  const { result: looser } = await result(draft('1200'), live.id)
  expect([looser.gained.alerts, looser.lost.alerts]).toEqual([2, 0])
  const gained = looser.sample.gained.map(({ transactionId, caseId, text }) => [transactionId, caseId, text])
  expect(gained).toContainEqual(['e', null, '1,200.00 USD in one transaction; the limit is 1,200.00 USD'])
  const { result: fresh } = await result(draft('2000'))
  expect(fresh.live).toEqual({ alerts: 0, str: 0, cleared: 0, precision: null })
  expect(fresh.gained.alerts).toBe(5)
})

test('options apply as they do live: customers, services, several criteria', async () => {
  const { result: filtered } = await result(
    draft(
      '2000',
      {},
      {
        customer_filters: {
          where: { combinator: 'and', rules: [{ field: 'industry', operator: 'equal', value: 'de' }] },
        },
      },
    ),
    live.id,
  )
  expect([filtered.draft.alerts, filtered.sample.lost.map((one) => one.transactionId).includes('f')]).toEqual([
    1,
    false,
  ])
  const { result: wires } = await result(draft('2000', {}, { transaction_services: ['wireOwn'] }), live.id)
  expect(wires.draft.alerts).toBe(2)
  const inDays = (period: string | number, currency: string) =>
    draft(
      '',
      { criteria: { account_velocity: { maxTransactions: 1, period } } },
      {
        transaction_filters: {
          where: { combinator: 'and', rules: [{ field: 'transactionCurrency', operator: 'equal', value: currency }] },
        },
      },
    )
  const alertsIn = async (...about: Parameters<typeof inDays>) =>
    (await result(inDays(...about), live.id)).result.draft.alerts
  expect([await alertsIn(20, 'USD'), await alertsIn('PT480H', 'USD')]).toEqual([2, 2])
  expect([await alertsIn('PT1M', 'USD'), await alertsIn(20, 'EUR')]).toEqual([0, 0])
  const both = { limit_transaction: { limit: '2000' }, account_velocity: { maxTransactions: 1, period: 7 } }
  const { result: several } = await result(draft('', { criteria: both }), live.id)
  expect(several.draft.alerts).toBe(1)
})

test('the hits are the same however the past is split', async () => {
  const criteria = { account_velocity: { maxTransactions: 1, period: 20 } }
  const beside = JSON.stringify({ rule: draft('2000'), stage: 'live', revisionId: live.revisionId })
  const found = async (cuts: readonly string[]) => {
    const task = randomUUID()
    const parts = [...cuts, NOW.toISOString()]
    // of another kind, so that no worker takes it
    const about = { uuid: task, platform: 'paxum', kind: 'test', author: 'manager', created_at: NOW }
    await server.db
      .insertInto('task')
      .values({ ...about, allowlist_id: null, version_id: null, status: 'Processing', message: null })
      .execute()
    await server.db
      .insertInto('backtest')
      .values({ task, rule_id: live.id, draft: JSON.stringify(draft('', { criteria })), live: beside, days: 90, parts })
      .execute()
    for (;;) {
      const trial = await loadTrial(server.db, task)
      if (!trial) throw new Error('it does not run')
      if (trial.done === parts.length) break
      await runParts(server.db, trial)
    }
    const hits = server.db.selectFrom('backtest_hit').select(['is_draft', 'id']).where('task', '=', task)
    const rows = await hits.orderBy('is_draft').orderBy('id').execute()
    await server.db.updateTable('task').set({ status: 'Canceled' }).where('uuid', '=', task).execute()
    return rows.map(({ is_draft, id }) => `${is_draft ? 'draft' : 'live'} ${id}`)
  }
  const whole = await found([])
  expect(whole).toEqual(['live a', 'live b', 'live c', 'live early', 'live f', 'live g', 'draft b', 'draft d'])
  // before everything, at the very moment of a payment, between two of one account
  for (const cuts of [
    ['2026-01-01T00:00:00Z'],
    ['2026-03-03T10:00:00Z'],
    ['2026-03-02T12:00:00Z', '2026-03-05T00:00:00Z'],
  ]) {
    expect(await found(cuts)).toEqual(whole)
  }
})

test('a rule on customers is tested on current customers, against the outcomes on their accounts', async () => {
  const body = draft(
    '',
    { type: 'account', criteria: { permission_transaction: { accountType: 'business' } } },
    { trigger_event: 'customer_update' },
  )
  const rule = await server.call(rules.create, { body }, manager)
  const personal = { ...body, criteria: { permission_transaction: { accountType: 'personal' } } }
  const { result: found } = await result(personal, rule.id)
  expect(found).toMatchObject({ on: 'customers', judged: 6, live: { alerts: 2 }, draft: { alerts: 4 } })
  expect(found.sample.lost[0]).toMatchObject({
    transactionId: null,
    text: 'Activity not permitted for a business account',
  })
})

test('the result is stored with the change, and whether the tested draft is the saved one', async () => {
  const rule = await server.call(rules.create, { body: draft('2000', { name: 'Kept' }) }, manager)
  const params = { ruleId: rule.id }
  const found = await result(draft('2400', { name: 'Kept' }), rule.id)
  const change = (limit: string) => ({
    params,
    body: { rule: { ...draft(limit, { name: 'Kept' }), reason: 'Fewer alerts.', backtest: found.uuid } },
  })
  await server.call(rules.change, change('2400'), manager)
  await server.call(rules.change, change('2450'), manager)
  const { items } = await server.call(rules.revisions, { params })
  const { draft: tried, live: before, strLost } = found.result
  expect(strLost.total).toBeGreaterThan(0)
  expect(items).toMatchObject([
    { number: 3, evidence: { isExact: false } },
    {
      number: 2,
      reason: 'Fewer alerts.',
      evidence: {
        backtest: found.uuid,
        days: 30,
        draft: { alerts: tried.alerts, str: tried.str },
        live: { alerts: before.alerts, str: before.str },
        strLost: strLost.total,
        isExact: true,
      },
    },
    { number: 1, evidence: null },
  ])
  // of this rule alone
  const other = { params: { ruleId: live.id }, body: { rule: { ...draft('2401'), reason: 'x', backtest: found.uuid } } }
  expect(await refusal(rules.change, other)).toMatchObject({ status: 400 })
  expect((await auditOf(server.db, 'rule', rule.id)).at(-1)).toMatchObject({ after: { evidence: { isExact: false } } })
})
