/** The validation of a saved allowlist (docs/design/specification.md#saving): all faults, each with its path. */
import { COMMENT_MAX, NAME_MAX } from '#contract/model/common.ts'
import type { AllowlistBody } from '#contract/model/rules/allowlist.ts'
import { hasCondition } from '#contract/model/rules/filter.ts'
import type { Criteria, Rule } from '#contract/model/rules/rule.ts'
import type { CustomerType } from '#contract/model/values.ts'
import { faultsOfLimits } from '#server/monitoring/allowlist-limits.ts'
import { fieldsOfRule } from '#server/monitoring/filter/fields.ts'
import { faultsOfFilter, type Fault } from '#server/monitoring/filter/filter.ts'
import { withValues } from '#server/monitoring/active-rules.ts'
import { faultsOfCriterion } from '#server/rules/validation.ts'

const GROUPS_MAX = 20

/** The records of its platform that an allowlist refers to; undefined for missing ones. */
export interface Referred {
  rule: Rule | undefined
  customerType: CustomerType | undefined
  /** The values of the rule's config sets. */
  values: readonly string[]
}

/** Everything wrong with an allowlist that is to be saved; empty where it may be. */
export function faultsOfAllowlist(body: AllowlistBody, { rule, customerType, values }: Referred): Fault[] {
  const faults: Fault[] = []
  const add = (place: string, message: string) => faults.push({ place, message })
  if (body.name.length > NAME_MAX) add('name', `has at most ${NAME_MAX} characters`)
  if (body.comment.length > COMMENT_MAX) add('comment', `has at most ${COMMENT_MAX} characters`)
  if (!isDay(body.startDate)) add('startDate', 'is not a valid date')
  if (body.endDate !== null && !isDay(body.endDate)) add('endDate', 'is not a valid date')
  if (body.endDate !== null && body.endDate < body.startDate) add('endDate', 'is before the start')
  if (body.customerId !== undefined) {
    if (customerType === undefined) add('customerId', `there is no customer ${body.customerId} here`)
    else if (customerType !== body.customerType) add('customerType', `the customer is ${customerType}`)
  }
  if (rule) return [...faults, ...faultsOfCriteria(body, rule, values), ...faultsOfGroups(body, rule)]
  add('ruleId', `there is no rule ${body.ruleId} here`)
  return faults
}

/** The calendar forgives 31 February, a period does not. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

function faultsOfCriteria(body: AllowlistBody, rule: Rule, values: readonly string[]): Fault[] {
  // a list may come from a config set alone
  const faults = faultsOfMap('ruleCriteria', withValues(body.ruleCriteria, values), rule)
  if (body.reportCriteria) faults.push(...faultsOfReport(withValues(body.reportCriteria, values), rule))
  if (faults.length > 0 || body.ignoreCriteria) return faults
  const stricter = faultsOfLimits(withValues(body.ruleCriteria, values), withValues(rule.criteria, values))
  if (stricter.length > 0 || !isRuleItself(body.ruleCriteria, rule)) return stricter
  const message = 'allow nothing that the rule does not: change a parameter, or ignore the criteria'
  return [{ place: 'ruleCriteria', message }]
}

/** All of none hold on everything, so that everything would be reported. */
function faultsOfReport(criteria: Criteria, rule: Rule): Fault[] {
  const message = 'have no criterion: leave them out'
  return Object.keys(criteria).length === 0
    ? [{ place: 'reportCriteria', message }]
    : faultsOfMap('reportCriteria', criteria, rule)
}

function faultsOfMap(place: string, criteria: Criteria, rule: Rule): Fault[] {
  return Object.entries(criteria).flatMap(([type, criterion]): Fault[] =>
    Object.hasOwn(rule.criteria, type)
      ? faultsOfCriterion(type, criterion, `${place}.${type}`)
      : [{ place: `${place}.${type}`, message: 'is not a criterion of the rule' }],
  )
}

/** An allowlist with the rule's own parameters would cover nothing. */
function isRuleItself(criteria: Criteria, rule: Rule): boolean {
  return Object.entries(criteria).every(([type, criterion]) => {
    const own = rule.criteria[type] ?? {}
    return Object.entries(criterion).every(([name, value]) => same(value, own[name]))
  })
}

/** Numbers may come as text. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(Array.isArray(a) ? a : String(a)) === JSON.stringify(Array.isArray(b) ? b : String(b))
}

function faultsOfGroups({ filterGroups }: AllowlistBody, rule: Rule): Fault[] {
  if (!filterGroups) return []
  if (!filterGroups.some(hasCondition)) return [{ place: 'filterGroups', message: 'have no condition: leave them out' }]
  if (filterGroups.length > GROUPS_MAX) return [{ place: 'filterGroups', message: `are at most ${GROUPS_MAX}` }]
  const fields = fieldsOfRule({ area: rule.type, trigger: rule.options.trigger_event })
  return filterGroups.flatMap((group, index) => faultsOfFilter(group, `filterGroups.${index}`, fields))
}
