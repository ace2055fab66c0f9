/** Checks whether an allowlist covers what a rule saw: the one place, for hits as they come and for alerts that are open. */
import { ALLOWLIST_GAPS, type AllowlistGap } from '#contract/model/rules/allowlist.ts'
import type { FilterGroup } from '#contract/model/rules/filter.ts'
import type { Criteria } from '#contract/model/rules/rule.ts'
import type { CustomerType } from '#contract/model/values.ts'
import { passes, type Subject } from '#server/monitoring/filter/filter.ts'
import type { Saw } from './rule-type.ts'
import { RULE_TYPE_DEFINITIONS } from '#server/monitoring/rule-types/rule-type-definitions.ts'

/** An allowlist in its version in force. */
export interface Terms {
  allowlistId: string
  versionId: string
  ruleId: string
  customerType: CustomerType
  /** Null for every customer of the type. */
  customerId: string | null
  /** First and last day, `YYYY-MM-DD` in UTC; null without an end. */
  startDate: string
  endDate: string | null
  ignoreCriteria: boolean
  /** With the values of the rule's config sets, which are in the rule's own criteria too. */
  ruleCriteria: Criteria
  reportCriteria: Criteria | null
  filterGroups: readonly FilterGroup[]
}

/** A measurement of a rule, and its account. */
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

/** True if the allowlist is about what fired at all: the rule, the type of customer and, where one is named, the customer. */
function concerns({ ruleId, customerType, customerId }: Terms, fired: Fired): boolean {
  return (
    ruleId === fired.ruleId &&
    customerType === fired.customerType &&
    (customerId === null || customerId === fired.account)
  )
}

/** Reasons why a relevant allowlist does not cover an alert. */
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
 * True if a hit or an alert is suppressed. All of these must hold: the allowlist concerns it; its day is within the
 * period; every filter group passes; the measured values are within the criteria (unless those are ignored); and it is
 * not among what must be reported. An unknown value counts against the allowlist, since a missed alert is worse than an
 * additional one.
 */
export function covers(terms: Terms, fired: Fired): boolean {
  return concerns(terms, fired) && ALLOWLIST_GAPS.every((gap) => !GAPS[gap](terms, fired))
}

/** The reason why a relevant allowlist does not cover it; undefined if it does. */
export function gapsOf(terms: Terms, fired: Fired): AllowlistGap[] {
  return ALLOWLIST_GAPS.filter((gap) => GAPS[gap](terms, fired))
}

/** True if the rule, with these criteria instead of its own, would still fire. */
function wouldHit(criteria: Criteria, { criteria: own, saw }: Fired): boolean {
  return Object.entries(criteria).every(([type, other]) => {
    const seen = saw[type]
    const before = own[type]
    if (seen === undefined || before === undefined) return true
    return RULE_TYPE_DEFINITIONS.get(type)?.wouldHit(other, before, seen) ?? true
  })
}
