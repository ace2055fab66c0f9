/** The filter of the list of rules: address, query, and the part that the window applies. */
import * as z from 'zod/mini'
import type { RuleItem } from '#contract/model/rules/rule.ts'
import { ALERT_LEVELS, CUSTOMER_TYPES, DIRECTIONS, RULE_AREAS } from '#contract/model/values.ts'
import type { RulesQuery } from '#src/features/rules/queries.ts'
import { AREA_LABELS, LEVEL_LABELS } from '#src/features/rules/rule-labels.ts'
import { humanise } from '#src/format/label.ts'

const one = <const T extends readonly string[]>(values: T) => z.catch(z.optional(z.enum(values)), undefined)
const STANDS = ['live', 'shadow', 'waiting'] as const

const schema = z.object({
  type: one(RULE_AREAS),
  action: one(ALERT_LEVELS),
  account_type: one(CUSTOMER_TYPES),
  transactionDirection: one(DIRECTIONS),
  /** Asked of no server: in force, in shadow, or waiting for a second person. */
  stands: one(STANDS),
  withDeleted: one(['true']),
})
export type RulesFilter = z.infer<typeof schema>
export type RulesField = keyof RulesFilter

export const NO_FILTER: RulesFilter = {}

/** Reads anything into a filter; what it cannot read is left out. */
export function readFilter(raw: Record<string, unknown>): RulesFilter {
  const read = schema.parse(raw)
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

export const FIELD_LABELS: Record<RulesField, string> = {
  type: 'Applies to',
  action: 'Action',
  account_type: 'Account type',
  transactionDirection: 'Direction',
  stands: 'State',
  withDeleted: 'Deleted',
}

const choices = (values: readonly string[], words: Readonly<Record<string, string>> = {}) =>
  values.map((value) => ({ value, label: words[value] ?? humanise(value) }))

export const CHOICES: Record<RulesField, readonly { value: string; label: string }[]> = {
  type: choices(RULE_AREAS, AREA_LABELS),
  action: choices(ALERT_LEVELS, LEVEL_LABELS),
  account_type: choices(CUSTOMER_TYPES),
  transactionDirection: choices(DIRECTIONS),
  stands: choices(STANDS, { live: 'In force', shadow: 'Shadow mode', waiting: 'Pending approval' }),
  withDeleted: [{ value: 'true', label: 'Deleted included' }],
}
export const RULES_FIELDS = Object.keys(FIELD_LABELS) as RulesField[]

export function chipText(field: RulesField, filter: RulesFilter): string {
  return CHOICES[field].find(({ value }) => value === filter[field])?.label ?? String(filter[field])
}

export const activeFields = (filter: RulesFilter): RulesField[] =>
  RULES_FIELDS.filter((field) => filter[field] !== undefined)

export function without(filter: RulesFilter, field: RulesField): RulesFilter {
  const { [field]: _, ...rest } = filter
  return rest
}

export function toQuery(filter: RulesFilter, search: string): RulesQuery {
  const { stands: _, ...asked } = filter
  return { ...asked, ...(search.trim() && { search: search.trim() }) }
}

/** True if a rule has the filter's state. */
export function fits({ stands }: RulesFilter, { stage = 'live', proposal, isDeleted }: RuleItem): boolean {
  if (stands === undefined) return true
  if (stands === 'waiting') return proposal !== undefined
  return stage === stands && !isDeleted
}
