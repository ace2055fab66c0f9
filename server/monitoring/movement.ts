/**
 * Movements: what detectors look at. A transaction moves money on its customer's account and, where the other side has
 * an account on the same platform, on that one too, in the opposite direction; so a rule about one's own money in and
 * out needs no second row of the transaction. A customer that is judged as it stands is a movement of nothing, without
 * an id, after all of its others.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#server/store/schema.ts'
import type { Need } from './rule-type.ts'

const DAY = 86_400_000

export interface Candidates {
  platform: string
  /** Which transactions are judged: a condition on `t`, a row of `transaction`. None where only customers are. */
  where?: RawBuilder<boolean>
  /** The earliest and the latest of them. */
  from: Date
  to: Date
  /** Customers judged as they stand at `to`; then nobody else is judged. */
  customers?: readonly string[]
  /** Where a platform has no more, all of them are laid out: most have candidates, and to find out who costs more. */
  fewCustomers?: number
}

/** What detectors want to know. */
export interface Wanted {
  /** How far they look back. */
  reachDays: number
  needs: ReadonlySet<Need>
}

/** What is summed up of movements, and since how many days before the candidates. */
export interface Summed {
  /** For each account, since each of these. */
  accounts: readonly number[]
  /** For each account and party; 0 where nobody asks. */
  parties: number
}

/** Of every movement, but for whether it is judged. `no` is the account's number among those that are laid out. */
const COLUMNS = `no id account account_type home other direction at cents service country other_country card
  machine_country is_dispute`.split(/\s+/)

/** Facts out of a transaction's `data`, each read only where a detector asks. */
interface FactColumn {
  need: Need
  column: string
  type: string
  value: string
}

