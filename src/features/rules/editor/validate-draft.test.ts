import { expect, test } from 'vitest'
import type { FilterField } from '#contract/model/rules/allowlist.ts'
import type { Condition } from '#contract/model/rules/filter.ts'
import type { RuleBody } from '#contract/model/rules/rule.ts'
import { faultsIn, type DraftReferences } from './validate-draft.ts'

const operators = ['equal', 'contains', 'between', 'in', 'isEmpty']
const field = (name: string, type: FilterField['type'], label = name): FilterField => {
  return {
    name,
    label,
    type,
    operators: operators.filter((one) => one !== 'contains' || type === 'text'),
    autocomplete: false,
  }
}
const known: DraftReferences = {
  types: [
    {
      type: 'account_velocity',
      label: 'Account velocity',
      description: '',
      options: [],
      fields: [
        { name: 'maxTransactions', label: 'Transactions', kind: 'number', required: true, min: 1, max: 500 },
        { name: 'keywords', label: 'Words', kind: 'keywords', required: true, min: 1, max: 3 },
      ],
    },
  ],
  ofCustomers: [field('industry', 'text'), field('balance', 'amount', 'Balance'), field('registrationDate', 'date')],
  ofTransactions: [field('merchantName', 'text'), field('merchantCode', 'text')],
  comparisons: [
    { name: 'equal', label: 'is', types: [], operand: 'one' },
    { name: 'contains', label: 'contains', types: [], operand: 'term' },
    { name: 'between', label: 'is between', types: [], operand: 'range' },
    { name: 'in', label: 'is one of', types: [], operand: 'list' },
    { name: 'isEmpty', label: 'is not known', types: [], operand: 'none' },
  ],
}
const NOTHING_SHOWN = {
  enabled: true,
  isFollowing: false,
  isAddWhl: false,
  customerName: false,
  ignoreCriteria: false,
  criteriaGroups: [],
  filterGroups: [],
  text: '',
  isReport: false,
  key: '',
  table: '',
}
const rule = (part: Partial<RuleBody> = {}): RuleBody => ({
  name: 'Velocity',
  description: '',
  platform: 'paxum',
  type: 'transaction',
  criteria: { account_velocity: { maxTransactions: 10, keywords: ['gold'] } },
  options: {},
  ...part,
})
const faults = (part: Partial<RuleBody>) =>
  faultsIn(rule(part), known).map(({ place, message }) => `${place} ${message}`)
const onParameters = (parameters: RuleBody['criteria'][string], options: RuleBody['options'] = {}) =>
  faults({ criteria: { account_velocity: parameters }, options })
const onCondition = (condition: Condition) =>
  faults({ options: { customer_filters: { where: { combinator: 'and', rules: [condition] } } } })

test('a valid draft has no fault', () => expect(faults({})).toEqual([]))

test('a rule requires a name, a criterion, and non-empty steps', () => {
  expect(faults({ name: '', criteria: {}, options: { procedures: [{ id: 'a', text: ' ' }] } })).toEqual([
    'name is empty',
    'criteria a rule has at least one criterion or condition',
    'options.procedures.0.text is empty',
  ])
  expect(faults({ criteria: { infolaft_sanction: {} } })).toEqual([
    'criteria.infolaft_sanction is not a criterion of rules like this one',
  ])
})

test('a parameter is marked if it is no number, out of range, or missing', () => {
  const place = 'criteria.account_velocity'
  expect(onParameters({ maxTransactions: 'ten', keywords: ['a'] })).toEqual([
    `${place}.maxTransactions is not a number`,
  ])
  expect(onParameters({ maxTransactions: 501, keywords: [] })).toEqual([
    `${place}.maxTransactions must be 1 to 500`,
    `${place}.keywords must have 1 to 3 entries`,
  ])
  // a value out of range is still a number
  expect(onParameters({ maxTransactions: '-5', keywords: ['a'] })).toEqual([
    `${place}.maxTransactions must be 1 to 500`,
  ])
  expect(onParameters({ maxTransactions: '', keywords: ['a'] })).toEqual([`${place}.maxTransactions is empty`])
  // its entries may all stand in a config set
  expect(onParameters({ maxTransactions: 1, keywords: [] }, { configSets: ['3'] })).toEqual([])
})

