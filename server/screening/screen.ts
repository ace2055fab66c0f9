/** Screening: names of customers and of those they deal with, compared with the list in force. */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { PLATFORMS } from '#contract/model/platform.ts'
import { SIMILARITY } from '#server/policy/sanctions.ts'
import type { Database } from '#server/store/schema.ts'
import { holdList, listInForce } from './keep-list.ts'
import { toLatin } from './latin.ts'

/** Whose names: of a batch, with those of its customers that it changed, or of those never compared with this list. */
export type Scope =
  | { kind: 'batch'; customers: readonly string[]; changed: readonly string[]; transactions: readonly string[] }
  | { kind: 'due' }
  | { kind: 'all' }

export interface Screened {
  /** Customers that were compared, and names altogether, each once. */
  customers: number
  names: number
  /** Pairs of a party and an entry that are alike enough. */
  hits: number
}

const NOBODY: Screened = { customers: 0, names: 0, hits: 0 }

/**
 * Compares in one statement, whatever the number of names. Of a batch, what was compared with this list before is left
 * out: customers whose name has not changed since, and others' names that are like nobody on it. What is alike becomes a hit to be decided on; what was decided stays so, unless the name on either side is
 * another now and it had been held for a false positive; what is no longer alike and was not confirmed ends as
 * `no_match`. Without a list nobody is screened.
 */
export async function screen(tx: Transaction<Database>, platform: string, scope: Scope, now: Date): Promise<Screened> {
  await holdList(tx)
  const list = await listInForce(tx)
  if (!list) return NOBODY
  const latin = JSON.stringify(await latinNames(tx, platform, scope, list.id))
  const normal = (name: RawBuilder<string>) => sql`screening_name(coalesce(${latin}::jsonb ->> (${name}), ${name}))`
  await setPlan(tx, 'off')
  const { rows } = await sql<Screened>`
    with due as materialized (
      select c.id, c.name, names.normal
      from customer c
      cross join lateral (
        select ${normal(sql`c.name`)}
          || coalesce(nullif('|' || ${normal(sql`(c.profile ->> 'tradingName')`)}, '|'), '')
          -- once a customer, and not again wherever it is named
          offset 0
      ) as names (normal)
      left join sanctions_check k on k.platform = c.platform and k.customer_id = c.id
      where c.platform = ${platform} and ${customersOf(scope, list.id)}
        ${scope.kind === 'batch' ? sql`and (k.list_id, k.normal) is distinct from (${list.id}, names.normal)` : sql``}
    ),
    -- many pay the same shop
    payee as materialized (
      select name, ${normal(sql`name`)} as normal, customers
      from (${counterpartiesOf(scope, platform)}) as paid offset 0
    ),
    party as materialized (
      select d.id as customer_id, 'customer' as party, '' as key, d.name, n.normal
      from due d cross join lateral string_to_table(d.normal, '|') as n (normal)
      union all
      select customer_id, 'counterparty', normal, min(name), normal
      from payee cross join unnest(customers) as customer_id group by customer_id, normal
    ),
    wanted as materialized (select distinct normal from party where normal <> ''),
    alike as materialized (
      select w.normal, e.*
      from wanted w
      cross join lateral (
        select distinct on (n.entry_id) n.entry_id, n.name, n.kind, similarity(n.normal, w.normal) as score
        from sanctions_name n
        where n.normal % w.normal
        order by n.entry_id, score desc, n.n
      ) e
    ),
    unlike as (
      insert into sanctions_unlike (platform, name)
      select ${platform}, ${hashed(sql`name`)} from payee
      where not exists (select from alike a where a.normal = payee.normal)
      on conflict do nothing
    ),
    found as materialized (
      select distinct on (p.customer_id, p.party, p.key, a.entry_id)
        p.customer_id, p.party, p.key, p.name as party_name, a.entry_id, a.name, a.score,
        e.details || jsonb_build_object('type', e.type, 'programs', e.programs, 'listedAs', e.name, 'match', a.kind)
          as details
      from party p
      join alike a on a.normal = p.normal
      join sanctions_entry e on e.id = a.entry_id
      order by p.customer_id, p.party, p.key, a.entry_id, a.score desc
    ),
    written as (
      insert into sanctions_hit as h (platform, customer_id, party, party_key, party_name, list, entry_id, name, score,
        details, checked_at)
      select ${platform}, customer_id, party, key, party_name, ${list.name}, entry_id, name, score, details, ${now}
      from found
      on conflict (platform, customer_id, party, party_key, entry_id) do update set
        list = excluded.list, party_name = excluded.party_name, name = excluded.name, score = excluded.score,
        details = excluded.details, checked_at = excluded.checked_at,
        outcome = case when ${IS_ASKED_AGAIN} then 'potential_match' else h.outcome end,
        decided_by = case when ${IS_ASKED_AGAIN} then null else h.decided_by end,
        decided_at = case when ${IS_ASKED_AGAIN} then null else h.decided_at end,
        note = case when ${IS_ASKED_AGAIN} then null else h.note end,
        version = h.version + case when ${IS_ASKED_AGAIN} then 1 else 0 end
    ),
    gone as (
      update sanctions_hit h
      set outcome = 'no_match', checked_at = ${now}, decided_by = null, decided_at = null, note = null,
        version = h.version + 1
      where h.platform = ${platform} and h.outcome in ('potential_match', 'false_positive')
        and ${isCompared(scope)}
        and not exists (select from found f where f.customer_id = h.customer_id and f.party = h.party
          and f.key = h.party_key and f.entry_id = h.entry_id)
    ),
    checked as (
      insert into sanctions_check (platform, customer_id, list_id, normal, checked_at)
      select ${platform}, id, ${list.id}, normal, ${now} from due
      on conflict (platform, customer_id) do update set
        list_id = excluded.list_id, normal = excluded.normal, checked_at = excluded.checked_at
    )
    select (select count(*) from due)::int as customers, (select count(*) from wanted)::int as names,
      (select count(*) from found)::int as hits`.execute(tx)
  await setPlan(tx, 'on')
  return rows[0] ?? NOBODY
}

