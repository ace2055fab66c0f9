/** Rules as text: labels of paths and their values. Pure; names are looked up. */
import type { FilterField } from '#contract/model/rules/allowlist.ts'
import type { ConditionNode, TypeCondition } from '#contract/model/rules/conditions/conditions.ts'
import type { Comparison, Condition, FilterGroup } from '#contract/model/rules/filter.ts'
import { periodText } from '#contract/model/rules/period.ts'
import type { Criteria, RuleEvidence, RuleInfo } from '#contract/model/rules/rule.ts'
import type { Content } from '#src/features/rules/editor/draft.ts'
import {
  isGroup,
  listOf,
  operandOf,
  QUANTIFIER_LABELS,
  quantifierOf,
  textOf,
} from '#src/features/rules/editor/filter-groups.ts'
import { conditionsText } from './conditions-text.ts'
import { LEVEL_LABELS, TRIGGER_LABELS, STAGE_LABELS } from './rule-labels.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { humanise } from '#src/format/label.ts'

/** The result of a backtest, on one line. */
export function evidenceText({ days, draft, live, strLost, isExact }: RuleEvidence): string {
  const alerts = `${formatCount(live.alerts)} → ${formatCount(draft.alerts)} alerts`
  const lost = strLost === 0 ? 'no STR missed' : `${countOf(strLost, 'STR')} missed`
  return `Backtest over ${days} days: ${alerts}, ${lost}${isExact ? '' : ', of an earlier draft'}.`
}

/** "353" counts the revisions of every rule; our server sends the number within the rule. */
export const numberOf = ({ revision, revisionId }: { revision?: number | undefined; revisionId: string }): string =>
  revision === undefined ? revisionId : String(revision)

/** The lookups of names; an unknown id is shown as it is. */
export interface Look {
  types: readonly RuleInfo[]
  fields: readonly FilterField[]
  comparisons: readonly Comparison[]
  service: (id: string) => string
  country: (id: string) => string
  configSet: (id: string) => string
  ticketTemplate: (id: string) => string
}

export const OPTION_LABELS: Record<string, string> = {
  action: 'Action',
  trigger_event: 'Trigger',
  transaction_direction: 'Direction',
  transaction_services: 'Services',
  account_type: 'Account type',
  schedule: 'Schedule',
  random_percent: 'Sampling rate',
  transaction_filters: 'Transactions',
  conditions: 'Conditions',
  customer_filters: 'Customers',
  auto_reject: 'Reject automatically',
  auto_reject_note: 'Rejection note',
  configSets: 'Model settings',
  zohoTemplates: 'Ticket templates',
  procedures: 'Procedures',
  triggerInfo: 'Trigger information',
}
export const TRIGGER_INFO_LABELS: Record<string, string> = {
  enabled: 'Shown with the alert',
  isFollowing: 'Follows the customer',
  isAddWhl: 'Offers an allow list',
  customerName: 'With the customer’s name',
  ignoreCriteria: 'An allow list from it ignores the rule’s thresholds',
  isReport: 'An allow list from it alerts anyway above its limits',
  text: 'Text',
  key: 'Key',
  table: 'Table',
  criteriaGroups: 'Criteria groups',
  filterGroups: 'Filter groups',
}

/** A record that a rule names by id; a deleted one is `gone`. */
export const nameAmong =
  (named: readonly { id: string | number; name: string }[] | undefined, gone: string) =>
  (id: string): string =>
    named ? (named.find((one) => String(one.id) === id)?.name ?? gone) : id

/** The indexes that lead to a condition: 1 and 0 of `options.conditions.all.1.any.0.left`. */
function conditionPath(place: string): number[] {
  const [, path = ''] = /^options\.conditions((?:\.(?:all|any)\.\d+)*)/.exec(place) ?? []
  return (path.match(/\d+/g) ?? []).map(Number)
}

/** The label of a path: "Account velocity · Period". */
export function placeLabel(place: string, { types }: Look): string {
  const [first = '', second, third] = place.split('.')
  if (first === 'criteria' && second !== undefined) {
    const info = types.find(({ type }) => type === second)
    const label = info?.label ?? humanise(second)
    if (third === undefined) return label
    return `${label} · ${info?.fields.find(({ name }) => name === third)?.label ?? humanise(third)}`
  }
  if (first === 'options' && second !== undefined) {
    const label = OPTION_LABELS[second] ?? humanise(second)
    if (second === 'conditions') {
      const numbers = conditionPath(place).map((index) => index + 1)
      return numbers.length > 0 ? `${label} · ${numbers.join('.')}` : label
    }
    return second === 'triggerInfo' && third ? `${label} · ${TRIGGER_INFO_LABELS[third] ?? humanise(third)}` : label
  }
  return (
    { isDeleted: 'Rule', stage: 'State', name: 'Name', description: 'Description', criteria: 'Criteria' }[first] ??
    humanise(first)
  )
}

/** The value at a path; empty if there is none. */
export function valueText(place: string, value: unknown, look: Look): string {
  if (value === undefined || value === null) return ''
  const [first = '', name = '', inner = ''] = place.split('.')
  if (first === 'criteria')
    return inner === '' ? criterionWords(name, value, look) : parameterWords(name, inner, value, look)
  if (place === 'isDeleted') return value === true ? 'deleted' : 'kept'
  if (place === 'stage') return STAGE_LABELS[textOf(value)] ?? textOf(value)
  return optionWords(name, value, look)
}

