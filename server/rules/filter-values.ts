/** Completions of a filter's value: values seen before. */
import { sql, type RawBuilder } from 'kysely'
import { foldText } from '#contract/fold-text.ts'
import { autocompletePlan } from '#contract/model/rules/rule.ts'
import { findField, type ValueSource } from '#server/monitoring/filter/fields.ts'
import { loadSubjects } from '#server/monitoring/filter-subjects.ts'
import { containing, type Db } from '#server/store/sql.ts'

/** The maximum number of completions, and of the latest rows that are searched. */
const MOST = 50
const LOOKED_AT = 20_000

/** Fields of a transaction that have a column of their own. */
const TRANSACTION_COLUMNS: Readonly<Record<string, string>> = {
  transactionId: 'id',
  transactionType: 'service',
  transactionDirection: 'direction',
  transactionStatus: 'status',
  transactionCurrency: 'currency',
  transactionCountry: 'country',
  counterPartyName: 'counterparty_name',
  counterPartyCountry: 'counterparty_country',
}

/** Fields of a customer that have a column of their own. */
const CUSTOMER_COLUMNS: Readonly<Record<string, string>> = {
  customerId: 'id',
  customerName: 'name',
  customerType: 'type',
  firstName: 'first_name',
  lastName: 'last_name',
  username: 'username',
}

export interface Values {
  items: string[]
  /** The reason why there are none. */
  message?: string
}

/**
 * Values of a transaction's field that hold the term, most frequent first, out of the latest transactions. Nothing for
 * a term of one or two characters (docs/design/specification.md#saving).
 */
export function transactionValues(db: Db, platform: string, field: string, term: string): Promise<Values> {
  return completed(db, field, term, ['transaction'], () => {
    const column = TRANSACTION_COLUMNS[field]
    const value = column === undefined ? sql`data ->> ${field}` : sql.ref(column)
    return sql`select ${value} as value from transaction where platform = ${platform} order by at desc limit ${LOOKED_AT}`
  })
}

/** The same of what enrichment adds to a transaction: what is known of its customer. */
export function enrichmentValues(db: Db, platform: string, field: string, term: string): Promise<Values> {
  return completed(db, field, term, ['customer'], () => {
    const column = CUSTOMER_COLUMNS[field]
    const value = column === undefined ? sql`profile ->> ${field}` : sql.ref(column)
    return sql`select ${value} as value from customer where platform = ${platform} order by id desc limit ${LOOKED_AT}`
  })
}

/** Fields of a contract by their columns. */
const CONTRACT_COLUMNS: Readonly<Record<string, string>> = {
  contractId: 'id',
  contractType: 'type',
  contractStatus: 'status',
}

/** The same of contracts. */
export function contractValues(db: Db, platform: string, field: string, term: string): Promise<Values> {
  return completed(db, field, term, ['contract'], () => {
    const column = CONTRACT_COLUMNS[field]
    const value = column === undefined ? sql`null` : sql.ref(column)
    return sql`select ${value} as value from contract where platform = ${platform} order by created_at desc limit ${LOOKED_AT}`
  })
}

async function completed(
  db: Db,
  field: string,
  term: string,
  sources: readonly ValueSource[],
  rows: () => RawBuilder<unknown>,
): Promise<Values> {
  const plan = autocompletePlan(field.trim(), term.trim())
  if (plan === 'nothing') return { items: [] }
  const known = findField(field)
  if (!known || !sources.includes(known.source)) return { items: [], message: `There is no field “${field}” here.` }
  const wanted = plan === 'all' ? sql`true` : sql`fold_text(value) like ${containing(foldText(term))}`
  const { rows: found } = await sql<{ value: string }>`
    select value from (${rows()}) seen where value <> '' and ${wanted}
    group by value order by count(*) desc, value limit ${MOST}`.execute(db)
  return { items: found.map(({ value }) => value) }
}

/**
 * The enrichment of the platform's latest transaction, by field name; the summary omits fields that no filter can name.
 * Empty without a transaction.
 */
export async function sampleEnrichment(db: Db, platform: string, isSummary: boolean): Promise<Record<string, unknown>> {
  const last = await db
    .selectFrom('transaction')
    .select('customer_id')
    .where('platform', '=', platform)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return {}
  const subjects = await loadSubjects(db, platform, [{ transactionId: null, account: last.customer_id }])
  const [known] = [...subjects.values()]
  const entries = Object.entries(known?.subject ?? {})
  return Object.fromEntries(isSummary ? entries.filter(([name]) => findField(name)) : entries)
}
