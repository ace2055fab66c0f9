/** The queue of cases: every filter of the specification, in the order of any column, a capped count. */
import { sql, type SqlBool } from 'kysely'
import type { Parsed } from '#contract/call.ts'
import type { CaseSort, cases } from '#contract/calls/cases/cases.ts'
import { searchLine, ticketIn, uuidIn } from '#contract/model/cases/case-search.ts'
import { UNFINISHED_CASES, type CaseItem } from '#contract/model/cases/case.ts'
import { foldText } from '#contract/fold-text.ts'
import { COUNT_CAP, PAGE_SIZES, RULE_AREAS, SEARCH_CAP, UNKNOWN_COUNTRY } from '#contract/model/values.ts'
import { agesOf, rangeOf } from '#server/core/ranges.ts'
import { countRows, directionOf, readPage, sortOf, type Order } from '#server/store/pages.ts'
import { containing, dueIs, dueOrder, isId, OPEN_ALERT, scored, type Db } from '#server/store/sql.ts'
import { selectCaseRows, toCaseItem } from './case-row.ts'

type Query = Parsed<typeof cases.list>['query']
export type CaseFilter = Omit<Query, 'date[]' | 'finished[]' | 'page' | 'pageSize'> & {
  /** From the first moment, included, to the second, excluded: when it arrived, and when it was closed. */
  between?: readonly [Date | null, Date | null]
  finished?: readonly [Date | null, Date | null]
}

const areas: readonly string[] = RULE_AREAS

/** Keys of the cases that match; `debit` is not a direction of the money but the service of that name. */
function matching(db: Db, platform: string, filter: CaseFilter, now: Date) {
  const { 'status[]': statuses, 'service[]': services, 'countries[]': countries, between = [null, null] } = filter
  const { finished = [null, null] } = filter
  let query = db.selectFrom('monitoring_case as c').where('c.platform', '=', platform)
  if (statuses?.length) query = query.where('c.status', 'in', statuses)
  if (filter.recommendedStr) query = query.where('c.recommended_str', '=', Number(filter.recommendedStr))
  if (filter.withoutAlerts) query = query.where('c.alert_count', filter.withoutAlerts === '1' ? '=' : '>', 0)
  if (filter.withoutAssign) query = query.where('c.manager_id', filter.withoutAssign === '1' ? 'is' : 'is not', null)
  // closed cases have no due date; the condition lets the index of open cases be used
  if (filter.due) query = query.where('c.status', 'in', [...UNFINISHED_CASES]).where(dueIs('c', filter.due, now))
  if (filter.review) {
    query = query
      .where('c.review_on', 'is not', null)
      .where('c.review_due_at', filter.review === 'due' ? 'is not' : 'is', null)
  }
  if (filter.approval) query = query.where(waitsForApproval(filter.approval === '1'))
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
  const [least, most] = rangeOf('amount[]', filter['amount[]']) ?? []
  if (least) query = query.where('c.usd', '>=', least)
  if (most) query = query.where('c.usd', '<=', most)
  const [from, to] = agesOf('age[]', filter['age[]'], now)
  if (from) query = query.where('c.created_at', '>=', from)
  if (to) query = query.where('c.created_at', '<', to)
  const risk = rangeOf('risk[]', filter['risk[]'])
  if (risk) query = query.where(scored('c', risk))
  if (finished[0]) query = query.where('c.finished_at', '>=', finished[0])
  if (finished[1]) query = query.where('c.finished_at', '<', finished[1])
  for (const condition of [...alertConditions(filter), ...searchConditions(filter)]) query = query.where(condition)
  return query
}

/** True if an STR is proposed on the case, or something else of it waits for a second person. */
function waitsForApproval(isWanted: boolean) {
  const waiting = sql`c.id in (
    select id from monitoring_case where platform = c.platform and str_proposed_by is not null
    union all select case_id from approval where platform = c.platform and status = 'open' and case_id is not null)`
  return isWanted ? sql<SqlBool>`${waiting}` : sql<SqlBool>`not (${waiting})`
}

