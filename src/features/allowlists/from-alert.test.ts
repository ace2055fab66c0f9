import { describe, expect, it } from 'vitest'
import type { Rule } from '#contract/model/rules/rule.ts'
import { draftFromAlert } from './from-alert.ts'

const alert = {
  platform: 'paxum',
  alertId: '5',
  caseId: 'PX100231',
  ruleId: '2',
  ruleName: 'Limit',
  customerId: '100',
  customerName: 'Acme',
  customerType: 'business',
} as const
const rule: Rule = {
  id: '2',
  name: 'Limit',
  description: '',
  type: 'transaction',
  platform: 'paxum',
  criteria: { limit_transaction: { limit: '9000.00' } },
  options: {},
  revisionId: '1',
  lastUpdate: { date: '2026-01-01 00:00:00', timezone: 'UTC' },
  isDeleted: false,
  author: 'Ines',
}
const fact = { label: 'Amount, USD', saw: '12400.00', allows: '9000.00' }
const suggestion = { ruleCriteria: { limit_transaction: { limit: '14000' } }, ignoreCriteria: false }
const known = { day: '2026-03-01', text: 'Amount 12,400 against 9,000', facts: [fact] }
const given = { known, suggestion, today: '2026-03-10' }

describe('an allowlist from an alert', () => {
  it('is for its rule and its client, and begins on its day', () => {
    expect(draftFromAlert(alert, rule, given)).toMatchObject({
      name: 'Acme: Limit (PX100231)',
      comment: '',
      ruleId: '2',
      customerId: '100',
      customerType: 'business',
      startDate: '2026-03-01',
      endDate: '2026-09-06',
      ignoreCriteria: false,
      objCriteria: { limit_transaction: { limit: '14000' } },
      reportCriteria: null,
      filterGroups: [],
      base: null,
    })
  })

  it('has the rule’s own limits where the server suggests none', () => {
    const plain = draftFromAlert(alert, rule, { ...given, suggestion: null })
    expect(plain).toMatchObject({ objCriteria: rule.criteria, ignoreCriteria: false })
    const ignoring = { ruleCriteria: rule.criteria, ignoreCriteria: true }
    expect(draftFromAlert(alert, rule, { ...given, suggestion: ignoring }).ignoreCriteria).toBe(true)
  })

  it('starts with the suggested criteria, where there are some', () => {
    const filterGroups = [
      { combinator: 'and' as const, rules: [{ field: 'customerId', operator: 'equal', value: '1' }] },
    ]
    const triggerInfo = {
      enabled: true,
      isFollowing: false,
      isAddWhl: true,
      customerName: true,
      ignoreCriteria: true,
      criteriaGroups: [],
      filterGroups,
      text: '',
      isReport: true,
      key: '',
      table: '',
    }
    const preset = draftFromAlert(alert, { ...rule, options: { triggerInfo } }, given)
    expect(preset).toMatchObject({ ignoreCriteria: true, filterGroups, reportCriteria: suggestion.ruleCriteria })
    const off = { ...rule, options: { triggerInfo: { ...triggerInfo, isAddWhl: false } } }
    expect(draftFromAlert(alert, off, given)).toMatchObject({ ignoreCriteria: false, filterGroups: [] })
  })
})
