/** Transactions as reports list them: every filter, sums over all that match, and rows for a page or for CSV. */
import { sql, type CompiledQuery, type RawBuilder, type SqlBool } from 'kysely'
import type { Parsed } from '#contract/call.ts'
import type { reports } from '#contract/calls/reports.ts'
import { findPlatform } from '#contract/model/platform.ts'
import { REPORT_ALL, type ReportMetadata, type ReportRow } from '#contract/model/report.ts'
import { PAGE_SIZES, UNKNOWN_COUNTRY } from '#contract/model/values.ts'
import { safeCell } from '#server/store/copy.ts'
import { countRows, readPage } from '#server/store/pages.ts'
import type { Db } from '#server/store/sql.ts'

export type ReportFilter = Omit<
  Parsed<typeof reports.csv>['query'],
  'platform' | 'pageSize' | 'startDate' | 'endDate'
> & {
  /** From the first moment, included, to the second, excluded. */
  between: readonly [Date | null, Date | null]
}

const party = (role: string, field: string) => sql<string | null>`t.data ->> ${sql.lit(role + field)}`
const outgoing = sql`t.direction = 'outgoing'`

const clientType = sql<string | null>`c.type`
const clientCountry = sql<string | null>`c.country`
const counterType = sql<string | null>`coalesce(p.type,
  case when ${outgoing} then ${party('beneficiary', 'Type')} else ${party('originator', 'Type')} end)`
const counterCountry = sql<string | null>`t.counterparty_country`
/** The initiator that the platform names; else the sender. */
const originator = (field: string, client: RawBuilder<unknown>, counter: RawBuilder<unknown>) =>
  sql<string | null>`coalesce(${party('originator', field)}, case when ${outgoing} then ${client} else ${counter} end)`
const originatorName = originator('Name', sql`t.client_name`, sql`t.counterparty_name`)
const originatorType = originator('Type', clientType, counterType)
const originatorCountry = originator('AddressCountry', clientCountry, counterCountry)

/** The columns of a row, in the order of the CSV. */
function columns(platform: string) {
  return {
    id: sql<string>`${sql.lit(String(findPlatform(platform)?.number ?? ''))} || t.id`,
    platform: sql<string>`t.platform`,
    transaction_utc_date: sql<string>`to_char(t.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`,
    transaction_type: sql<string>`coalesce(t.service, '')`,
    transaction_usd_amount: sql<string>`t.usd::text`,
    monitoring_case_id: sql<string | null>`(select m.id from monitoring_case m
      where m.platform = t.platform and m.transaction_id = t.id order by m.id limit 1)`,
    originator_name: originatorName,
    originator_type: originatorType,
    originator_country: originatorCountry,
    client_name: sql<string | null>`t.client_name`,
    client_type: clientType,
    client_country: clientCountry,
    counter_party: sql<string | null>`t.counterparty_name`,
    counter_party_type: counterType,
    counter_party_country: counterCountry,
  } satisfies { [F in keyof ReportRow]: RawBuilder<ReportRow[F]> }
}

function parties(db: Db, platform: string) {
  return db
    .selectFrom('transaction as t')
    .leftJoin('customer as c', (join) =>
      join.onRef('c.platform', '=', 't.platform').onRef('c.id', '=', 't.customer_id'),
    )
    .leftJoin('customer as p', (join) =>
      join.onRef('p.platform', '=', 't.platform').onRef('p.id', '=', 't.counterparty_id'),
    )
    .where('t.platform', '=', platform)
}

