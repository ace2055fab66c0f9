/** The initial allowlist for an alert: its rule, its client, and headroom above the measured values. Pure. */
import type { Fact } from '#contract/model/cases/alert.ts'
import type { Criteria, Rule } from '#contract/model/rules/rule.ts'
import type { CustomerType } from '#contract/model/values.ts'
import {
  dayAfter,
  newDraft,
  DEFAULT_DAYS,
  withCustomer,
  withRule,
  type Draft,
} from '#src/features/allowlists/editor/draft.ts'

/** The current alert, from its row; the value of the drawer 'allow list'. */
export interface CurrentAlert {
  platform: string
  alertId: string
  /** Null on an account. */
  caseId: string | null
  ruleId: string
  ruleName: string
  customerId: string
  customerName: string
  customerType: CustomerType
}

/** Further data after reading it. */
export interface AlertFacts {
  /** Its day, `YYYY-MM-DD`. */
  day: string
  text: string
  facts: readonly Fact[]
}

/** The rule in force with headroom for what was seen, as the server works it out. */
export interface Suggestion {
  ruleCriteria: Criteria
  ignoreCriteria: boolean
}

/**
 * All fields except the reason. It begins on the alert's day, so that it covers it. The rule's own suggestion takes
 * precedence; without one the limits are the rule's.
 */
export function draftFromAlert(
  { platform, customerId: id, customerName: name, customerType: type, ...alert }: CurrentAlert,
  rule: Rule,
  { known, suggestion, today }: { known: AlertFacts | null; suggestion: Suggestion | null; today: string },
): Draft {
  const info = rule.options.triggerInfo
  const preset = info?.enabled && info.isAddWhl ? info : null
  const criteria = suggestion?.ruleCriteria ?? rule.criteria
  const blank = withCustomer(newDraft(platform, today), { id, name, type })
  return {
    ...withRule(blank, { ...rule, criteria }),
    name: `${name || id}: ${rule.name} (${alert.caseId ?? `alert ${alert.alertId}`})`,
    startDate: known && known.day < today ? known.day : today,
    endDate: dayAfter(today, DEFAULT_DAYS),
    ignoreCriteria: preset?.ignoreCriteria ?? suggestion?.ignoreCriteria ?? false,
    filterGroups: preset?.filterGroups ?? [],
    reportCriteria: preset?.isReport ? criteria : null,
  }
}
