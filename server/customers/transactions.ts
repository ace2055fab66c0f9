/** A customer's transactions, those with another customer of its platform included, as it sees them. */
import { sql, type RawBuilder } from 'kysely'
import type { Parsed } from '#contract/call.ts'
import type { customers } from '#contract/calls/customers.ts'
import { foldText } from '#contract/fold-text.ts'
import { toStamp } from '#contract/model/common.ts'
import type { CustomerTransaction } from '#contract/model/customer.ts'
import type { Direction } from '#contract/model/values.ts'
import { countRows, readPage, type Order, type PageAt } from '#server/store/pages.ts'
import { containing, type Db } from '#server/store/sql.ts'

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

/** A customer's two roles in transactions: its own, and as counterparty, with the direction reversed. */
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

/** Selected by both roles; each is an index range of the customer, newest first. */
export function sidesOf({ platform, id }: { platform: string; id: string }, filter: TransactionFilter) {
  return [OWN, OTHER].map((side) => ({ side, from: part(platform, id, side, filter) }))
}

function part(platform: string, id: string, side: typeof OWN, filter: TransactionFilter): RawBuilder<unknown> {
  const { between = [null, null], 'service[]': services, direction } = filter
  const term = foldText(filter.search ?? '')
  const pattern = containing(term)
  const conditions = [
    sql`t.platform = ${platform} and ${sql.ref(`t.${side.account}`)} = ${id}`,
    // a transfer to itself is its own transaction, once
    ...(side === OTHER ? [sql`t.customer_id <> ${id}`] : []),
    ...(between[0] ? [sql`t.at >= ${between[0]}`] : []),
    ...(between[1] ? [sql`t.at < ${between[1]}`] : []),
    ...(services?.length ? [sql`t.service in (${sql.join(services)})`] : []),
    ...(direction ? [sql`${side.direction} = ${direction}`] : []),
    ...(term
      ? [
          sql`(fold_text(t.id) = ${term} or fold_text(${side.name}) like ${pattern}
            or fold_text(t.data ->> 'transactionDesc') like ${pattern})`,
        ]
      : []),
  ]
  return sql`from transaction t where ${sql.join(conditions, sql` and `)}`
}

const ORDER: Order = { by: 's.at', type: 'timestamptz', id: 's.id' }

/** One page, newest first, the id breaking ties. */
export async function transactionsOf(
  db: Db,
  customer: { platform: string; id: string },
  filter: TransactionFilter,
  at: Omit<PageAt, 'list'>,
): Promise<{ items: CustomerTransaction[]; total: number; capped: boolean }> {
  const { platform, id } = customer
  const parts = sidesOf(customer, filter).map(({ from }) => sql`select t.at, t.id ${from}`)
  const rows = db.selectFrom(sql<{ at: Date; id: string }>`(${sql.join(parts, sql` union all `)})`.as('s'))
  const list = { name: 'transactions of a customer', platform, filter: { ...filter, customer: id } }
  const seen = <T>(column: 'direction' | 'name' | 'country') =>
    sql<T>`case when t.customer_id = ${id} then ${OWN[column]} else ${OTHER[column]} end`
  const [found, count] = await Promise.all([
    readPage(db, { ...at, list }, ORDER, rows, (keys) =>
      db
        .selectFrom(keys.as('o'))
        .innerJoin('transaction as t', (join) => join.onRef('t.id', '=', 'o.id').on('t.platform', '=', platform))
        .select(['o.sort', 't.id', 't.at', 't.service', 't.amount', 't.currency', 't.usd', 't.status'])
        .select([
          seen<Direction>('direction').as('direction'),
          seen<string>('name').as('other_name'),
          seen<string | null>('country').as('other_country'),
          sql<string | null>`t.data ->> 'transactionDesc'`.as('description'),
          sql<string | null>`(select k.id from monitoring_case k
            where k.platform = t.platform and k.transaction_id = t.id limit 1)`.as('case_id'),
        ])
        .orderBy('t.at', 'desc')
        .orderBy('t.id', 'desc')
        .execute(),
    ),
    countRows(db, rows),
  ])
  return { items: found.map(toTransaction), ...count }
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
