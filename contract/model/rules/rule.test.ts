import { describe, expect, test } from 'vitest'
import { autocompletePlan, autocompleteValues, ruleBody, ruleToSave, type RuleDraft } from './rule.ts'

const where = { combinator: 'and' as const, rules: [{ field: 'clientName', operator: 'contains', value: 'x' }] }

const draft = (change: Partial<RuleDraft> = {}, options: RuleDraft['options'] = {}): RuleDraft => ({
  name: 'Large deposits',
  description: '',
  platform: 'paxum',
  type: 'transaction',
  criteria: { limit_transaction: { limit: '10000' }, '': {} },
  ...change,
  options: {
    action: 'alert',
    trigger_event: 'transaction',
    transaction_direction: 'incoming',
    transaction_services: ['p2p'],
    ...options,
  },
})

describe('saving a rule', () => {
  test('removes the empty criterion and sends the rest unchanged', () => {
    const sent = ruleToSave(draft())
    expect(sent).toEqual({
      name: 'Large deposits',
      description: '',
      platform: 'paxum',
      type: 'transaction',
      criteria: { limit_transaction: { limit: '10000' } },
      options: {
        action: 'alert',
        trigger_event: 'transaction',
        transaction_direction: 'incoming',
        transaction_services: ['p2p'],
      },
    })
    expect(ruleBody.parse(sent)).toEqual(sent)
  })

  test('sends the initial stage unless the rule is in force at once', () => {
    expect(ruleToSave(draft({ stage: 'shadow' })).stage).toBe('shadow')
    expect(ruleToSave(draft({ stage: 'live' }))).not.toHaveProperty('stage')
  })

  test.each(['account', 'schedule'] as const)('sends no action for type %s', (type) => {
    expect(ruleToSave(draft({ type })).options).not.toHaveProperty('action')
  })

  test('sends no direction and no services where a customer update triggers the rule', () => {
    expect(ruleToSave(draft({ type: 'account' }, { trigger_event: 'customer_update' })).options).toEqual({
      trigger_event: 'customer_update',
    })
  })

  test('always sends the customer-update trigger for type account', () => {
    expect(ruleToSave(draft({ type: 'account' })).options).toEqual({ trigger_event: 'customer_update' })
  })

  test('sends no trigger event for a schedule, but keeps the direction', () => {
    const sent = ruleToSave(draft({ type: 'schedule' }, { trigger_event: 'customer_update', schedule: '0 6 * * *' }))
    expect(sent.options).toEqual({
      schedule: '0 6 * * *',
      transaction_direction: 'incoming',
      transaction_services: ['p2p'],
    })
  })

  test('sends customer filters only where they have a condition', () => {
    const filters = (customer_filters: RuleDraft['options']['customer_filters']) =>
      ruleToSave(draft({}, customer_filters ? { customer_filters } : {})).options.customer_filters
    expect(filters(undefined)).toBeUndefined()
    expect(filters({})).toBeUndefined()
    expect(filters({ where: { combinator: 'and', rules: [] } })).toBeUndefined()
    expect(filters({ where: { combinator: 'or', rules: [{ combinator: 'and', rules: [] }] } })).toBeUndefined()
    expect(filters({ where })).toEqual({ where })
    expect(filters({ where: { combinator: 'or', rules: [where] } })).toBeDefined()
  })

  test('sends auto-reject as a number, only for a hard stop and only with a note', () => {
    const reject = (options: RuleDraft['options'], type: RuleDraft['type'] = 'transaction') => {
      const { auto_reject, auto_reject_note } = ruleToSave(draft({ type }, options)).options
      return [auto_reject, auto_reject_note]
    }
    const note = 'Not allowed'
    expect(reject({ action: 'alert', auto_reject: true, auto_reject_note: note })).toEqual([undefined, undefined])
    expect(reject({ action: 'hardstop', auto_reject: true, auto_reject_note: '  ' })).toEqual([undefined, undefined])
    expect(reject({ action: 'hardstop', auto_reject: true })).toEqual([undefined, undefined])
    expect(reject({ action: 'hardstop', auto_reject: true, auto_reject_note: note }, 'account')).toEqual([
      undefined,
      undefined,
    ])
    expect(reject({ action: 'hardstop', auto_reject: true, auto_reject_note: note })).toEqual([1, note])
    expect(reject({ action: 'hardstop', auto_reject: false, auto_reject_note: note })).toEqual([0, note])
  })

  test('does not touch the draft', () => {
    const before = draft({}, { customer_filters: { where } })
    const copy = structuredClone(before)
    ruleToSave(before)
    expect(before).toEqual(copy)
  })
})

test('autocomplete starts at three characters, and an empty term returns everything', () => {
  const plans = ['', 'a', 'ab', 'abc'].map((term) => autocompletePlan('clientName', term))
  expect(plans).toEqual(['all', 'nothing', 'nothing', 'term'])
  expect(autocompletePlan('', 'abc')).toBe('nothing')
})

test('an autocomplete answer with a message has no values', () => {
  expect(autocompleteValues({ items: ['a'] })).toEqual(['a'])
  expect(autocompleteValues({ items: ['a'], message: 'no such field' })).toEqual([])
  expect(autocompleteValues({})).toEqual([])
})
