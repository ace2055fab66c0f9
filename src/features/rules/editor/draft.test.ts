import { expect, test } from 'vitest'
import type { Rule, RuleInfo } from '#contract/model/rules/rule.ts'
import { fits, rulesFilter, toQuery } from '#src/features/rules/list/filter.ts'
import { bodyOf, isBehind, isEdited, newBody, toSend, typesOf, withArea, withOption, withTrigger } from './draft.ts'

const types: RuleInfo[] = [
  {
    type: 'account_velocity',
    label: 'Account velocity',
    description: '',
    options: [],
    fields: [{ name: 'maxTransactions', label: 'Transactions', kind: 'number', required: true }],
  },
]
const rule: Rule = {
  id: '1',
  name: 'Velocity',
  description: '',
  type: 'transaction',
  platform: 'paxum',
  criteria: { account_velocity: { maxTransactions: 12 } },
  options: { action: 'hardstop', auto_reject: 1, auto_reject_note: 'No.' },
  revisionId: '7',
  lastUpdate: { date: '2026-01-01 00:00:00', timezone: 'UTC' },
  isDeleted: false,
  author: 'Ines',
}

test('an opened rule is unchanged, and typing the same value is no change', () => {
  const body = bodyOf(rule)
  expect(toSend(body, types)).toEqual({
    name: 'Velocity',
    description: '',
    platform: 'paxum',
    type: 'transaction',
    criteria: rule.criteria,
    options: rule.options,
  })
  const typed = (text: string) => ({ ...body, criteria: { account_velocity: { maxTransactions: text } } })
  expect(isEdited({ base: rule, body: typed('15') }, types)).toBe(true)
  expect(isEdited({ base: rule, body: typed(' 12 ') }, types)).toBe(false)
})

test('a new rule is unsaved once it has content; an empty criterion is none', () => {
  const body = newBody('paxum')
  expect(isEdited({ base: null, body }, types)).toBe(false)
  expect(toSend(body, types).criteria).toEqual({})
  expect(isEdited({ base: null, body: { ...body, name: 'x' } }, types)).toBe(true)
})

test('a new rule begins in shadow mode where that was chosen', () => {
  expect(toSend({ ...newBody('paxum'), stage: 'shadow' }, types).stage).toBe('shadow')
})

test('an empty option is omitted, and only a schedule has hours', () => {
  const body = newBody('paxum')
  expect(withOption(withOption(body, 'configSets', ['1']), 'configSets', []).options).toEqual(body.options)
  expect(withOption(withOption(body, 'account_type', 'business'), 'account_type', '').options).toEqual(body.options)
  const scheduled = withArea(body, 'schedule')
  expect(scheduled.options.schedule).toBe('0 2 * * *')
  expect(withArea(scheduled, 'account').options).toEqual(body.options)
})

test('a hard stop becomes an alert for customer changes, which cannot be held', () => {
  const stop = withOption(newBody('paxum'), 'action', 'hardstop')
  expect(withTrigger(stop, 'customer_update').options).toEqual({ action: 'alert', trigger_event: 'customer_update' })
  expect(withTrigger(stop, 'transaction').options.action).toBe('hardstop')
})

test('a rule on customer changes has the types of accounts', () => {
  expect(typesOf({ type: 'transaction', options: { trigger_event: 'customer_update' } })).toBe('account')
  expect(typesOf({ type: 'schedule', options: {} })).toBe('schedule')
})

test('a draft is outdated once the rule has a newer revision than its base', () => {
  const draft = { base: rule, body: bodyOf(rule) }
  expect([isBehind(draft, rule), isBehind(draft, { ...rule, revisionId: '8' })]).toEqual([false, true])
  expect(isBehind({ base: null, body: newBody('paxum') }, undefined)).toBe(false)
})

test('a filter is read from any input, and validated by the server only where it depends on rules', () => {
  const filter = rulesFilter.read({ action: 'hardstop', type: 'nonsense', stands: 'shadow', other: 1 })
  expect(rulesFilter.differing(filter)).toEqual({ action: 'hardstop', stands: 'shadow' })
  expect(toQuery(filter, ' velo ')).toEqual({ action: 'hardstop', search: 'velo' })
  expect(rulesFilter.active(rulesFilter.without(filter, 'stands'))).toEqual(['action'])
  expect([fits(filter, { ...rule, stage: 'shadow' }), fits(filter, rule)]).toEqual([true, false])
  expect(fits({ stands: 'live' }, { ...rule, isDeleted: true })).toBe(false)
})
