/** Conditions on fields, in groups: what allowlists and rules filter transactions and customers by. */
import * as z from 'zod/mini'

/** The operands: none, one value, a search text, the ends of a range, or a list. */
export const OPERANDS = ['none', 'one', 'term', 'range', 'list'] as const
export type Operand = (typeof OPERANDS)[number]

/** The types of the fields that filters compare. */
export const FIELD_TYPES = [
  'text',
  'number',
  'amount',
  'date',
  'boolean',
  'country',
  'currency',
  'service',
  'choice',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** A comparison function as filters offer it. */
export const comparison = z.object({
  name: z.string(),
  label: z.string(),
  /** The types of fields that it compares. */
  types: z.array(z.string()),
  /** One value where it is not said (ours). */
  operand: z.optional(z.enum(OPERANDS)),
})
export type Comparison = z.infer<typeof comparison>

/** One comparison; `operator` is a name of the list of comparison functions. */
export const condition = z.object({ field: z.string(), operator: z.string(), value: z.unknown() })
export type Condition = z.infer<typeof condition>

/** Conditions joined by one combinator; groups can be nested. */
export interface FilterGroup {
  combinator: 'and' | 'or'
  not?: boolean | undefined
  rules: (Condition | FilterGroup)[]
}

export const filterGroup: z.ZodMiniType<FilterGroup> = z.object({
  combinator: z.enum(['and', 'or']),
  not: z.optional(z.boolean()),
  rules: z.lazy(() => z.array(z.union([filterGroup, condition]))),
})

/**
 * The fields of a payment that filters of rules may use (ours): codes, numbers and switches, which the database
 * compares exactly.
 */
export const TRANSACTION_FILTER_FIELDS: readonly string[] = [
  'transactionCurrency',
  'transactionAmount',
  'transactionCountry',
  'counterPartyCountry',
  'merchantCode',
  'merchantCountry',
  'transactionCardPresent',
]

/** True if a group, at any depth, holds a condition. */
export function hasCondition(group: FilterGroup): boolean {
  return group.rules.some((one) => ('rules' in one ? hasCondition(one) : one.field !== ''))
}
