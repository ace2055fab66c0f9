import { describe, expect, it } from 'vitest'
import type { Allowlist } from '#contract/model/rules/allowlist.ts'
import { placeLabel, valueText } from '#src/features/allowlists/labels.ts'
import {
  bodyOf,
  differing,
  draftOf,
  isBehind,
  isChanged,
  limitsOf,
  merged,
  isAsRule,
  missingIn,
  missingToSave,
  newDraft,
  withCustomer,
  withRule,
} from './draft.ts'

const asIs = <T>(criteria: T) => criteria
const words = { place: placeLabel, value: valueText }
const saved: Allowlist = {
  id: '4',
  versionId: '9',
  author: 'Ines',
  comment: 'Reviewed',
  customerType: 'business',
  customerEmail: null,
  customerId: '100',
  customerName: 'Acme',
  filterGroups: [],
  ignoreCriteria: false,
  name: 'Acme wires',
  startDate: '2026-01-01',
  endDate: null,
  platform: 'paxum',
  reportCriteria: null,
  ruleCriteria: { limit_transaction: { limit: '9000' } },
  objCriteria: { limit_transaction: { limit: '9000' } },
  ruleId: '2',
  ruleName: 'Limit',
  lastUpdate: { date: '2026-01-01 00:00:00', timezone: 'UTC' },
}
const base = draftOf(saved)

describe('the request', () => {
  it('are the client’s own limits, in place of the rule’s, without empty parts', () => {
    const draft = { ...base, name: ' Acme wires ', objCriteria: { limit_transaction: { limit: '12000' } } }
    expect(bodyOf(draft, [], asIs)).toEqual({
      name: 'Acme wires',
      comment: 'Reviewed',
      platform: 'paxum',
      ruleId: '2',
      customerType: 'business',
      customerId: '100',
      ignoreCriteria: false,
      startDate: '2026-01-01',
      endDate: null,
      ruleCriteria: { limit_transaction: { limit: '12000' } },
    })
  })

  it('leaves out filters without conditions, and keeps all where one has some', () => {
    const empty = { combinator: 'and' as const, rules: [] }
    const filter = { combinator: 'and' as const, rules: [{ field: 'customerId', operator: 'equal', value: '1' }] }
    expect(bodyOf({ ...base, filterGroups: [empty] }, [], asIs)).not.toHaveProperty('filterGroups')
    expect(bodyOf({ ...base, filterGroups: [empty, filter] }, [], asIs).filterGroups).toEqual([empty, filter])
  })
})

describe('the scope', () => {
  it('can be widened to the whole type and narrowed again without losing a limit', () => {
    const limits = { limit_transaction: { limit: '12000' } }
    const every = withCustomer({ ...base, objCriteria: limits }, null)
    expect([every.customerId, every.objCriteria, limitsOf(every)]).toEqual([null, null, limits])
    const again = withCustomer(every, { id: '101', name: 'Ada', type: 'personal' })
    expect([again.customerType, limitsOf(again), again.ruleCriteria]).toEqual(['personal', limits, limits])
  })

  it('starts from another rule’s limits, without filters that do not apply', () => {
    const rule = { id: '3', name: 'Velocity', criteria: { account_velocity: { maxTransactions: 10, period: 1 } } }
    const draft = withRule({ ...base, reportCriteria: {}, filterGroups: [{ combinator: 'and', rules: [] }] }, rule)
    expect([limitsOf(draft), draft.reportCriteria, draft.filterGroups, draft.ruleName]).toEqual([
      rule.criteria,
      null,
      [],
      'Velocity',
    ])
  })
})

describe('a draft', () => {
  it('is unchanged where a number equals what was typed', () => {
    const numeric = { ...base, objCriteria: { account_velocity: { period: 1 } } }
    expect(isChanged({ ...base, objCriteria: { account_velocity: { period: '1' } } }, numeric)).toBe(false)
    expect(isChanged({ ...base, objCriteria: { account_velocity: { period: '2' } } }, numeric)).toBe(true)
    expect(isChanged(base, base)).toBe(false)
  })

  it('is outdated once there is a newer version, and is compared path by path', () => {
    const theirs = draftOf({ ...saved, versionId: '10', endDate: '2026-12-31' })
    expect([isBehind(base, base), isBehind(base, theirs), isBehind(newDraft('paxum', '2026-01-01'), theirs)]).toEqual([
      false,
      true,
      false,
    ])
    const yours = { ...base, objCriteria: { limit_transaction: { limit: '12000' } } }
    expect(differing(yours, theirs, words)).toEqual([
      { label: 'Last day', theirs: '2026-12-31', yours: '' },
      { label: 'Allow: limit transaction, limit', theirs: '9000', yours: '12000' },
    ])
  })

  it('merges with what somebody else saved: nothing of either is lost', () => {
    const theirs = draftOf({ ...saved, versionId: '10', comment: 'Theirs', endDate: '2026-12-31' })
    const yours = { ...base, comment: 'Yours', objCriteria: { limit_transaction: { limit: '12000' } } }
    const both = merged(yours, theirs, {})
    expect([both.comment, both.endDate, limitsOf(both), both.base?.versionId]).toEqual([
      'Yours',
      '2026-12-31',
      { limit_transaction: { limit: '12000' } },
      '10',
    ])
    expect(merged(yours, theirs, { comment: 'theirs' }).comment).toBe('Theirs')
    const widened = merged(withCustomer(base, null), theirs, {})
    expect([widened.customerId, widened.ruleCriteria, widened.objCriteria]).toEqual([null, saved.objCriteria, null])
  })

  it('allows no more than the rule, as long as no limit is raised', () => {
    const rule = { criteria: { limit_transaction: { limit: 9000 } } }
    expect(isAsRule(base, rule)).toBe(true)
    expect(isAsRule({ ...base, ignoreCriteria: true }, rule)).toBe(false)
    expect(isAsRule({ ...base, objCriteria: { limit_transaction: { limit: '9001' } } }, rule)).toBe(false)
  })

  it('names what is missing before a dry run', () => {
    const blank = newDraft('paxum', '2026-01-01')
    expect(missingIn(blank)).toBe('Choose a rule')
    expect(missingIn({ ...blank, ruleId: '2' })).toBe('Choose a client, or every client of a type')
    const draft = withCustomer({ ...blank, ruleId: '2' }, null)
    expect(missingIn(draft)).toBe('Enter a name')
    expect(missingIn({ ...draft, name: 'x', startDate: '' })).toBe('Enter the first day')
    expect(missingIn({ ...draft, name: 'x', endDate: '' })).toBe('Enter the last day, or choose “No end date”')
    expect(missingIn({ ...draft, name: 'x', endDate: '', hasNoEnd: true })).toBeNull()
    expect(missingIn({ ...draft, name: 'x' })).toBeNull()
    expect(missingToSave({ ...draft, name: 'x', comment: ' ' })).toBe('Enter the reason')
    expect(missingToSave({ ...draft, name: 'x', comment: 'Payroll' })).toBeNull()
    expect(blank.endDate).toBe('2026-06-30')
  })
})
