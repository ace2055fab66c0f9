import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Criteria } from '#contract/model/rules/rule.ts'
import { covers, gapsOf, type Fired, type Terms } from './allowlist-covers.ts'
import type { Saw } from './rule-type.ts'

const terms: Terms = {
  allowlistId: '1',
  versionId: '1',
  ruleId: '7',
  customerType: 'personal',
  customerId: 'ann',
  startDate: '2026-03-01',
  endDate: '2026-03-31',
  ignoreCriteria: false,
  ruleCriteria: { limit_transaction: { limit: '5000' } },
  reportCriteria: null,
  filterGroups: [{ combinator: 'and', rules: [{ field: 'transactionType', operator: 'equal', value: 'p2p' }] }],
}
const fired: Fired = {
  ruleId: '7',
  account: 'ann',
  customerType: 'personal',
  at: new Date('2026-03-10T12:00:00Z'),
  criteria: { limit_transaction: { limit: '1000' } },
  saw: { limit_transaction: { cents: 200_000 } },
  subject: { transactionType: 'p2p' },
}

test('every condition has to hold', () => {
  expect(covers(terms, fired)).toBe(true)
  const others: Partial<Fired>[] = [
    { ruleId: '8' },
    { account: 'bob' },
    { customerType: 'business' },
    { at: new Date('2026-02-28T23:59:59Z') },
    { at: new Date('2026-04-01T00:00:00Z') },
    { subject: { transactionType: 'octOwn' } },
    { subject: {} },
    { saw: { limit_transaction: { cents: 500_000 } } },
  ]
  for (const other of others) expect(covers(terms, { ...fired, ...other }), JSON.stringify(other)).toBe(false)
})

test('every failed condition is named, in order', () => {
  const report = { reportCriteria: { limit_transaction: { limit: '2000' } } }
  expect(gapsOf({ ...terms, ...report }, fired)).toEqual(['report'])
  const late = { ...fired, at: new Date('2026-04-01T00:00:00Z'), subject: {}, saw: {} }
  expect(gapsOf({ ...terms, ...report }, late)).toEqual(['period', 'filters', 'criteria', 'report'])
  expect(gapsOf(terms, fired)).toEqual([])
})

test('the period includes its first and last day, and may have no end', () => {
  const on = (at: string, more: Partial<Terms> = {}) => covers({ ...terms, ...more }, { ...fired, at: new Date(at) })
  expect(on('2026-03-01T00:00:00Z')).toBe(true)
  expect(on('2026-03-31T23:59:59.999Z')).toBe(true)
  expect(on('2099-01-01T00:00:00Z', { endDate: null })).toBe(true)
})

test('without a named customer it covers every customer of the type', () => {
  expect(covers({ ...terms, customerId: null }, { ...fired, account: 'bob' })).toBe(true)
})

test('ignored criteria suppress everything except what must be reported', () => {
  const huge = { ...fired, saw: { limit_transaction: { cents: 900_000 } } }
  const ignoring = { ...terms, ignoreCriteria: true }
  expect(covers(ignoring, huge)).toBe(true)
  expect(covers({ ...ignoring, reportCriteria: { limit_transaction: { limit: '9000' } } }, huge)).toBe(false)
  expect(covers({ ...ignoring, reportCriteria: { limit_transaction: { limit: '9000.01' } } }, huge)).toBe(true)
})

describe('an unknown value counts against the allowlist', () => {
  test.each<[string, Partial<Terms>, Partial<Fired>]>([
    ['an alert without what was seen', {}, { saw: {} }],
    ['criteria of a rule that has changed its kind', {}, { criteria: { account_velocity: {} } }],
    ['no criteria', { ruleCriteria: {} }, {}],
    ['the rule’s own criteria', { ruleCriteria: { limit_transaction: { limit: '1000' } } }, {}],
    ['parameters that no longer fit the type', { ruleCriteria: { limit_transaction: { limit: 'much' } } }, {}],
    [
      'another period',
      { ruleCriteria: { account_velocity: { maxTransactions: 20, period: 7 } } },
      { criteria: { account_velocity: { maxTransactions: 10, period: 1 } }, saw: { account_velocity: { count: 11 } } },
    ],
  ])('%s', (_, more, other) => {
    expect(covers({ ...terms, ...more }, { ...fired, ...other })).toBe(false)
  })
})

