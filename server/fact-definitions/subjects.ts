/**
 * Facts as SQL over many subjects at once. A sheet is a relation of one row, a batch of candidates one of thousands: both
 * read the same definitions, so that a rule compares what the analyst sees.
 */
import { sql, type RawBuilder } from 'kysely'

/**
 * The relation `fact_subject`, a row each: `n` its number; the account; the payment as the account sees it, or none; the
 * time `at` of the event, before which is earlier; the time `as_of` of which states are asked; and what of the account
 * belongs to the subject itself, `case_id` and `own` alerts.
 */
export const SUBJECTS = sql.raw('fact_subject')

/**
 * The relation `fact_moved`: the payments of the accounts of `fact_subject` as each account sees them, from its first
 * payment, or the beginning of what is wanted, to its last subject.
 */
export const MOVED = sql.raw('fact_moved')

/** The keys of subjects: `n, account, transaction_id, at, as_of, case_id, own`; `at` is that of the payment, if any. */
export type SubjectKeys = RawBuilder<unknown>

const filled = (name: string) => `nullif(t.data ->> '${name}', '')`
const IP = `coalesce(${filled('transactionIp')}, ${filled('currentIp')})`
/** The origin of transaction `t`. */
const ORIGIN = { ip: IP, device: filled('deviceId'), card: filled('clientCardNumber') } as const
const COUNTRY_OF_CLIENT = '(select o.country from customer o where o.platform = t.platform and o.id = t.customer_id)'

/** A declared amount a month, of the profile of customer `c`: what is no positive number declares nothing. */
const declared = (name: string) => `case when c.profile ->> '${name}' ~ '^\\s*[0-9]{1,15}(\\.[0-9]{1,6})?\\s*$'
  then nullif((c.profile ->> '${name}')::numeric, 0) end`

/** The rows of `fact_subject`. */
export function subjectRows(platform: string, keys: SubjectKeys): RawBuilder<unknown> {
  const seen = (own: string, other: string) => `case when t.customer_id = k.account then ${own} else ${other} end`
  return sql`
    select k.n, k.account as customer_id, t.id as transaction_id, coalesce(t.at, k.at) as at, k.as_of,
      ${sql.raw(seen('t.direction', `case t.direction when 'incoming' then 'outgoing' when 'outgoing' then 'incoming' end`))} as direction,
      t.usd, ${sql.raw(seen('t.counterparty_id', 't.customer_id'))} as party,
      nullif(${sql.raw(seen('t.counterparty_name', 't.client_name'))}, '') as party_name,
      ${sql.raw(seen('t.counterparty_country', COUNTRY_OF_CLIENT))} as party_country,
      t.country, t.service, ${sql.raw(ORIGIN.ip)} as ip, ${sql.raw(ORIGIN.device)} as device,
      ${sql.raw(ORIGIN.card)} as card, k.case_id, k.own,
      ${sql.raw(declared('monthlyDepositsUsd'))} as declared_in,
      ${sql.raw(declared('monthlyWithdrawalsUsd'))} as declared_out
    from (${keys}) k
    left join customer c on c.platform = ${platform} and c.id = k.account
    left join transaction t on t.platform = ${platform} and t.id = k.transaction_id`
}

/** Columns of `fact_moved` that cost something to read. */
export const MOVED_EXTRAS = ['party_country', 'ip', 'device', 'card'] as const
export type MovedExtra = (typeof MOVED_EXTRAS)[number]

/**
 * The rows of `fact_moved`. `reachDays` is how long before the first subject of an account they begin, null for all;
 * `extras` are the columns that are read beside the cheap ones.
 */
export function movedRows(
  platform: string,
  { reachDays = null, extras = MOVED_EXTRAS }: { reachDays?: number | null; extras?: Iterable<MovedExtra> } = {},
): RawBuilder<unknown> {
  const wanted = new Set(extras)
  const extra = (name: MovedExtra, value: string) => `${wanted.has(name) ? value : 'null::text'} as ${name}`
  const origin = `${extra('ip', ORIGIN.ip)}, ${extra('device', ORIGIN.device)}, ${extra('card', ORIGIN.card)}`
  const since = reachDays === null ? sql`` : sql`and t.at >= a.since - ${reachDays}::float8 * interval '24 hours'`
  return sql`
    with fact_account as materialized (
      select customer_id, min(at) as since, max(at) as upto from ${SUBJECTS} group by customer_id
    )
    select a.customer_id, t.id collate "C" as id, t.at, t.direction, t.usd, t.counterparty_id as party,
      nullif(t.counterparty_name, '') as name, ${sql.raw(extra('party_country', 't.counterparty_country'))}, t.country,
      t.service, ${sql.raw(origin)}
    from fact_account a join transaction t on t.platform = ${platform} and t.customer_id = a.customer_id
      and t.at <= a.upto ${since}
    union all
    select a.customer_id, t.id collate "C", t.at,
      case t.direction when 'incoming' then 'outgoing' else 'incoming' end, t.usd, t.customer_id,
      nullif(t.client_name, ''), ${sql.raw(extra('party_country', COUNTRY_OF_CLIENT))}, t.country,
      t.service, ${sql.raw(origin)}
    from fact_account a join transaction t on t.platform = ${platform} and t.counterparty_id = a.customer_id
      and t.customer_id <> a.customer_id and t.at <= a.upto ${since}`
}

/** The payments of all customers of the period before the subjects, each as its own customer sees it. */
export function movedOfAll(platform: string, days: number, extras: Iterable<MovedExtra>): RawBuilder<unknown> {
  const wanted = new Set(extras)
  const extra = (name: MovedExtra, value: string) => `${wanted.has(name) ? value : 'null::text'} as ${name}`
  return sql`
    select t.customer_id, t.id collate "C" as id, t.at, t.direction, t.usd, t.counterparty_id as party,
      nullif(t.counterparty_name, '') as name, ${sql.raw(extra('party_country', 't.counterparty_country'))}, t.country,
      t.service, ${sql.raw(extra('ip', ORIGIN.ip))}, ${sql.raw(extra('device', ORIGIN.device))},
      ${sql.raw(extra('card', ORIGIN.card))}
    from transaction t where t.platform = ${platform}
      and t.at >= (select min(at) from ${SUBJECTS}) - ${days}::float8 * interval '24 hours'
      and t.at <= (select max(at) from ${SUBJECTS})`
}

/** Conditions: movement `m` was before subject `s`; before, or is the payment itself. */
export const IS_BEFORE = sql<boolean>`(m.at, m.id) < (s.at, coalesce(s.transaction_id, '') collate "C")`
export const IS_UP_TO = sql<boolean>`(m.at < s.at or (m.at = s.at
  and (s.transaction_id is null or m.id <= s.transaction_id collate "C")))`

/** A condition: movement `m` is with the counterparty of subject `s`: by account, else by name without case. */
export const IS_SAME_PARTY = sql<boolean>`case when s.party is not null then m.party = s.party
  else lower(m.name) = lower(s.party_name) end`