const LOOKED_BACK_FOR: readonly FactColumn[] = [
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

/** No detector looks back for these, and the text of a million is much to read. */
const OF_CANDIDATES: readonly FactColumn[] = [
  { need: 'description', column: 'description', type: 'text', value: `t.data ->> 'transactionDesc'` },
  {
    // as whole words are looked for in it
    need: 'description',
    column: 'words',
    type: 'text',
    value: `' ' || regexp_replace(lower(t.data ->> 'transactionDesc'), '[^[:alnum:]]+', ' ', 'g') || ' '`,
  },
  {
    need: 'bank',
    column: 'bank_names',
    type: 'text[]',
    value: `array_remove(array[t.data ->> 'originatorBankName', t.data ->> 'senderBankName',
      t.data ->> 'beneficiaryBankName', t.data ->> 'clientBankName'], null)`,
  },
  {
    // as whole words are looked for in them
    need: 'bank',
    column: 'bank_words',
    type: 'text',
    value: `' ' || regexp_replace(lower(concat_ws(' ', t.data ->> 'originatorBankName', t.data ->> 'senderBankName',
      t.data ->> 'beneficiaryBankName', t.data ->> 'clientBankName')), '[^[:alnum:]]+', ' ', 'g') || ' '`,
  },
  {
    // each after a bar
    need: 'bank',
    column: 'bank_codes',
    type: 'text',
    value: `upper(replace(concat('|', concat_ws('|', t.data ->> 'originatorSwiftCode', t.data ->> 'senderSwiftCode',
      t.data ->> 'beneficiarySwiftCode', t.data ->> 'clientSwiftCode', t.data ->> 'originatorBankCode',
      t.data ->> 'senderBankCode', t.data ->> 'beneficiaryBankCode', t.data ->> 'clientBankCode',
      t.data ->> 'clientCardNumber')), ' ', ''))`,
  },
]

const FACT_COLUMNS = OF_CANDIDATES.map(({ column }) => column)

/** The columns of `movement` and of `candidate_movement`, but for whether one is judged. */
export const MOVEMENT_COLUMNS = sql.raw(COLUMNS.join(', '))
export const CANDIDATE_COLUMNS = sql.raw([...COLUMNS, ...FACT_COLUMNS].join(', '))

function factsOf(columns: readonly FactColumn[], { needs }: Wanted): RawBuilder<unknown> {
  return sql.raw(
    columns
      .map(({ need, column, type, value }) => `${needs.has(need) ? value : `null::${type}`} as ${column}`)
      .join(', '),
  )
}

/** The first moment that looking back so many days from the earliest candidate reaches. */
export function sinceOf({ from }: Candidates, days: number): Date {
  return new Date(from.getTime() - days * DAY - 1)
}

/**
 * The candidates and everything before them on the accounts of the session's table `touched`, as a query for all columns
 * of candidates and whether each is one.
 *
 * Two movements of an account never share a moment: later ids of the same moment are put microseconds after it, so that
 * "before" has one meaning. (The platforms' clocks count milliseconds.) Where nobody looks back that is left out, so that
 * the database can pick what is asked for without sorting anything.
 */
export function movementsOf(candidates: Candidates, wanted: Wanted): RawBuilder<unknown> {
  const { platform, where = sql<boolean>`false`, to, customers } = candidates
  const columns = sql`t.id, t.at, t.usd, t.service, t.country, t.counterparty_country, ${where} as candidate,
    ${factsOf(LOOKED_BACK_FOR, wanted)}, ${factsOf(OF_CANDIDATES, wanted)}`
  const isSpan = sql`t.platform = ${platform} and t.at between ${sinceOf(candidates, wanted.reachDays)} and ${to}`
  const at =
    wanted.reachDays === 0
      ? sql`at`
      : sql`at + (row_number() over (partition by no, at order by id collate "C") - 1) * interval '1 microsecond'`
  return sql`
    select no, id, account, account_type, home, other, side as direction, ${at} as at, round(usd * 100)::bigint as cents,
      service, country, counterparty_country as other_country, card, machine_country, is_dispute,
      description, words, bank_names, bank_words, bank_codes, candidate
    from (
      select ${columns}, a.no, a.id as account, a.type as account_type, a.home,
        t.direction as side, coalesce(t.counterparty_id, t.counterparty_name) as other
      from touched a join transaction t on t.customer_id = a.id where ${isSpan}
      union all
      select ${columns}, a.no, a.id, a.type, a.home,
        case t.direction when 'incoming' then 'outgoing' else 'incoming' end, t.customer_id
      from touched a join transaction t on t.counterparty_id = a.id
      where ${isSpan} and t.counterparty_id <> t.customer_id
    ) side
    ${customers ? sql`union all ${standing(platform, to)}` : sql``}`
}

/** The customers that are laid out as they stand, each with the country it last signed in from. */
function standing(platform: string, at: Date): RawBuilder<unknown> {
  return sql`
    select a.no, '', a.id, a.type, a.home, '', 'outgoing', ${at}::timestamptz + interval '1 millisecond', 0, null,
      c.profile ->> 'currentLocationCountry', null, null, null, null, null, null, null, null, null, true
    from touched a join customer c on c.platform = ${platform} and c.id = a.id`
}

/** Fills the session's temporary table `touched` with the accounts whose movements are looked at, and numbers them. */
export async function fillTouched(db: Kysely<Database>, candidates: Candidates): Promise<void> {
  const { platform, where = sql<boolean>`false` } = candidates
  await sql`
    create temporary table if not exists touched (no int not null, id text not null, type text not null, home text)
    on commit delete rows`.execute(db)
  await sql`truncate touched`.execute(db)
  // sorting a history in memory, not on disk, and without compiling queries that take milliseconds
  await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(db)
  await sql`
    insert into touched
    select row_number() over (), c.id, c.type, coalesce(c.country, c.profile ->> 'countryOfResidence') from customer c
    where c.platform = ${platform} and ${accountsOf(candidates, where)}`.execute(db)
  // how many accounts decides how their past is read: of a few by the index, of nearly all in one pass
  await sql`analyze touched (id)`.execute(db)
}

/**
 * Fills temporary tables for many rules to look at: `movement`; `candidate_movement`, which are the candidates alone with
 * what only they have; `activity`, what each account did since some moments, in sum (a moment since which it did no more
 * than since a later one has no row of its own); and `dealing`, how often it had to do with a party that a candidate is
 * with. Within a transaction only: the rows go with its end.
 */
export async function fillMovements(
  db: Kysely<Database>,
  candidates: Candidates,
  wanted: Wanted,
  { accounts, parties }: Summed,
): Promise<void> {
  await fillTouched(db, candidates)
  await makeTables(db)
  await sql`
    insert into movement (${MOVEMENT_COLUMNS}, candidate)
    select ${MOVEMENT_COLUMNS}, candidate from (${movementsOf(candidates, wanted)}) m`.execute(db)
  await fillCandidates(db, candidates, wanted)
  if (accounts.length > 0) await fillActivity(db, candidates, accounts)
  await sql`analyze candidate_movement (no), activity (no, since)`.execute(db)
  if (parties === 0) return
  await sql`
    insert into dealing select no, other, direction, count(*) from movement
    where at >= ${sinceOf(candidates, parties)}
      and (no, other, direction) in (select no, other, direction from candidate_movement)
    group by 1, 2, 3 having count(*) > 1`.execute(db)
  await sql`analyze dealing (no, other)`.execute(db)
}

async function fillCandidates(
  db: Kysely<Database>,
  { platform, where = sql<boolean>`false` }: Candidates,
  wanted: Wanted,
): Promise<void> {
  await sql`
    insert into candidate_movement (${CANDIDATE_COLUMNS}, candidate)
    select ${sql.raw(COLUMNS.map((column) => `m.${column}`).join(', '))}, ${factsOf(OF_CANDIDATES, wanted)}, true
    from movement m left join transaction t on t.platform = ${platform} and t.id = m.id and ${where}
    where m.candidate`.execute(db)
}

async function fillActivity(db: Kysely<Database>, candidates: Candidates, reaches: readonly number[]): Promise<void> {
  const since = reaches.map((days) => sinceOf(candidates, days)).toSorted((a, b) => a.getTime() - b.getTime())
  await sql`
    insert into activity
    select no, (${since}::timestamptz[])[n], sum(payments) over later, sum(payments_in) over later,
      sum(cents) over later, sum(cents_in) over later
    from (
      select no, width_bucket(at, ${since}::timestamptz[]) as n, count(*) as payments,
        count(*) filter (where direction = 'incoming') as payments_in, sum(cents)::bigint as cents,
        coalesce(sum(cents) filter (where direction = 'incoming'), 0)::bigint as cents_in
      from movement group by 1, 2
    ) each
    where n > 0
    window later as (partition by no order by n desc)`.execute(db)
}

/** The accounts that are judged: those that are named, or those that the candidates touch. */
function accountsOf(
  { platform, customers, fewCustomers = 0 }: Candidates,
  where: RawBuilder<boolean>,
): RawBuilder<boolean> {
  if (customers) return sql`c.id = any(${customers})`
  const touched = sql<boolean>`c.id in (
    with candidate as materialized (
      select t.customer_id, t.counterparty_id from transaction t where t.platform = ${platform} and ${where}
    )
    select customer_id from candidate union select counterparty_id from candidate)`
  if (fewCustomers === 0) return touched
  return sql`((select count(*) from customer where platform = ${platform}) <= ${fewCustomers} or ${touched})`
}

async function makeTables(db: Kysely<Database>): Promise<void> {
  await sql`
    create temporary table if not exists movement (
      no int not null,
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
      card text,
      machine_country text,
      is_dispute boolean,
      candidate boolean not null
    ) on commit delete rows`.execute(db)
  await sql`
    create temporary table if not exists candidate_movement (
      like movement, description text, words text, bank_names text[], bank_words text, bank_codes text
    ) on commit delete rows`.execute(db)
  await sql`
    create temporary table if not exists activity (
      no int not null,
      since timestamptz not null,
      payments bigint not null,
      payments_in bigint not null,
      cents bigint not null,
      cents_in bigint not null
    ) on commit delete rows`.execute(db)
  await sql`
    create temporary table if not exists dealing (
      no int not null, other text collate "C" not null, direction text not null, payments bigint not null
    ) on commit delete rows`.execute(db)
  await sql`create index if not exists movement_no on movement (no)`.execute(db)
  await sql`truncate movement, candidate_movement, activity, dealing`.execute(db)
}
