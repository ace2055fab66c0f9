/** Contracts with customers. */
import { sql, type SqlBool } from 'kysely'
import { toStamp } from '#contract/model/common.ts'
import type { Contract, ContractDetail } from '#contract/model/contract.ts'
import { foldText } from '#contract/fold-text.ts'
import type { ContractStatus } from '#contract/model/values.ts'
import { countRows, readPage, type Order, type PageAt } from '#server/store/pages.ts'
import { containing, stampOrNull, type Db, type RowOf } from '#server/store/sql.ts'

export interface ContractFilter {
  search?: string | undefined
  customerId?: string | undefined
  status?: ContractStatus | undefined
}

/** A term with more matching customers is too unspecific to search their contracts. */
const CUSTOMERS = 1000

function matching(db: Db, platform: string, { search = '', customerId, status }: ContractFilter) {
  let query = db.selectFrom('contract as k').where('k.platform', '=', platform)
  if (customerId) query = query.where('k.customer_id', '=', customerId)
  if (status) query = query.where('k.status', '=', status)
  const term = foldText(search)
  if (term) {
    query = query.where(
      sql<SqlBool>`(fold_text(k.id) = ${term} or k.customer_id = any(array(
        select c.id from customer c where c.platform = ${platform} and c.search like ${containing(term)}
        limit ${CUSTOMERS})))`,
    )
  }
  return query
}

function withCustomer(db: Db) {
  return db
    .selectFrom('contract as k')
    .leftJoin('customer as c', (join) =>
      join.onRef('c.platform', '=', 'k.platform').onRef('c.id', '=', 'k.customer_id'),
    )
    .selectAll('k')
    .select('c.name as customer_name')
}

type Row = RowOf<typeof withCustomer>

function toContract(row: Row): Contract {
  return {
    id: row.id,
    platform: row.platform,
    customerId: row.customer_id,
    customerName: row.customer_name ?? row.customer_id,
    type: row.type,
    status: row.status,
    createAt: toStamp(row.created_at),
    signedAt: stampOrNull(row.signed_at),
    endsAt: stampOrNull(row.ends_at),
  }
}

const ORDER: Order = { by: 'k.created_at', type: 'timestamptz', id: 'k.id' }

/** One page, newest first, the id breaking ties. */
export async function listContracts(
  db: Db,
  platform: string,
  filter: ContractFilter,
  at: Omit<PageAt, 'list'>,
): Promise<{ items: Contract[]; total: number; capped: boolean }> {
  const rows = matching(db, platform, filter)
  const [found, count] = await Promise.all([
    readPage(db, { ...at, list: { name: 'contracts', platform, filter } }, ORDER, rows, (keys) =>
      withCustomer(db)
        .innerJoin(keys.as('o'), (join) => join.onRef('o.id', '=', 'k.id').on('k.platform', '=', platform))
        .select('o.sort')
        .orderBy('k.created_at', 'desc')
        .orderBy('k.id', 'desc')
        .execute(),
    ),
    countRows(db, rows),
  ])
  return { items: found.map(toContract), ...count }
}

/** One contract with its terms, its files and its history, oldest first. */
export async function findContract(db: Db, platform: string, id: string): Promise<ContractDetail | undefined> {
  const row = await withCustomer(db).where('k.platform', '=', platform).where('k.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const of = { platform, contract_id: id }
  const [files, history] = await Promise.all([
    db
      .selectFrom('customer_document')
      .select(['id', 'name'])
      .where((eb) => eb.and(of))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('contract_event')
      .select(['at', 'author', 'status'])
      .where((eb) => eb.and(of))
      .orderBy('at')
      .orderBy('id')
      .execute(),
  ])
  return {
    ...toContract(row),
    terms: row.terms,
    files,
    history: history.map(({ at, author, status }) => ({ at: toStamp(at), by: author, status })),
  }
}
