/** The shape of a rule type: parameters, what it needs, one SQL detector, and how it explains a hit. */
import * as z from 'zod/mini'
import { sql, type RawBuilder } from 'kysely'
import type { Fact } from '#contract/model/cases/alert.ts'
import { daysOf, daysText } from '#contract/model/rules/period.ts'
import type { RuleInfo } from '#contract/model/rules/rule.ts'
import type { RuleType } from '#contract/model/values.ts'

/** A fact of a transaction that a platform may leave unsaid. */
export type Need = 'country' | 'description' | 'service' | 'bank' | 'card' | 'cash machine' | 'dispute' | 'filters'

/** A detector's measurements of a hit: counts, or amounts in cents of USD. */
export type Saw = Readonly<Record<string, number | string>>

/** The reason why an alert was raised, as stored with it. */
export interface TriggerInfo {
  text: string
  facts: Fact[]
  /** The measurements of each criterion, by rule type, for allowlists. */
  saw?: { readonly [type: string]: Saw }
}

/**
 * The subject of a type. `transaction`: a single one. `period`: one with those before it. `customer`: a current
 * customer, triggered by a transaction, a customer change or a schedule; an empty movement without an id, after all
 * others (see `movement.ts`).
 */
export type RuleSubject = 'transaction' | 'period' | 'customer'

/** Movements as a detector is given them, and whose they are. */
export interface Movements {
  platform: string
  /** A parenthesised relation that the rule's options have already narrowed. */
  rows: RawBuilder<unknown>
}

/** A row `id, account, saw` for each candidate that meets the criterion. */
export type Found = RawBuilder<{ id: string; account: string; saw: Saw }>

/**
 * A quick check that excludes most accounts before their history is read. Each condition must be true for every hit;
 * without one, every account is read.
 */
export interface Worth {
  /** Of a candidate of the account: a condition on `c`, a movement. */
  candidate?: RawBuilder<boolean>
  /** Of the account's totals: a condition on `a`, a row of `activity`, monotonic in every total. */
  account?: RawBuilder<boolean>
  /**
   * Of the totals between the account and one party in one direction: a condition on `p`, a row of `dealing`, monotonic
   * too.
   */
  party?: RawBuilder<boolean>
  /** The start of the totals in days before the candidates, if it differs from the detector's period. */
  days?: number
}

/** A criterion of a rule, compiled. */
export interface Detector {
  type: RuleType
  appliesTo: RuleSubject
  needs: readonly Need[]
  /** The period before a transaction; 0 for candidates alone. */
  reachDays: number
  worth: Worth
  /**
   * The hits among movements. A candidate is evaluated by earlier movements alone, so that batching makes no
   * difference.
   */
  query: (movements: Movements) => Found
  explain: (saw: Saw) => TriggerInfo
}

/** A required parameter. Days may be fractions or a duration, counts not. `min` and `max` replace those of the kind. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly kind: 'number' | 'count' | 'amount' | 'percent' | 'days' | 'keywords' | 'countries' | 'choice'
  readonly min?: number
  readonly max?: number
  /** For the kind `choice`. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** The initial value in the editor. */
  readonly default: string | number | readonly string[]
}

/** A rule type with its parameters. */
interface RuleTypeDescription extends Pick<RuleInfo, 'label' | 'description'> {
  readonly type: RuleType
  readonly fields: readonly Field[]
}

export interface RuleTypeDefinition extends RuleTypeDescription {
  appliesTo: RuleSubject
  needs: readonly Need[]
  /** Throws a `ZodError` that names the parameter when the criterion does not fit. */
  compile: (criterion: unknown) => Detector
  /**
   * True if a hit on `own` is also one on `other`, by the measurements: assumed if they differ in a parameter that
   * selects data, such as a period, or one does not fit the type.
   */
  wouldHit: (other: unknown, own: unknown, saw: Saw) => boolean
  /** The parameters that what was seen is compared with: higher numbers and shorter lists give fewer hits. */
  measured: readonly string[]
  /** True if the measurements meet a criterion; assumed if one does not fit the type. */
  meets: (criterion: unknown, saw: Saw) => boolean
}

/** Parameters as a detector takes them: amounts in cents, the rest as numbers or lists. */
type Values<F extends readonly Field[]> = {
  [E in F[number] as E['name']]: E['kind'] extends 'keywords' | 'countries'
    ? string[]
    : E['kind'] extends 'choice'
      ? string
      : number
}

const decimal = z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d+)?$/), z.maxLength(18))])
const duration = z.string().check(z.regex(/^PT\d+(\.\d+)?[HM]$/), z.maxLength(18))

