/** What an allowlist starts as when it is added from an alert: its rule, its client, and headroom above what was seen. Pure. */
import type { Fact } from '#contract/model/cases/alert.ts'
import type { Criteria, Rule } from '#contract/model/rules/rule.ts'
import type { CustomerType } from '#contract/model/values.ts'
import {
  dayAfter,
  newDraft,
  USUAL_DAYS,
  withCustomer,
  withRule,
  type Draft,
} from '#src/features/allowlists/editor/draft.ts'

/** The alert that is in front, as far as its row tells; what the drawer 'allow list' is opened with. */
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

/** What more is known of it once it has been read. */
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
 * Everything but the reason. It begins on the day of the alert, so that it covers it. Where the rule says what an
 * allowlist added from its alerts starts with, that stands. Without a suggestion the limits are the rule's own.
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
    endDate: dayAfter(today, USUAL_DAYS),
    ignoreCriteria: preset?.ignoreCriteria ?? suggestion?.ignoreCriteria ?? false,
    filterGroups: preset?.filterGroups ?? [],
    reportCriteria: preset?.isReport ? criteria : null,
  }
}
