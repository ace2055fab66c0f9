/** The strict reader of conditions: every fault has its place. Apart from their types, which the window loads first. */
import * as z from 'zod/mini'
import { flat } from '#contract/model/common.ts'
import { daysOf } from '#contract/model/rules/period.ts'
import { RULE_TYPES } from '#contract/model/values.ts'
import {
  FLOWS,
  MEASURES,
  RELATIONS,
  RISK_LEVELS,
  SEGMENTS,
  CONDITION_LIMITS,
  type Comparison,
  type ConditionNode,
  type ConditionOperand,
} from './conditions.ts'
import { AGGREGATE_KEYS, CONDITION_FACT_IDS } from './facts-and-keys.ts'

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
