/** Monitoring rules and what saving one leaves out (docs/design/specification.md#entities, docs/design/specification.md#saving). */
import * as z from 'zod/mini'
import { approvedBy, flag, flat, noteText, person, stamp } from '#contract/model/common.ts'
import {
  ALERT_LEVELS,
  AUTOCOMPLETE_MIN,
  CUSTOMER_TYPES,
  DIRECTIONS,
  RULE_AREAS,
  RULE_STAGES,
  TRIGGER_EVENTS,
} from '#contract/model/values.ts'
import { conditions } from './conditions/conditions.ts'
import { difference } from './difference.ts'
import { filterGroup, hasCondition } from './filter.ts'

const flatText = z.string().check(flat)

/** The parameters of one criterion, by name (limit, period, amount, keywords, ...). Amounts are decimal text. */
export const criterion = z.record(z.string(), z.union([flatText, z.number(), z.boolean(), z.null(), z.array(flatText)]))

/** Criteria by rule type; all have to hold. The editor's empty place for the next one has the key `''`. */
export const criteria = z.record(z.string(), criterion)
export type Criteria = z.infer<typeof criteria>

export const triggerInfo = z.object({
  enabled: z.boolean(),
  isFollowing: z.boolean(),
  /** Offers to add an allowlist from the alert. */
  isAddWhl: z.boolean(),
  customerName: z.boolean(),
  ignoreCriteria: z.boolean(),
  criteriaGroups: z.array(filterGroup),
  filterGroups: z.array(filterGroup),
  text: z.string(),
  isReport: z.boolean(),
  key: flatText,
  table: z.string(),
})

const filters = z.object({ where: z.optional(filterGroup) })
const step = { id: z.string(), text: flatText }

/** Everything of a rule beside its criteria, as it travels. */
export const ruleOptions = z.object({
  action: z.optional(z.enum(ALERT_LEVELS)),
  trigger_event: z.optional(z.enum(TRIGGER_EVENTS)),
  transaction_direction: z.optional(z.enum(DIRECTIONS)),
  transaction_services: z.optional(z.array(flatText)),
  account_type: z.optional(z.enum(CUSTOMER_TYPES)),
  /** Five fields of cron. */
  schedule: z.optional(flatText),
  /** Applies to this part of the transactions only, in per cent. */
  random_percent: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
  customer_filters: z.optional(filters),
  /** Which payments it looks at, in its period too (ours). */
  transaction_filters: z.optional(filters),
  /** What has to hold beside the criteria, of which there may be none then (ours). */
  conditions: z.optional(conditions),
  auto_reject: z.optional(flag),
  auto_reject_note: z.optional(z.string()),
  /** Ids of model config sets. */
  configSets: z.optional(z.array(z.string())),
  /** Ids of ticket templates. */
  zohoTemplates: z.optional(z.array(z.string())),
  /** The procedure steps to take before closing an alert of this rule. */
  procedures: z.optional(z.array(z.object(step))),
  triggerInfo: z.optional(triggerInfo),
})
export type RuleOptions = z.infer<typeof ruleOptions>

/** The result of a backtest, stored with the change that it supports (ours). */
export const ruleEvidence = z.object({
  /** The backtest's task. */
  backtest: z.string(),
  days: z.number(),
  /** The start of the backtest. */
  at: stamp,
  draft: z.object({ alerts: z.number(), str: z.number() }),
  live: z.object({ alerts: z.number(), str: z.number() }),
  /** STRs that the draft would have missed. */
  strLost: z.number(),
  /** False where the draft was changed after it was tried. */
  isExact: z.boolean(),
})
export type RuleEvidence = z.infer<typeof ruleEvidence>

/** The period of rule statistics, days. */
export const FIGURES_DAYS = 90

/** The results of a rule: its recent alerts, and the open ones (ours). */
export const ruleFigures = z.object({
  ruleId: z.string(),
  alerts: z.number(),
  /** Those that became an STR or SAR, and those closed without one. */
  strs: z.number(),
  cleared: z.number(),
  /** Open now, however old. */
  open: z.number(),
  /** Allowlists in force on it. */
  allowlists: z.number(),
})
export type RuleFigures = z.infer<typeof ruleFigures>

