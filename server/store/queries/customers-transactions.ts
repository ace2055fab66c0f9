/** A customer's transactions, those with another customer of its platform included, as it sees them. */
import { sql, type RawBuilder } from 'kysely'
import type { Parsed } from '#contract/call.ts'
import type { customers } from '#contract/calls/customers.ts'
import { searchTerm } from '#contract/model/case-search.ts'
import { toStamp } from '#contract/model/common.ts'
import type { CustomerTransaction } from '#contract/model/customer.ts'
import { COUNT_CAP, type Direction } from '#contract/model/values.ts'
import { containing, type Db } from './pieces.ts'

type Query = Parsed<typeof customers.transactions>['query']
export type TransactionFilter = Pick<Query, 'search' | 'service[]' | 'direction'> & {
  /** From the first moment, included, to the second, excluded. */
  between?: readonly [Date | null, Date | null]
}

interface Row {
  id: string
  at: Date
  service: string | null
  direction: Direction
  amount: string
  currency: string
  usd: string
  status: string
  description: string | null
  other_name: string
  other_country: string | null
  case_id: string | null
}

/** The two parts a customer has in transactions: its own, and as the other party, where the money goes the other way. */
const OWN = {
  account: 'customer_id',
  other: 'counterparty_id',
  direction: sql`t.direction`,
  name: sql`t.counterparty_name`,
  country: sql`t.counterparty_country`,
}
const OTHER: typeof OWN = {
  account: 'counterparty_id',
  other: 'customer_id',
  direction: sql`case t.direction when 'incoming' then 'outgoing' else 'incoming' end`,
  name: sql`t.client_name`,
  country: sql`(select country from customer c where c.platform = t.platform and c.id = t.customer_id)`,
}

/** What both parts select; each is a range of an index of the customer's, newest first. */
export function sidesOf({ platform, id }: { platform: string; id: string }, filter: TransactionFilter) {
  return [OWN, OTHER].map((side) => ({ side, from: part(platform, id, side, filter) }))
}

function part(platform: string, id: string, side: typeof OWN, filter: TransactionFilter): RawBuilder<unknown> {
  const { between = [null, null], 'service[]': services, direction } = filter
  const term = searchTerm(filter.search ?? '')
  const pattern = containing(term)
  const conditions = [
    sql`t.platform = ${platform} and ${sql.ref(`t.${side.account}`)} = ${id}`,
    // what goes from a customer to itself is its own transaction, once
    ...(side === OTHER ? [sql`t.customer_id <> ${id}`] : []),
    ...(between[0] ? [sql`t.at >= ${between[0]}`] : []),
    ...(between[1] ? [sql`t.at < ${between[1]}`] : []),
    ...(services?.length ? [sql`t.service in (${sql.join(services)})`] : []),
    ...(direction ? [sql`${side.direction} = ${direction}`] : []),
    ...(term
      ? [
          sql`(t.id = ${term} or lower(${side.name}) like ${pattern}
            or lower(t.data ->> 'transactionDesc') like ${pattern})`,
        ]
      : []),
  ]
  return sql`from transaction t where ${sql.join(conditions, sql` and `)}`
}

/** One page, newest first. */
export async function transactionsOf(
  db: Db,
  customer: { platform: string; id: string },
  filter: TransactionFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: CustomerTransaction[]; total: number; capped: boolean }> {
  const sides = sidesOf(customer, filter)
  const parts = sides.map(
    ({ side, from }) => sql`(select t.id, t.at, t.service, ${side.direction} as direction, t.amount, t.currency, t.usd,
      t.status, t.data ->> 'transactionDesc' as description, ${side.name} as other_name, ${side.country} as other_country
      ${from} order by t.at desc, t.id desc limit ${page * pageSize})`,
  )
  const counted = sides.map(({ from }) => sql`(select 1 ${from} limit ${COUNT_CAP + 1})`)
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Row>`
      select s.*, (select k.id from monitoring_case k where k.platform = ${customer.platform} and k.transaction_id = s.id limit 1)
        as case_id
      from (select * from (${sql.join(parts, sql` union all `)}) as sides order by at desc, id desc
        limit ${pageSize} offset ${(page - 1) * pageSize}) as s
      order by at desc, id desc`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (${sql.join(counted, sql` union all `)}) as matching`.execute(db),
  ])
  const n = counts[0]?.n ?? 0
  return { items: rows.map(toTransaction), total: Math.min(n, COUNT_CAP), capped: n > COUNT_CAP }
}

function toTransaction(row: Row): CustomerTransaction {
  return {
    transactionId: row.id,
    transactionUtcDate: toStamp(row.at).date,
    transactionType: row.service ?? '',
    transactionDirection: row.direction,
    transactionAmount: row.amount,
    transactionCurrency: row.currency,
    transactionUsdAmount: row.usd,
    transactionStatus: row.status,
    ...(row.description !== null && { transactionDesc: row.description }),
    counterPartyName: row.other_name,
    ...(row.other_country !== null && { counterPartyCountry: row.other_country }),
    caseId: row.case_id,
  }
}
