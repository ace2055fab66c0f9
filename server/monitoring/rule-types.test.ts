import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Criteria, RuleOptions } from '#contract/model/rules/rule.ts'
import type { IncomingTransaction } from '#server/monitoring/ingestion/incoming.ts'
import { ingestAll } from '#server/monitoring/ingestion/ingest-all.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addRule, party, pay } from '#tests/support/payments.ts'
import { compileCriteria } from './active-rules.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const now = new Date('2026-06-01T00:00:00Z')
let worlds = 0

/** A platform of its own for each world; what was alerted, as `transaction account`. */
async function alerted(batches: IncomingTransaction[][], criteria: Criteria, options?: RuleOptions): Promise<string[]> {
  const platform = `world-${(worlds += 1)}`
  await addRule(database, platform, criteria, options)
  for (const batch of batches) await ingest(database.db, batch, { platform, now })
  return await alertsOf(platform)
}

async function alertsOf(platform: string): Promise<string[]> {
  const rows = await database.db
    .selectFrom('alert')
    .select(['case_id', 'customer_id'])
    .where('platform', '=', platform)
    .execute()
  return rows.map((row) => `${row.case_id} ${row.customer_id}`).toSorted()
}

interface World {
  criteria: Criteria
  options?: RuleOptions
  payments: IncomingTransaction[]
  /** By construction. */
  hits: string[]
}

const filtered = (field: string, operator: string, value: unknown): RuleOptions => ({
  transaction_filters: { where: { combinator: 'and', rules: [{ field, operator, value }] } },
})