/** Something done to a rule that counts once another person has approved it (ours; capability `fourEyes`, `rules`). */
export const ruleProposal = z.object({
  id: z.string(),
  ruleId: z.string(),
  ruleName: z.string(),
  platform: z.string(),
  kind: z.enum(['add', 'change', 'delete', 'stage']),
  author: person,
  at: stamp,
  status: z.enum(['open', 'approved', 'returned']),
  /** The reviewer, time and reason; a return by the author is a withdrawal. */
  decidedBy: z.nullable(person),
  decidedAt: z.nullable(stamp),
  note: z.nullable(z.string()),
  /** The author's reason, and the backtest. */
  reason: z.optional(z.nullable(z.string())),
  evidence: z.optional(z.nullable(ruleEvidence)),
  /** The differences, before and after by path. */
  differences: z.array(difference),
})
export type RuleProposal = z.infer<typeof ruleProposal>

export const rule = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.enum(RULE_AREAS),
  platform: z.string(),
  criteria,
  options: ruleOptions,
  revisionId: z.string(),
  /** The number of the rule's revision, from 1 (ours). */
  revision: z.optional(z.number()),
  lastUpdate: stamp,
  isDeleted: z.boolean(),
  author: z.string(),
  /** Its stage if not in force: in shadow mode it is counted and raises nothing, proposed it does not run (ours). */
  stage: z.optional(z.enum(RULE_STAGES)),
  /** The reason why it cannot run with its current config sets; it is skipped until it is corrected (ours). */
  stopped: z.optional(z.string()),
  /** The change that awaits a second person (ours). */
  proposal: z.optional(ruleProposal),
})
export type Rule = z.infer<typeof rule>

/** A rule in a list; the short form leaves out what is optional here. */
export const ruleItem = z.extend(rule, {
  description: z.optional(z.string()),
  criteria: z.optional(criteria),
  options: z.optional(ruleOptions),
})
export type RuleItem = z.infer<typeof ruleItem>

/** An earlier state of a rule, newest first in lists. All but who and when is ours. */
export const ruleRevision = z.object({
  revisionId: z.string(),
  ruleId: z.string(),
  at: stamp,
  author: z.string(),
  /** The number of the rule's revision, from 1. */
  number: z.optional(z.number()),
  /** The reason for the change, and the backtest. */
  reason: z.optional(z.nullable(z.string())),
  evidence: z.optional(z.nullable(ruleEvidence)),
  /** The approver, if one was required (ours). */
  approved: z.optional(approvedBy),
})
export type RuleRevision = z.infer<typeof ruleRevision>

/**
 * The body that creates or changes a rule; unknown fields are refused, since dropping them would save another rule.
 * `stage` is for creating only: live by default, or shadow (ours).
 */
export const ruleBody = z.strictObject({
  ...z.pick(rule, { name: true, description: true, platform: true, type: true, criteria: true }).shape,
  name: flatText,
  options: z.strictObject({
    ...ruleOptions.shape,
    customer_filters: z.optional(z.strictObject(filters.shape)),
    transaction_filters: z.optional(z.strictObject(filters.shape)),
    procedures: z.optional(z.array(z.strictObject(step))),
    triggerInfo: z.optional(z.strictObject(triggerInfo.shape)),
  }),
  stage: z.optional(z.enum(RULE_STAGES)),
})
export type RuleBody = z.infer<typeof ruleBody>

/** The reason for a change, and the finished backtest that supports it (ours). A reason is required here. */
export const rationale = { reason: z.optional(noteText), backtest: z.optional(z.string()) }

export const newRule = z.extend(ruleBody, rationale)

/**
 * A changed rule; `revisionId` is the base of the change: 409 if there is a newer one, and 412 with `If-Match`. Both
 * return the current rule as `ruleConflict`.
 */
export const ruleChange = z.extend(ruleBody, { revisionId: z.optional(z.string()), ...rationale })

/** `current` of a 409 or 412 on a rule: as it is now, and what became of what the change was made on. */
export const ruleConflict = z.extend(rule, { differences: z.array(difference) })

/** The alerts that a rule in shadow mode would have raised under its current revision, by day (ours). */
export const ruleShadow = z.object({
  revisionId: z.string(),
  hits: z.number(),
  /** Hits on transactions that rules in force raised an alert on, too. */
  alsoAlerted: z.number(),
  /** `YYYY-MM-DD` in UTC, newest first; days without a hit are left out. */
  days: z.array(z.object({ day: z.string(), hits: z.number(), alsoAlerted: z.number() })),
})
export type RuleShadow = z.infer<typeof ruleShadow>

