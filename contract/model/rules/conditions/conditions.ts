/**
 * Conditions of a rule (ours): an expression over rule types, fields, facts and aggregates, kept in
 * `options.conditions`. What is unknown makes its comparison unknown, and so its negation: neither raises an alert.
 */
import * as z from 'zod/mini'
import { flat } from '#contract/model/common.ts'
import { RULE_TYPES, type RuleType } from '#contract/model/values.ts'
import { daysOf } from '#contract/model/rules/period.ts'
import { AGGREGATE_KEYS, CONDITION_FACT_IDS, type AggregateKey, type ConditionFactId } from './facts-and-keys.ts'

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
  /** What `distinct` counts. */
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

type Schema = z.ZodMiniType

/** Checks an object by the schema that its own keys choose, so that every fault has its place. */
function chosen<T>(what: string, schemas: () => Readonly<Record<string, Schema>>): z.ZodMiniType<T, T> {
  return z.custom<T>().check(({ value, issues }) => {
    const known = schemas()
    const keys = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
    const key = Object.keys(known).find((one) => keys.includes(one))
    const schema = key === undefined ? undefined : known[key]
    if (!schema) {
      const message = `is ${what}: an object with one of ${Object.keys(known).join(', ')}`
      issues.push({ code: 'custom', path: [], message, input: value })
      return
    }
    const result = z.safeParse(schema, value)
    for (const issue of result.error?.issues ?? []) {
      const more = issue.code === 'unrecognized_keys' ? { keys: issue.keys } : {}
      issues.push({ ...issue, ...more, path: [...issue.path], input: value } as (typeof issues)[number])
    }
  })
}

const wordText = z.string().check(flat, z.minLength(1), z.maxLength(200))
const amount = z.number().check(z.minimum(-1e15), z.maximum(1e15))
const value = z.union([amount, wordText, z.boolean()])
const times = z.optional(z.number().check(z.minimum(0.0001), z.maximum(10_000)))
const usd = z.optional(z.number().check(z.minimum(0), z.maximum(1e12)))
const within = z
  .union([z.number(), z.string().check(z.maxLength(18))])
  .check(z.refine((one) => daysOf(one) >= 1 / 1440 && daysOf(one) <= 3650, 'is a minute to 3650 days'))
const key = z.enum(AGGREGATE_KEYS)
const yes = z.optional(z.literal(true))

const aggregate = z.strictObject({
  measure: z.enum(MEASURES),
  of: z.optional(key),
  direction: z.enum(FLOWS),
  within,
  by: z.array(key).check(z.minLength(1), z.maxLength(AGGREGATE_KEYS.length)),
  amount: z.optional(z.strictObject({ min: usd, max: usd })),
  including: yes,
  newOnly: yes,
})
const levels = (names: readonly string[]) =>
  z.strictObject({ ...Object.fromEntries(names.map((name) => [name, z.optional(value)])), else: value })

const operand = chosen<ConditionOperand>('an operand', () => ({
  value: z.strictObject({ value }),
  field: z.strictObject({ field: wordText }),
  fact: z.strictObject({ fact: z.enum(CONDITION_FACT_IDS), times }),
  aggregate: z.strictObject({ aggregate, times }),
  byRisk: z.strictObject({ byRisk: levels(RISK_LEVELS) }),
  bySegment: z.strictObject({ bySegment: levels(SEGMENTS) }),
}))
const listed = z.array(z.union([amount, wordText])).check(z.minLength(1), z.maxLength(CONDITION_LIMITS.list))
/** A list where it is one, else an operand, whose faults have places. */
const right = z.custom<Comparison['right']>().check(({ value: side, issues }) => {
  const result = z.safeParse<Schema>(Array.isArray(side) ? listed : operand, side)
  for (const issue of result.error?.issues ?? []) {
    issues.push({ ...issue, path: [...issue.path], input: side } as (typeof issues)[number])
  }
})

const flatText = z.string().check(flat)
const criterion = z.record(z.string(), z.union([flatText, z.number(), z.boolean(), z.null(), z.array(flatText)]))
const node: z.ZodMiniType<ConditionNode, ConditionNode> = chosen<ConditionNode>('a condition', () => {
  const members = z.array(node).check(z.minLength(1), z.maxLength(CONDITION_LIMITS.nodes))
  return {
    all: z.strictObject({ all: members, not: yes }),
    any: z.strictObject({ any: members, not: yes }),
    type: z.strictObject({ type: z.enum(RULE_TYPES), criterion }),
    left: z.strictObject({ left: operand, is: z.enum(RELATIONS), right: z.optional(right) }),
  }
})

/** Depth before all else, so that nothing walks an expression without an end. */
const isTooDeep = (one: unknown, depth: number): boolean =>
  depth > CONDITION_LIMITS.depth ||
  (typeof one === 'object' &&
    one !== null &&
    (['all', 'any'] as const).some((join) => {
      const members: unknown = Reflect.get(one, join)
      return Array.isArray(members) && members.some((each) => isTooDeep(each, depth + 1))
    }))

/** Groups, types and comparisons of an expression that is not too deep. */
const sizeOf = (one: unknown): number =>
  1 +
  (['all', 'any'] as const)
    .flatMap((join): unknown[] => {
      const members: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, join) : []
      return Array.isArray(members) ? members : []
    })
    .reduce<number>((sum, each) => sum + sizeOf(each), 0)

/** The shape of an expression; `faultsOfConditions` says whether its sides can be compared. */
export const conditions = z.custom<ConditionNode>().check(({ value: root, issues }) => {
  const { depth, nodes } = CONDITION_LIMITS
  const message = isTooDeep(root, 1)
    ? `groups are nested at most ${depth} deep`
    : sizeOf(root) > nodes && `has at most ${nodes} groups, types and comparisons`
  if (message) {
    issues.push({ code: 'custom', path: [], message, input: root })
    return
  }
  for (const issue of z.safeParse(node, root).error?.issues ?? []) {
    issues.push({ ...issue, path: [...issue.path], input: root } as (typeof issues)[number])
  }
})
