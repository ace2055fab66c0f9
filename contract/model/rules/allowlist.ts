/** Allowlists: whitelists or suppression rules elsewhere; what a rule suppresses for a while, and what saving one leaves out (docs/design/specification.md#saving). */
import * as z from 'zod/mini'
import { approvedBy, flat, pendingApproval, stamp } from '#contract/model/common.ts'
import { ALERT_LEVELS, CUSTOMER_TYPES } from '#contract/model/values.ts'
import { FIELD_TYPES, filterGroup, hasCondition, type FilterGroup } from './filter.ts'
import { criteria } from './rule.ts'

/** A day as `YYYY-MM-DD`, UTC. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

export const allowlist = z.object({
  id: z.string(),
  /** Each edit makes a new version; resolving and the version view go by it. */
  versionId: z.string(),
  author: z.string(),
  comment: z.string(),
  customerType: z.enum(CUSTOMER_TYPES),
  customerEmail: z.nullable(z.string()),
  customerId: z.nullable(z.string()),
  customerName: z.nullable(z.string()),
  filterGroups: z.array(filterGroup),
  ignoreCriteria: z.boolean(),
  name: z.string(),
  startDate: day,
  /** The last day; null without an end. */
  endDate: z.nullable(day),
  platform: z.string(),
  reportCriteria: z.nullable(criteria),
  /** Values that the rule suppresses. */
  ruleCriteria: criteria,
  objCriteria: z.nullable(criteria),
  ruleId: z.string(),
  ruleName: z.string(),
  lastUpdate: stamp,
  /** How many hits of the rule it kept from being raised, in all its versions (ours). */
  hits: z.optional(z.number()),
  /** The change that waits for a second person; a new list is not in force until then (ours). */
  approval: z.optional(pendingApproval),
  /** The state of a version that was never in force: pending or returned (ours). */
  review: z.optional(z.enum(['open', 'returned'])),
  /** The approver of this version, if one was required (ours). */
  approved: z.optional(approvedBy),
})
export type Allowlist = z.infer<typeof allowlist>

/** An end that is so near is warned of, days. */
export const ALLOWLIST_WARN_DAYS = 14

/** The expiry state of an allowlist: no end, running, ending soon, ended, or not begun. */
export const ALLOWLIST_EXPIRIES = ['open', 'running', 'ending', 'ended', 'coming'] as const
export type AllowlistExpiry = (typeof ALLOWLIST_EXPIRIES)[number]

/** The reason why an allowlist does not cover an alert: its period, its filter groups, its limits, or what must be reported. */
export const ALLOWLIST_GAPS = ['period', 'filters', 'criteria', 'report'] as const
export type AllowlistGap = (typeof ALLOWLIST_GAPS)[number]

/** An allowlist in force on the rule and the customer of an alert, as it looks from there. */
export const allowlistOnAlert = z.object({
  id: z.string(),
  versionId: z.string(),
  name: z.string(),
  /** Null where it is for every customer of the type. */
  customerId: z.nullable(z.string()),
  startDate: day,
  endDate: z.nullable(day),
  /** Empty where it covers the alert. */
  gaps: z.array(z.enum(ALLOWLIST_GAPS)),
  /** Its filter groups in order, each with whether what happened passes it. */
  filters: z.array(z.object({ group: filterGroup, isMatched: z.boolean() })),
  /** The number of suppressed alerts of the rule on this customer, and the last one. */
  hits: z.number(),
  lastHit: z.nullable(stamp),
})
export type AllowlistOnAlert = z.infer<typeof allowlistOnAlert>

/**
 * The body that creates an allowlist. Criteria entered for one object (`objCriteria`) are sent as `ruleCriteria`, which
 * they replace.
 */
export const allowlistBody = z.strictObject({
  name: z.string().check(flat, z.trim(), z.minLength(1)),
  comment: z.string(),
  platform: z.string(),
  ruleId: z.string(),
  customerType: z.enum(CUSTOMER_TYPES),
  customerId: z.optional(z.string()),
  ignoreCriteria: z.boolean(),
  startDate: day,
  endDate: z.nullable(day),
  ruleCriteria: criteria,
  reportCriteria: z.optional(criteria),
  filterGroups: z.optional(z.array(filterGroup)),
})
export type AllowlistBody = z.infer<typeof allowlistBody>