/** The input of one parameter of a criterion. */
export const ruleField = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['number', 'amount', 'percent', 'days', 'text', 'keywords', 'countries', 'choice', 'boolean']),
  required: z.boolean(),
  choices: z.optional(z.array(z.object({ value: z.string(), label: z.string() }))),
  /** For a number: it is a count without a fraction (ours). */
  whole: z.optional(z.boolean()),
  /** The least and the most it may be; of lists, how many entries. */
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  /** The initial value in the editor. */
  default: z.optional(z.union([z.string(), z.number(), z.array(z.string())])),
})
export type RuleField = z.infer<typeof ruleField>

/** A rule type with its parameters. */
export const ruleInfo = z.object({
  type: z.string(),
  label: z.string(),
  /** Its contribution to the risk score, as text. */
  description: z.string(),
  fields: z.array(ruleField),
  /** The names of the options that rules with it may carry. */
  options: z.array(z.string()),
})
export type RuleInfo = z.infer<typeof ruleInfo>

/** One step an analyst has to take, and whether it was. */
export const procedure = z.object({ id: z.string(), text: z.string(), done: z.boolean() })

/** The reason why a rule on customer changes is no hard stop and rejects nothing. */
export const HOLDS_NOTHING = 'is an alert: a change of a customer has no transaction to hold or reject'

/** The initial values of a new rule (docs/design/specification.md#formats). */
export const RULE_DEFAULTS = { type: 'transaction', action: 'alert', trigger_event: 'transaction' } as const

/** A rule in the editor, where the auto-reject box is a boolean and nothing has been left out yet. */
export type RuleDraft = Omit<RuleBody, 'options'> & {
  options: Omit<RuleOptions, 'auto_reject'> & { auto_reject?: boolean }
}

const isFilter = (filter: z.infer<typeof filters> | undefined) =>
  filter?.where !== undefined && hasCondition(filter.where)

/**
 * The body of a saved rule (docs/design/specification.md#saving). A field that was left out counts as absent for the
 * next condition: a schedule has no trigger event, so its direction stays; an account rule has no action, so no
 * auto-reject.
 */
export function ruleToSave(draft: RuleDraft): RuleBody {
  const {
    action,
    trigger_event,
    transaction_direction,
    transaction_services,
    customer_filters,
    transaction_filters,
    auto_reject,
    auto_reject_note,
    ...options
  } = draft.options
  // only a change of a customer asks an account rule
  const trigger = { schedule: undefined, account: 'customer_update' as const, transaction: trigger_event }[draft.type]
  const sentAction = draft.type === 'transaction' ? action : undefined
  const note = auto_reject_note?.trim()
  const { '': _placeholder, ...kept } = draft.criteria
  return {
    name: draft.name,
    description: draft.description,
    platform: draft.platform,
    type: draft.type,
    ...(draft.stage && draft.stage !== 'live' && { stage: draft.stage }),
    criteria: kept,
    options: {
      ...options,
      ...(sentAction && { action: sentAction }),
      ...(trigger && { trigger_event: trigger }),
      ...(trigger !== 'customer_update' && {
        ...(transaction_direction && { transaction_direction }),
        ...(transaction_services && { transaction_services }),
        ...(isFilter(transaction_filters) && { transaction_filters }),
      }),
      ...(isFilter(customer_filters) && { customer_filters }),
      ...(sentAction === 'hardstop' && note && { auto_reject: auto_reject ? 1 : 0, auto_reject_note: note }),
    },
  }
}

/**
 * The query of an autocomplete: none without a field or below three characters, every value for an empty term, else
 * matching values.
 */
export function autocompletePlan(field: string, term: string): 'nothing' | 'all' | 'term' {
  if (field === '') return 'nothing'
  if (term === '') return 'all'
  return term.length < AUTOCOMPLETE_MIN ? 'nothing' : 'term'
}

/** The values an autocomplete answered; a reply that carries a message counts as empty. */
export function autocompleteValues(reply: { items?: string[] | undefined; message?: string | undefined }): string[] {
  return reply.message === undefined ? (reply.items ?? []) : []
}
