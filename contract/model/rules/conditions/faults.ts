/** Whether conditions can be evaluated: fields and facts exist here, and both sides of a comparison are of one kind. */
import { FACTS } from '#contract/model/facts/facts.ts'
import type { FieldType } from '#contract/model/rules/filter.ts'
import {
  BALANCE_ROWS,
  CONTRACT_ROWS,
  CUSTOMER_ROWS,
  EXTENDED_ROWS,
  RISK_ROWS,
  TRANSACTION_ROWS,
  type FieldRow,
} from '#contract/model/rules/filter-fields.ts'
import {
  allOperands,
  CONDITION_LIMITS,
  isType,
  leavesOf,
  operandsOf,
  type Aggregate,
  type Comparison,
  type ConditionNode,
  type ConditionOperand,
  type ConditionValue,
} from './conditions.ts'
import { CONDITION_FACTS, KEYS_ACROSS, type ConditionFactId } from './facts-and-keys.ts'

/** What a rule evaluates: payments, or customers as they are. */
export type ConditionSubject = 'transaction' | 'customer'

/** What is wrong, and where in the expression: `all.1.left.fact`. */
export interface ConditionFault {
  place: string
  message: string
}

export type ValueKind = 'number' | 'text' | 'date' | 'boolean'

const OF_CUSTOMERS = [...CUSTOMER_ROWS, ...BALANCE_ROWS, ...RISK_ROWS, ...CONTRACT_ROWS]
const BY_SUBJECT: Readonly<Record<ConditionSubject, ReadonlyMap<string, FieldRow>>> = {
  customer: new Map(OF_CUSTOMERS.map((row) => [row.name, row])),
  transaction: new Map([...TRANSACTION_ROWS, ...EXTENDED_ROWS, ...OF_CUSTOMERS].map((row) => [row.name, row])),
}

/** The fields that conditions can name. */
export const conditionFields = (on: ConditionSubject): readonly FieldRow[] => [...BY_SUBJECT[on].values()]
export const findConditionField = (name: string): FieldRow | undefined => BY_SUBJECT.transaction.get(name)

/** The facts that conditions can name. */
export const conditionFacts = (on: ConditionSubject): readonly ConditionFactId[] =>
  (Object.keys(CONDITION_FACTS) as ConditionFactId[]).filter((id) => on === 'transaction' || CONDITION_FACTS[id] === on)

export const kindOfField = (type: FieldType): ValueKind =>
  type === 'number' || type === 'amount' ? 'number' : type === 'date' || type === 'boolean' ? type : 'text'

export function kindOfFact(id: ConditionFactId): ValueKind {
  const { unit } = FACTS[id]
  if (unit === 'flag') return 'boolean'
  if (unit === 'date') return 'date'
  return (unit as string) === 'text' || unit === 'country' ? 'text' : 'number'
}

const kindOfValue = (value: ConditionValue): ValueKind =>
  typeof value === 'string' ? 'text' : (typeof value as 'number' | 'boolean')

const levelsOf = (operand: ConditionOperand): readonly ConditionValue[] | null =>
  'byRisk' in operand ? Object.values(operand.byRisk) : 'bySegment' in operand ? Object.values(operand.bySegment) : null

/** The kind of an operand's value; null where it is not known, which is a fault of its own. */
export function kindOfOperand(operand: ConditionOperand): ValueKind | null {
  if ('value' in operand) return kindOfValue(operand.value)
  if ('fact' in operand) return kindOfFact(operand.fact)
  if ('aggregate' in operand) return 'number'
  const levels = levelsOf(operand)
  if (levels) return kindOfValue(levels[0] ?? '')
  const field = 'field' in operand ? findConditionField(operand.field) : undefined
  return field ? kindOfField(field.type) : null
}

const isConstant = (operand: ConditionOperand) => 'value' in operand || levelsOf(operand) !== null

const NAMES: Record<ValueKind, string> = {
  number: 'a number',
  text: 'a text',
  date: 'a day',
  boolean: 'true or false',
}
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

