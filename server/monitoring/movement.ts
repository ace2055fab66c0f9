/**
 * Movements: what detectors look at. A transaction moves money on its customer's account and, where the other side has
 * an account on the same platform, on that one too, in the opposite direction; so a rule about one's own money in and
 * out needs no second row of the transaction. A customer that is judged as it stands is a movement of nothing, without
 * an id, after all of its others.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#server/store/schema.ts'
import type { Need } from './rule-type.ts'

export interface Candidates {
  platform: string
  /** Which transactions are judged: a condition on `t`, a row of `transaction`. None where only customers are. */
  where?: RawBuilder<boolean>
  /** The earliest and the latest of them. */
  from: Date
  to: Date
  /** Customers judged as they stand at `to`; then nobody else is judged. */
  customers?: readonly string[]
  /** Whose accounts alone are judged: a condition on `c`, a row of `customer`. */
  accounts?: RawBuilder<boolean>
}

/** What detectors want to know. */
export interface Wanted {
  /** How far they look back. */
  reachDays: number
  needs: ReadonlySet<Need>
}

/** Every column of a movement but the last, whether it is judged. */
export const COLUMNS = sql.raw(`id, account, account_type, home, other, direction, at, cents, service, country,
  other_country, description, bank_names, bank_codes, card, machine_country, is_dispute`)

/**
 * Facts out of a transaction's `data`, each read only where a detector asks, and of what went before only where one
 * looks back for it: the text of a million is much to read.
 */
const FACTS: readonly { need: Need; column: string; type: string; value: string; ofCandidates?: true }[] = [
  {
    need: 'description',
    column: 'description',
    type: 'text',
    value: `t.data ->> 'transactionDesc'`,
    ofCandidates: true,
  },
  {
    need: 'bank',
    column: 'bank_names',
    type: 'text[]',
    ofCandidates: true,
    value: `array_remove(array[t.data ->> 'originatorBankName', t.data ->> 'senderBankName',
      t.data ->> 'beneficiaryBankName', t.data ->> 'clientBankName'], null)`,
  },
  {
    need: 'bank',
    column: 'bank_codes',
    type: 'text[]',
    ofCandidates: true,
    value: `string_to_array(upper(replace(concat_ws('|', t.data ->> 'originatorSwiftCode', t.data ->> 'senderSwiftCode',
      t.data ->> 'beneficiarySwiftCode', t.data ->> 'clientSwiftCode', t.data ->> 'originatorBankCode',
      t.data ->> 'senderBankCode', t.data ->> 'beneficiaryBankCode', t.data ->> 'clientBankCode',
      t.data ->> 'clientCardNumber'), ' ', '')), '|')`,
  },
  { need: 'card', column: 'card', type: 'text', value: `t.data ->> 'clientCardNumber'` },
  {
    // cash from a financial institution, at the counter or a machine
    need: 'cash machine',
    column: 'machine_country',
    type: 'text',
    value: `case when t.data ->> 'merchantCode' in ('6010', '6011') then t.data ->> 'merchantCountry' end`,
  },
  { need: 'dispute', column: 'is_dispute', type: 'boolean', value: `t.data ? 'disputedTransactionId'` },
]

/**
 * Fills the session's temporary table `movement` with the candidates and everything before them on the accounts they
 * touch. Within a transaction only: the rows go with its end.
 *
 * Two movements of an account never share a moment: later ids of the same moment are put microseconds after it, so that
 * "before" has one meaning. (The platforms' clocks count milliseconds.)
 */
