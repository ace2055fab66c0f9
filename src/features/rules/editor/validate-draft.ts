/** Faults of a draft that the window can find; the server validates everything again. */
import type { FilterField } from '#contract/model/rules/allowlist.ts'
import { isType, leavesOf } from '#contract/model/rules/conditions/conditions.ts'
import type { Comparison, Condition, FilterGroup } from '#contract/model/rules/filter.ts'
import { daysOf } from '#contract/model/rules/period.ts'
import { HOLDS_NOTHING, type RuleBody, type RuleField, type RuleInfo } from '#contract/model/rules/rule.ts'
import { AUTOCOMPLETE_MIN } from '#contract/model/values.ts'
import type { Fault } from '#src/data/net/faults.ts'
import { under } from './conditions/condition-places.ts'
import { faultsOfDraft } from './conditions/draft-faults.ts'
import { numberIn, rangeText } from './criteria.ts'
import { subjectOf, typesOf } from './draft.ts'
import { filterable, isGroup, listOf, operandOf, textOf } from './filter-groups.ts'

export interface DraftReferences {
  types: readonly RuleInfo[]
  /** The fields of customer filters, and additional ones for transactions. */
  ofCustomers: readonly FilterField[]
  ofTransactions: readonly FilterField[]
  comparisons: readonly Comparison[]
}

/** Everything wrong with what would be sent, each with its place; empty where the server may be asked. */
export function faultsIn(body: RuleBody, known: DraftReferences): Fault[] {
  const { customer_filters, transaction_filters, triggerInfo } = body.options
  const { comparisons, ofCustomers, ofTransactions } = known
  const ofAlert = typesOf(body) === 'transaction' ? [...ofTransactions, ...ofCustomers] : ofCustomers
  const groups = (name: 'criteriaGroups' | 'filterGroups') =>
    (triggerInfo?.[name] ?? []).map((group, index) => [`options.triggerInfo.${name}.${index}`, group, ofAlert] as const)
  const filters = [
    ...(customer_filters?.where
      ? [['options.customer_filters.where', customer_filters.where, ofCustomers] as const]
      : []),
    ...(transaction_filters?.where
      ? [['options.transaction_filters.where', transaction_filters.where, filterable(ofTransactions)] as const]
      : []),
    ...groups('criteriaGroups'),
    ...groups('filterGroups'),
  ]
  return [
    ...(body.name === '' ? [{ place: 'name', message: 'is empty' }] : []),
    ...criteriaFaults(body, known),
    ...expressionFaults(body, known),
    ...(body.options.trigger_event === 'customer_update' && body.options.action === 'hardstop'
      ? [{ place: 'options.action', message: HOLDS_NOTHING }]
      : []),
    ...whenFaults(body.options),
    ...(body.options.procedures ?? []).flatMap(({ text }, index) =>
      text.trim() === '' ? [{ place: `options.procedures.${index}.text`, message: 'is empty' }] : [],
    ),
    ...filters.flatMap(([place, group, fields]) => filterFaults(group, place, { comparisons, fields })),
  ]
}

function whenFaults({ random_percent: share, schedule }: RuleBody['options']): Fault[] {
  const isShare = share === undefined || (share >= 0 && share <= 100)
  // the server knows valid days and hours
  const isSchedule = schedule === undefined || schedule.trim().split(/\s+/).length === 5
  return [
    ...(isShare ? [] : [{ place: 'options.random_percent', message: 'must be 0–100' }]),
    ...(isSchedule ? [] : [{ place: 'options.schedule', message: 'is not five fields of cron' }]),
  ]
}

function criteriaFaults(body: RuleBody, { types }: DraftReferences): Fault[] {
  const entries = Object.entries(body.criteria)
  if (entries.length === 0 && !body.options.conditions) {
    return [{ place: 'criteria', message: 'a rule has at least one criterion or condition' }]
  }
  return entries.flatMap(([type, parameters]) => {
    const place = `criteria.${type}`
    return typeFaults(body, types, { type, parameters, places: [place, place] })
  })
}

