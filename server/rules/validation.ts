/** The validation of a saved rule (docs/design/specification.md#saving): all faults, each with its path. */
import * as z from 'zod/mini'
import { faultsOf } from '#contract/call.ts'
import { COMMENT_MAX, NAME_MAX } from '#contract/model/common.ts'
import { conditions as conditionsSchema } from '#contract/model/rules/conditions/conditions-schema.ts'
import { isType, leavesOf } from '#contract/model/rules/conditions/conditions.ts'
import { faultsOfConditions } from '#contract/model/rules/conditions/faults.ts'
import type { FilterGroup } from '#contract/model/rules/filter.ts'
import { HOLDS_NOTHING, ruleToSave, type RuleBody, type RuleOptions } from '#contract/model/rules/rule.ts'
import { SERVICES } from '#contract/model/values.ts'
import { CUSTOMER_FIELDS, fieldsOfRule, TRANSACTION_FIELDS } from '#server/monitoring/filter/fields.ts'
import { faultsOfFilter, type Fault } from '#server/monitoring/filter/filter.ts'
import { criterionSchema } from '#server/monitoring/rule-type.ts'
import { areasOf, RULE_TYPE_DEFINITIONS } from '#server/monitoring/rule-types/rule-type-definitions.ts'
import { asksOf, conditionsWithValues, withValues } from '#server/monitoring/active-rules.ts'
import { isSchedule } from '#server/monitoring/schedule.ts'

const PROCEDURES_MAX = 50

/** The records of its platform that a rule may refer to. */
export interface RuleReferences {
  /** The values of the config sets, by id. */
  configSets: ReadonlyMap<string, readonly string[]>
  /** Ids of letters to customers. */
  ticketTemplates: ReadonlySet<string>
}

/** Everything wrong with a rule that is to be saved; empty where it may be. Places are paths into the rule. */
export function faultsOfRule(rule: RuleBody, known: RuleReferences): Fault[] {
  const shape = faultsOfShape(rule)
  // nothing walks an expression of another shape
  if (shape.length > 0) return shape
  return [
    ...faultsOfText('name', rule.name.trim(), NAME_MAX, true),
    ...faultsOfText('description', rule.description, COMMENT_MAX, false),
    ...faultsOfCriteria(rule, known),
    ...faultsOfExpression(rule),
    ...faultsOfBaggage(rule),
    ...faultsOfOptions(rule, known),
    ...faultsOfFilters(rule),
  ]
}

/** The new faults that other values of a config set would cause in rules that name it. */
export function faultsOfValues(
  rules: readonly RuleBody[],
  { configSets }: Pick<RuleReferences, 'configSets'>,
  { id, value }: { id: string; value: readonly string[] },
): Fault[] {
  const changed = new Map(configSets).set(id, value)
  return rules.flatMap((rule) => {
    const before = new Set(faultsOfCriteria(rule, { configSets }).map(({ place }) => place))
    return faultsOfCriteria(rule, { configSets: changed })
      .filter(({ place }) => !before.has(place))
      .map(({ place, message }) => ({ place: 'value', message: `${rule.name} could not run, ${place}: ${message}` }))
  })
}

function faultsOfText(place: string, text: string, most: number, isRequired: boolean): Fault[] {
  if (isRequired && text === '') return [{ place, message: 'is empty' }]
  return text.length > most ? [{ place, message: `has at most ${most} characters` }] : []
}

