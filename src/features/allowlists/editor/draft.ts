/** An allowlist draft: initial values, body, and differences. Pure. */
import { allowlistToSave, type Allowlist, type AllowlistBody } from '#contract/model/rules/allowlist.ts'
import { differencesOf } from '#contract/model/rules/difference.ts'
import type { FilterGroup } from '#contract/model/rules/filter.ts'
import type { Criteria, Rule, RuleInfo } from '#contract/model/rules/rule.ts'
import type { CustomerType } from '#contract/model/values.ts'
import { mergeConflictsOf, mergedInto, type Chosen, type MergeConflict } from '#src/data/three-way-merge.ts'

export interface Draft {
  name: string
  comment: string
  platform: string
  ruleId: string
  ruleName: string
  customerType: CustomerType
  /** Null until one is chosen, and where it is for all of the type. */
  customerId: string | null
  customerName: string | null
  /** For every client of the type: must be chosen explicitly. */
  isForAll: boolean
  ignoreCriteria: boolean
  startDate: string
  endDate: string
  /** Without an end: must be chosen explicitly. */
  hasNoEnd: boolean
  /** The rule's values that raise no alert. */
  ruleCriteria: Criteria
  /** The same, as entered for the one customer. */
  objCriteria: Criteria | null
  reportCriteria: Criteria | null
  filterGroups: FilterGroup[]
  /** The version it was begun on; null for a new one. */
  base: Allowlist | null
}

/** `YYYY-MM-DD`, UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const DAY_MS = 86_400_000
/** A new one ends after this many days by default, so that none lasts unreviewed. */
export const DEFAULT_DAYS = 180

export const dayAfter = (day: string, days: number): string => dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)

export function newDraft(platform: string, today: string): Draft {
  return {
    name: '',
    comment: '',
    platform,
    ruleId: '',
    ruleName: '',
    customerType: 'business',
    customerId: null,
    customerName: null,
    isForAll: false,
    ignoreCriteria: false,
    startDate: today,
    endDate: dayAfter(today, DEFAULT_DAYS),
    hasNoEnd: false,
    ruleCriteria: {},
    objCriteria: null,
    reportCriteria: null,
    filterGroups: [],
    base: null,
  }
}

export function draftOf(base: Allowlist): Draft {
  const { endDate, ...allowlist } = base
  const { name, comment, platform, ruleId, ruleName, customerType, customerId, customerName, ...rest } = allowlist
  const { ignoreCriteria, startDate, ruleCriteria, objCriteria, reportCriteria, filterGroups } = rest
  const about = { name, comment, platform, ruleId, ruleName, customerType, customerId, customerName }
  const scope = { isForAll: customerId === null, hasNoEnd: endDate === null }
  const terms = { ignoreCriteria, startDate, endDate: endDate ?? '', ruleCriteria, objCriteria, reportCriteria }
  return { ...about, ...scope, ...terms, filterGroups, base }
}

/** The allowed values, wherever they were entered. */
export const limitsOf = ({ objCriteria, ruleCriteria }: Draft): Criteria => objCriteria ?? ruleCriteria

/** Limits belong to the one customer where there is one, else to everybody of the type. */
export function withLimits(draft: Draft, limits: Criteria): Draft {
  return draft.customerId === null
    ? { ...draft, ruleCriteria: limits, objCriteria: null }
    : { ...draft, objCriteria: limits }
}

/** Another customer, or every client of the type: the limits stay as they were entered. */
export function withCustomer(draft: Draft, customer: { id: string; name: string; type: CustomerType } | null): Draft {
  const next = customer
    ? { ...draft, isForAll: false, customerId: customer.id, customerName: customer.name, customerType: customer.type }
    : { ...draft, isForAll: true, customerId: null, customerName: null }
  return withLimits(next, limitsOf(draft))
}

/** For another rule: limits and filters depend on its fields. */
export function withRule(draft: Draft, rule: Pick<Rule, 'id' | 'name' | 'criteria'>): Draft {
  const next = { ...draft, ruleId: rule.id, ruleName: rule.name, reportCriteria: null, filterGroups: [] }
  return withLimits(next, rule.criteria)
}

