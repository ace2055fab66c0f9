/** Whether an allowlist covers what a rule saw: the one place, for hits as they come and for alerts that are open. */
import { ALLOWLIST_GAPS, type AllowlistGap } from '#contract/model/rules/allowlist.ts'
import type { FilterGroup } from '#contract/model/rules/filter.ts'
import type { Criteria } from '#contract/model/rules/rule.ts'
import type { CustomerType } from '#contract/model/values.ts'
import { passes, type Subject } from '#server/monitoring/filter/filter.ts'
import type { Saw } from './rule-type.ts'
import { RULE_TYPE_DEFINITIONS } from './rule-types/catalogue.ts'

/** What an allowlist says, in the version in force. */
export interface Terms {
  allowlistId: string
  versionId: string
  ruleId: string
  customerType: CustomerType
  /** Null for every customer of the type. */
  customerId: string | null
  /** First and last day, `YYYY-MM-DD` in UTC; null where nobody set an end. */
  startDate: string
  endDate: string | null
  ignoreCriteria: boolean
  /** With the values of the rule's config sets, which stand in the rule's own criteria too. */
  ruleCriteria: Criteria
  reportCriteria: Criteria | null
  filterGroups: readonly FilterGroup[]
}

/** What a rule saw, on the account it saw it on. */
export interface Fired {
  ruleId: string
  account: string
  customerType: CustomerType
  at: Date
  /** The rule's criteria as they were. */
  criteria: Criteria
  saw: { readonly [type: string]: Saw }
  subject: Subject
}

/** Whether the allowlist is about what fired at all: the rule, the type of customer and, where one is named, the customer. */
function concerns({ ruleId, customerType, customerId }: Terms, fired: Fired): boolean {
  return (
    ruleId === fired.ruleId &&
    customerType === fired.customerType &&
    (customerId === null || customerId === fired.account)
  )
}

/** What may stand in the way of an allowlist that concerns what fired. */
const GAPS: { readonly [gap in AllowlistGap]: (terms: Terms, fired: Fired) => boolean } = {
  period: ({ startDate, endDate }, { at }) => {
    const day = at.toISOString().slice(0, 10)
    return day < startDate || (endDate !== null && day > endDate)
  },
  filters: (terms, { subject }) => !terms.filterGroups.every((group) => passes(group, subject)),
  criteria: (terms, fired) => !terms.ignoreCriteria && wouldHit(terms.ruleCriteria, fired),
  report: ({ reportCriteria }, fired) => reportCriteria !== null && wouldHit(reportCriteria, fired),
}

/**
 * Whether a hit or an alert is suppressed. All of this has to be so: the allowlist concerns it; a day within the period;
 * every filter group; what was seen is within the allowlist's criteria (or those are ignored); and it is not within what
 * is to be reported all the same. What cannot be told counts against the allowlist: an alert too many is looked at, one
 * too few is not.
 */
export function covers(terms: Terms, fired: Fired): boolean {
  return concerns(terms, fired) && ALLOWLIST_GAPS.every((gap) => !GAPS[gap](terms, fired))
}

/** Why an allowlist that concerns what fired does not cover it; nothing where it does. */
export function gapsOf(terms: Terms, fired: Fired): AllowlistGap[] {
  return ALLOWLIST_GAPS.filter((gap) => GAPS[gap](terms, fired))
}

/** Whether the rule, with these criteria in place of its own, would still speak on what was seen. */
function wouldHit(criteria: Criteria, { criteria: own, saw }: Fired): boolean {
  return Object.entries(criteria).every(([type, other]) => {
    const seen = saw[type]
    const before = own[type]
    if (seen === undefined || before === undefined) return true
    return RULE_TYPE_DEFINITIONS.get(type)?.wouldHit(other, before, seen) ?? true
  })
}
