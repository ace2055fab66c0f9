import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rule } from '#contract/model/rule.ts'
import { draftFromAlert, roomFor } from './from-alert.ts'

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
const known = { day: '2026-03-01', text: 'Amount 12,400 against 9,000', facts: [fact] }

describe('room for what was seen', () => {
  it('is a tenth above it, where a parameter is what it was held against', () => {
    expect(roomFor(rule.criteria, [fact])).toEqual({ limit_transaction: { limit: '14000' } })
    expect(
      roomFor({ account_velocity: { maxTransactions: 10, period: 1 } }, [{ ...fact, saw: '12', allows: '10' }]),
    ).toEqual({ account_velocity: { maxTransactions: 14, period: 1 } })
  })

  it('is not made for words, nor for what no fact is about', () => {
    const criteria = { prohibited_keyword: { keywords: ['arms'] }, limit_transaction: { limit: '500' } }
    expect(roomFor(criteria, [{ label: 'Bank', saw: 'X', allows: 'not Y' }, fact])).toEqual(criteria)
  })

  it('is always more than what was seen', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), (saw) => {
        const criteria = { limit_transaction: { limit: 1 } }
        const { limit_transaction: room } = roomFor(criteria, [{ label: '', saw: String(saw), allows: '1' }])
        expect(Number(room?.['limit'])).toBeGreaterThan(saw)
      }),
    )
  })
})

describe('an allowlist from an alert', () => {
  it('is for its rule and its client, and begins on its day', () => {
    expect(draftFromAlert(alert, rule, known, '2026-03-10')).toMatchObject({
      name: 'Acme: Limit',
      comment: 'Added on PX100231. Amount 12,400 against 9,000',
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

  it('starts with what the rule says it should, where it says so', () => {
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
    const preset = draftFromAlert(alert, { ...rule, options: { triggerInfo } }, known, '2026-03-10')
    expect(preset).toMatchObject({ ignoreCriteria: true, filterGroups, reportCriteria: rule.criteria })
    const off = { ...rule, options: { triggerInfo: { ...triggerInfo, isAddWhl: false } } }
    expect(draftFromAlert(alert, off, known, '2026-03-10')).toMatchObject({ ignoreCriteria: false, filterGroups: [] })
  })
})