function expressionFaults(body: RuleBody, { types }: DraftReferences): Fault[] {
  const { conditions } = body.options
  if (!conditions) return []
  const ofTypes = [...leavesOf(conditions)].flatMap(({ node, place }) => {
    if (!isType(node)) return []
    const at = under(place)
    return typeFaults(body, types, {
      type: node.type,
      parameters: node.criterion,
      places: [`${at}.type`, `${at}.criterion`],
    })
  })
  return [...faultsOfDraft(conditions, subjectOf(body)), ...ofTypes]
}

interface TypeInRule {
  type: string
  parameters: Readonly<Record<string, unknown>>
  /** Of the type, and of its parameters. */
  places: readonly [type: string, parameters: string]
}

/** The faults of a rule type, and of its parameters. */
function typeFaults(
  { options }: RuleBody,
  types: readonly RuleInfo[],
  { type, parameters, places: [place, inner] }: TypeInRule,
): Fault[] {
  // an empty list may be filled by a config set
  const mayBeEmpty = (options.configSets ?? []).length > 0
  const info = types.find((one) => one.type === type)
  if (!info) return [{ place, message: 'is not a criterion of rules like this one' }]
  const odd = Object.keys(parameters).filter((name) => !info.fields.some((field) => field.name === name))
  return [
    ...info.fields.flatMap((field) => {
      const message = whyNot(field, parameters[field.name], mayBeEmpty)
      return message === null ? [] : [{ place: `${inner}.${field.name}`, message }]
    }),
    ...odd.map((name) => ({ place: `${inner}.${name}`, message: `${info.label} has no such parameter` })),
  ]
}

function whyNot(field: RuleField, value: unknown, mayBeEmpty: boolean): string | null {
  const { kind, min = -Infinity, max = Infinity, required } = field
  const values = listOf(value)
  if (kind === 'keywords' || kind === 'countries') {
    if (values.length === 0 && mayBeEmpty) return null
    return values.length < min || values.length > max ? `must have ${rangeText(field)}` : null
  }
  if (values.length === 0) return required ? 'is empty' : null
  if (kind === 'choice' || kind === 'boolean' || kind === 'text') return null
  const number = kind === 'days' ? daysOf(value) : typeof value === 'number' ? value : numberIn(String(value))
  if (Number.isNaN(number)) return 'is not a number'
  if (number < min || number > max) return `must be ${rangeText(field)}`
  return field.whole && !Number.isInteger(number) ? 'must be a whole number' : null
}

interface KnownOfFilter extends Pick<DraftReferences, 'comparisons'> {
  fields: readonly FilterField[]
}

function filterFaults(group: FilterGroup, place: string, known: KnownOfFilter): Fault[] {
  return group.rules.flatMap((node, index) => {
    const at = `${place}.rules.${index}`
    return isGroup(node) ? filterFaults(node, at, known) : conditionFaults(node, at, known)
  })
}

function conditionFaults(condition: Condition, place: string, { fields, comparisons }: KnownOfFilter): Fault[] {
  const field = fields.find(({ name }) => name === condition.field)
  if (!field) return [{ place: `${place}.field`, message: `there is no field “${condition.field}” to filter by here` }]
  if (!field.operators.includes(condition.operator)) {
    return [{ place: `${place}.operator`, message: `this comparison is not valid for ${field.label}` }]
  }
  const message = whyNotValue(condition, field.type, comparisons)
  return message === null ? [] : [{ place: `${place}.value`, message }]
}

function whyNotValue(
  { operator, value }: Condition,
  type: FilterField['type'],
  comparisons: readonly Comparison[],
): string | null {
  const values = listOf(value)
  const isNumeric = type === 'number' || type === 'amount'
  switch (operandOf(comparisons, operator)) {
    case 'none':
      return null
    case 'term':
      return textOf(values[0]).trim().length < AUTOCOMPLETE_MIN ? `needs ${AUTOCOMPLETE_MIN} characters or more` : null
    case 'range': {
      const [low, high] = values
      if (low === undefined || high === undefined) return 'needs both limits'
      const isReversed = isNumeric ? Number(low) > Number(high) : textOf(low) > textOf(high)
      return isReversed ? 'ends before it begins' : null
    }
    default:
      if (values.length === 0) return 'is empty'
      return isNumeric && values.some((one) => !Number.isFinite(Number(one))) ? 'is not a number' : null
  }
}
