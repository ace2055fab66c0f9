// Conditions of rules: what is refused, at its place; how they read; and what is unknown.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { conditions } from './conditions-schema.ts'
import { leavesOf, type ConditionNode } from './conditions.ts'
import { conditionHolds, reasonOf, seenOperands, type Seen } from './condition-holds.ts'
import { faultsOfConditions, type ConditionSubject } from './faults.ts'
import { ruleTypeOf } from './rule-type.ts'
import { conditionsSentence } from './sentence.ts'

const amount = { left: { field: 'transactionUsdAmount' }, is: 'gte', right: { value: 1000 } } as const
const count = { measure: 'count', direction: 'in', within: 5, by: ['customer'] } as const
const inAll = (node: unknown) => ({ all: [amount, node] })
const comparing = (left: unknown, is: string, right?: unknown) =>
  inAll({ left, is, ...(right !== undefined && { right }) })
const counting = (more: object) => comparing({ aggregate: { ...count, ...more } }, 'gte', { value: 3 })

function faultOf(node: unknown, on: ConditionSubject = 'transaction') {
  const result = z.safeParse(conditions, node)
  const shape = result.error?.issues.map(({ path, ...one }) =>
    [...path, ...('keys' in one ? (one.keys as string[]) : [])].map(String).join('.'),
  )
  return shape ?? faultsOfConditions(node as ConditionNode, on).map(({ place }) => place)
}

describe('are refused at their place', () => {
  test.each<[string, unknown]>([
    ['', 'all'],
    ['', []],
    ['', { some: [] }],
    ['all', { all: [] }],
    ['not', { all: [amount], not: false }],
    ['all.1', inAll({})],
    ['all.1', inAll(null)],
    ['all.1.also', inAll({ ...amount, also: 1 })],
    ['all.1.type', inAll({ type: 'limits', criterion: {} })],
    ['all.1.criterion', inAll({ type: 'limit_transaction' })],
    ['all.1.is', comparing({ field: 'transactionUsdAmount' }, 'over', { value: 1 })],
    ['all.1.left.field', comparing({ field: 'shoeSize' }, 'eq', { value: 1 })],
    ['all.1.left.fact', comparing({ fact: 'alert.level' }, 'eq', { value: 'alert' })],
    ['all.1.left.fact', comparing({ fact: 'amount' }, 'gte', { value: 1 })],
    ['all.1.left.times', comparing({ fact: 'customer.pep', times: 2 }, 'eq', { value: true })],
    ['all.1.left.times', comparing({ fact: 'amount.usd', times: 0 }, 'eq', { value: 1 })],
    ['all.1.right', comparing({ fact: 'amount.zScore' }, 'gte')],
    ['all.1.right', comparing({ fact: 'amount.zScore' }, 'gte', [1])],
    ['all.1.right', comparing({ fact: 'amount.zScore' }, 'in', { value: 1 })],
    ['all.1.right', comparing({ fact: 'amount.zScore' }, 'isKnown', { value: 1 })],
    ['all.1.right', comparing({ fact: 'amount.zScore' }, 'gte', { fact: 'kyc.status' })],
    ['all.1.right.value', comparing({ fact: 'amount.zScore' }, 'gte', { value: 'three' })],
    ['all.1.right.value', comparing({ field: 'transactionCountry' }, 'eq', { value: 'Iran' })],
    ['all.1.right.value', comparing({ field: 'customerType' }, 'eq', { value: 'robot' })],
    ['all.1.right.value', comparing({ fact: 'sanctions.screened' }, 'lt', { value: 'May' })],
    ['all.1.right.1', comparing({ field: 'counterPartyCountry' }, 'in', ['IR', 'Iran'])],
    ['all.1.is', comparing({ field: 'counterPartyName' }, 'gte', { value: 'A' })],
    ['all.1.is', comparing({ fact: 'customer.pep' }, 'gt', { value: false })],
    ['all.1.is', comparing({ fact: 'amount.usd' }, 'isNew')],
    ['all.1.is', comparing({ aggregate: { ...count, including: true } }, 'isNew')],
    ['all.1', comparing({ value: 1 }, 'eq', { value: 1 })],
    ['all.1.right.byRisk.else', comparing({ fact: 'amount.usd' }, 'gt', { byRisk: { high: 1 } })],
    ['all.1.right.byRisk.high', comparing({ fact: 'amount.usd' }, 'gt', { byRisk: { high: 'x', else: 'y' } })],
    ['all.1.right.bySegment.bank', comparing({ fact: 'amount.usd' }, 'gt', { bySegment: { bank: 1, else: 2 } })],
    ['all.1.left.aggregate.within', counting({ within: 0 })],
    ['all.1.left.aggregate.within', counting({ within: 'PT5S' })],
    ['all.1.left.aggregate.by', counting({ by: [] })],
    ['all.1.left.aggregate.by', counting({ by: ['country'] })],
    ['all.1.left.aggregate.by', counting({ by: ['customer', 'customer'] })],
    ['all.1.left.aggregate.by.0', counting({ by: ['shoe'] })],
    ['all.1.left.aggregate.of', counting({ of: 'ip' })],
    ['all.1.left.aggregate.of', counting({ measure: 'distinct' })],
    ['all.1.left.aggregate.of', counting({ measure: 'distinct', of: 'customer' })],
    ['all.1.left.aggregate.amount', counting({ amount: {} })],
    ['all.1.left.aggregate.amount', counting({ amount: { min: 2, max: 1 } })],
    ['all.1.left.aggregate.amount.min', counting({ amount: { min: -2 } })],
    ['all.1.left.aggregate.by', counting({ measure: 'share' })],
    ['all.1.left.aggregate.including', counting({ measure: 'daysSince', including: true })],
    ['all.1.left.aggregate.newOnly', counting({ newOnly: true })],
  ])('%s (%#)', (place, node) => {
    expect(faultOf(node)[0]).toBe(place)
  })

  test('what needs a payment, where customers are evaluated', () => {
    const on = (node: unknown) => faultOf(node, 'customer')
    expect(on(comparing({ fact: 'amount.usd' }, 'gt', { value: 1 }))).toEqual(['all.0.left.field', 'all.1.left.fact'])
    expect(on({ left: { aggregate: { ...count, by: ['customer', 'ip'] } }, is: 'isNew' })).toEqual([
      'left.aggregate.by',
    ])
    expect(on({ left: { fact: 'customer.risk' }, is: 'gt', right: { value: 1 } })).toEqual([])
  })

  test('too deep, too many, and too many aggregates', () => {
    let deep: unknown = amount
    for (let n = 0; n < 10_000; n += 1) deep = { all: [deep] }
    expect(faultOf(deep)).toEqual([''])
    expect(faultOf({ all: Array.from({ length: 60 }, () => amount) })).toEqual([''])
    const many = Array.from({ length: 21 }, (_, n) => ({
      left: { aggregate: { ...count, within: n + 1 } },
      is: 'gte',
      right: { value: 1 },
    }))
    expect(faultOf({ any: many })).toEqual([''])
  })
})