/** One alert of the case has to meet all that is asked of alerts. */
function alertConditions({ alertLevel, alertStatus, rule, rule_type: type }: CaseFilter) {
  const wanted = [
    alertLevel && sql`a.level = ${alertLevel}`,
    alertStatus && (alertStatus === 'open' ? sql`a.status in ${OPEN_ALERT}` : sql`a.status = ${alertStatus}`),
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

/** The whole text first, for its index; then the lines of the requested fields. */
function searchConditions({ search, 'searchFields[]': fields = ['ALL'] }: CaseFilter) {
  const term = foldText(search ?? '')
  if (!term) return []
  const pattern = containing(term)
  const all = sql<SqlBool>`c.search like ${pattern}`
  const named = fields.flatMap((field) => (field === 'ALL' ? [] : [field]))
  if (named.length === 0 || named.length < fields.length) {
    const [uuid, ticket] = [uuidIn(search), ticketIn(search)]
    if (uuid !== undefined) return [sql<SqlBool>`(${all} or c.uuid = ${uuid})`]
    return [ticket === undefined ? all : sql<SqlBool>`(${all} or c.uuid = ${caseOfTicket(ticket)})`]
  }
  const lines = named.map((field) => sql`split_part(c.search, ${'\n'}, ${searchLine(field)}) like ${pattern}`)
  return [all, sql<SqlBool>`(${sql.join(lines, sql` or `)})`]
}

const caseOfTicket = (ticket: string) => sql`(
  select t.case_uuid from helpdesk_ticket t where t.platform = c.platform and t.id = ${ticket})`

interface Sorting extends Pick<Order, 'by' | 'type'> {
  /** A table that the whole list is joined with once: looked up row by row it would take a second. */
  joins?: 'account' | 'customer_risk'
}

/** The columns, as the replica compares them: texts byte by byte. */
const SORTS: Record<CaseSort, Sorting> = {
  created: { by: 'c.created_at', type: 'timestamptz' },
  amount: { by: 'c.usd', type: 'numeric' },
  level: { by: 'c.active_hard_stop', type: 'int' },
  risk: { by: sql`coalesce(r.score, -1)`, type: 'int', joins: 'customer_risk' },
  due: { by: dueOrder('c'), type: 'timestamptz' },
  id: { by: sql`c.id collate "C"`, type: 'text' },
  service: { by: sql`coalesce(c.service, '') collate "C"`, type: 'text' },
  // the searched text: folded, by the same function on both sides
  customer: {
    by: sql`split_part(c.search, ${sql.lit('\n')}, ${sql.lit(searchLine('clientName'))}) collate "C"`,
    type: 'text',
  },
  status: { by: sql`(c.status || ' ' || lpad(c.open_alert_count::text, 4, '0')) collate "C"`, type: 'text' },
  manager: {
    by: sql`coalesce(m.first_name || ' ' || m.last_name, '') collate "C"`,
    type: 'text',
    joins: 'account',
  },
  rule: { by: sql`c.lead_rule collate "C"`, type: 'text' },
}

/** The order of a list, with the id as tie-breaker. */
function orderOf(sort: NonNullable<CaseFilter['sort']> = '-created'): Order & Pick<Sorting, 'joins'> {
  return { ...SORTS[sort.replace('-', '') as CaseSort], id: 'c.id', isAscending: !sort.startsWith('-') }
}

type Rows = ReturnType<typeof matching>

/** The list joined with the columns of its order. */
function joined(rows: Rows, joins: Sorting['joins']): Rows {
  if (joins === 'account') return rows.leftJoin('account as m', 'm.id', 'c.manager_id')
  if (joins === undefined) return rows
  return rows.leftJoin('customer_risk as r', (join) =>
    join.onRef('r.platform', '=', 'c.platform').onRef('r.customer_id', '=', 'c.customer_id'),
  )
}

/** One page. */
export async function listCases(
  db: Db,
  platform: string,
  filter: CaseFilter,
  at: { page?: number | undefined; pageSize?: number | undefined; reader: string; now: Date },
): Promise<{ items: CaseItem[]; total: number; capped: boolean }> {
  const { page = 1, pageSize = PAGE_SIZES.cases, now } = at
  const rows = matching(db, platform, filter, now)
  const order = orderOf(filter.sort)
  const list = { name: 'cases', platform, filter }
  const [found, count] = await Promise.all([
    readPage(db, { ...at, page, pageSize, list }, order, joined(rows, order.joins), (keys) =>
      selectCaseRows(db)
        .innerJoin(keys.as('k'), 'k.id', 'c.id')
        .select('k.sort')
        .where('c.platform', '=', platform)
        .orderBy(sortOf(order), directionOf(order))
        .orderBy('c.id', directionOf(order))
        .execute(),
    ),
    countRows(db, rows, foldText(filter.search ?? '') ? SEARCH_CAP : COUNT_CAP),
  ])
  return { items: found.map((row) => toCaseItem(row, now.getTime())), ...count }
}
