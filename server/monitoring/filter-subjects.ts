/** Filter subjects from the database: the data of a transaction and of its account. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { CustomerType } from '#contract/model/values.ts'
import { findField } from '#server/monitoring/filter/fields.ts'
import type { Subject } from '#server/monitoring/filter/filter.ts'
import type { Database } from '#server/schema/database.ts'

/** The subject: a transaction on one account, or an account alone. */
export interface SubjectKey {
  transactionId: string | null
  account: string
}

export interface KnownSubject {
  customerType: CustomerType
  subject: Subject
}

interface Row {
  transaction_id: string | null
  account: string
  customer_type: CustomerType
  customer: Record<string, unknown>
  agreed: Record<string, unknown> | null
  rated: Record<string, unknown> | null
  moved: Record<string, unknown> | null
}

type Columns = Readonly<Record<string, RawBuilder<unknown>>>
const moment = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`

/** Of customer `c`: a column takes precedence over the platform's other data. */
const OF_CUSTOMER: Columns = {
  customerId: sql`c.id`,
  customerName: sql`c.name`,
  customerType: sql`c.type`,
  firstName: sql`c.first_name`,
  lastName: sql`c.last_name`,
  username: sql`c.username`,
}
/** Of contract `k`, the customer's latest. */
const OF_CONTRACT: Columns = {
  contractId: sql`k.id`,
  contractType: sql`k.type`,
  contractStatus: sql`k.status`,
  contractSignedAt: moment(sql`k.signed_at`),
  contractEndsAt: moment(sql`k.ends_at`),
}
/** Of rating `r` and of diligence `e`, the latest approved form. */
const OF_RATING: Columns = {
  riskScore: sql`r.score`,
  riskLevel: sql`r.level`,
  isPep: sql`e.pep`,
}
/** Of transaction `t` from the side of the account: its direction and its counterparty. */
const ofTransaction = (account: RawBuilder<unknown>): Columns => ({
  transactionId: sql`t.id`,
  transactionType: sql`t.service`,
  transactionUtcDate: moment(sql`t.at`),
  transactionStatus: sql`t.status`,
  transactionDirection: sql`case when t.customer_id = ${account} then t.direction
    when t.direction = 'incoming' then 'outgoing' when t.direction = 'outgoing' then 'incoming' end`,
  transactionAmount: sql`t.amount::text`,
  transactionUsdAmount: sql`t.usd::text`,
  transactionCurrency: sql`t.currency`,
  transactionCountry: sql`t.country`,
  counterPartyName: sql`case when t.customer_id = ${account} then t.counterparty_name else t.client_name end`,
  counterPartyCountry: sql`case when t.customer_id = ${account} then t.counterparty_country
    else (select o.country from customer o where o.platform = t.platform and o.id = t.customer_id) end`,
})
const OF_TRANSACTION = ofTransaction(sql`c.id`)

const known = (columns: Columns) =>
  sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(
    Object.entries(columns).flatMap(([name, column]) => [sql.lit(name), column]),
  )}))`

const LATEST_CONTRACT = sql`left join lateral (
  select * from contract k where k.platform = c.platform and k.customer_id = c.id
  order by k.created_at desc, k.id desc limit 1
) k on true`

const RATING = sql`left join customer_risk r on r.platform = c.platform and r.customer_id = c.id
left join lateral (
  select f.data -> 'isPep' as pep from document_form f where f.platform = c.platform and f.customer_id = c.id
    and f.type in ('edd_ong', 'edd_ond') and f.status in ('approved', 'submitted') and f.data ? 'isPep'
  order by f.updated_at desc limit 1
) e on true`

/** The joins that filter fields need beside customer `c` and transaction `t`. */
export const joinsFor = (names: readonly string[]): RawBuilder<unknown> =>
  sql`${names.some((name) => name in OF_CONTRACT) ? LATEST_CONTRACT : sql``}
    ${names.some((name) => name in OF_RATING) ? RATING : sql``}`

/** One field of transaction `t` as an account sees it, as jsonb. */
export function transactionField(name: string, account: RawBuilder<unknown>): RawBuilder<unknown> {
  const column = ofTransaction(account)[name]
  const sent = sql`t.data -> ${sql.lit(name)}`
  return column ? sql`coalesce(to_jsonb(${column}), ${sent})` : sent
}

/** One field of a subject as jsonb, in a query over what `joinsFor` asks for: the same that `loadSubjects` reads. */
export function fieldOf(name: string): RawBuilder<unknown> {
  const column = (columns: Columns) => (columns[name] ? [sql`to_jsonb(${columns[name]})`] : [])
  const sent = (data: RawBuilder<unknown>) => sql`${data} -> ${sql.lit(name)}`
  return sql`coalesce(${sql.join([
    transactionField(name, sql`c.id`),
    ...column(OF_CONTRACT),
    ...column(OF_RATING),
    ...column(OF_CUSTOMER),
    sent(sql`c.profile`),
  ])})`
}

/** One key for a transaction as an account sees it. */
export function keyOf({ transactionId, account }: SubjectKey): string {
  return `${transactionId ?? ''}\n${account}`
}

/** Subjects by `keyOf`; what names no customer is left out. */
export async function loadSubjects(
  db: Kysely<Database>,
  platform: string,
  judged: readonly SubjectKey[],
): Promise<Map<string, KnownSubject>> {
  if (judged.length === 0) return new Map()
  const transactions = judged.map(({ transactionId }) => transactionId)
  const accounts = judged.map(({ account }) => account)
  const { rows } = await sql<Row>`
    select p.transaction_id, p.account, c.type as customer_type,
      c.profile || ${known(OF_CUSTOMER)} as customer, ${known(OF_CONTRACT)} as agreed,
      ${known(OF_RATING)} as rated,
      t.data || ${known(OF_TRANSACTION)} as moved
    from (select distinct * from unnest(${transactions}::text[], ${accounts}::text[]) as p (transaction_id, account)) p
    join customer c on c.platform = ${platform} and c.id = p.account
    ${LATEST_CONTRACT}
    ${RATING}
    left join transaction t on t.platform = ${platform} and t.id = p.transaction_id`.execute(db)
  return new Map(
    rows.map((row) => [
      keyOf({ transactionId: row.transaction_id, account: row.account }),
      { customerType: row.customer_type, subject: { ...row.customer, ...row.rated, ...row.agreed, ...row.moved } },
    ]),
  )
}

/** The values of each account that filters can name: an alert stores them as of its creation. */
export async function loadEnrichment(
  db: Kysely<Database>,
  platform: string,
  accounts: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const subjects = await loadSubjects(
    db,
    platform,
    accounts.map((account) => ({ transactionId: null, account })),
  )
  return new Map(accounts.map((account) => [account, named(subjects.get(keyOf({ transactionId: null, account })))]))
}

const named = (known: KnownSubject | undefined) =>
  Object.fromEntries(Object.entries(known?.subject ?? {}).filter(([name]) => findField(name)))