/** A country, and either a large amount by risk or a counterparty that is new. */
const example: ConditionNode = {
  all: [
    { left: { field: 'counterPartyCountry' }, is: 'in', right: ['IR', 'MM'] },
    {
      any: [
        {
          left: { field: 'transactionUsdAmount' },
          is: 'gte',
          right: { byRisk: { high: 1000, else: 5000 } },
        },
        { left: { fact: 'counterparty.earlier' }, is: 'isNew' },
      ],
    },
    { all: [{ type: 'limit_transaction', criterion: { limit: '100000' } }], not: true },
  ],
}

test('read as one sentence, which follows a change', () => {
  expect(conditionsSentence(example)).toBe(
    'Counterparty country is one of IR, MM and (Amount USD is at least (1,000 at risk high, otherwise 5,000) or ' +
      'Earlier payments with the counterparty is 0: new) and not (Limit transaction).',
  )
  const five = { aggregate: { ...count, within: 5, by: ['customer' as const], amount: { min: 8000, max: 9999 } } }
  const structured: ConditionNode = { left: five, is: 'gte', right: { value: 3 } }
  expect(conditionsSentence(structured)).toBe(
    'The number of incoming payments of 8,000 to 9,999 USD of the customer in 5 days before is at least 3.',
  )
  const changed = {
    ...structured,
    left: { aggregate: { ...five.aggregate, within: 'PT6H', including: true as const } },
  }
  expect(conditionsSentence(changed)).toContain('in 6 hours, this one included')
})

test('say what a hit saw', () => {
  const seen: Seen = {
    'all.0.left': 'IR',
    'all.1.any.0.left': 700,
    'all.1.any.0.right': 1000,
    'all.1.any.1.left': 0,
    'all.2.all.0': false,
  }
  expect(conditionHolds(example, seen)).toBe(true)
  expect(reasonOf(example, seen)).toBe(
    'Counterparty country is one of IR, MM (IR); Earlier payments with the counterparty is 0: new (0)',
  )
  expect(seenOperands(example, seen).map(({ place, value }) => [place, value])).toEqual([
    ['all.0.left', 'IR'],
    ['all.1.any.0.left', 700],
    ['all.1.any.0.right', 1000],
    ['all.1.any.1.left', 0],
  ])
})

test('what is unknown holds neither as it is nor negated, except that it is not known', () => {
  const one = (is: 'lt' | 'gte' | 'ne' | 'isKnown'): ConditionNode => ({
    left: { fact: 'activity.incomingRatio' },
    is,
    ...(is !== 'isKnown' && { right: { value: 3 } }),
  })
  for (const is of ['lt', 'gte', 'ne'] as const) {
    expect(conditionHolds(one(is), {})).toBe(null)
    expect(conditionHolds({ all: [one(is)], not: true }, {})).toBe(null)
    expect(conditionHolds({ any: [one(is), amount] }, { 'any.1.left': 1000, 'any.1.right': 1000 })).toBe(true)
    expect(conditionHolds({ all: [one(is), amount] }, { 'all.1.left': 1, 'all.1.right': 1000 })).toBe(false)
  }
  expect(conditionHolds({ all: [one('isKnown')], not: true }, {})).toBe(true)
})

test('a group in a group of its own kind changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(1, 5000, null), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (values, isAll) => {
        const flat: ConditionNode = isAll ? { all: values.map(() => amount) } : { any: values.map(() => amount) }
        const join = isAll ? 'all' : 'any'
        const nested: ConditionNode = isAll ? { all: [flat] } : { any: [flat] }
        const seenAt = (prefix: string): Seen =>
          Object.fromEntries(
            values.flatMap((value, n) => [
              [`${prefix}${join}.${n}.left`, value],
              [`${prefix}${join}.${n}.right`, 1000],
            ]),
          )
        expect(conditionHolds(nested, seenAt(`${join}.0.`))).toBe(conditionHolds(flat, seenAt('')))
      },
    ),
  )
})

test('a rule is filed under its first criterion, the first type of its conditions, or conditions', () => {
  expect(ruleTypeOf({ criteria: { account_velocity: {} }, options: { conditions: example } })).toBe('account_velocity')
  expect(ruleTypeOf({ criteria: {}, options: { conditions: example } })).toBe('limit_transaction')
  expect(ruleTypeOf({ criteria: {}, options: { conditions: amount } })).toBe('conditions')
  expect([...leavesOf(amount)].map(({ place }) => place)).toEqual([''])
})
