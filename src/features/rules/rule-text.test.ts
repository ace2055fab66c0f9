import { expect, test } from 'vitest'
import { contentRows, filterText, nameAmong, placeLabel, valueText, type Look } from './rule-text.ts'

const look: Look = {
  types: [
    {
      type: 'account_velocity',
      label: 'Account velocity',
      description: '',
      options: [],
      fields: [
        { name: 'maxTransactions', label: 'Transactions allowed', kind: 'number', required: true },
        { name: 'period', label: 'Period', kind: 'days', required: true },
      ],
    },
    {
      type: 'ip_prohibited_country',
      label: 'Prohibited country',
      description: '',
      options: [],
      fields: [
        { name: 'limit', label: 'From, USD', kind: 'amount', required: true },
        { name: 'countries', label: 'Countries', kind: 'countries', required: true },
      ],
    },
  ],
  fields: [
    { name: 'industry', label: 'Industry', type: 'text', operators: [], autocomplete: true },
    { name: 'balance', label: 'Balance', type: 'amount', operators: [], autocomplete: false },
  ],
  comparisons: [
    { name: 'contains', label: 'contains', types: ['text'], operand: 'term' },
    { name: 'between', label: 'is between', types: ['amount'], operand: 'range' },
    { name: 'isEmpty', label: 'is not known', types: ['text'], operand: 'none' },
  ],
  service: (id) => `service ${id}`,
  country: (id) => `country ${id}`,
  configSet: (id) => `set ${id}`,
  ticketTemplate: (id) => `template ${id}`,
}
const gold = { field: 'industry', operator: 'contains', value: 'gold' }
const rich = { field: 'balance', operator: 'between', value: ['1', '2'] }
const unknown = { field: 'industry', operator: 'isEmpty', value: null }

test('a path is labelled as the form labels it', () => {
  expect(
    ['name', 'criteria.account_velocity', 'criteria.account_velocity.period', 'options.triggerInfo.text', 'stage'].map(
      (place) => placeLabel(place, look),
    ),
  ).toEqual(['Name', 'Account velocity', 'Account velocity · Period', 'Trigger information · Text', 'State'])
  expect(placeLabel('criteria.no_such_type.limit', look)).toBe('No such type · Limit')
})

test('a referenced record is shown by name, and marked if deleted, once the names are loaded', () => {
  const nameOf = nameAmong([{ id: 7, name: 'Risky countries' }], 'Deleted model setting')
  expect([nameOf('7'), nameOf('8'), nameAmong(undefined, 'Deleted')('8')]).toEqual([
    'Risky countries',
    'Deleted model setting',
    '8',
  ])
})

test('a value is shown with its unit and names', () => {
  const said = (place: string, value: unknown) => valueText(place, value, look)
  expect(said('criteria.account_velocity.period', 1)).toBe('1 day')
  expect(said('criteria.account_velocity.period', 'PT90M')).toBe('90 minutes')
  expect(said('criteria.ip_prohibited_country.limit', '10000')).toBe('10,000 USD')
  expect(said('criteria.ip_prohibited_country.countries', ['IR', 'MM'])).toBe('country IR, country MM')
  expect(said('options.transaction_services', ['p2p'])).toBe('service p2p')
  expect(said('options.auto_reject', 1)).toBe('Yes')
  expect(said('options.account_type', undefined)).toBe('')
  expect(said('isDeleted', true)).toBe('deleted')
})

test('a filter reads as a sentence, with groups in parentheses', () => {
  const group = { combinator: 'or' as const, rules: [rich, unknown] }
  expect(filterText({ combinator: 'and', rules: [gold, group] }, look)).toBe(
    'Industry contains “gold” and (Balance is between 1 and 2 or Industry is not known)',
  )
  expect(filterText({ combinator: 'or', not: true, rules: [gold, rich] }, look)).toBe(
    'no condition: Industry contains “gold”, Balance is between 1 and 2',
  )
  expect(filterText({ combinator: 'and', rules: [] }, look)).toBe('')
})

test('a whole rule has a row per path, parameters in the order of their type', () => {
  const content = {
    name: 'Velocity',
    description: '',
    criteria: { account_velocity: { period: 2, maxTransactions: 12 } },
    options: { action: 'hardstop' as const, procedures: [{ id: 'a', text: 'Ask' }], configSets: ['3'] },
  }
  expect(contentRows(content, look)).toEqual([
    ['Account velocity', 'Transactions allowed 12 · Period 2 days'],
    ['Action', 'Hard stop'],
    ['Model settings', 'set 3'],
    ['Procedures', '1. Ask'],
  ])
})