/** Beyond Latin letters, what stands on them, and signs: coarse, since `toLatin` looks again. */
const OTHER_SCRIPTS = '[\\u0370-\\u1dff\\u1f00-\\u1fff\\u2c00-\\uffff\\U00010000-\\U0003ffff]'

/** What the names of a scope in other scripts are in Latin letters. */
async function latinNames(tx: Transaction<Database>, platform: string, scope: Scope, list: string) {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select unnest(array[c.name, c.profile ->> 'tradingName']) as name from customer c
      left join sanctions_check k on k.platform = c.platform and k.customer_id = c.id
      where c.platform = ${platform} and ${customersOf(scope, list)}
      union all
      select name from (${counterpartiesOf(scope, platform)}) as paid
    ) as names where name ~ ${OTHER_SCRIPTS}`.execute(tx)
  return Object.fromEntries(rows.map(({ name }) => [name, toLatin(name) ?? name]))
}

/** The planner takes comparing two texts for cheap and would read the whole list for every name: twenty times as long. */
async function setPlan(tx: Transaction<Database>, scans: 'on' | 'off'): Promise<void> {
  await sql`select set_config('enable_seqscan', ${scans}, true),
    set_config('pg_trgm.similarity_threshold', ${String(SIMILARITY)}, true)`.execute(tx)
}

/**
 * Screens every platform: everybody where the list in force is new or its screening was interrupted, else only who was
 * never screened. Each platform is a transaction of its own.
 */
export async function screenAll(db: Kysely<Database>, now: Date): Promise<Screened> {
  const list = await listInForce(db)
  if (!list) return NOBODY
  const scope: Scope = { kind: list.screened_at === null ? 'all' : 'due' }
  const sum = { ...NOBODY }
  for (const { name } of PLATFORMS) {
    const each = await db.transaction().execute((tx) => screen(tx, name, scope, now))
    sum.customers += each.customers
    sum.names += each.names
    sum.hits += each.hits
  }
  await db.updateTable('sanctions_list').set({ screened_at: now }).where('id', '=', list.id).execute()
  return sum
}

/** A false positive is one of these two names; with another name on either side it is a new question. */
const IS_ASKED_AGAIN = sql`(h.outcome = 'no_match' or h.outcome = 'false_positive'
  and (screening_name(h.party_name), screening_name(h.name))
    is distinct from (screening_name(excluded.party_name), screening_name(excluded.name)))`

function customersOf(scope: Scope, list: string): RawBuilder<boolean> {
  switch (scope.kind) {
    case 'batch':
      return sql`c.id = any(${scope.customers}) and (k.list_id is distinct from ${list} or c.id = any(${scope.changed}))`
    case 'due':
      return sql`k.list_id is distinct from ${list}`
    case 'all':
      return sql`true`
  }
}

/**
 * Names on the other side of payments with who paid them, but for those that are customers here and screened as such.
 * Looked up one by one: of a platform that is new the planner knows nothing, and would go through all of them each time.
 */
function counterpartiesOf(scope: Scope, platform: string): RawBuilder<unknown> {
  const which = {
    batch: sql`t.id = any(${scope.kind === 'batch' ? scope.transactions : []})`,
    due: sql`false`,
    all: sql`true`,
  }[scope.kind]
  const paid = sql`select t.counterparty_name as name, array_agg(distinct t.customer_id) as customers from transaction t
    where t.platform = ${platform} and ${which} and (
      select true from customer c where c.platform = t.platform and c.id = t.counterparty_id) is null
    group by t.counterparty_name`
  if (scope.kind !== 'batch') return paid
  return sql`select name, customers from (${paid} offset 0) as paid where not exists (
    select from sanctions_unlike u where u.platform = ${platform} and u.name = ${hashed(sql`paid.name`)})`
}

function hashed(name: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`sha256(convert_to(${name}, 'UTF8'))`
}

/** Hits whose party was among those compared. */
function isCompared(scope: Scope): RawBuilder<boolean> {
  const isDue = sql<boolean>`h.party = 'customer' and h.customer_id in (select id from due)`
  return scope.kind === 'all' ? sql`(h.party = 'counterparty' or ${isDue})` : isDue
}