function faultsOfCriteria(rule: RuleBody, known: Pick<RuleReferences, 'configSets'>): Fault[] {
  const { criteria: own, options } = rule
  // a list may come from a config set alone
  const values = (options.configSets ?? []).flatMap((id) => known.configSets.get(id) ?? [])
  const entries = Object.entries(withValues(own, values))
  const { conditions } = options
  if (entries.length === 0 && !conditions) {
    return [{ place: 'criteria', message: 'a rule has at least one criterion, or conditions' }]
  }
  const typed = conditions ? [...leavesOf(conditionsWithValues(conditions, values))] : []
  return [
    ...entries.flatMap(([type, criterion]) => faultsOfType(rule, type, criterion, [`criteria.${type}`])),
    ...typed.flatMap(({ node, place }) => {
      const at = ['options.conditions', place].filter(Boolean).join('.')
      return isType(node) ? faultsOfType(rule, node.type, node.criterion, [`${at}.type`, `${at}.criterion`]) : []
    }),
  ]
}

/** The faults of a rule type in a rule, and of its parameters below the last place. */
function faultsOfType(
  { type: area, options }: RuleBody,
  type: string,
  criterion: unknown,
  [place, parameters = place]: readonly [string, string?],
): Fault[] {
  const definition = RULE_TYPE_DEFINITIONS.get(type)
  if (!definition) return [{ place, message: `there is no rule type “${type}”` }]
  if (!areasOf(type).includes(area))
    return [{ place, message: `${definition.label} is not a criterion of ${area} rules` }]
  if (asksOf(area, options) === 'customer' && definition.appliesTo !== 'customer')
    return [{ place, message: `${definition.label} evaluates transactions, not customer changes` }]
  return faultsOfCriterion(type, criterion, parameters)
}

/** Conditions that are none, each fault at its place; the schema is not in the body of a call, which the window loads. */
function faultsOfShape({ options: { conditions } }: RuleBody): Fault[] {
  if (conditions === undefined) return []
  const result = z.safeParse(conditionsSchema, conditions)
  if (result.success) return []
  const at = (place: string) => ['options.conditions', place].filter(Boolean).join('.')
  return faultsOf(result.error).map(({ place, message }) => ({ place: at(place), message }))
}

/** Fields, facts and aggregates of conditions; a rule that is not asked about payments evaluates customers. */
function faultsOfExpression({ type: area, options }: RuleBody): Fault[] {
  const { conditions } = options
  if (!conditions) return []
  const asks = asksOf(area, options)
  const typed = asks === 'schedule' ? [...leavesOf(conditions)] : []
  return [
    ...faultsOfConditions(conditions, asks === 'transaction' ? 'transaction' : 'customer'),
    ...typed.flatMap(({ node, place }): Fault[] =>
      isType(node) && RULE_TYPE_DEFINITIONS.get(node.type)?.appliesTo === 'period'
        ? [{ place: [place, 'type'].filter(Boolean).join('.'), message: 'evaluates transactions, not customers' }]
        : [],
    ),
  ].map(({ place, message }) => ({ place: ['options.conditions', place].filter(Boolean).join('.'), message }))
}

/** The faults of a criterion's parameters, by name; none for an unknown type. */
export function faultsOfCriterion(type: string, criterion: unknown, place: string): Fault[] {
  const definition = RULE_TYPE_DEFINITIONS.get(type)
  const result = definition && z.safeParse(criterionSchema(definition.fields), criterion)
  if (!result || result.success) return []
  return result.error.issues.flatMap((issue): Fault[] => {
    const at = [place, ...issue.path.map(String)].join('.')
    if (issue.code !== 'unrecognized_keys') return [{ place: at, message: issue.message }]
    return issue.keys.map((key) => ({ place: `${at}.${key}`, message: `${definition?.label} has no such parameter` }))
  })
}

/** Fields that the specification omits on saving are refused. */
function faultsOfBaggage(rule: RuleBody): Fault[] {
  const { auto_reject, ...options } = rule.options
  const draft = { ...options, ...(auto_reject !== undefined && { auto_reject: auto_reject === 1 }) }
  const kept = ruleToSave({ ...rule, options: draft }).options
  const faults = Object.keys(rule.options)
    .filter((name) => rule.options[name as keyof RuleOptions] !== undefined && !(name in kept))
    .map((name) => ({ place: `options.${name}`, message: 'does not go with the rest of this rule' }))
  const isScheduled = rule.type === 'schedule'
  if (isScheduled === (rule.options.schedule !== undefined)) return faults
  return [
    ...faults,
    { place: 'options.schedule', message: isScheduled ? 'is missing' : 'is for rules of type schedule alone' },
  ]
}

