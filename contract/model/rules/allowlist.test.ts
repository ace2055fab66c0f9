import { describe, expect, test } from 'vitest'
import { isProcessing } from '#contract/model/task.ts'
import { allowlistBody, allowlistToSave, resolveMessage, type AllowlistDraft } from './allowlist.ts'

const group = { combinator: 'and' as const, rules: [{ field: 'service', operator: 'equal', value: 'p2p' }] }
const empty = { combinator: 'and' as const, rules: [] }

const base = {
  name: 'Payroll',
  comment: '',
  platform: 'paxum',
  ruleId: '7',
  customerType: 'business' as const,
  ignoreCriteria: false,
  startDate: '2026-01-01',
  endDate: null,
  ruleCriteria: { limit_transaction: { limit: '10000' } },
}
const save = (change: Partial<AllowlistDraft>) => allowlistToSave({ ...base, ...change })

describe('saving an allowlist', () => {
  test('leaves out what is absent or empty', () => {
    expect(save({})).toEqual(base)
    expect(save({ customerId: null, reportCriteria: null, filterGroups: [], objCriteria: null })).toEqual(base)
    expect(save({ customerId: '', reportCriteria: {}, filterGroups: [empty], objCriteria: {} })).toEqual(base)
  })

  test('sends what is there', () => {
    const reportCriteria = { repeated_transaction: { repeatedCount: 3 } }
    const sent = save({ customerId: '42', reportCriteria, filterGroups: [empty, group] })
    expect(sent).toEqual({ ...base, customerId: '42', reportCriteria, filterGroups: [empty, group] })
    expect(allowlistBody.parse(sent)).toEqual(sent)
  })

  test('puts the criteria of the object in place of the rule’s', () => {
    const objCriteria = { limit_transaction: { limit: '99' } }
    expect(save({ objCriteria })).toEqual({ ...base, ruleCriteria: objCriteria })
  })
})

test('the message after a request to resolve depends on the number of alerts', () => {
  expect(resolveMessage({ sentAlertsToResolve: 0, message: 'Started' })).toBe('Not Alerts')
  expect(resolveMessage({ sentAlertsToResolve: 3, message: 'Started' })).toBe('Started')
  expect(resolveMessage({ sentAlertsToResolve: 3 })).toBe('Error')
  expect(resolveMessage(undefined)).toBe('Error')
})

test('tasks are polled while one is in progress', () => {
  expect(isProcessing([])).toBe(false)
  expect(isProcessing([{ status: 'Processed' }, { status: 'Error' }])).toBe(false)
  expect(isProcessing([{ status: 'Processed' }, { status: 'Processing' }])).toBe(true)
})
