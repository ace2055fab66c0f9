/** A rule as it is being written: what it was begun on, and everything of it as the form has it. Pure. */
import type { Rule, RuleBody, RuleDraft, RuleInfo, RuleOptions } from '#contract/model/rules/rule.ts'
import { RULE_DEFAULTS, ruleToSave } from '#contract/model/rules/rule.ts'
import { isSameValue } from '#contract/model/settings.ts'
import type { RuleArea } from '#contract/model/values.ts'
import { conditionsToSend } from './conditions/tree.ts'
import { addedCriterion, criteriaToSend } from './criteria.ts'

export interface Draft {
  /** The rule as it was when writing began; null for a new one. */
  base: Rule | null
  body: RuleDraft
  /** The backtest that was begun on it last, and what it tried. */
  backtest?: string
  tested?: RuleDraft
}

type DraftOptions = RuleDraft['options']

/** Two o'clock each night. */
const NIGHTLY = '0 2 * * *'

/** A new rule runs in shadow mode first, where the server has one: it counts before it raises. */
export function newBody(platform: string, { hasTrials }: { hasTrials?: () => boolean } = {}): RuleDraft {
  const { type, action, trigger_event } = RULE_DEFAULTS
  const options = { action, trigger_event }
  const stage = hasTrials?.() ? { stage: 'shadow' as const } : {}
  return { name: '', description: '', platform, type, criteria: addedCriterion({}), options, ...stage }
}

/** The editable content of a rule. */
export function bodyOf({ name, description, platform, type, criteria, options }: Omit<Rule, 'revisionId'>): RuleDraft {
  const { auto_reject, ...rest } = options
  const box = auto_reject === undefined ? {} : { auto_reject: auto_reject === 1 }
  return { name, description, platform, type, criteria, options: { ...rest, ...box } }
}

/** Every option except empty ones. */
export function withOption<K extends keyof DraftOptions>(
  body: RuleDraft,
  name: K,
  value: DraftOptions[K] | undefined | '',
): RuleDraft {
  const { [name]: _, ...rest } = body.options
  const isNothing = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return { ...body, options: isNothing ? rest : { ...rest, [name]: value } }
}

/** Changes the trigger: a customer change cannot be held. */
export function withTrigger(body: RuleDraft, trigger: DraftOptions['trigger_event']): RuleDraft {
  const next = withOption(body, 'trigger_event', trigger)
  return trigger === 'customer_update' && next.options.action === 'hardstop'
    ? withOption(next, 'action', 'alert')
    : next
}

/** Another area of a rule that is new: only a schedule has hours. */
export function withArea(body: RuleDraft, type: RuleArea): RuleDraft {
  return withOption({ ...body, type }, 'schedule', type === 'schedule' ? (body.options.schedule ?? NIGHTLY) : undefined)
}

/** The rule types of a rule: those of accounts for customer changes. */
export function typesOf({ type, options }: { type: RuleArea; options: Pick<RuleOptions, 'trigger_event'> }): RuleArea {
  return type === 'transaction' && options.trigger_event === 'customer_update' ? 'account' : type
}

/** Conditions are evaluated on payments, or on customers as they are. */
export const subjectOf = (rule: Pick<RuleDraft, 'type'> & { options: Pick<RuleOptions, 'trigger_event'> }) =>
  typesOf(rule) === 'transaction' ? ('transaction' as const) : ('customer' as const)

/** The body: see `ruleToSave`. */
export function toSend(body: RuleDraft, types: readonly RuleInfo[]): RuleBody {
  const sent = ruleToSave(body)
  const { conditions } = sent.options
  const options = conditions ? { ...sent.options, conditions: conditionsToSend(conditions, types) } : sent.options
  return { ...sent, name: sent.name.trim(), criteria: criteriaToSend(sent.criteria, types), options }
}

/** True if there are unsaved changes; a new rule has some once it has content. */
export function isEdited({ base, body }: Draft, types: readonly RuleInfo[]): boolean {
  const before = base ? bodyOf(base) : newBody(body.platform)
  const said = (one: RuleDraft) => toSend({ ...one, stage: 'live' }, types)
  return !isSameValue(said(body), said(before))
}

/** True if the rule went on since writing began. */
export const isBehind = ({ base }: Draft, now: Rule | undefined): boolean =>
  base !== null && now !== undefined && base.revisionId !== now.revisionId

/** The content of a revision. */
export const contentOf = ({ name, description, criteria, options }: Pick<RuleBody, keyof Content>): Content => ({
  name,
  description,
  criteria,
  options,
})
export interface Content {
  name: string
  description: string
  criteria: RuleBody['criteria']
  options: RuleOptions
}