/** A changed allowlist; `versionId` is the base of the change (ours): 409 if there is a newer one. */
export const allowlistChange = z.extend(allowlistBody, { id: z.string(), versionId: z.optional(z.string()) })

/** An allowlist in the editor: `objCriteria` are the criteria as entered for one object. */
export type AllowlistDraft = Omit<AllowlistBody, 'customerId' | 'reportCriteria' | 'filterGroups'> & {
  customerId?: string | null
  reportCriteria?: AllowlistBody['reportCriteria'] | null
  filterGroups?: FilterGroup[]
  objCriteria?: AllowlistBody['ruleCriteria'] | null
}

const isEmpty = (map: object | null | undefined): boolean => !map || Object.keys(map).length === 0

/** The body of a saved allowlist (docs/design/specification.md#saving). */
export function allowlistToSave(draft: AllowlistDraft): AllowlistBody {
  const { customerId, reportCriteria, filterGroups, objCriteria, ...rest } = draft
  return {
    ...rest,
    ruleCriteria: objCriteria && !isEmpty(objCriteria) ? objCriteria : rest.ruleCriteria,
    ...(customerId && { customerId }),
    ...(reportCriteria && !isEmpty(reportCriteria) && { reportCriteria }),
    ...(filterGroups?.some(hasCondition) && { filterGroups }),
  }
}

/** The period of a dry run, days. */
export const ALLOWLIST_PAST_DAYS = 90

/** The alerts that an allowlist would have suppressed (ours). */
const suppressedAlerts = z.object({
  days: z.number(),
  /** `capped` means that the count is a lower bound. */
  alerts: z.number(),
  capped: z.boolean(),
  /** The alerts among these that became an STR or SAR. */
  strs: z.number(),
  /** The number of customers, and those with the most STRs and alerts. */
  customers: z.number(),
  byCustomer: z.array(
    z.object({ customerId: z.string(), customerName: z.string(), alerts: z.number(), strs: z.number() }),
  ),
})
export type SuppressedAlerts = z.infer<typeof suppressedAlerts>

/** Open alerts that an allowlist covers: how many, and the oldest of them. */
export const coveredAlerts = z.object({
  /** `capped` means that the count is a lower bound. */
  total: z.number(),
  capped: z.boolean(),
  items: z.array(
    z.object({
      alertId: z.string(),
      /** Null on an account. */
      caseId: z.nullable(z.string()),
      customerId: z.string(),
      customerName: z.string(),
      alertLevel: z.enum(ALERT_LEVELS),
      createAt: stamp,
      text: z.string(),
    }),
  ),
  /** For a dry run. */
  past: z.optional(suppressedAlerts),
})
export type CoveredAlerts = z.infer<typeof coveredAlerts>

export const resolveReply = z.object({
  /** It waits for a second person (ours). */
  approval: z.optional(pendingApproval),
  taskUuid: z.optional(z.string()),
  sentAlertsToResolve: z.number(),
  message: z.optional(z.string()),
})
export type ResolveReply = z.infer<typeof resolveReply>

/**
 * The message after a request to resolve covered alerts; no reply is a failure (docs/design/specification.md#errors).
 */
export function resolveMessage(reply: Partial<ResolveReply> | undefined): string {
  if (reply?.sentAlertsToResolve === 0) return 'Not Alerts'
  return reply?.message || 'Error'
}

/** A field that filters can name. */
export const filterField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(FIELD_TYPES),
  /** Comparison functions that fit it. */
  operators: z.array(z.string()),
  choices: z.optional(z.array(z.object({ value: z.string(), label: z.string() }))),
  /** Its values can be completed while typing. */
  autocomplete: z.boolean(),
})
export type FilterField = z.infer<typeof filterField>