const WORLDS: Record<string, World> = {
  'limit_transaction: at the limit, not a cent below': {
    criteria: { limit_transaction: { limit: '1000' } },
    payments: [pay('a', '03-01 10:00', 'ann > bob', 999.99), pay('b', '03-01 11:00', 'ann > bob', 1000)],
    hits: ['b ann'],
  },
  'limit_transaction: only of businesses, seen on their side of the payment': {
    criteria: { limit_transaction: { limit: '1000' } },
    options: { account_type: 'business' },
    payments: [
      pay('a', '03-01 10:00', 'ann > bob', 2000),
      pay('b', '03-01 11:00', 'ann > ACME', 2000),
      pay('c', '03-01 12:00', 'ACME > ann', 2000),
    ],
    hits: ['b ACME', 'c ACME'],
  },
  'limit_transaction: only of a service': {
    criteria: { limit_transaction: { limit: '1000' } },
    options: { transaction_services: ['wireOwn', 'eftOwn'] },
    payments: [
      pay('a', '03-01 10:00', 'ann > bob', 2000),
      pay('b', '03-01 11:00', 'ann > bob', 2000, { service: 'eftOwn' }),
      pay('c', '03-01 12:00', 'ann > bob', 2000, { service: null }),
    ],
    hits: ['b ann'],
  },
  'account_velocity: the third within a day, in or out; to oneself counts once': {
    criteria: { account_velocity: { maxTransactions: 2, period: 1 } },
    payments: [
      pay('a', '03-01 10:00', 'ann > bob', 1),
      pay('b', '03-01 11:00', 'eve > ann', 1),
      pay('c', '03-02 10:00', 'ann > kim', 1),
      pay('d', '03-02 11:01', 'ann > lee', 1),
      pay('e', '03-05 10:00', 'ann > ann', 1),
      pay('f', '03-05 11:00', 'ann > ann', 1),
    ],
    hits: ['c ann'],
  },
  'account_velocity: within 90 minutes, and not a minute more': {
    criteria: { account_velocity: { maxTransactions: 2, period: 'PT90M' } },
    payments: [
      pay('a', '03-01 10:00', 'ann > bob', 1),
      pay('b', '03-01 11:00', 'ann > bob', 1),
      pay('c', '03-01 11:31', 'ann > bob', 1),
      pay('d', '03-01 12:30', 'ann > bob', 1),
    ],
    hits: ['d ann'],
  },
  'summary_amount_transaction: in six hours, of one currency': {
    criteria: { summary_amount_transaction: { total: '500', period: 'PT6H' } },
    options: filtered('transactionCurrency', 'equal', 'EUR'),
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 300, { currency: 'EUR' }),
      pay('b', '03-01 11:00', 'ann > x!', 300),
      pay('c', '03-01 12:00', 'ann > x!', 300, { currency: 'EUR' }),
      pay('d', '03-01 18:01', 'ann > x!', 300, { currency: 'EUR' }),
    ],
    hits: ['c ann'],
  },
  'limit_transaction: of merchants that take bets; who named none is not looked at': {
    criteria: { limit_transaction: { limit: '100' } },
    options: filtered('merchantCode', 'in', ['7995', '7801']),
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 200, { data: { merchantCode: '7995' } }),
      pay('b', '03-01 11:00', 'ann > x!', 200, { data: { merchantCode: '5411' } }),
      pay('c', '03-01 12:00', 'ann > x!', 200),
    ],
    hits: ['a ann'],
  },
  'limit_transaction: by the country of the other side, as each side sees it': {
    criteria: { limit_transaction: { limit: '100' } },
    options: filtered('counterPartyCountry', 'equal', 'IR'),
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 200, { counterparty: { name: 'x', country: 'IR', account: null } }),
      pay('b', '03-01 11:00', 'ann > x!', 200),
      pay('c', '03-01 12:00', 'ann > bob', 200, {
        counterparty: { name: 'bob', country: 'IR', account: { ...party('bob'), country: 'IR' } },
      }),
      pay('d', '03-01 13:00', 'bob > kim', 200, { customer: { ...party('bob'), country: 'IR' } }),
    ],
    hits: ['a ann', 'c ann', 'd kim'],
  },
  'account_velocity: at one moment the ids make the order': {
    criteria: { account_velocity: { maxTransactions: 2, period: 1 } },
    payments: ['a', 'b', 'c'].map((id) => pay(id, '03-01 10:00', `ann > to-${id}`, 1)),
    hits: ['c ann'],
  },
  'significant_deposit: five times the average of what came in before': {
    criteria: { significant_deposit: { amount: '500', ratio: 5, period: 90 } },
    payments: [
      pay('a', '01-01 10:00', 'x! > ann', 9000),
      pay('b', '03-01 10:00', 'x! > bob', 100),
      pay('c', '03-02 10:00', 'x! > bob', 200),
      pay('d', '03-03 10:00', 'x! > bob', 749.99),
      pay('e', '03-04 10:00', 'bob > ann', 1500),
      pay('f', '03-05 10:00', 'x! > bob', 1750),
      pay('g', '03-06 10:00', 'x! > kim', 10),
      pay('h', '03-07 10:00', 'x! > kim', 499),
    ],
    hits: ['f bob'],
  },
  'repeated_transaction: the same party, direction and about the same amount': {
    criteria: { repeated_transaction: { repeatedCount: 3, amountRate: 1, period: 7 } },
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 100),
      pay('b', '03-02 10:00', 'ann > x!', 100.5),
      pay('c', '03-03 10:00', 'x! > ann', 100),
      pay('d', '03-04 10:00', 'ann > y!', 100),
      pay('e', '03-05 10:00', 'ann > x!', 102),
      pay('f', '03-06 10:00', 'ann > x!', 99.9),
      pay('g', '03-08 10:01', 'ann > x!', 100),
    ],
    hits: ['f ann', 'g ann'],
  },
  'multiple_senders: senders are counted once each, inside the platform and outside; only a new one is told': {
    criteria: { multiple_senders: { maxSenders: 2, period: 7 } },
    payments: [
      pay('a', '03-01 10:00', 'ann > mule', 10),
      pay('b', '03-02 10:00', 'bob > mule', 10),
      pay('c', '03-03 10:00', 'bob > mule', 10),
      pay('d', '03-04 10:00', 'x! > mule', 10),
      pay('da', '03-04 11:00', 'bob > mule', 10),
      pay('e', '03-08 10:01', 'bob > mule', 10),
      pay('f', '03-09 10:00', 'mule > kim', 10),
    ],
    hits: ['d mule'],
  },
  'threshold_breakdown: two below the threshold reach it within a day': {
    criteria: { threshold_breakdown: { limit: '10000', repeatedCount: 2, period: 1 } },
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 6000),
      pay('b', '03-01 12:00', 'y! > ann', 6000),
      pay('c', '03-01 20:00', 'ann > z!', 4000),
      pay('d', '03-03 10:00', 'ann > x!', 10_000),
      pay('e', '03-03 11:00', 'ann > x!', 9000),
      pay('f', '03-04 11:01', 'ann > x!', 9000),
    ],
    hits: ['c ann'],
  },
  'substantial_increase: against the periods before, as many as there are, at least one; told once': {
    criteria: { substantial_increase: { ratio: 3, amount: '500', period: 10 } },
    payments: [
      pay('a', '01-01 10:00', 'ann > x!', 100),
      pay('b', '01-05 10:00', 'ann > x!', 600),
      pay('c', '01-20 10:00', 'bob > x!', 200),
      pay('d', '02-15 10:00', 'bob > x!', 499),
      pay('e', '02-16 10:00', 'bob > x!', 100),
      pay('f', '02-20 10:00', 'kim > x!', 100),
      pay('g', '03-15 10:00', 'kim > x!', 900),
      pay('ga', '03-16 10:00', 'kim > x!', 50),
      pay('h', '03-01 10:00', 'lee > x!', 100),
      pay('i', '03-15 10:00', 'lee > x!', 900),
      pay('j', '02-20 10:00', 'eve > x!', 400),
      pay('k', '03-15 10:00', 'eve > x!', 900),
    ],
    // bob: 200 in 1.7 periods, then 599; kim: 100 in 1.3, then 900; lee's history is shorter than a period; eve's 900
    // is less than three times 400 in 1.3
    hits: ['e bob', 'g kim'],
  },
  'ip_prohibited_country: where it was made, or the other party; without a country not at all': {
    criteria: { ip_prohibited_country: { countries: ['IR', 'KP'] } },
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 10, { country: 'IR' }),
      pay('b', '03-01 11:00', 'ann > x!', 10, { counterparty: { name: 'x', country: 'KP', account: null } }),
      pay('c', '03-01 12:00', 'ann > x!', 10),
      pay('d', '03-01 13:00', 'ann > x!', 10, {
        country: null,
        counterparty: { name: 'x', country: null, account: null },
      }),
    ],
    hits: ['a ann', 'b ann'],
  },
  'prohibited_keyword: whole words, whatever their case': {
    criteria: { prohibited_keyword: { keywords: ['arms', 'cash courier'] } },
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 10, { data: { transactionDesc: 'Farms and alarms' } }),
      pay('b', '03-01 11:00', 'ann > x!', 10, { data: { transactionDesc: 'for ARMS.' } }),
      pay('c', '03-01 12:00', 'ann > x!', 10, { data: { transactionDesc: 'Cash-courier fee' } }),
      pay('d', '03-01 13:00', 'ann > x!', 10, { data: {} }),
    ],
    hits: ['b ann', 'c ann'],
  },
  'summary_amount_transaction: in one direction': {
    criteria: { summary_amount_transaction: { total: '1000', period: 2 } },
    options: { transaction_direction: 'outgoing' },
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 400),
      pay('b', '03-01 11:00', 'x! > ann', 900),
      pay('c', '03-02 10:00', 'ann > x!', 600),
      pay('d', '03-03 10:01', 'ann > x!', 300),
    ],
    hits: ['c ann'],
  },
  'transit_transaction: what came in has gone out again': {
    criteria: { transit_transaction: { amount: '1000', percentTransactions: 90, period: 2 } },
    payments: [
      pay('a', '03-01 10:00', 'x! > ann', 1000),
      pay('b', '03-01 11:00', 'ann > y!', 500),
      pay('c', '03-02 10:00', 'ann > z!', 400),
      pay('d', '03-01 10:00', 'x! > bob', 1000),
      pay('e', '03-03 10:01', 'bob > y!', 1000),
    ],
    hits: ['c ann'],
  },
  'two criteria: both have to hold, on the same account': {
    criteria: { limit_transaction: { limit: '500' }, multiple_senders: { maxSenders: 1, period: 7 } },
    payments: [
      pay('a', '03-01 10:00', 'ann > mule', 600),
      pay('b', '03-02 10:00', 'bob > mule', 400),
      pay('c', '03-03 10:00', 'kim > mule', 500),
    ],
    hits: ['c mule'],
  },
}

