/**
 * Movements: the input of detectors. A transaction is a movement on its customer's account and, if the counterparty has
 * an account on the platform, on that one too, in the opposite direction. A current customer is an empty movement
 * without an id, after all others of its account.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { TRANSACTION_FILTER_FIELDS } from '#contract/model/rules/filter.ts'
import type { Need } from './rule-type.ts'
import { transactionField } from './filter-subjects.ts'

const DAY = 86_400_000

export interface Candidates {
  platform: string
  /** The evaluated transactions: a condition on `t`, a row of `transaction`. None for customers alone. */
  where?: RawBuilder<boolean>
  /** The earliest and the latest of them. */
  from: Date
  to: Date
  /** The accounts that they touch, where that is known: also those of customers that are yet to be stored. */
  accounts?: readonly string[]
  /** Current customers evaluated at `to`; then nobody else is. */
  customers?: readonly string[]
  /** Of when the state of customers is asked by facts; of the time of each candidate where it is left out. */
  asOf?: Date
  /** Of fewer payments than this there is no distribution of amounts. */
  sampleLeast?: number
  /** A platform with at most this many accounts is staged whole: most have candidates, and selecting costs more. */
  fewCustomers?: number
}

/** The needs of detectors. */
export interface Wanted {
  /** The period before the candidates. */
  reachDays: number
  needs: ReadonlySet<Need>
}

/** For every movement, except whether it is evaluated. `no` is the account's number among the staged ones. */
export const COLUMNS = `no id account account_type home other direction at cents service country other_country card
  machine_country is_dispute filtered`.split(/\s+/)

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
export const OF_CANDIDATES: readonly FactColumn[] = [
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

export function factsOf(columns: readonly FactColumn[], { needs }: Wanted): RawBuilder<unknown> {
  return sql.raw(
    columns
      .map(({ need, column, type, value }) => `${needs.has(need) ? value : `null::${type}`} as ${column}`)
      .join(', '),
  )
}

const OTHER_COUNTRY = 'counterPartyCountry'

/**
 * The fields of transaction `t` that filters of rules may use, by name, as account `a` sees it. Where the counterparty is the
 * transaction's customer, its country is left for later: what a batch says of its customers is stored after this.
 */
function filteredBy({ needs }: Wanted, isCustomer: boolean): RawBuilder<unknown> {
  if (!needs.has('filters')) return sql`null::jsonb`
  const names = TRANSACTION_FILTER_FIELDS.filter((name) => isCustomer || name !== OTHER_COUNTRY)
  return sql`jsonb_build_object(${sql.join(names.flatMap((name) => [sql.lit(name), transactionField(name, sql`a.id`)]))})`
}

/** One field of what a movement is filtered by, as jsonb. */
export function filteredField(platform: string, name: string): RawBuilder<unknown> {
  const known = sql`filtered -> ${sql.lit(name)}`
  if (name !== OTHER_COUNTRY) return known
  return sql`case when filtered ? ${sql.lit(name)} then ${known} else (
    select to_jsonb(o.country) from customer o where o.platform = ${platform} and o.id = other) end`
}

/** The start of a period of this many days before the earliest candidate. */
export function sinceOf({ from }: Candidates, days: number): Date {
  return new Date(from.getTime() - days * DAY - 1)
}

/**
 * The candidates and everything before them on the accounts of the session's table `touched`, as a query for all columns
 * of candidates and whether each is one.
 *
 * Two movements of an account never share a moment: later ids of the same moment are put microseconds after it, so that
 * "before" has one meaning. (The platforms' clocks count milliseconds.) Where nobody looks back that is left out, so that
 * the database can pick what is asked for without sorting anything; and where all are staged `apart` from each other.
 */
export function movementsOf(
  candidates: Candidates,
  wanted: Wanted,
  { areApart = false, only = sql`true` }: { areApart?: boolean; only?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  const { platform, where = sql<boolean>`false`, to, customers } = candidates
  const columns = (
    isCustomer: boolean,
  ) => sql`t.id, t.at, t.usd, t.service, t.country, t.counterparty_country, ${where} as candidate,
    ${factsOf(LOOKED_BACK_FOR, wanted)}, ${filteredBy(wanted, isCustomer)} as filtered, ${factsOf(OF_CANDIDATES, wanted)}`
  const isSpan = sql`t.platform = ${platform} and t.at between ${sinceOf(candidates, wanted.reachDays)} and ${to}
    and ${only}`
  const at =
    wanted.reachDays === 0 || areApart
      ? sql`at`
      : sql`at + (row_number() over (partition by no, at order by id collate "C") - 1) * interval '1 microsecond'`
  return sql`
    select no, id, account, account_type, home, other, side as direction, ${at} as at, round(usd * 100)::bigint as cents,
      service, country, counterparty_country as other_country, card, machine_country, is_dispute, filtered,
      description, words, bank_names, bank_words, bank_codes, candidate
    from (
      select ${columns(true)}, a.no, a.id as account, a.type as account_type, a.home,
        t.direction as side, coalesce(t.counterparty_id, t.counterparty_name) as other
      from touched a join transaction t on t.customer_id = a.id where ${isSpan}
      union all
      select ${columns(false)}, a.no, a.id, a.type, a.home,
        case t.direction when 'incoming' then 'outgoing' else 'incoming' end, t.customer_id
      from touched a join transaction t on t.counterparty_id = a.id
      where ${isSpan} and t.counterparty_id <> t.customer_id
    ) side
    ${customers ? sql`union all ${standing(platform, to)}` : sql``}`
}

/** The staged current customers, each with the country of the last sign-in. */
function standing(platform: string, at: Date): RawBuilder<unknown> {
  return sql`
    select a.no, '', a.id, a.type, a.home, '', 'outgoing', ${at}::timestamptz + interval '1 millisecond', 0, null,
      c.profile ->> 'currentLocationCountry', null, null, null, null, null, null, null, null, null, null, true
    from touched a join customer c on c.platform = ${platform} and c.id = a.id`
}

/** Fills the session's temporary table `touched` with the numbered accounts to evaluate. */
export async function fillTouched(db: Kysely<Database>, candidates: Candidates): Promise<void> {
  const { platform, where = sql<boolean>`false`, accounts } = candidates
  await sql`
    create temporary table if not exists touched (no int not null, id text not null, type text, home text)
    on commit delete rows`.execute(db)
  await sql`truncate touched`.execute(db)
  // sorting a history in memory, not on disk, and without compiling queries that take milliseconds
  await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(db)
  await sql`
    insert into touched
    ${
      accounts
        ? sql`select a.no, a.id, c.type, ${HOME} from unnest(${accounts}::text[]) with ordinality as a (id, no)
            left join customer c on c.platform = ${platform} and c.id = a.id`
        : sql`select row_number() over (), c.id, c.type, ${HOME} from customer c
            where c.platform = ${platform} and ${accountsOf(candidates, where)}`
    }`.execute(db)
  // the number of accounts decides the plan: by index for a few, in one pass for nearly all
  await sql`analyze touched (id)`.execute(db)
}

/** The country of residence of an account holder, of customer `c`. */
export const HOME = sql`coalesce(c.country, c.profile ->> 'countryOfResidence')`

/** The evaluated accounts: the named ones, or those of the candidates. */
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