function matching(db: Db, platform: string, filter: ReportFilter) {
  const { between, 'service[]': services } = filter
  let query = parties(db, platform)
  if (between[0]) query = query.where('t.at', '>=', between[0])
  if (between[1]) query = query.where('t.at', '<', between[1])
  if (services?.length) query = query.where('t.service', 'in', services)
  if (filter.direction) query = query.where('t.direction', '=', filter.direction)
  if (filter.lessAmount) query = query.where('t.usd', '<=', filter.lessAmount)
  if (filter.greaterAmount) query = query.where('t.usd', '>=', filter.greaterAmount)
  if (filter.clientType) query = query.where(clientType, '=', filter.clientType)
  if (filter.originatorType) query = query.where(originatorType, '=', filter.originatorType)
  if (filter.counterPartyTypes) query = query.where(counterType, '=', filter.counterPartyTypes)
  const countries = [
    [clientCountry, filter['clientCountries[]']],
    [originatorCountry, filter['originatorCountries[]']],
    [counterCountry, filter['counterPartyCountries[]']],
  ] as const
  for (const [country, wanted] of countries) {
    if (wanted?.length)
      query = query.where(sql<SqlBool>`coalesce(${country}, ${UNKNOWN_COUNTRY}) in (${sql.join(wanted)})`)
  }
  return query
}

const ORDER = { by: 't.at', type: 'timestamptz', id: 't.id' } as const

/** One page, latest first. */
export async function listReport(
  db: Db,
  platform: string,
  filter: ReportFilter,
  at: { page?: number | undefined; pageSize?: number | undefined; reader: string; now: Date },
): Promise<{ items: ReportRow[]; total: number; capped: boolean }> {
  const { page = 1, pageSize = PAGE_SIZES.reports } = at
  const rows = matching(db, platform, filter)
  const shown = named(columns(platform))
  const list = { name: 'report', platform, filter }
  const [found, count] = await Promise.all([
    readPage(db, { ...at, page, pageSize, list }, ORDER, rows, (keys) =>
      parties(db, platform)
        .innerJoin(keys.as('k'), 'k.id', 't.id')
        .select(['k.sort', 'k.id as key'])
        .select(shown)
        .orderBy('t.at', 'desc')
        .orderBy('t.id', 'desc')
        .execute()
        // the page's key is the transaction's own id, which a row shows behind the platform's number
        .then((all) => all.map(({ sort, key, ...row }) => ({ sort, id: key, row: row as unknown as ReportRow }))),
    ),
    countRows(db, rows),
  ])
  return { items: found.map(({ row }) => row), ...count }
}

/** Sums over everything that matches, by service in the order of their amounts. */
export async function sumReport(db: Db, platform: string, filter: ReportFilter): Promise<ReportMetadata> {
  const byService = await matching(db, platform, filter)
    .select(sql<string>`coalesce(t.service, '')`.as('service'))
    .select([sql<number>`count(*)::int`.as('count'), sql<string>`sum(t.usd)::text`.as('usdAmount')])
    .select(sql<string>`(sum(sum(t.usd)) over ())::text`.as('all'))
    .groupBy('t.service')
    .orderBy(sql`sum(t.usd)`, 'desc')
    .orderBy('t.service')
    .execute()
  return {
    total: byService.reduce((sum, { count }) => sum + count, 0),
    usdAmount: byService[0]?.all ?? '0',
    byService: byService.map(({ service, count, usdAmount }) => ({ service, count, usdAmount })),
  }
}

/** Everything that matches, latest first, as a query for CSV: no cell of it is a formula. */
export function csvOfReport(db: Db, platform: string, filter: ReportFilter, rows = REPORT_ALL): CompiledQuery {
  const cells = columns(platform)
  // the limit keeps the two apart: a cell is made once and then looked at, not made again for every look
  const made = matching(db, platform, filter)
    .select(named(cells))
    .orderBy('t.at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(sql.lit(rows))
  const safe = mapValues(cells, (_, name) => {
    const cell = sql<string | null>`${sql.ref(`r.${name}`)}`
    return name === 'transaction_usd_amount' ? cell : safeCell(cell)
  })
  return db.selectFrom(made.as('r')).select(named(safe)).compile()
}

function named(cells: Record<string, RawBuilder<unknown>>) {
  return Object.entries(cells).map(([name, value]) => value.as(name))
}

function mapValues<K extends string, A, B>(values: Record<K, A>, change: (value: A, key: K) => B): Record<K, B> {
  const entries = Object.entries<A>(values).map(([key, value]) => [key, change(value, key as K)])
  return Object.fromEntries(entries) as Record<K, B>
}
