/**
 * Movements: what detectors look at. A transaction moves money on its customer's account and, where the other side has
 * an account on the same platform, on that one too, in the opposite direction; so a rule about one's own money in and
 * out needs no second row of the transaction.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#server/store/schema.ts'

export interface Candidates {
  platform: string
  /** Which transactions are judged: a condition on `t`, a row of `transaction`. */
  where: RawBuilder<boolean>
  /** The earliest and the latest of them. */
  from: Date
  to: Date
  /** How far the rules look back. */
  reachDays: number
}

/**
 * Fills the session's temporary table `movement` with the candidates and everything before them on the accounts they
 * touch. Within a transaction only: the rows go with its end.
 *
 * Two movements of an account never share a moment: later ids of the same moment are put microseconds after it, so that
 * "before" has one meaning. (The platforms' clocks count milliseconds.)
 */
export async function fillMovements(db: Kysely<Database>, candidates: Candidates): Promise<void> {
  const { platform, where, from, to, reachDays } = candidates
  await sql`
    create temporary table if not exists movement (
      id text collate "C" not null,
      account text collate "C" not null,
      account_type text not null,
      other text collate "C" not null,
      direction text not null,
      at timestamptz not null,
      cents bigint not null,
      service text,
      country text,
      other_country text,
      description text,
      candidate boolean not null
    ) on commit delete rows`.execute(db)
  await sql`create temporary table if not exists touched (id text not null, type text not null) on commit delete rows`.execute(
    db,
  )
  await sql`truncate movement, touched`.execute(db)
  // sorting a history in memory, not on disk, and without compiling queries that take milliseconds
  await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(db)
  const columns = sql.raw(
    "t.id, t.at, t.usd, t.service, t.country, t.counterparty_country, t.data->>'transactionDesc' as description",
  )
  const since = new Date(from.getTime() - reachDays * 86_400_000 - 1)
  await sql`
    with candidate as materialized (
      select t.customer_id, t.counterparty_id from transaction t where t.platform = ${platform} and ${where}
    )
    insert into touched select c.id, c.type from customer c
    where c.platform = ${platform}
      and c.id in (select customer_id from candidate union select counterparty_id from candidate)`.execute(db)
  // how many accounts decides how their past is read: of a few by the index, of nearly all in one pass
  await sql`analyze touched`.execute(db)
  await sql`
    with candidate as materialized (
      select t.id from transaction t where t.platform = ${platform} and ${where}
    ),
    side as (
      select ${columns}, touched.id as account, touched.type as account_type, t.direction as side,
        coalesce(t.counterparty_id, t.counterparty_name) as other
      from touched join transaction t on t.customer_id = touched.id
      where t.platform = ${platform} and t.at between ${since} and ${to}
      union all
      select ${columns}, touched.id, touched.type, case t.direction when 'incoming' then 'outgoing' else 'incoming' end,
        t.customer_id
      from touched join transaction t on t.counterparty_id = touched.id
      where t.platform = ${platform} and t.at between ${since} and ${to} and t.counterparty_id <> t.customer_id
    )
    insert into movement
    select id, account, account_type, other, side,
      at + (row_number() over (partition by account collate "C", at order by id collate "C") - 1)
        * interval '1 microsecond',
      round(usd * 100)::bigint, service, country, counterparty_country, description,
      id in (select id from candidate)
    from side
    order by account collate "C", at`.execute(db)
}
