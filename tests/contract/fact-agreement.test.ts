// The value of a fact that a rule compares is the one of the sheet, for every fact and any payment.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { facts as calls } from '#contract/calls/cases/facts.ts'
import { factsOf, sealOf } from '#contract/model/facts/seen-facts.ts'
import type { ConditionNode } from '#contract/model/rules/conditions/conditions.ts'
import { CONDITION_FACT_IDS } from '#contract/model/rules/conditions/facts-and-keys.ts'
import type { RuleBody } from '#contract/model/rules/rule.ts'
import { triedRule } from '#server/monitoring/active-rules.ts'
import { caseId } from '#server/monitoring/create-alerts.ts'
import { detect } from '#server/monitoring/detect.ts'
import type { IncomingTransaction, Party } from '#server/monitoring/ingestion/incoming.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import { party } from '#tests/support/payments.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'

const PLATFORM = 'paxum'
const NOW = new Date('2026-06-01T00:00:00Z')
const PAYMENTS = 240
const SPAN = 500 * 86_400_000

let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => NOW })
})
afterAll(() => server.close())

const CUSTOMERS = ['ann', 'bob', 'CAT', 'dan']
const some = <T>(...values: T[]) => fc.constantFrom(...values)
const profiles = fc.record({
  monthlyDepositsUsd: some<unknown>(undefined, 500, '1500.50', 'none', 0, -5),
  monthlyWithdrawalsUsd: some<unknown>(undefined, 300, '2000', null),
  occupation: some(undefined, ' ', 'baker'),
  industry: some(undefined, 'metals'),
  accountKycStatus: some(undefined, 'Confirmed'),
})
const aPayment = fc.record({
  ago: fc.integer({ min: 60_000, max: SPAN }),
  customer: some(...CUSTOMERS),
  other: some('ann', 'bob', 'x!', 'X!', 'y!', ''),
  direction: some('incoming' as const, 'outgoing' as const),
  cents: fc.oneof(some(10_000, 10_001), fc.integer({ min: 1, max: 900_000 })),
  country: some(null, 'CA', 'IR'),
  otherCountry: some(null, 'US', 'MM'),
  data: fc.record({
    transactionIp: some(undefined, '', '10.0.0.1', '10.0.0.2'),
    currentIp: some(undefined, '10.0.0.3'),
    deviceId: some(undefined, '', 'D1', 'D2'),
  }),
})
type Drawn = typeof aPayment extends fc.Arbitrary<infer T> ? T : never

const defined = (record: object) => JSON.parse(JSON.stringify(record)) as Record<string, unknown>

function toPayment(drawn: Drawn, n: number, parties: ReadonlyMap<string, Party>): IncomingTransaction {
  const { ago, customer, other, cents, country, otherCountry, direction, data } = drawn
  const account = other === customer ? null : (parties.get(other) ?? null)
  const usd = (cents / 100).toFixed(2)
  return {
    id: `t${String(n).padStart(4, '0')}`,
    // some at one moment, so that the id decides which is earlier
    at: new Date(NOW.getTime() - Math.ceil(ago / 3_600_000) * 3_600_000),
    customer: parties.get(customer) ?? party(customer),
    counterparty: { name: account?.name ?? other, country: otherCountry, account },
    direction,
    service: 'p2p',
    amount: usd,
    currency: 'USD',
    usd,
    country,
    review: true,
    data: defined(data),
  }
}

/** Adds documents, risk, forms, checks and events of customers. */
async function addStates(): Promise<void> {
  const common = { platform: PLATFORM }
  const at = (day: number) => new Date(NOW.getTime() - day * 86_400_000)
  const event = (customer_id: string, day: number) => ({
    ...common,
    customer_id,
    author: 'system',
    action: 'change',
    field: 'accountKycStatus',
    after: 'Confirmed',
    at: at(day),
  })
  await insertRows(server.db, 'customer_risk', [
    { ...common, customer_id: 'ann', score: 71, level: 'high', updated_at: at(1) },
  ])
  const author = await server.db.selectFrom('account').select('id').orderBy('id').executeTakeFirstOrThrow()
  const form = (customer_id: string, isPep: unknown) => ({
    ...common,
    id: crypto.randomUUID(),
    customer_id,
    customer_name: customer_id,
    type: 'edd_ong',
    status: 'approved',
    author_id: author.id,
    hands: [author.id],
    created_at: at(9),
    updated_at: at(9),
    data: { isPep },
  })
  await insertRows(server.db, 'document_form', [form('ann', true), form('bob', false), form('dan', 'no')])
  await insertRows(server.db, 'customer_document', [
    {
      ...common,
      id: crypto.randomUUID(),
      customer_id: 'ann',
      purpose: 'identity',
      name: 'P',
      type: 'p',
      status: 'ok',
      created_at: at(3),
    },
  ])
  await insertRows(server.db, 'sanctions_check', [
    { ...common, customer_id: 'bob', stamp: 's', facts: '{}', checked_at: at(1) },
  ])
  await insertRows(server.db, 'customer_event', [event('ann', 40), event('ann', 20)])
}

test('for each of some hundred random payments', async () => {
  const drawn = fc.sample(aPayment, { numRuns: PAYMENTS, seed: 27 })
  const parties = new Map(
    fc.sample(profiles, { numRuns: CUSTOMERS.length, seed: 27 }).map((profile, n) => {
      const id = CUSTOMERS[n] ?? ''
      return [id, { ...party(id), profile: defined(profile) }] as const
    }),
  )
  const payments = drawn.map((one, n) => toPayment(one, n, parties))
  await ingest(server.db, payments, { platform: PLATFORM, now: NOW })
  await addStates()
  const conditions: ConditionNode = {
    any: CONDITION_FACT_IDS.map((fact) => ({ left: { fact }, is: 'isKnown' })),
  }
  const body: RuleBody = {
    name: 'all',
    description: '',
    platform: PLATFORM,
    type: 'transaction',
    criteria: {},
    options: { action: 'alert', trigger_event: 'transaction', conditions },
  }
  const hits = await server.db.transaction().execute((tx) =>
    detect(tx, [triedRule(body, null)], {
      platform: PLATFORM,
      where: sql<boolean>`true`,
      from: new Date(NOW.getTime() - 2 * SPAN),
      to: NOW,
      asOf: NOW,
    }),
  )
  const compared = new Map(
    hits.map(({ transactionId, account, trigger }) => [
      `${transactionId} ${account}`,
      trigger.saw?.['conditions'] ?? {},
    ]),
  )
  const knownOnce = new Set<string>()
  for (const { id, customer } of payments) {
    const sheet = await server.call(calls.ofCase, { params: { caseId: caseId(PLATFORM, id) } })
    const seen = compared.get(`${id} ${customer.id}`) ?? {}
    const ofRule = CONDITION_FACT_IDS.map((fact, n) => [fact, seen[`any.${n}.left`] ?? null])
    const ofSheet = CONDITION_FACT_IDS.map((fact) => {
      const found = factsOf(sheet, null).find((one) => one.id === fact)
      const value = found?.state === 'known' ? found.value : null
      if (value !== null) knownOnce.add(fact)
      return [fact, typeof value === 'boolean' ? String(value) : value]
    })
    expect([id, ...ofRule]).toEqual([id, ...ofSheet])
    // a decision is sealed with the versions of these facts
    expect(Object.keys(sealOf(sheet, null).versions)).toEqual(expect.arrayContaining([...CONDITION_FACT_IDS]))
  }
  const never = CONDITION_FACT_IDS.filter((fact) => !knownOnce.has(fact))
  expect(never).toEqual([])
})
