/** Facts of a payment among the payments of its account: the usual amounts, and values that are new. */
import { sql, type RawBuilder } from 'kysely'
import type { ConditionFactId } from '#contract/model/rules/conditions/facts-and-keys.ts'
import { IS_BEFORE, IS_SAME_PARTY, MOVED, SUBJECTS, type MovedExtra } from './subjects.ts'

type Sql = RawBuilder<unknown>

/** Payments in the same direction of the year before. */
const USUAL = sql`m.direction = s.direction and m.at >= s.at - interval '1 year'`

interface Seen {
  /** A condition: movement `m` has the value of subject `s`. */
  isSame: Sql
  /** A condition: the subject has such a value. */
  isKnown: Sql
  extra?: MovedExtra
}

const same = (column: string, extra?: MovedExtra): Seen => ({
  isSame: sql.raw(`m.${column} = s.${column}`),
  isKnown: sql.raw(`s.${column} is not null`),
  ...(extra && { extra }),
})

/** The values of which earlier payments are counted. */
export const SEEN = {
  'counterparty.earlier': { isSame: IS_SAME_PARTY, isKnown: sql`(s.party_name is not null or s.party is not null)` },
  'counterpartyCountry.earlier': same('party_country', 'party_country'),
  'device.earlier': same('device', 'device'),
  'ip.earlier': same('ip', 'ip'),
  'ipCountry.earlier': same('country'),
} satisfies Partial<Record<ConditionFactId, Seen>> as Readonly<Record<SeenFactId, Seen>>
export type SeenFactId = Extract<ConditionFactId, `${string}.earlier`>
export const SEEN_IDS = Object.keys(SEEN) as SeenFactId[]

const AMOUNTS = ['amount.usd', 'amount.percentile', 'amount.zScore', 'amount.sample'] as const
export const PAYMENT_FACTS = [...AMOUNTS, 'counterparty.country', ...SEEN_IDS] as const
export type PaymentFactId = (typeof PAYMENT_FACTS)[number]

/** The columns beside facts that a sheet shows: first occurrences, and the spread of amounts. */
export const firstOf = (id: SeenFactId): string => `${id}.first`

/** Facts that look back farther than a year. */
export const looksBackForever = (id: string): boolean => Object.hasOwn(SEEN, id)

/**
 * `n` and a column for each wanted fact, of the subjects with a payment; a fact that is unknown is null. Of fewer than
 * `least` payments there is no distribution.
 */
export function paymentRows(least: number, wanted: readonly PaymentFactId[] = PAYMENT_FACTS): Sql {
  const wants = new Set<string>(wanted)
  const seen = SEEN_IDS.filter((id) => wants.has(id))
  const isSpread = AMOUNTS.some((id) => id !== 'amount.usd' && wants.has(id))
  const isRead = isSpread || seen.length > 0
  const spread = isSpread
    ? [
        sql`count(*) filter (where ${USUAL}) as sample`,
        sql`count(*) filter (where ${USUAL} and m.usd <= s.usd) as below`,
        sql`avg(m.usd) filter (where ${USUAL}) as average`,
        sql`stddev_samp(m.usd) filter (where ${USUAL}) as deviation`,
      ]
    : []
  const counted = seen.flatMap((id) => [
    sql`count(*) filter (where ${SEEN[id].isSame})::int as ${sql.id(id)}`,
    sql`min(m.at) filter (where ${SEEN[id].isSame}) as ${sql.id(firstOf(id))}`,
  ])
  // payments that no wanted fact reads are left out before the join
  const isWanted = seen.length > 0 ? sql`true` : USUAL
  const summed = sql`(
    select ${sql.join([sql`s.n`, ...spread, ...counted])}
    from ${SUBJECTS} s join ${MOVED} m on m.customer_id = s.customer_id and ${IS_BEFORE} and ${isWanted}
    where s.transaction_id is not null group by s.n) h`
  const isEnough = sql`coalesce(h.sample, 0) >= greatest(${least}::int, 1)`
  const values: Record<Exclude<PaymentFactId, SeenFactId>, Sql> = {
    'amount.usd': sql`s.usd::float8`,
    'amount.percentile': sql`case when ${isEnough} then round(100.0 * h.below / h.sample, 1)::float8 end`,
    'amount.zScore': sql`case when ${isEnough} and h.deviation > 0
      then round((s.usd - h.average) / h.deviation, 1)::float8 end`,
    'amount.sample': sql`coalesce(h.sample, 0)::int`,
    'counterparty.country': sql`s.party_country`,
  }
  const columns = wanted.flatMap((id) => {
    if (!(id in SEEN)) return [sql`${values[id as keyof typeof values]} as ${sql.id(id)}`]
    const { isKnown } = SEEN[id as SeenFactId]
    const first = sql.id('h', firstOf(id as SeenFactId))
    return [
      sql`case when ${isKnown} then coalesce(${sql.id('h', id)}, 0) end as ${sql.id(id)}`,
      sql`case when ${isKnown} then ${first} end as ${sql.id(firstOf(id as SeenFactId))}`,
    ]
  })
  return sql`
    select ${sql.join([sql`s.n`, ...columns])}
    from ${SUBJECTS} s ${isRead ? sql`left join ${summed} on h.n = s.n` : sql``}
    where s.transaction_id is not null`
}
