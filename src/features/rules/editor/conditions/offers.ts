/** The choices on either side of a comparison, and the parts that stay when one side changes. Pure. */
import {
  MEASURES,
  RELATIONS,
  type Aggregate,
  type Comparison,
  type ConditionOperand,
  type Measure,
  type Relation,
} from '#contract/model/rules/conditions/conditions.ts'
import {
  conditionFacts,
  conditionFields,
  faultsOfConditions,
  findConditionField,
  kindOfOperand,
  type ConditionSubject,
  type ValueKind,
} from '#contract/model/rules/conditions/faults.ts'
import { FACTS } from '#contract/model/facts/facts.ts'
import { isSameValue } from '#contract/model/settings.ts'
import { numberIn } from '#src/features/rules/editor/criteria.ts'
import type { Suggestion } from '#src/ui/form/suggest.tsx'

export const MEASURE_LABELS: Readonly<Record<Measure, string>> = {
  count: 'Number of payments…',
  sum: 'Total of payments, USD…',
  distinct: 'Number of different counterparties, devices or cards…',
  share: 'Share of payments, %…',
  max: 'Largest payment, USD…',
  min: 'Smallest payment, USD…',
  daysSince: 'Days since the last payment…',
}

export const isListed = (is: Relation): boolean => is === 'in' || is === 'notIn'
export const isAlone = (is: Relation): boolean => is === 'isKnown' || is === 'isNew'

/** An operand by a name that a list can have. */
export interface Offer extends Suggestion {
  operand: ConditionOperand
}

export function newAggregate(measure: Measure, was?: Aggregate): Aggregate {
  const { of = 'counterparty', newOnly, ...kept } = was ?? { direction: 'in', within: 30, by: ['customer' as const] }
  const { including, ...rest } = kept as Omit<Aggregate, 'measure' | 'of' | 'newOnly'>
  const by = measure === 'share' && rest.by.length < 2 ? [...rest.by, 'counterparty' as const] : rest.by
  return {
    ...rest,
    by: measure === 'distinct' ? by.filter((key) => key !== of) : by,
    measure,
    ...(including && measure !== 'daysSince' && { including }),
    ...(measure === 'distinct' && { of, ...(newOnly && { newOnly }) }),
  }
}

/** Fields, facts and aggregates; labels that two of them have say which is meant. */
export function offersOf(on: ConditionSubject): readonly Offer[] {
  const all = [
    ...conditionFacts(on).map((id) => ({ value: id, label: FACTS[id].label, operand: { fact: id } })),
    ...conditionFields(on).map(({ name, label }) => ({ value: name, label, operand: { field: name } })),
    ...MEASURES.map((one) => ({
      value: `aggregate.${one}`,
      label: MEASURE_LABELS[one],
      operand: { aggregate: newAggregate(one) },
    })),
  ]
  const labels = all.map(({ label }) => label)
  const isShared = (label: string) => labels.indexOf(label) !== labels.lastIndexOf(label)
  return all.map((one) => (isShared(one.label) ? { ...one, label: `${one.label} (${one.value})` } : one))
}

/** The name of an operand among the offers; a number or text is told as it is. */
export function labelOf(operand: ConditionOperand, offers: readonly Offer[]): string {
  if ('value' in operand)
    return typeof operand.value === 'boolean' ? (operand.value ? 'yes' : 'no') : String(operand.value)
  const key =
    'field' in operand
      ? operand.field
      : 'fact' in operand
        ? operand.fact
        : 'aggregate' in operand
          ? `aggregate.${operand.aggregate.measure}`
          : null
  if (key === null) return 'byRisk' in operand ? BY_RISK : BY_SEGMENT
  return offers.find(({ value }) => value === key)?.label ?? key
}
export const BY_RISK = 'A value by risk…'
export const BY_SEGMENT = 'A value by segment…'

/** Operands on the right that can be compared with the left one. */
export function offersFor(left: ConditionOperand, offers: readonly Offer[]): readonly Offer[] {
  const kind = kindOfOperand(left)
  const start = kind === 'boolean' ? true : ''
  return [
    ...offers.filter(({ operand }) => kindOfOperand(operand) === kind && !isSameValue(operand, left)),
    { value: 'byRisk', label: BY_RISK, operand: { byRisk: { high: start, else: start } } },
    { value: 'bySegment', label: BY_SEGMENT, operand: { bySegment: { business: start, else: start } } },
  ]
}

/** The relations that a left side can have. */
export const relationsOf = (left: ConditionOperand, on: ConditionSubject): readonly Relation[] =>
  kindOfOperand(left) === null
    ? RELATIONS
    : RELATIONS.filter((is) => {
        const right = isAlone(is) ? {} : { right: isListed(is) ? [1] : left }
        return !faultsOfConditions({ left, is, ...right }, on).some(({ place }) => place === 'is')
      })

const start = (left: ConditionOperand): ConditionOperand => ({ value: kindOfOperand(left) === 'boolean' ? true : '' })

function rightFor(is: Relation, { left, right }: Pick<Comparison, 'left' | 'right'>): Comparison['right'] {
  if (isAlone(is)) return undefined
  if (!isListed(is)) return Array.isArray(right) ? { value: right[0] ?? '' } : (right ?? start(left))
  if (Array.isArray(right)) return right
  const value = right && 'value' in right ? right.value : ''
  return value === '' || typeof value === 'boolean' ? [] : [value]
}
const compared = (left: ConditionOperand, is: Relation, right: Comparison['right']): Comparison => ({
  left,
  is,
  ...(right !== undefined && { right }),
})

/** Another relation; its right side stays as far as it goes with it. */
export const withRelation = (comparison: Comparison, is: Relation): Comparison =>
  compared(comparison.left, is, rightFor(is, comparison))

/** Another left side; the relation and the right side stay where they fit. */
export function withLeft(comparison: Comparison, left: ConditionOperand, on: ConditionSubject): Comparison {
  const relations = relationsOf(left, on)
  const is = relations.includes(comparison.is) ? comparison.is : (relations[0] ?? 'eq')
  const right = rightFor(is, { left, right: comparison.right })
  const isFit = !faultsOfConditions(compared(left, is, right), on).some(({ place }) => place.startsWith('right'))
  return compared(left, is, isFit ? right : rightFor(is, { left, right: undefined }))
}

export const isCountry = (operand: ConditionOperand): boolean =>
  ('field' in operand && findConditionField(operand.field)?.type === 'country') ||
  ('fact' in operand && FACTS[operand.fact].unit === 'country')

/** A value as it was typed against another side. */
export function readValue(text: string, against: ConditionOperand): string | number | boolean {
  const kind: ValueKind | null = kindOfOperand(against)
  const word = text.trim().toLowerCase()
  if (kind === 'boolean') return word === 'yes' ? true : word === 'no' ? false : text
  if (isCountry(against)) return text.trim().toUpperCase()
  const number = kind === 'number' ? numberIn(text) : NaN
  return Number.isNaN(number) ? text : number
}
