/** Aggregates of conditions as SQL: payments of the keys of a subject within a period, of its account or of all. */
import { sql, type RawBuilder } from 'kysely'
import type { Aggregate } from '#contract/model/rules/conditions/conditions.ts'
import type { AggregateKey } from '#contract/model/rules/conditions/facts-and-keys.ts'
import { daysOf } from '#contract/model/rules/period.ts'
import {
  IS_BEFORE,
  IS_SAME_PARTY,
  IS_UP_TO,
  MOVED,
  SUBJECTS,
  type MovedExtra,
} from '#server/fact-definitions/subjects.ts'
import { aggregateKey } from './wanted-operands.ts'

type Sql = RawBuilder<unknown>

/** For each key: movement `m` has that of subject `s`, the subject has one, and its value for counting. */
const KEYS: Record<AggregateKey, { isSame: Sql; isKnown: Sql; value: Sql; extra?: MovedExtra }> = {
  customer: { isSame: sql`m.customer_id = s.customer_id`, isKnown: sql`true`, value: sql`m.customer_id` },
  counterparty: {
    isSame: IS_SAME_PARTY,
    isKnown: sql`(s.party is not null or s.party_name is not null)`,
    value: sql`coalesce(m.party, lower(m.name))`,
  },
  counterpartyCountry: { ...column('party_country'), extra: 'party_country' },
  country: column('country'),
  ip: { ...column('ip'), extra: 'ip' },
  device: { ...column('device'), extra: 'device' },
  card: { ...column('card'), extra: 'card' },
  service: column('service'),
}

function column(name: string) {
  return {
    isSame: sql.raw(`m.${name} = s.${name}`),
    isKnown: sql.raw(`s.${name} is not null`),
    value: sql.raw(`m.${name}`),
  }
}

export const isOfAccount = ({ by }: Aggregate): boolean => by.includes('customer')

/** The days that an aggregate looks back. */
export const reachOfAggregate = ({ within, newOnly }: Aggregate): number => daysOf(within) + (newOnly ? 366 : 0)

/** The columns of `fact_moved` that an aggregate reads. */
export const extrasOf = ({ by, of }: Aggregate): MovedExtra[] =>
  [...by, ...(of ? [of] : [])].flatMap((key) => KEYS[key].extra ?? [])

const and = (conditions: readonly Sql[]) => sql`(${sql.join(conditions, sql` and `)})`
const since = (days: number) => sql`m.at >= s.at - ${days}::float8 * interval '24 hours'`

const isInTime = ({ including, within }: Aggregate) => and([including ? IS_UP_TO : IS_BEFORE, since(daysOf(within))])
const isInFlow = ({ direction }: Aggregate) =>
  direction === 'both' ? sql`true` : sql`m.direction = ${sql.lit(direction === 'in' ? 'incoming' : 'outgoing')}`

/** A condition: movement `m` counts for subject `s`. */
function counts(aggregate: Aggregate): Sql {
  const { by, amount } = aggregate
  return and([
    isInTime(aggregate),
    isInFlow(aggregate),
    ...by.map((key) => KEYS[key].isSame),
    ...(amount?.min === undefined ? [] : [sql`m.usd >= ${amount.min}::float8::numeric`]),
    ...(amount?.max === undefined ? [] : [sql`m.usd <= ${amount.max}::float8::numeric`]),
  ])
}

/** The value over the rows of a group. */
function measured(aggregate: Aggregate): Sql {
  const { measure, of } = aggregate
  const where = sql`filter (where ${counts(aggregate)})`
  switch (measure) {
    case 'count':
      return sql`count(*) ${where}`
    case 'sum':
      return sql`coalesce(sum(m.usd) ${where}, 0)`
    case 'distinct':
      return sql`count(distinct ${KEYS[of ?? 'counterparty'].value}) ${where}`
    case 'max':
      return sql`max(m.usd) ${where}`
    case 'min':
      return sql`min(m.usd) ${where}`
    case 'share': {
      const whole = sql`sum(m.usd) filter (where ${and([isInTime(aggregate), isInFlow(aggregate)])})`
      return sql`round(100 * coalesce(sum(m.usd) ${where}, 0) / nullif(${whole}, 0), 2)`
    }
    case 'daysSince':
      return sql`round(extract(epoch from max(s.at) - max(m.at) ${where}) / 86400, 4)`
  }
}

/** The value where there is no movement at all; null where it is unknown then. */
const ofNothing = ({ measure }: Aggregate) => (['count', 'sum', 'distinct'].includes(measure) ? sql`0` : sql`null`)

/** A key that the subject does not have is unknown, and not new. */
const whereKnown = ({ by }: Aggregate, value: Sql) =>
  sql`case when ${and(by.map((key) => KEYS[key].isKnown))} then ${value} end`

/** The pairs of a key and a value of aggregates, out of the relation that has them as columns. */
export const aggregateValues = (aggregates: readonly Aggregate[], relation: string): (readonly [string, Sql])[] =>
  aggregates.map((one) => {
    const key = aggregateKey(one)
    return [key, whereKnown(one, sql`coalesce(${sql.id(relation, key)}, ${ofNothing(one)})`)]
  })

/** `n` and a column for each aggregate of the account, which is no `newOnly`, over `fact_moved`. */
export function accountRows(aggregates: readonly Aggregate[]): Sql {
  const columns = aggregates.map((one) => sql`${measured(one)} as ${sql.id(aggregateKey(one))}`)
  const reach = Math.max(...aggregates.map(reachOfAggregate))
  return sql`
    select ${sql.join([sql`s.n`, ...columns])}
    from ${SUBJECTS} s join ${MOVED} m on m.customer_id = s.customer_id and ${IS_UP_TO} and ${since(reach)}
    group by s.n`
}

/** `n` and the number of values that begin within the period, in one column. */
export function newOnlyRows(aggregate: Aggregate): Sql {
  const { value } = KEYS[aggregate.of ?? 'counterparty']
  return sql`
    select n, count(*) as ${sql.id(aggregateKey(aggregate))} from (
      select s.n from ${SUBJECTS} s join ${MOVED} m on m.customer_id = s.customer_id
        and ${aggregate.including ? IS_UP_TO : IS_BEFORE} and ${since(reachOfAggregate(aggregate))}
      where ${value} is not null
      group by s.n, s.at, ${value}
      having min(m.at) >= s.at - ${daysOf(aggregate.within)}::float8 * interval '24 hours'
        and bool_or(${counts(aggregate)})
    ) fresh group by n`
}

/** The keys that find payments across accounts, by equality, on both sides. */
const LINKS: Partial<Record<AggregateKey, { subject: Sql; movement: Sql }>> = {
  ip: { subject: sql`s.ip`, movement: sql`m.ip` },
  device: { subject: sql`s.device`, movement: sql`m.device` },
  card: { subject: sql`s.card`, movement: sql`m.card` },
  counterparty: {
    subject: sql`coalesce(s.party, lower(s.party_name))`,
    movement: sql`coalesce(m.party, lower(m.name))`,
  },
}

/**
 * `n` and one aggregate over the payments of every customer, as the customer who paid or was paid sees them: `moved` has
 * those of the period.
 */
export function acrossRows(aggregate: Aggregate, moved: Sql): Sql {
  const links = aggregate.by.flatMap((key) => LINKS[key] ?? [])
  const joined = links.map(({ subject, movement }) => sql`${movement} = ${subject}`)
  return sql`
    select s.n, ${measured(aggregate)} as ${sql.id(aggregateKey(aggregate))}
    from ${SUBJECTS} s join (${moved}) m on ${and(joined)}
    group by s.n`
}