/** The least and the most that a parameter of a kind may be; for lists, how many entries. */
const RANGES: Record<Exclude<Field['kind'], 'choice'>, { min: number; max: number }> = {
  number: { min: 0.01, max: 1_000_000 },
  count: { min: 1, max: 1_000_000 },
  percent: { min: 0.01, max: 100 },
  // a minute
  days: { min: 1 / 1440, max: 3650 },
  amount: { min: 0.01, max: 1_000_000_000_000 },
  keywords: { min: 1, max: 1000 },
  countries: { min: 1, max: 300 },
}

/** The least and the most that a parameter may be; nothing for a choice. */
export function rangeOf({ kind, min, max }: Field): { min?: number; max?: number } {
  if (kind === 'choice') return {}
  return { min: min ?? RANGES[kind].min, max: max ?? RANGES[kind].max }
}

function schemaOf(field: Field): z.ZodMiniType {
  const { kind, choices = [] } = field
  const { min = 0, max = 0 } = rangeOf(field)
  const entries = (entry: z.ZodMiniString) => z.array(entry).check(z.minLength(min), z.maxLength(max))
  if (kind === 'choice') return z.enum(choices.map(({ value }) => value))
  if (kind === 'keywords') return entries(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)))
  if (kind === 'countries') return entries(z.string().check(z.regex(/^[A-Z0-9]{2}$/)))
  const isPeriod = kind === 'days'
  const inRange = z.pipe(
    isPeriod ? z.union([decimal, duration]) : decimal,
    z.pipe(
      z.transform((value: string | number) => (isPeriod ? daysOf(value) : Number(value))),
      z.number().check(z.minimum(min), z.maximum(max)),
    ),
  )
  if (kind === 'count') return z.pipe(inRange, z.number().check(z.multipleOf(1, 'is not a whole number')))
  if (kind !== 'amount') return inRange
  return z.pipe(
    inRange,
    z.transform((value: number) => Math.round(value * 100)),
  )
}

/** Validation of a criterion's parameters. An undeclared parameter is refused as a misspelling. */
export function criterionSchema(fields: readonly Field[]): z.ZodMiniType {
  return z.strictObject(Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])))
}

/** Declares a rule type; parameters are parsed by the kinds of its fields. */
export function defineRuleType<const F extends readonly Field[]>(definition: {
  type: RuleType
  label: string
  description: string
  appliesTo: RuleSubject
  fields: F
  needs?: readonly Need[]
  reachDays?: (values: Values<F>) => number
  worth?: (values: Values<F>) => Worth
  query: (values: Values<F>, movements: Movements) => Found
  /** The parameters with a measurement; the others select data. */
  measured: readonly F[number]['name'][]
  /** True if what was seen meets the measured parameters: what `query` asks, of one hit. */
  meets: (values: Values<F>, saw: Saw) => boolean
  explain: (values: Values<F>, saw: Saw) => TriggerInfo
}): RuleTypeDefinition {
  const {
    type,
    label,
    description,
    appliesTo,
    fields,
    needs = [],
    reachDays,
    worth,
    query,
    measured,
    meets,
    explain,
  } = definition
  const schema = criterionSchema(fields)
  const parse = (criterion: unknown) => schema.parse(criterion) as Values<F>
  return {
    type,
    label,
    description,
    appliesTo,
    fields,
    needs,
    compile(criterion) {
      const values = parse(criterion)
      return {
        type,
        appliesTo,
        needs,
        reachDays: reachDays?.(values) ?? 0,
        worth: worth?.(values) ?? {},
        query: (movements) => query(values, movements),
        explain: (saw) => explain(values, saw),
      }
    },
    wouldHit(other, own, saw) {
      const [wanted, before] = [schema.safeParse(other), schema.safeParse(own)]
      if (!wanted.success || !before.success) return true
      const [values, were] = [wanted.data, before.data] as Record<string, unknown>[]
      const changed = fields.filter(({ name }) => JSON.stringify(values?.[name]) !== JSON.stringify(were?.[name]))
      const canTell = changed.length > 0 && changed.every(({ name }) => measured.includes(name))
      return !canTell || meets(values as Values<F>, saw)
    },
    measured,
    meets(criterion, saw) {
      const parsed = schema.safeParse(criterion)
      return !parsed.success || meets(parsed.data as Values<F>, saw)
    },
  }
}

/** An interval for a window frame: in hours, since days depend on a calendar that would be evaluated per row. */
export function daysInterval(days: number): RawBuilder<unknown> {
  return sql`(${days}::float8 * interval '24 hours')`
}

/** Cents of USD as decimal text. */
export function decimalUsd(cents: number | string | undefined): string {
  return (Number(cents) / 100).toFixed(2)
}

const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Cents of USD for a sentence. */
export function spokenUsd(cents: number | string | undefined): string {
  return `${grouped.format(Number(cents) / 100)} USD`
}

/** A period for a sentence; a day is any 24 hours. */
export function spokenDays(days: number): string {
  return days === 1 ? '24 hours' : daysText(days)
}