function optionWords(name: string, value: unknown, look: Look): string {
  switch (name) {
    case 'action':
      return LEVEL_LABELS[String(value)] ?? String(value)
    case 'trigger_event':
      return TRIGGER_LABELS[String(value)] ?? String(value)
    case 'transaction_services':
      return listOf(value)
        .map((one) => look.service(String(one)))
        .join(', ')
    case 'configSets':
      return listOf(value)
        .map((one) => look.configSet(String(one)))
        .join(', ')
    case 'zohoTemplates':
      return listOf(value)
        .map((one) => look.ticketTemplate(String(one)))
        .join(', ')
    case 'conditions':
      return conditionsText(value as ConditionNode, (node) => typeWords(node, look))
    case 'procedures':
      return (value as { text: string }[]).map(({ text }, index) => `${index + 1}. ${text}`).join('\n')
    case 'random_percent':
      return `${String(value)} %`
    case 'auto_reject':
      return value === 1 ? 'Yes' : 'No'
    case 'transaction_direction':
    case 'account_type':
      return humanise(String(value))
    default:
      return plain(value, look)
  }
}

/** A rule type among conditions: "Limit transaction (Limit 9,000 USD)". */
function typeWords({ type, criterion }: TypeCondition, look: Look): string {
  const words = criterionWords(type, criterion, look)
  return placeLabel(`criteria.${type}`, look) + (words === '' ? '' : ` (${words})`)
}

function plain(value: unknown, look: Look): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value))
    return value
      .map((one) => plain(one, look))
      .filter(Boolean)
      .join('\n')
  if ('combinator' in value) return filterText(value as FilterGroup, look)
  if ('where' in value) return plain(value.where, look)
  return Object.entries(value)
    .map(([name, inner]) => [TRIGGER_INFO_LABELS[name] ?? humanise(name), plain(inner, look)] as const)
    .filter(([, text]) => text !== '' && text !== 'No')
    .map(([label, text]) => `${label}: ${text}`)
    .join('\n')
}

/** Every parameter of a criterion in one line. */
function criterionWords(type: string, value: unknown, look: Look): string {
  const fields = look.types.find((info) => info.type === type)?.fields ?? []
  const place = (name: string) => fields.findIndex((each) => each.name === name)
  return Object.entries(value as Criteria[string])
    .toSorted(([a], [b]) => place(a) - place(b))
    .map(([name, one]) => {
      const field = fields.find((each) => each.name === name)
      // the unit is part of the value
      const label = field?.label.replace(/, (USD|%)$/, '') ?? humanise(name)
      return `${label} ${parameterWords(type, name, one, look)}`
    })
    .join(' · ')
}

function parameterWords(type: string, name: string, value: unknown, { types, country }: Look): string {
  const field = types.find((info) => info.type === type)?.fields.find((each) => each.name === name)
  const texts = listOf(value).map((one) => {
    const text = String(one)
    if (field?.kind === 'countries') return country(text)
    return field?.choices?.find((choice) => choice.value === text)?.label ?? text
  })
  const text = texts.join(', ')
  switch (field?.kind) {
    case 'amount':
      return `${Number.isFinite(Number(text)) ? Number(text).toLocaleString('en') : text} USD`
    case 'percent':
      return `${text} %`
    case 'days':
      return periodText(text)
    default:
      return text
  }
}

/** A filter as text: "All conditions: Industry contains crypto; …". */
export function filterText(group: FilterGroup, look: Look): string {
  const parts = group.rules.map((node) => (isGroup(node) ? `(${filterText(node, look)})` : conditionWords(node, look)))
  if (parts.length === 0) return ''
  const quantifier = quantifierOf(group)
  if (parts.length === 1 && (quantifier === 'and' || quantifier === 'or')) return parts[0]!
  if (quantifier === 'and' || quantifier === 'or') return parts.join(` ${quantifier} `)
  return `${QUANTIFIER_LABELS[quantifier].toLowerCase()}: ${parts.join(', ')}`
}

function conditionWords({ field, operator, value }: Condition, { fields, comparisons }: Look): string {
  const known = fields.find(({ name }) => name === field)
  const label = known?.label ?? humanise(field)
  const how = comparisons.find(({ name }) => name === operator)?.label ?? humanise(operator).toLowerCase()
  const operand = operandOf(comparisons, operator)
  const words = listOf(value).map((one) => known?.choices?.find((choice) => choice.value === one)?.label ?? String(one))
  const told = operand === 'none' ? '' : words.join(operand === 'range' ? ' and ' : ', ')
  return [label, how, told && (known?.type === 'text' ? `“${told}”` : told)].filter(Boolean).join(' ')
}

/** All values of a rule, one row per path, in form order. */
export function contentRows(content: Content, look: Look): readonly (readonly [label: string, text: string])[] {
  const places = [
    ...Object.keys(content.criteria).map((type) => [`criteria.${type}`, content.criteria[type]] as const),
    ...Object.keys(OPTION_LABELS).map(
      (name) => [`options.${name}`, content.options[name as keyof typeof content.options]] as const,
    ),
  ]
  return places
    .map(([place, value]) => [placeLabel(place, look), valueText(place, value, look)] as const)
    .filter(([, text]) => text !== '')
}
