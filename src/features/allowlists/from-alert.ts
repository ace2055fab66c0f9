/** What an allowlist starts as when it is added from an alert: its rule, its client, and room above what was seen. Pure. */
import type { Fact } from '#contract/model/alert.ts'
import type { Criteria, Rule } from '#contract/model/rule.ts'
import type { CustomerType } from '#contract/model/values.ts'
import { dayAfter, newDraft, USUAL_DAYS, withCustomer, withRule, type Draft } from './draft.ts'

/** The alert that is in front, as far as its row tells; what the drawer 'allow list' is opened with. */
export interface AlertInFront {
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

const numberIn = (text: string | null): number | null => {
  const number = text === null ? NaN : Number(text.replaceAll(',', ''))
  return Number.isFinite(number) && text?.trim() !== '' ? number : null
}

/** Above what was seen by a tenth, to two digits that count. */
function roomAbove(seen: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(seen)) - 1)
  return Math.ceil((seen * 1.1) / step) * step
}

/** The rule's criteria with room for what was seen, where a parameter is what it was held against. */
export function roomFor(criteria: Criteria, facts: readonly Fact[]): Criteria {
  const raised = (value: Criteria[string][string]) => {
    const own = typeof value === 'number' ? value : typeof value === 'string' ? numberIn(value) : null
    const beyond = facts.find(({ saw, allows }) => own !== null && numberIn(allows) === own && numberIn(saw)! >= own)
    if (!beyond) return value
    const room = roomAbove(numberIn(beyond.saw)!)
    return typeof value === 'number' ? room : String(room)
  }
  return Object.fromEntries(
    Object.entries(criteria).map(([type, parameters]) => [
      type,
      Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, raised(value)])),
    ]),
  )
}

/**
 * Everything but the reason. It begins on the day of the alert, so that it covers it. Where the rule says what an
 * allowlist added from its alerts starts with, that stands.
 */
export function draftFromAlert(alert: AlertInFront, rule: Rule, known: AlertFacts | null, today: string): Draft {
  const info = rule.options.triggerInfo
  const preset = info?.enabled && info.isAddWhl ? info : null
  const { customerId: id, customerName: name, customerType: type } = alert
  const room = { ...rule, criteria: roomFor(rule.criteria, known?.facts ?? []) }
  const blank = withCustomer(newDraft(alert.platform, today), { id, name, type })
  const draft = withRule(blank, room)
  const where = alert.caseId === null ? `alert ${alert.alertId}` : alert.caseId
  return {
    ...draft,
    name: `${name || id}: ${rule.name}`,
    comment: [`Added on ${where}.`, known?.text].filter(Boolean).join(' '),
    startDate: known && known.day < today ? known.day : today,
    endDate: dayAfter(today, USUAL_DAYS),
    ignoreCriteria: preset?.ignoreCriteria ?? false,
    filterGroups: preset?.filterGroups ?? [],
    reportCriteria: preset?.isReport ? rule.criteria : null,
  }
}
