/** The queue of cases: every filter of the specification, one order, a capped count. */
import { sql, type SqlBool } from 'kysely'
import type { Parsed } from '#contract/call.ts'
import type { cases } from '#contract/calls/cases.ts'
import { searchLine, searchTerm } from '#contract/model/case-search.ts'
import type { CaseItem } from '#contract/model/case.ts'
import { COUNT_CAP, PAGE_SIZES, RULE_AREAS, SEARCH_CAP, UNKNOWN_COUNTRY } from '#contract/model/values.ts'
import { selectCaseRows, toCaseItem } from './case-row.ts'
import { countRows, readPage } from './paging.ts'
import { containing, isId, type Db } from './pieces.ts'

type Query = Parsed<typeof cases.list>['query']
export type CaseFilter = Omit<Query, 'date[]' | 'page' | 'pageSize'> & {
  /** From the first moment, included, to the second, excluded. */
  between?: readonly [Date | null, Date | null]
}

const areas: readonly string[] = RULE_AREAS

/** Keys of the cases that match; `debit` is not a direction of the money but the service of that name. */
function matching(db: Db, platform: string, filter: CaseFilter) {
  const { 'status[]': statuses, 'service[]': services, 'countries[]': countries, between = [null, null] } = filter
  let query = db.selectFrom('monitoring_case as c').where('c.platform', '=', platform)
  if (statuses?.length) query = query.where('c.status', 'in', statuses)
  if (filter.recommendedStr) query = query.where('c.recommended_str', '=', Number(filter.recommendedStr))
  if (filter.withoutAlerts) query = query.where('c.alert_count', filter.withoutAlerts === '1' ? '=' : '>', 0)
  if (filter.withoutAssign) query = query.where('c.manager_id', filter.withoutAssign === '1' ? 'is' : 'is not', null)
  if (services?.length) query = query.where('c.service', 'in', services)
  if (filter.direction === 'debit') query = query.where('c.service', '=', 'debit card')
  else if (filter.direction) query = query.where('c.direction', '=', filter.direction)
  if (countries?.length) {
    query = query.where((eb) =>
      eb.or([
        eb('c.country', 'in', countries),
        ...(countries.includes(UNKNOWN_COUNTRY) ? [eb('c.country', 'is', null)] : []),
      ]),
    )
  }
  if (filter.customerId) query = query.where('c.customer_id', '=', filter.customerId)
  if (filter.user) query = query.where('c.manager_id', '=', filter.user)
  if (between[0]) query = query.where('c.created_at', '>=', between[0])
  if (between[1]) query = query.where('c.created_at', '<', between[1])
  for (const condition of [...alertConditions(filter), ...searchConditions(filter)]) query = query.where(condition)
  return query
}

/** One alert of the case has to meet all that is asked of alerts. */
function alertConditions({ alertLevel, alertStatus, rule, rule_type: type }: CaseFilter) {
  const wanted = [
    alertLevel && sql`a.level = ${alertLevel}`,
    alertStatus && sql`a.status = ${alertStatus}`,
    rule && (isId(rule) ? sql`a.rule_id = ${rule}` : sql`false`),
    type &&
      (areas.includes(type)
        ? sql`exists (select from rule r where r.id = a.rule_id and r.area = ${type})`
        : sql`a.rule_type = ${type}`),
  ].filter((condition) => typeof condition === 'object')
  if (wanted.length === 0) return []
  return [
    sql<SqlBool>`exists (select from alert a
      where a.platform = c.platform and a.case_id = c.id and ${sql.join(wanted, sql` and `)})`,
  ]
}

/** The whole text first, since its index answers; then the lines of the fields that were asked for. */
function searchConditions({ search, 'searchFields[]': fields = ['ALL'] }: CaseFilter) {
  const term = searchTerm(search ?? '')
  if (!term) return []
  const pattern = containing(term)
  const all = sql<SqlBool>`c.search like ${pattern}`
  const named = fields.flatMap((field) => (field === 'ALL' ? [] : [field]))
  if (named.length === 0 || named.length < fields.length) return [all]
  const lines = named.map((field) => sql`split_part(c.search, ${'\n'}, ${searchLine(field)}) like ${pattern}`)
  return [all, sql<SqlBool>`(${sql.join(lines, sql` or `)})`]
}

/** Newest first, the id breaking ties: the one order of the queue. */
const ORDER = { by: 'c.created_at', type: 'timestamptz', id: 'c.id' } as const

/** One page. */
export async function listCases(
  db: Db,
  platform: string,
  filter: CaseFilter,
  at: { page?: number | undefined; pageSize?: number | undefined; reader: string; now: Date },
): Promise<{ items: CaseItem[]; total: number; capped: boolean }> {
  const { page = 1, pageSize = PAGE_SIZES.cases, now } = at
  const rows = matching(db, platform, filter)
  const [found, count] = await Promise.all([
    readPage(db, { ...at, page, pageSize, list: { name: 'cases', platform, filter } }, ORDER, rows, (keys) =>
      selectCaseRows(db)
        .innerJoin(keys.as('k'), 'k.id', 'c.id')
        .select('k.sort')
        .where('c.platform', '=', platform)
        .orderBy('c.created_at', 'desc')
        .orderBy('c.id', 'desc')
        .execute(),
    ),
    countRows(db, rows, searchTerm(filter.search ?? '') ? SEARCH_CAP : COUNT_CAP),
  ])
  return { items: found.map((row) => toCaseItem(row, now.getTime())), ...count }
}
