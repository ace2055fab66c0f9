import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FilterGroup } from '#contract/model/rules/filter.ts'
import { COMPARISONS } from './comparisons.ts'
import { FIELD_LISTS } from './fields.ts'
import { faultsOfFilter, passes, type Subject } from './filter.ts'

const subject: Subject = {
  transactionDesc: 'Rent for March',
  transactionUsdAmount: '1200.50',
  transactionUtcDate: '2026-03-05 10:00:00',
  transactionCountry: 'CA',
  transactionType: 'p2p',
  transactionCardPresent: true,
  merchantName: '',
}
const one = (field: string, operator: string, value: unknown): FilterGroup => ({
  combinator: 'and',
  rules: [{ field, operator, value }],
})

test.each<[string, string, unknown, boolean]>([
  ['transactionDesc', 'equal', 'rent for march', true],
  ['transactionDesc', 'notEqual', 'rent', true],
  ['transactionDesc', 'contains', 'FOR', true],
  ['transactionDesc', 'contains', 'april', false],
  ['transactionDesc', 'doesNotContain', 'april', true],
  ['transactionDesc', 'beginsWith', 'rent', true],
  ['transactionDesc', 'endsWith', 'rent', false],
  ['transactionUsdAmount', 'equal', '1200.5', true],
  ['transactionUsdAmount', 'greater', 1200.5, false],
  ['transactionUsdAmount', 'greaterOrEqual', 1200.5, true],
  ['transactionUsdAmount', 'less', '1200.51', true],
  ['transactionUsdAmount', 'lessOrEqual', '1200.49', false],
  ['transactionUsdAmount', 'between', [1200, '1201'], true],
  // amounts are numbers: as text 900 would be more than 1200.50
  ['transactionUsdAmount', 'less', '900', false],
  ['transactionUtcDate', 'between', ['2026-03-05', '2026-03-06'], true],
  ['transactionUtcDate', 'greater', '2026-03-05 10:00:00', false],
  ['transactionUtcDate', 'equal', '2026-03-05 10:00:00', true],
  ['transactionCountry', 'in', ['ca', 'US'], true],
  ['transactionCountry', 'notIn', ['CA'], false],
  ['transactionCardPresent', 'equal', 'true', true],
  ['merchantName', 'isEmpty', null, true],
  ['merchantName', 'isNotEmpty', null, false],
  ['transactionDesc', 'isEmpty', null, false],
  // an unknown value is neither equal nor different
  ['merchantName', 'notEqual', 'x', false],
  ['merchantName', 'notIn', ['x'], false],
  ['merchantName', 'doesNotContain', 'xyz', false],
  ['starSign', 'equal', 'aries', false],
  ['transactionDesc', 'rhymesWith', 'bent', false],
])('%s %s %j: %s', (field, operator, value, expected) => {
  expect(passes(one(field, operator, value), subject)).toBe(expected)
})

// 31 January by its last second, its first, and the seconds around it
test.each<[string, unknown, string]>([
  ['equal', '2026-01-31', 'first last'],
  ['notEqual', '2026-01-31', 'before after'],
  ['greater', '2026-01-31', 'after'],
  ['greaterOrEqual', '2026-01-31', 'first last after'],
  ['less', '2026-01-31', 'before'],
  ['lessOrEqual', '2026-01-31', 'before first last'],
  ['between', ['2026-01-31', '2026-01-31'], 'first last'],
  ['between', ['2026-01-30', '2026-01-31'], 'before first last'],
  ['between', ['2026-01-31 00:00:01', '2026-01-31'], 'last'],
  ['between', ['2026-01-31', '2026-01-31 00:00:00'], 'first'],
  ['lessOrEqual', '2026-01-31 00:00:00', 'before first'],
  ['equal', '2026-01-31 23:59:59', 'last'],
])('a day covers all of its hours: %s %j includes %s', (operator, value, expected) => {
  const edges = {
    before: '2026-01-30 23:59:59',
    first: '2026-01-31 00:00:00',
    last: '2026-01-31 23:59:59',
    after: '2026-02-01 00:00:00',
  }
  const held = Object.entries(edges)
    .filter(([, at]) => passes(one('transactionUtcDate', operator, value), { transactionUtcDate: at }))
    .map(([name]) => name)
  expect(held.join(' ')).toBe(expected)
})