export async function fillMovements(db: Kysely<Database>, candidates: Candidates, wanted: Wanted): Promise<void> {
  const { platform, where = sql<boolean>`false`, from, to, customers } = candidates
  await makeTables(db)
  const facts = FACTS.map(({ need, column, type, value, ofCandidates }) => {
    if (!wanted.needs.has(need)) return sql.raw(`null::${type} as ${column}`)
    const read = sql.raw(value)
    return ofCandidates
      ? sql`case when ${where} then ${read} end as ${sql.ref(column)}`
      : sql`${read} as ${sql.ref(column)}`
  })
  const columns = sql`t.id, t.at, t.usd, t.service, t.country, t.counterparty_country, ${sql.join(facts)}`
  const since = new Date(from.getTime() - wanted.reachDays * 86_400_000 - 1)
  await sql`
    insert into touched select c.id, c.type, coalesce(c.country, c.profile ->> 'countryOfResidence') from customer c
    where c.platform = ${platform} and ${accountsOf(candidates, where)}`.execute(db)
  // how many accounts decides how their past is read: of a few by the index, of nearly all in one pass
  await sql`analyze touched`.execute(db)
  await sql`
    with side as (
      select ${columns}, ${where} as candidate, touched.id as account, touched.type as account_type, touched.home,
        t.direction as side, coalesce(t.counterparty_id, t.counterparty_name) as other
      from touched join transaction t on t.customer_id = touched.id
      where t.platform = ${platform} and t.at between ${since} and ${to}
      union all
      select ${columns}, ${where}, touched.id, touched.type, touched.home,
        case t.direction when 'incoming' then 'outgoing' else 'incoming' end, t.customer_id
      from touched join transaction t on t.counterparty_id = touched.id
      where t.platform = ${platform} and t.at between ${since} and ${to} and t.counterparty_id <> t.customer_id
    )
    insert into movement
    select id, account, account_type, home, other, side,
      at + (row_number() over (partition by account collate "C", at order by id collate "C") - 1)
        * interval '1 microsecond',
      round(usd * 100)::bigint, service, country, counterparty_country,
      description, bank_names, bank_codes, card, machine_country, is_dispute, candidate
    from side
    order by account collate "C", at`.execute(db)
  if (customers) await addStanding(db, platform, customers, to)
}

/** The accounts that are judged: those that are named, or those that the candidates touch. */
function accountsOf({ platform, customers, accounts }: Candidates, where: RawBuilder<boolean>): RawBuilder<boolean> {
  if (customers) return sql`c.id = any(${customers})`
  if (accounts) return accounts
  return sql`c.id in (
    with candidate as materialized (
      select t.customer_id, t.counterparty_id from transaction t where t.platform = ${platform} and ${where}
    )
    select customer_id from candidate union select counterparty_id from candidate)`
}

async function makeTables(db: Kysely<Database>): Promise<void> {
  await sql`
    create temporary table if not exists movement (
      id text collate "C" not null,
      account text collate "C" not null,
      account_type text not null,
      home text,
      other text collate "C" not null,
      direction text not null,
      at timestamptz not null,
      cents bigint not null,
      service text,
      country text,
      other_country text,
      description text,
      bank_names text[],
      bank_codes text[],
      card text,
      machine_country text,
      is_dispute boolean,
      candidate boolean not null
    ) on commit delete rows`.execute(db)
  await sql`
    create temporary table if not exists touched (id text not null, type text not null, home text)
    on commit delete rows`.execute(db)
  await sql`truncate movement, touched`.execute(db)
  // sorting a history in memory, not on disk, and without compiling queries that take milliseconds
  await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(db)
}

/**
 * What many rules look at before they go through movements: `candidate_movement`, the candidates alone, and `activity`,
 * what is laid out of each account in sum.
 */
export async function addOverview(db: Kysely<Database>): Promise<void> {
  await sql`create temporary table if not exists candidate_movement (like movement) on commit delete rows`.execute(db)
  await sql`
    create temporary table if not exists activity (
      account text collate "C" not null,
      payments bigint not null,
      payments_in bigint not null,
      cents numeric not null,
      cents_in numeric not null
    ) on commit delete rows`.execute(db)
  await sql`truncate candidate_movement, activity`.execute(db)
  await sql`insert into candidate_movement select * from movement where candidate`.execute(db)
  await sql`
    insert into activity
    select account, count(*), count(*) filter (where direction = 'incoming'), sum(cents),
      coalesce(sum(cents) filter (where direction = 'incoming'), 0)
    from movement group by account`.execute(db)
  await sql`analyze candidate_movement, activity`.execute(db)
}

/** Customers as they stand, each with the country it last signed in from. */
async function addStanding(
  db: Kysely<Database>,
  platform: string,
  customers: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    insert into movement (id, account, account_type, home, other, direction, at, cents, country, candidate)
    select '', c.id, c.type, coalesce(c.country, c.profile ->> 'countryOfResidence'), '', 'outgoing',
      ${at}::timestamptz + interval '1 millisecond', 0, c.profile ->> 'currentLocationCountry', true
    from customer c where c.platform = ${platform} and c.id = any(${customers})`.execute(db)
}