test('an unknown parameter, field or operator is marked', () => {
  expect(onParameters({ maxTransactions: 10, keywords: ['a'], overage: 3 })).toEqual([
    'criteria.account_velocity.overage Account velocity has no such parameter',
  ])
  const place = 'options.customer_filters.where.rules.0'
  expect(onCondition({ field: 'starSign', operator: 'equal', value: 'aries' })).toEqual([
    `${place}.field there is no field “starSign” to filter by here`,
  ])
  expect(onCondition({ field: 'balance', operator: 'contains', value: 'much' })).toEqual([
    `${place}.operator this comparison is not valid for Balance`,
  ])
  // a field of transactions is not one of customers, and has no use without transactions
  const merchant = { field: 'merchantName', operator: 'contains', value: 'gold' }
  expect(onCondition(merchant)).toEqual([`${place}.field there is no field “merchantName” to filter by here`])
  const shown = { ...NOTHING_SHOWN, filterGroups: [{ combinator: 'and' as const, rules: [merchant] }] }
  expect(faults({ options: { triggerInfo: shown } })).toEqual([])
  expect(faults({ options: { triggerInfo: shown, trigger_event: 'customer_update' } })).toEqual([
    'options.triggerInfo.filterGroups.0.rules.0.field there is no field “merchantName” to filter by here',
  ])
})

test('a filter of payments names what payments carry, of that what the database compares for certain', () => {
  const onPayments = (name: string) => {
    const where = { combinator: 'and' as const, rules: [{ field: name, operator: 'equal', value: '7995' }] }
    return faults({ options: { transaction_filters: { where } } })
  }
  const place = 'options.transaction_filters.where.rules.0.field'
  expect(onPayments('merchantCode')).toEqual([])
  expect(onPayments('merchantName')).toEqual([`${place} there is no field “merchantName” to filter by here`])
  expect(onPayments('industry')).toEqual([`${place} there is no field “industry” to filter by here`])
})

test('an invalid sampling rate and an invalid schedule are marked', () => {
  expect(faults({ options: { random_percent: 101 } })).toEqual(['options.random_percent must be 0–100'])
  expect(faults({ options: { random_percent: -1 } })).toEqual(['options.random_percent must be 0–100'])
  expect(faults({ options: { schedule: '0 2 * *' } })).toEqual(['options.schedule is not five fields of cron'])
  expect(faults({ options: { random_percent: 100, schedule: '0 2 * * *' } })).toEqual([])
})

test('a condition is marked at its value, at any depth', () => {
  const place = 'options.customer_filters.where.rules.0.value'
  expect(onCondition({ field: 'industry', operator: 'contains', value: 'go' })).toEqual([
    `${place} needs 3 characters or more`,
  ])
  expect(onCondition({ field: 'balance', operator: 'between', value: ['10', '9'] })).toEqual([
    `${place} ends before it begins`,
  ])
  expect(onCondition({ field: 'registrationDate', operator: 'between', value: ['2026-02-01', ''] })).toEqual([
    `${place} needs both limits`,
  ])
  expect(onCondition({ field: 'balance', operator: 'equal', value: 'much' })).toEqual([`${place} is not a number`])
  expect(onCondition({ field: 'industry', operator: 'in', value: [] })).toEqual([`${place} is empty`])
  expect(onCondition({ field: 'industry', operator: 'isEmpty', value: null })).toEqual([])
  const deep = { combinator: 'or' as const, rules: [{ field: 'industry', operator: 'equal', value: '' }] }
  const where = { combinator: 'and' as const, rules: [deep] }
  expect(faults({ options: { customer_filters: { where } } })).toEqual([
    'options.customer_filters.where.rules.0.rules.0.value is empty',
  ])
})

test('conditions go without criteria, and their faults have the places of the server', () => {
  const large = { left: { field: 'transactionUsdAmount' }, is: 'gt', right: { value: 3 } } as const
  const onConditions = (conditions: RuleBody['options']['conditions'], more: Partial<RuleBody> = {}) =>
    faults({ criteria: {}, ...more, options: { ...more.options, conditions } })
  expect(onConditions({ all: [large] })).toEqual([])
  expect(onConditions({ all: [large] }, { type: 'account' })).toEqual([
    'options.conditions.all.0.left.field needs a payment: transactionUsdAmount is none of a customer',
  ])
  expect(onConditions({ any: [large, { ...large, right: { value: '' } }] })).toEqual([
    'options.conditions.any.1.right.value is empty',
  ])
  const type = { type: 'limit_transaction', criterion: {} } as const
  expect(onConditions({ all: [large, type] })).toEqual([
    'options.conditions.all.1.type is not a criterion of rules like this one',
  ])
})
