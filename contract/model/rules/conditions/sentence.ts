/** Conditions as a sentence, which follows when they change; and what a hit saw of them. */
import { FACTS } from '#contract/model/facts/facts.ts'
import { periodText } from '#contract/model/rules/period.ts'
import {
  isGroup,
  isType,
  joinOf,
  membersOf,
  type Aggregate,
  type Comparison,
  type ConditionNode,
  type ConditionOperand,
  type ConditionValue,
  type Relation,
  type TypeCondition,
} from './conditions.ts'
import type { AggregateKey } from './facts-and-keys.ts'
import { findConditionField } from './faults.ts'

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** The name of a rule type with its parameters, as the window and the server each have it. */
export type TypeText = (node: TypeCondition) => string

export const AGGREGATE_KEY_LABELS: Readonly<Record<AggregateKey, readonly [one: string, many: string]>> = {
  customer: ['customer', 'customers'],
  counterparty: ['counterparty', 'counterparties'],
  counterpartyCountry: ['counterparty country', 'counterparty countries'],
  country: ['IP country', 'IP countries'],
  ip: ['IP address', 'IP addresses'],
  device: ['device', 'devices'],
  card: ['card', 'cards'],
  service: ['service', 'services'],
}

export const RELATION_LABELS: Readonly<Record<Relation, string>> = {
  eq: 'is',
  ne: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  in: 'is one of',
  notIn: 'is none of',
  isKnown: 'is known',
  isNew: 'is 0: new',
}

/** A value of a condition, or what was seen for an operand. */
export function conditionValueText(value: ConditionValue | null): string {
  if (value === null) return 'unknown'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? grouped.format(value) : value
}

function paymentsText({ direction, amount, by, within, including }: Aggregate): string {
  const flow = { in: 'incoming payments', out: 'outgoing payments', both: 'payments' }[direction]
  const { min, max } = amount ?? {}
  const sums =
    min !== undefined && max !== undefined
      ? ` of ${grouped.format(min)} to ${grouped.format(max)} USD`
      : min !== undefined
        ? ` of ${grouped.format(min)} USD or more`
        : max !== undefined
          ? ` of at most ${grouped.format(max)} USD`
          : ''
  const others = by.filter((key) => key !== 'customer').map((key) => AGGREGATE_KEY_LABELS[key][0])
  const whose = by.includes('customer') ? 'of the customer' : 'of all customers'
  const same = others.length > 0 ? ` with the same ${others.join(' and ')}` : ''
  return `${flow}${sums} ${whose}${same} in ${periodText(within)}${including ? ', this one included' : ' before'}`
}

export function aggregateText(aggregate: Aggregate): string {
  const { measure, of, newOnly, direction } = aggregate
  const payments = paymentsText(aggregate)
  const all = { in: 'incoming', out: 'outgoing', both: 'all' }[direction]
  switch (measure) {
    case 'count':
      return `the number of ${payments}`
    case 'sum':
      return `the total, USD, of ${payments}`
    case 'max':
      return `the largest amount, USD, of ${payments}`
    case 'min':
      return `the smallest amount, USD, of ${payments}`
    case 'share':
      return `the share, %, of ${payments}, in the amount of ${all} payments of the period`
    case 'daysSince':
      return `the days since the last of ${payments}`
    case 'distinct':
      return `the number of ${newOnly ? 'new' : 'different'} ${AGGREGATE_KEY_LABELS[of ?? 'counterparty'][1]} among ${payments}`
  }
}

const levelText = (levels: object, name: string): string =>
  Object.entries(levels)
    .map(([level, value]) =>
      level === 'else'
        ? `otherwise ${conditionValueText(value as ConditionValue)}`
        : `${conditionValueText(value as ConditionValue)} ${name} ${level}`,
    )
    .join(', ')

export function operandText(operand: ConditionOperand): string {
  const times = 'times' in operand && operand.times !== undefined ? `${grouped.format(operand.times)} × ` : ''
  if ('value' in operand) return conditionValueText(operand.value)
  if ('field' in operand) return findConditionField(operand.field)?.label ?? operand.field
  if ('fact' in operand) return `${times}${FACTS[operand.fact].label}`
  if ('aggregate' in operand) return `${times}${aggregateText(operand.aggregate)}`
  return 'byRisk' in operand ? `(${levelText(operand.byRisk, 'at risk')})` : `(${levelText(operand.bySegment, 'if')})`
}

export function comparisonText({ left, is, right }: Comparison): string {
  const other = Array.isArray(right)
    ? right.map(conditionValueText).join(', ')
    : right === undefined
      ? ''
      : operandText(right)
  return [operandText(left), RELATION_LABELS[is], other].filter(Boolean).join(' ')
}

function nodeText(node: ConditionNode, typeText: TypeText, isInner: boolean): string {
  if (isType(node)) return typeText(node)
  if (!isGroup(node)) return comparisonText(node)
  const members = membersOf(node)
  const joined = members
    .map((one) => nodeText(one, typeText, members.length > 1))
    .join(joinOf(node) === 'all' ? ' and ' : ' or ')
  if (node.not) return `not (${joined})`
  return isInner && members.length > 1 ? `(${joined})` : joined
}

/** A rule type by its name alone: "Limit transaction". */
export const plainTypeText: TypeText = ({ type }) => {
  const words = type.replaceAll('_', ' ').replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The whole expression as one sentence. */
export function conditionsSentence(root: ConditionNode, typeText: TypeText = plainTypeText): string {
  const words = nodeText(root, typeText, false)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