function faultsOfAggregate(aggregate: Aggregate, place: string, on: ConditionSubject): ConditionFault[] {
  const { measure, of, by, amount, including, newOnly } = aggregate
  const own = by.includes('customer')
  const fault = (name: string, message: string, when: boolean) => (when ? [{ place: `${place}.${name}`, message }] : [])
  return [
    ...fault('of', 'is missing: what is counted', measure === 'distinct' && of === undefined),
    ...fault('of', `is for distinct alone, not for ${measure}`, measure !== 'distinct' && of !== undefined),
    ...fault('of', 'is a key already, so that there is one', of !== undefined && by.includes(of)),
    ...fault('by', 'names a key twice', new Set(by).size !== by.length),
    ...fault(
      'by',
      `has customer, or one of ${KEYS_ACROSS.join(', ')}`,
      !own && !by.some((key) => KEYS_ACROSS.includes(key)),
    ),
    ...fault('by', 'is customer alone where no payment is evaluated', on === 'customer' && by.join() !== 'customer'),
    ...fault(
      'by',
      'has customer and another key for a share',
      measure === 'share' && !(own && (by.length > 1 || amount !== undefined)),
    ),
    ...fault(
      'amount',
      'has a least and a most amount, the least first, or one of them',
      amount !== undefined &&
        ((amount.min === undefined && amount.max === undefined) || (amount.min ?? 0) > (amount.max ?? Infinity)),
    ),
    ...fault('including', 'does not go with days since a payment', including === true && measure === 'daysSince'),
    ...fault('including', 'needs a payment', including === true && on === 'customer'),
    ...fault('newOnly', 'goes with distinct by customer alone', newOnly === true && !(measure === 'distinct' && own)),
  ]
}

function faultsOfOperand(operand: ConditionOperand, place: string, on: ConditionSubject): ConditionFault[] {
  if ('field' in operand) {
    if (BY_SUBJECT[on].has(operand.field)) return []
    const message = findConditionField(operand.field)
      ? `needs a payment: ${operand.field} is none of a customer`
      : `there is no field “${operand.field}”`
    return [{ place: `${place}.field`, message }]
  }
  if ('fact' in operand) {
    const needsPayment = on === 'customer' && CONDITION_FACTS[operand.fact] === 'transaction'
    return [
      ...(needsPayment
        ? [{ place: `${place}.fact`, message: `needs a payment: “${FACTS[operand.fact].label}” is of one` }]
        : []),
      ...(operand.times !== undefined && kindOfFact(operand.fact) !== 'number'
        ? [{ place: `${place}.times`, message: `“${FACTS[operand.fact].label}” is no number to multiply` }]
        : []),
    ]
  }
  if ('aggregate' in operand) return faultsOfAggregate(operand.aggregate, `${place}.aggregate`, on)
  const kinds = new Set((levelsOf(operand) ?? []).map(kindOfValue))
  return kinds.size > 1 ? [{ place, message: 'has values of one kind' }] : []
}

/** A constant against what it is compared with: a day, a code, one of the choices. */
function faultOfValue(value: ConditionValue, against: ConditionOperand, place: string): ConditionFault[] {
  const kind = kindOfOperand(against)
  if (kind === null) return []
  if (kind === 'date') {
    return typeof value === 'string' && DAY.test(value) ? [] : [{ place, message: 'is no day: YYYY-MM-DD' }]
  }
  if (kindOfValue(value) !== kind) return [{ place, message: `is compared with ${NAMES[kind]}, and is none` }]
  const field = 'field' in against ? findConditionField(against.field) : undefined
  if (field?.choices && !field.choices.includes(String(value))) {
    return [{ place, message: `“${String(value)}” is none of the choices of ${field.label}` }]
  }
  const isCountry = field?.type === 'country' || ('fact' in against && FACTS[against.fact].unit === 'country')
  return isCountry && !/^[A-Z0-9]{2}$/.test(String(value)) ? [{ place, message: 'is no country code' }] : []
}