function faultsOfOptions({ options }: RuleBody, known: RuleReferences): Fault[] {
  const { transaction_services = [], schedule, configSets = [], procedures = [], auto_reject_note = '' } = options
  const { zohoTemplates = [] } = options
  return [
    ...transaction_services.flatMap((service, index) =>
      (SERVICES as readonly string[]).includes(service)
        ? []
        : [{ place: `options.transaction_services.${index}`, message: `there is no service “${service}”` }],
    ),
    ...(schedule === undefined || isSchedule(schedule)
      ? []
      : [{ place: 'options.schedule', message: 'is not five fields of cron with a day that comes' }]),
    ...configSets.flatMap((id, index) =>
      known.configSets.has(id)
        ? []
        : [{ place: `options.configSets.${index}`, message: `there is no config set ${id} on this platform` }],
    ),
    ...zohoTemplates.flatMap((id, index) =>
      known.ticketTemplates.has(id)
        ? []
        : [{ place: `options.zohoTemplates.${index}`, message: `there is no ticket template ${id} on this platform` }],
    ),
    ...(options.trigger_event === 'customer_update' && (options.action === 'hardstop' || options.auto_reject === 1)
      ? [{ place: 'options.action', message: HOLDS_NOTHING }]
      : []),
    ...faultsOfProcedures(procedures),
    ...faultsOfText('options.auto_reject_note', auto_reject_note, COMMENT_MAX, false),
  ]
}

function faultsOfProcedures(procedures: readonly { id: string; text: string }[]): Fault[] {
  if (procedures.length > PROCEDURES_MAX) {
    return [{ place: 'options.procedures', message: `a rule has at most ${PROCEDURES_MAX} procedures` }]
  }
  return procedures.flatMap(({ id, text }, index): Fault[] => {
    const place = `options.procedures.${index}`
    if (!/^[\w-]{1,100}$/.test(id)) return [{ place: `${place}.id`, message: 'is a word of letters, digits, - and _' }]
    if (procedures.findIndex((one) => one.id === id) !== index)
      return [{ place: `${place}.id`, message: 'is used twice' }]
    return faultsOfText(`${place}.text`, text.trim(), COMMENT_MAX, true)
  })
}

/** Codes have no letters but those of ASCII, of which alone the database compares without case as `passes` does. */
function faultsOfTransactionFilter(where: FilterGroup, place: string): Fault[] {
  const odd = /[^\p{ASCII}]/u.exec(JSON.stringify(where))
  if (odd) return [{ place, message: `compares codes and numbers, in which there is no “${odd[0]}”` }]
  return faultsOfFilter(where, place, TRANSACTION_FIELDS)
}

function faultsOfFilters({ type: area, options }: RuleBody): Fault[] {
  const { customer_filters, transaction_filters, triggerInfo, trigger_event: trigger } = options
  const fields = fieldsOfRule({ area, trigger })
  const inTrigger = (name: 'criteriaGroups' | 'filterGroups') =>
    (triggerInfo?.[name] ?? []).flatMap((group, index) =>
      faultsOfFilter(group, `options.triggerInfo.${name}.${index}`, fields),
    )
  return [
    ...(customer_filters?.where
      ? faultsOfFilter(customer_filters.where, 'options.customer_filters.where', CUSTOMER_FIELDS)
      : []),
    ...(transaction_filters?.where
      ? faultsOfTransactionFilter(transaction_filters.where, 'options.transaction_filters.where')
      : []),
    ...inTrigger('criteriaGroups'),
    ...inTrigger('filterGroups'),
  ]
}
