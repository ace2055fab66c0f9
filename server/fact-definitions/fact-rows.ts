/** Every fact that rules can compare, by the relation that has it. A fact that is missing here does not compile. */
import type { RawBuilder } from 'kysely'
import type { ConditionFactId } from '#contract/model/rules/conditions/facts-and-keys.ts'
import { ACTIVITY_DAYS, ACTIVITY_FACTS, activityRows, type ActivityFactId } from './activity.ts'
import { CUSTOMER_FACTS, customerRows, type CustomerFactId } from './customers.ts'
import { looksBackForever, PAYMENT_FACTS, paymentRows, SEEN, type PaymentFactId, type SeenFactId } from './payments.ts'
import type { MovedExtra } from './subjects.ts'

/** The platform, and how few payments make no distribution. */
export interface FactScope {
  platform: string
  least: number
}

/** The relations of facts; each is read once, whatever is wanted of it. */
export const FACT_RELATIONS = ['payment', 'activity', 'customer'] as const
export type FactRelation = (typeof FACT_RELATIONS)[number]

type Covered = PaymentFactId | ActivityFactId | CustomerFactId
const RELATIONS: ReadonlyMap<string, FactRelation> = new Map([
  ...PAYMENT_FACTS.map((id) => [id, 'payment'] as const),
  ...ACTIVITY_FACTS.map((id) => [id, 'activity'] as const),
  ...CUSTOMER_FACTS.map((id) => [id, 'customer'] as const),
])

/** The relation of a fact. */
export const relationOf = (id: ConditionFactId & Covered): FactRelation => RELATIONS.get(id) ?? 'customer'

/** `n` and the wanted facts of one relation, over `fact_subject` and `fact_moved`. */
export function factRows(
  relation: FactRelation,
  { platform, least }: FactScope,
  wanted: readonly ConditionFactId[],
): RawBuilder<unknown> {
  if (relation === 'payment') return paymentRows(least, wanted as PaymentFactId[])
  if (relation === 'activity') return activityRows(wanted as ActivityFactId[])
  return customerRows(platform, wanted as CustomerFactId[])
}

/** The part of `fact_moved` that facts need: how far back, null for everything, undefined for nothing; and which columns. */
export function movedFor(wanted: readonly ConditionFactId[]): {
  reachDays: number | null | undefined
  extras: MovedExtra[]
} {
  const moved = wanted.filter((id) => relationOf(id) !== 'customer' && !/usd$|Declared$|country$/.test(id))
  const extras = moved.flatMap((id): MovedExtra[] => {
    const { extra } = Object.hasOwn(SEEN, id) ? SEEN[id as SeenFactId] : { extra: undefined }
    return extra ? [extra] : []
  })
  if (moved.length === 0) return { reachDays: undefined, extras }
  return { reachDays: moved.some(looksBackForever) ? null : ACTIVITY_DAYS, extras }
}