test('of several criteria one within its limits is enough, since an alert needs all of them', () => {
  const criteria: Criteria = {
    limit_transaction: { limit: '1000' },
    account_velocity: { maxTransactions: 3, period: 1 },
  }
  const saw = { limit_transaction: { cents: 200_000 }, account_velocity: { count: 4 } }
  expect(covers(terms, { ...fired, criteria, saw })).toBe(true)
  const velocity = { account_velocity: { maxTransactions: 4, period: 1 } }
  expect(covers({ ...terms, ruleCriteria: velocity }, { ...fired, criteria, saw })).toBe(true)
})

/** Each type with a parameter that can be raised, and what it saw at a value of it. */
const RAISED: [
  type: string,
  parameters: (n: number) => Criteria[string],
  saw: (n: number) => Saw,
  inclusive: boolean,
][] = [
  ['limit_transaction', (n) => ({ limit: n }), (n) => ({ cents: n * 100 }), true],
  ['summary_amount_transaction', (n) => ({ total: n, period: 1 }), (n) => ({ cents: n * 100, count: 2 }), true],
  ['account_velocity', (n) => ({ maxTransactions: n, period: 1 }), (n) => ({ count: n }), false],
  ['multiple_senders', (n) => ({ maxSenders: n, period: 1 }), (n) => ({ count: n, cents: 1 }), false],
  [
    'repeated_transaction',
    (n) => ({ repeatedCount: n, amountRate: 1, period: 1 }),
    (n) => ({ count: n, cents: 1 }),
    true,
  ],
  ['threshold_breakdown', (n) => ({ limit: 9, repeatedCount: n, period: 1 }), (n) => ({ count: n, cents: 900 }), true],
  ['significant_deposit', (n) => ({ amount: n, ratio: 2, period: 1 }), (n) => ({ cents: n * 100, average: 1 }), true],
  ['substantial_increase', (n) => ({ ratio: 2, amount: n, period: 1 }), (n) => ({ cents: n * 100, average: 1 }), true],
  [
    'transit_transaction',
    (n) => ({ amount: n, percentTransactions: 50, period: 1 }),
    (n) => ({ in: n * 100, out: n * 100 }),
    true,
  ],
]
test.each(RAISED)('%s: a raised parameter covers exactly what stays below it', (type, parameters, saw, inclusive) => {
  const whole = fc.integer({ min: 3, max: 1000 })
  fc.assert(
    fc.property(whole, whole, whole, (own, raised, seen) => {
      fc.pre(own !== raised)
      const criteria = { [type]: parameters(own) }
      const allowed = covers(
        { ...terms, ruleCriteria: { [type]: parameters(raised) } },
        { ...fired, criteria, saw: { [type]: saw(seen) } },
      )
      expect(allowed).toBe(inclusive ? seen < raised : seen <= raised)
    }),
  )
})

test('lists: a hit on a removed entry is covered', () => {
  const list = (criteria: Criteria, own: Criteria, saw: Fired['saw']) =>
    covers({ ...terms, ruleCriteria: criteria }, { ...fired, criteria: own, saw })
  const countries = (...codes: string[]) => ({ ip_prohibited_country: { countries: codes } })
  const fromIran = { ip_prohibited_country: { country: 'IR', other: '' } }
  expect(list(countries('KP'), countries('IR', 'KP'), fromIran)).toBe(true)
  expect(list(countries('IR'), countries('IR', 'KP'), fromIran)).toBe(false)
  const words = (...keywords: string[]) => ({ prohibited_keyword: { keywords } })
  const said = { prohibited_keyword: { keyword: 'casino', description: 'Casino: RANSOM-note 7' } }
  expect(list(words('hawala'), words('casino', 'hawala'), said)).toBe(true)
  expect(list(words('ransom note'), words('casino', 'ransom note'), said)).toBe(false)
  expect(list(words('rans'), words('casino', 'rans'), said)).toBe(true)
})
