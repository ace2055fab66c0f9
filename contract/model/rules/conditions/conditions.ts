/**
 * Conditions of a rule (ours): an expression over rule types, fields, facts and aggregates, kept in
 * `options.conditions`. What is unknown makes its comparison unknown, and so its negation: neither raises an alert.
 */
import type { RuleType } from '#contract/model/values.ts'
import type { AggregateKey, ConditionFactId } from './facts-and-keys.ts'

export const MEASURES = ['count', 'sum', 'distinct', 'share', 'max', 'min', 'daysSince'] as const
export type Measure = (typeof MEASURES)[number]
export const FLOWS = ['in', 'out', 'both'] as const
export type Flow = (typeof FLOWS)[number]
export const RELATIONS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'notIn', 'isKnown', 'isNew'] as const
export type Relation = (typeof RELATIONS)[number]
export const RISK_LEVELS = ['low', 'medium', 'high'] as const
export const SEGMENTS = ['personal', 'business'] as const

/** The depth of groups, the number of groups, types and comparisons, of different aggregates, and of listed values. */
export const CONDITION_LIMITS = { depth: 6, nodes: 60, aggregates: 20, list: 1000 } as const

export type ConditionValue = string | number | boolean

/** Payments of the same keys as the evaluated one, summed up. Payments before it count, and itself with `including`. */
export interface Aggregate {
  measure: Measure
  /** The key whose values `distinct` counts. */
  of?: AggregateKey | undefined
  direction: Flow
  /** Days, or a duration: see `daysOf`. */
  within: number | string
  /** `customer` restricts it to the account; without it, payments of all customers of the platform count. */
  by: AggregateKey[]
  /** USD. */
  amount?: { min?: number | undefined; max?: number | undefined } | undefined
  including?: true | undefined
  /** `distinct` counts values alone that the account did not have in the year before the period. */
  newOnly?: true | undefined
}
type ByRisk = Partial<Record<(typeof RISK_LEVELS)[number], ConditionValue>> & { else: ConditionValue }
type BySegment = Partial<Record<(typeof SEGMENTS)[number], ConditionValue>> & { else: ConditionValue }

/** A side of a comparison; numbers of facts and aggregates can be multiplied. */
export type ConditionOperand =
  | { value: ConditionValue }
  | { field: string }
  | { fact: ConditionFactId; times?: number | undefined }
  | { aggregate: Aggregate; times?: number | undefined }
  | { byRisk: ByRisk }
  | { bySegment: BySegment }

export interface Comparison {
  left: ConditionOperand
  is: Relation
  /** A list for `in` and `notIn`; none for `isKnown` and `isNew`. */
  right?: ConditionOperand | (string | number)[] | undefined
}
export interface TypeCondition {
  type: RuleType
  criterion: Record<string, unknown>
}
export type ConditionGroup =
  | { all: ConditionNode[]; not?: true | undefined }
  | { any: ConditionNode[]; not?: true | undefined }
export type ConditionNode = ConditionGroup | TypeCondition | Comparison

export const isGroup = (node: ConditionNode): node is ConditionGroup => 'all' in node || 'any' in node
export const isType = (node: ConditionNode): node is TypeCondition => 'type' in node
/** The members of a group, and its name in places. */
export const membersOf = (group: ConditionGroup): readonly ConditionNode[] => ('all' in group ? group.all : group.any)
export const joinOf = (group: ConditionGroup): 'all' | 'any' => ('all' in group ? 'all' : 'any')

/** Every type and comparison with its place in the expression, such as `all.1`, in reading order. */
export function* leavesOf(
  node: ConditionNode,
  place = '',
): Iterable<{ node: TypeCondition | Comparison; place: string }> {
  if (!isGroup(node)) yield { node, place }
  else {
    const at = [place, joinOf(node)].filter(Boolean).join('.')
    for (const [index, one] of membersOf(node).entries()) yield* leavesOf(one, `${at}.${index}`)
  }
}

/** The operands of a comparison that are computed, with their places. */
export function operandsOf({ left, right }: Comparison, place: string): { operand: ConditionOperand; place: string }[] {
  const of = (side: string) => [place, side].filter(Boolean).join('.')
  const last = right === undefined || Array.isArray(right) ? [] : [{ operand: right, place: of('right') }]
  return [{ operand: left, place: of('left') }, ...last]
}

/** All operands of an expression, with their places. */
export const allOperands = (root: ConditionNode): { operand: ConditionOperand; place: string }[] =>
  [...leavesOf(root)].flatMap(({ node, place }) => (isType(node) ? [] : operandsOf(node, place)))