const constantsOf = (operand: ConditionOperand, place: string): { value: ConditionValue; place: string }[] => {
  if ('value' in operand) return [{ value: operand.value, place: `${place}.value` }]
  const levels: object = 'byRisk' in operand ? operand.byRisk : 'bySegment' in operand ? operand.bySegment : {}
  const name = 'byRisk' in operand ? 'byRisk' : 'bySegment'
  return Object.entries(levels).map(([level, value]) => ({
    value: value as ConditionValue,
    place: `${place}.${name}.${level}`,
  }))
}

const isCounted = (operand: ConditionOperand) =>
  ('fact' in operand && operand.fact.endsWith('.earlier')) ||
  ('aggregate' in operand && operand.aggregate.measure === 'count' && !operand.aggregate.including)

function faultsOfComparison({ left, is, right }: Comparison, place: string): ConditionFault[] {
  const [here, there] = [`${place}.left`, `${place}.right`]
  if (is === 'isKnown' || is === 'isNew') {
    if (right !== undefined) return [{ place: there, message: `is nothing for ${is}` }]
    if (isConstant(left)) return [{ place: here, message: 'is a value, which is always known' }]
    const isNone = is === 'isNew' && !isCounted(left)
    return isNone ? [{ place: `${place}.is`, message: 'is for earlier payments, or a count of payments before' }] : []
  }
  if (right === undefined) return [{ place: there, message: 'is missing' }]
  const kind = kindOfOperand(left)
  if (is === 'in' || is === 'notIn') {
    if (!Array.isArray(right)) return [{ place: there, message: 'is a list of values' }]
    if (isConstant(left)) return [{ place: here, message: 'is a value: compare a field, a fact or an aggregate' }]
    if (kind === 'boolean' || kind === 'date') return [{ place: `${place}.is`, message: `is not for ${NAMES[kind]}` }]
    return right.flatMap((value, index) => faultOfValue(value, left, `${there}.${index}`))
  }
  if (Array.isArray(right)) return [{ place: there, message: 'is a list, which goes with in and notIn' }]
  if (isConstant(left) && isConstant(right)) return [{ place, message: 'compares two values with each other' }]
  const kinds = [kind, kindOfOperand(right)]
  if (is !== 'eq' && is !== 'ne' && kinds.some((one) => one === 'boolean')) {
    return [{ place: `${place}.is`, message: 'has no order: true or false' }]
  }
  const isOrdered = is !== 'eq' && is !== 'ne'
  const text = isOrdered && !isConstant(left) && kind === 'text'
  if (text) return [{ place: `${place}.is`, message: 'has no order: a text' }]
  if (isConstant(right)) return constantsOf(right, there).flatMap((one) => faultOfValue(one.value, left, one.place))
  if (isConstant(left)) return constantsOf(left, here).flatMap((one) => faultOfValue(one.value, right, one.place))
  if (kinds[0] !== null && kinds[1] !== null && kinds[0] !== kinds[1]) {
    return [
      { place: there, message: `is ${NAMES[kinds[1] as ValueKind]}, compared with ${NAMES[kinds[0] as ValueKind]}` },
    ]
  }
  return []
}

/** Everything wrong with an expression of the right shape, but the parameters of its types, in reading order. */
export function faultsOfConditions(root: ConditionNode, on: ConditionSubject): ConditionFault[] {
  const faults = [...leavesOf(root)].flatMap(({ node, place }) =>
    isType(node)
      ? []
      : [
          ...operandsOf(node, place).flatMap(({ operand, place: at }) => faultsOfOperand(operand, at, on)),
          ...faultsOfComparison(node, place).map((one) => ({ ...one, place: one.place.replace(/^\./, '') })),
        ],
  )
  const aggregates = new Set(
    allOperands(root).flatMap(({ operand }) => ('aggregate' in operand ? [JSON.stringify(operand.aggregate)] : [])),
  )
  const { aggregates: most } = CONDITION_LIMITS
  return aggregates.size > most ? [...faults, { place: '', message: `at most ${most} different aggregates` }] : faults
}