/** Groups of conditions that hold or do not, as nested as you like. */
const { group } = fc.letrec<{ group: FilterGroup }>((tie) => ({
  group: fc.record({
    combinator: fc.constantFrom('and', 'or'),
    not: fc.boolean(),
    rules: fc.array(
      fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(
          { field: 'transactionType', operator: 'equal', value: 'p2p' },
          { field: 'transactionType', operator: 'equal', value: 'octOwn' },
        ),
        tie('group'),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  }),
}))

test('not, and, or follow De Morgan at any depth', () => {
  fc.assert(
    fc.property(group, (each) => {
      const turned: FilterGroup = {
        combinator: each.combinator === 'and' ? 'or' : 'and',
        not: !each.not,
        rules: each.rules.map((rule): FilterGroup => ({ combinator: 'and', not: true, rules: [rule] })),
      }
      expect(passes(turned, subject)).toBe(passes(each, subject))
      expect(passes({ ...each, not: !each.not }, subject)).toBe(!passes(each, subject))
    }),
  )
})

test('a group without a condition passes everything, whatever surrounds it', () => {
  const empty: FilterGroup = { combinator: 'or', rules: [{ combinator: 'and', not: true, rules: [] }] }
  expect(passes(empty, subject)).toBe(true)
  const beside = { combinator: 'and' as const, rules: [empty, ...one('transactionType', 'equal', 'octOwn').rules] }
  expect(passes(beside, subject)).toBe(false)
})

describe('faults of a filter', () => {
  const places = (filter: FilterGroup) =>
    faultsOfFilter(filter, 'where', FIELD_LISTS.transaction).map(({ place }) => place)

  test('are reported in reading order, each with its path', () => {
    const filter: FilterGroup = {
      combinator: 'or',
      rules: [
        { field: 'transactionDesc', operator: 'contains', value: 'ab' },
        { combinator: 'and', rules: [{ field: 'starSign', operator: 'equal', value: 1 }] },
        { field: 'transactionUsdAmount', operator: 'between', value: [2, 1] },
        { field: 'transactionType', operator: 'in', value: ['p2p', 'pigeon'] },
        { field: 'transactionUsdAmount', operator: 'contains', value: '100' },
        { field: 'transactionDesc', operator: 'equal', value: 'fine' },
      ],
    }
    expect(places(filter)).toEqual([
      'where.rules.0.value',
      'where.rules.1.rules.0.field',
      'where.rules.2.value',
      'where.rules.3.value',
      'where.rules.4.operator',
    ])
  })

  test('include too much depth and too much length', () => {
    let deep = one('transactionDesc', 'equal', 'x')
    for (let n = 0; n < 10; n += 1) deep = { combinator: 'and', rules: [deep] }
    const [fault] = faultsOfFilter(deep, 'where', FIELD_LISTS.transaction)
    expect(fault?.message).toContain('deep')
    const long = {
      ...one('transactionDesc', 'equal', 'x'),
      rules: Array.from({ length: 300 }, () => ({ field: 'transactionDesc', operator: 'equal', value: 'x' })),
    }
    expect(places(long)).toEqual(['where.rules.200'])
  })

  test('are none for the operators that every field offers', () => {
    const samples: Record<string, unknown> = {
      number: 1,
      amount: '1',
      date: '2026-01-01',
      boolean: true,
      country: 'CA',
      currency: 'CAD',
      text: 'abc',
    }
    for (const field of FIELD_LISTS.transactionExtended) {
      for (const { name, operand } of COMPARISONS.filter((each) => field.operators.includes(each.name))) {
        const value = field.choices?.[0]?.value ?? samples[field.type]
        const given = operand === 'range' ? [value, value] : operand === 'list' ? [value] : value
        expect(faultsOfFilter(one(field.name, name, given), 'where', [field]), `${field.name} ${name}`).toEqual([])
      }
    }
  })
})
