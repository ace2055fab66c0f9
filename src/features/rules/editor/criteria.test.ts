import { expect, test } from 'vitest'
import type { RuleInfo } from '#contract/model/rules/rule.ts'
import { addedCriterion, chosenCriterion, criteriaToSend, numberIn, PLACEHOLDER, rangeText } from './criteria.ts'

const velocity: RuleInfo = {
  type: 'account_velocity',
  label: 'Account velocity',
  description: '',
  options: [],
  fields: [
    { name: 'maxTransactions', label: 'Transactions', kind: 'number', required: true, min: 1, max: 500, default: 10 },
    { name: 'period', label: 'Period', kind: 'days', required: true, min: 1 / 1440, max: 3650, default: 1 },
    { name: 'limit', label: 'Limit', kind: 'amount', required: true, min: 0.01, max: 1000 },
    { name: 'keywords', label: 'Words', kind: 'keywords', required: true, min: 1, max: 1000, default: [] },
  ],
}

test('a chosen rule type fills the empty criterion with its defaults', () => {
  const open = addedCriterion({})
  expect(Object.keys(open)).toEqual([PLACEHOLDER])
  expect(chosenCriterion(open, [velocity], 'account_velocity')).toEqual({
    account_velocity: { maxTransactions: 10, period: 1, limit: '', keywords: [] },
  })
  expect(chosenCriterion(open, [velocity], 'no such type')).toBe(open)
})

test('numbers are sent as numbers, amounts as text, and invalid input as typed', () => {
  const typed = { account_velocity: { maxTransactions: ' 15 ', period: '1.50', limit: ' 10000.50 ', keywords: ['7'] } }
  expect(criteriaToSend(typed, [velocity])).toEqual({
    account_velocity: { maxTransactions: 15, period: 1.5, limit: '10000.50', keywords: ['7'] },
  })
  // as we print them
  const printed = { account_velocity: { maxTransactions: '1,500', period: '1', limit: '21,800.00', keywords: ['7'] } }
  expect(criteriaToSend(printed, [velocity])).toEqual({
    account_velocity: { maxTransactions: 1500, period: 1, limit: '21800.00', keywords: ['7'] },
  })
  expect(['5,000.50', '-5', '1,00', '1.000,5', ''].map(numberIn)).toEqual([5000.5, -5, NaN, NaN, NaN])
  const timed = (period: string) =>
    criteriaToSend({ account_velocity: { period } }, [velocity])['account_velocity']?.['period']
  expect(['PT 90 M', 'PT1,500H', '2', 'PTninetyM', 'PTH'].map(timed)).toEqual([
    'PT90M',
    'PT1500H',
    2,
    'PTninetyM',
    'PTH',
  ])
  const wrong = { account_velocity: { maxTransactions: 'ten', period: '1.', limit: 'x', keywords: [] } }
  expect(criteriaToSend(wrong, [velocity])).toEqual(wrong)
  expect(criteriaToSend({ another: { period: '1' } }, [velocity])).toEqual({ another: { period: '1' } })
})

test('a range shows its unit, and a list its number of entries', () => {
  expect(velocity.fields.map(rangeText)).toEqual([
    '1 to 500',
    '1 minute to 3,650 days',
    '0.01 to 1,000 USD',
    '1 to 1,000 entries',
  ])
})
