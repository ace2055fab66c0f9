/** Subjects of filters out of the database: what is known of a transaction and of the account it is judged for. */
import { sql, type Kysely } from 'kysely'
import type { CustomerType } from '#contract/model/values.ts'
import type { Database } from '#server/store/schema.ts'
import type { Subject } from './filter.ts'

/** What is judged: a transaction as one account sees it, or an account alone. */
export interface Judged {
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
  moved: Record<string, unknown> | null
}

/** One key for a transaction as an account sees it. */
export function keyOf({ transactionId, account }: Judged): string {
  return `${transactionId ?? ''}\n${account}`
}

/**
 * Subjects by `keyOf`; what names no customer is left out. A field that has a column is told by it, whatever else the
 * platform sent; the direction is the account's own, the contract the customer's latest.
 */
export async function loadSubjects(
  db: Kysely<Database>,
  platform: string,
  judged: readonly Judged[],
): Promise<Map<string, KnownSubject>> {
  if (judged.length === 0) return new Map()
  const transactions = judged.map(({ transactionId }) => transactionId)
  const accounts = judged.map(({ account }) => account)
  const { rows } = await sql<Row>`
    select p.transaction_id, p.account, c.type as customer_type,
      c.profile || jsonb_strip_nulls(jsonb_build_object('customerId', c.id, 'customerName', c.name,
        'customerType', c.type, 'firstName', c.first_name, 'lastName', c.last_name, 'username', c.username)) as customer,
      jsonb_strip_nulls(jsonb_build_object('contractId', k.id, 'contractType', k.type, 'contractStatus', k.status,
        'contractSignedAt', to_char(k.signed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
        'contractEndsAt', to_char(k.ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'))) as agreed,
      t.data || jsonb_strip_nulls(jsonb_build_object('transactionId', t.id, 'transactionType', t.service,
        'transactionUtcDate', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), 'transactionStatus', t.status,
        'transactionDirection', case when t.customer_id = p.account then t.direction
          when t.direction = 'incoming' then 'outgoing' else 'incoming' end,
        'transactionAmount', t.amount::text, 'transactionUsdAmount', t.usd::text, 'transactionCurrency', t.currency,
        'transactionCountry', t.country, 'counterPartyName', t.counterparty_name,
        'counterPartyCountry', t.counterparty_country)) as moved
    from (select distinct * from unnest(${transactions}::text[], ${accounts}::text[]) as p (transaction_id, account)) p
    join customer c on c.platform = ${platform} and c.id = p.account
    left join lateral (
      select * from contract k where k.platform = c.platform and k.customer_id = c.id
      order by k.created_at desc, k.id desc limit 1
    ) k on true
    left join transaction t on t.platform = ${platform} and t.id = p.transaction_id`.execute(db)
  return new Map(
    rows.map((row) => [
      keyOf({ transactionId: row.transaction_id, account: row.account }),
      { customerType: row.customer_type, subject: { ...row.customer, ...row.agreed, ...row.moved } },
    ]),
  )
}