test.each(Object.entries(WORLDS))('%s', async (_, { criteria, options, payments, hits }) => {
  expect(await alerted([payments], criteria, options)).toEqual(hits)
  expect(
    await alerted(
      payments.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map((each) => [each]),
      criteria,
      options,
    ),
  ).toEqual(hits)
})

test('the alerts are the same however a history is split into batches', async () => {
  const payments = Array.from({ length: 60 }, (_, n) =>
    pay(
      `p${String(n).padStart(2, '0')}`,
      // pairs of one moment, a pair every nine hours
      `03-${String(1 + Math.floor((n >> 1) / 2.7)).padStart(2, '0')} ${String(((n >> 1) * 9) % 24).padStart(2, '0')}:00`,
      `${'abcd'[n % 4]} > ${'abcd'[(n * 7 + 1) % 4] === 'abcd'[n % 4] ? 'x!' : 'abcd'[(n * 7 + 1) % 4]}`,
      100 + ((n * 37) % 5) * 60,
    ),
  ).toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
  const rules = Object.values(WORLDS)
  const replay = async (cuts: number[]) => {
    const platform = `world-${(worlds += 1)}`
    for (const { criteria, options } of rules) await addRule(database, platform, criteria, options)
    const edges = [0, ...cuts.toSorted((a, b) => a - b), payments.length]
    for (const [i, edge] of edges.slice(1).entries()) {
      await ingest(database.db, payments.slice(edges[i], edge), { platform, now })
    }
    return await alertsOf(platform)
  }
  const replayAll = async (batchSize: number) => {
    const platform = `world-${(worlds += 1)}`
    for (const { criteria, options } of rules) await addRule(database, platform, criteria, options)
    await ingestAll(database.db, payments, { platform, now, batchSize })
    return await alertsOf(platform)
  }
  const whole = await replay([])
  expect(whole.length).toBeGreaterThan(20)
  const cuts = fc.array(fc.integer({ min: 1, max: payments.length - 1 }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(cuts, async (some) => {
      expect(await replay(some)).toEqual(whole)
    }),
    { numRuns: 8 },
  )
  // each stored while the one before is judged, pairs of one moment in two batches
  expect(await replayAll(5)).toEqual(whole)
})

test('sampling selects transactions by their ids', async () => {
  const payments = Array.from({ length: 200 }, (_, n) => pay(`t${n}`, '03-01 10:00', `p${n} > x!`, 1000))
  const criteria = { limit_transaction: { limit: '1000' } }
  const chosen = await alerted([payments], criteria, { random_percent: 25 })
  expect(chosen.length).toBeGreaterThan(20)
  expect(chosen.length).toBeLessThan(80)
  expect(await alerted([payments], criteria, { random_percent: 0 })).toEqual([])
  expect(await alerted([payments], criteria, { random_percent: 100 })).toHaveLength(200)
})

test('invalid parameters are refused by name, and so is an unknown rule type', () => {
  expect(() => compileCriteria({ limit_transaction: { limit: '-1' } })).toThrow(/limit/)
  expect(() => compileCriteria({ account_velocity: { maxTransactions: 3 } })).toThrow(/period/)
  expect(() => compileCriteria({ prohibited_keyword: { keywords: [] } })).toThrow(/keywords/)
  expect(() => compileCriteria({ astrology: {}, limit_transaction: { limit: 1 } })).toThrow(/astrology/)
})
