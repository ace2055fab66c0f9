/** The shape of a rule type: parameters, what it needs, one SQL detector, and how it explains a hit. */
import * as z from 'zod/mini'
import { sql, type RawBuilder } from 'kysely'
import type { Fact } from '#contract/model/alert.ts'
import type { RuleInfo } from '#contract/model/rule.ts'
import type { RuleType } from '#contract/model/values.ts'

/** A field of the transaction that a platform may leave unsaid. */
export type Need = 'country' | 'description' | 'service'

/** What a detector saw on a hit: counts, or amounts in cents of USD. */
export type Saw = Readonly<Record<string, number | string>>

/** Why an alert was raised, as it is stored with it. */
export interface TriggerInfo {
  text: string
  facts: Fact[]
}

/** A criterion of a rule, compiled. */
export interface Detector {
  needs: readonly Need[]
  /** How far it looks back from a transaction. */
  reachDays: number
  /**
   * A query over movements (see `movement.ts`, given as a parenthesised relation that the rule's options have already
   * narrowed) with a row `id, account, saw` for each candidate that meets the criterion. A candidate may be judged by
   * what precedes it alone, so that the answer does not depend on how transactions were batched.
   */
  query: (rows: RawBuilder<unknown>) => RawBuilder<{ id: string; account: string; saw: Saw }>
  explain: (saw: Saw) => TriggerInfo
}

/** A parameter; every one is required. Days may be fractions. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly kind: 'number' | 'amount' | 'percent' | 'days' | 'keywords' | 'countries'
}

export interface RuleTypeDefinition extends Omit<RuleInfo, 'options' | 'fields'> {
  type: RuleType
  fields: readonly Field[]
  needs: readonly Need[]
  /** Throws a `ZodError` that names the parameter when the criterion does not fit. */
  compile: (criterion: unknown) => Detector
}

/** Parameters as a detector takes them: amounts in cents, the rest as numbers or lists. */
type Values<F extends readonly Field[]> = {
  [E in F[number] as E['name']]: E['kind'] extends 'keywords' | 'countries' ? string[] : number
}

const decimal = z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d+)?$/), z.maxLength(18))])
const positive = z.pipe(
  decimal,
  z.pipe(
    z.transform((value: string | number) => Number(value)),
    z.number().check(z.positive()),
  ),
)
const KINDS = {
  number: positive,
  percent: positive,
  days: positive,
  amount: z.pipe(
    positive,
    z.transform((value: number) => Math.round(value * 100)),
  ),
  keywords: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
  countries: z.array(z.string().check(z.length(2))).check(z.minLength(1)),
}

/** Declares a rule type; parameters are parsed by the kinds of its fields. */
export function defineRuleType<const F extends readonly Field[]>(definition: {
  type: RuleType
  label: string
  description: string
  fields: F
  needs?: readonly Need[]
  reachDays?: (values: Values<F>) => number
  query: (values: Values<F>, rows: RawBuilder<unknown>) => RawBuilder<{ id: string; account: string; saw: Saw }>
  explain: (values: Values<F>, saw: Saw) => TriggerInfo
}): RuleTypeDefinition {
  const { type, label, description, fields, needs = [], reachDays, query, explain } = definition
  const schema = z.object(Object.fromEntries(fields.map(({ name, kind }) => [name, KINDS[kind]])))
  return {
    type,
    label,
    description,
    fields,
    needs,
    compile(criterion) {
      const values = schema.parse(criterion) as Values<F>
      return {
        needs,
        reachDays: reachDays?.(values) ?? 0,
        query: (rows) => query(values, rows),
        explain: (saw) => explain(values, saw),
      }
    },
  }
}

/** A length of time for a window's frame. */
export function daysInterval(days: number): RawBuilder<unknown> {
  return sql`(${days}::float8 * interval '1 day')`
}

/** Cents of USD as decimal text. */
export function decimalUsd(cents: number | string | undefined): string {
  return (Number(cents) / 100).toFixed(2)
}

const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Cents of USD as a sentence says them. */
export function spokenUsd(cents: number | string | undefined): string {
  return `${grouped.format(Number(cents) / 100)} USD`
}

/** A period as a sentence says it: whole days, or hours below one day. */
export function spokenDays(days: number): string {
  if (days < 1) return `${Math.round(days * 24)} hours`
  return days === 1 ? '24 hours' : `${days} days`
}