/** Numbers as numbers; as the editor of criteria has it. */
type Convert = (criteria: Criteria, types: readonly RuleInfo[]) => Criteria

/** The body (docs/design/specification.md#saving); `types` tell which parameters are numbers. */
export function bodyOf(draft: Draft, types: readonly RuleInfo[], convert: Convert): AllowlistBody {
  const { ruleName: _, customerName: __, base: ___, isForAll: ____, hasNoEnd, endDate, ...rest } = draft
  const sent = (criteria: Criteria | null) => criteria && convert(criteria, types)
  return allowlistToSave({
    ...rest,
    name: draft.name.trim(),
    comment: draft.comment.trim(),
    endDate: hasNoEnd || endDate === '' ? null : endDate,
    ruleCriteria: convert(draft.ruleCriteria, types),
    objCriteria: sent(draft.objCriteria),
    reportCriteria: sent(draft.reportCriteria),
  })
}

/** The differences of two drafts, by path. */
function differences(base: Draft, draft: Draft) {
  // numbers are text while editing
  return differencesOf(asText(contentOf(base)), asText(contentOf(draft)))
}

/** The content, with limits in one place; display names are ignored. */
function contentOf(draft: Draft) {
  const { name, comment, platform, ruleId, customerType, customerId, ignoreCriteria, startDate } = draft
  const { filterGroups, reportCriteria, hasNoEnd } = draft
  const about = { name, comment, platform, ruleId, customerType, customerId, ignoreCriteria, startDate, filterGroups }
  const endDate = hasNoEnd ? '' : draft.endDate
  return {
    ...about,
    endDate,
    limits: asText(limitsOf(draft)),
    reportCriteria: reportCriteria && asText(reportCriteria),
  }
}

function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText)
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? String(value) : value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asText(one)]))
}

export const isChanged = (draft: Draft, base: Draft): boolean => differences(base, draft).length > 0

/** True if there is a newer version than the draft's base. */
export function isBehind(draft: Draft, base: Draft): boolean {
  return base.base !== null && draft.base !== null && draft.base.versionId !== base.base.versionId
}

/** A merge of a draft with the current version. */
export function conflictsWith(draft: Draft, now: Draft): MergeConflict[] {
  return draft.base ? mergeConflictsOf(contentOf(draftOf(draft.base)), contentOf(now), contentOf(draft)) : []
}

/** The current version with the user's changes. */
export function merged(draft: Draft, now: Draft, chosen: Chosen): Draft {
  const { limits, ...content } = mergedInto(contentOf(now), conflictsWith(draft, now), chosen)
  const named = [draft, now].find(({ customerId }) => customerId === content.customerId) ?? now
  const scope = { isForAll: content.customerId === null, hasNoEnd: content.endDate === '' }
  const next = { ...now, ...content, ...scope, customerName: named.customerName }
  return withLimits(next as Draft, limits as Criteria)
}

/** The conflicts, with the path and both values. */
export function differing(
  draft: Draft,
  base: Draft,
  words: { place(place: string): string; value(value: unknown): string },
): { label: string; theirs: string; yours: string }[] {
  return differences(base, draft).map(({ place, before, after }) => ({
    label: words.place(place),
    theirs: words.value(before),
    yours: words.value(after),
  }))
}

/** The missing input of a dry run, as text; null if nothing is missing. */
export function missingIn(draft: Draft): string | null {
  if (draft.ruleId === '') return 'Choose a rule'
  if (draft.customerId === null && !draft.isForAll) return 'Choose a client, or every client of a type'
  if (draft.name.trim() === '') return 'Enter a name'
  if (draft.startDate === '') return 'Enter the first day'
  return draft.endDate === '' && !draft.hasNoEnd ? 'Enter the last day, or choose “No end date”' : null
}

/** The same before it can be saved: nothing is suppressed without a reason. */
export const missingToSave = (draft: Draft): string | null =>
  missingIn(draft) ?? (draft.comment.trim() === '' ? 'Enter the reason' : null)

/** True if it allows no more than the rule itself does. */
export const isAsRule = (draft: Draft, rule: Pick<Rule, 'criteria'>): boolean =>
  !draft.ignoreCriteria && differencesOf(asText(rule.criteria), asText(limitsOf(draft))).length === 0
