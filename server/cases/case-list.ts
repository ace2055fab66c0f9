/** The queue of cases: every filter of the specification, in the order of any column, a capped count. */
import { sql, type SqlBool } from 'kysely'
import type { Parsed } from '#contract/call.ts'
import type { CaseSort, cases } from '#contract/calls/cases/cases.ts'
import { searchLine, ticketIn, uuidIn } from '#contract/model/cases/case-search.ts'
import { UNFINISHED_CASES, type CaseItem } from '#contract/model/cases/case.ts'
import type { caseAlertFactFilters } from '#contract/model/cases/queue-facts.ts'
import { foldText } from '#contract/fold-text.ts'
import { COUNT_CAP, PAGE_SIZES, RULE_AREAS, SEARCH_CAP, UNKNOWN_COUNTRY } from '#contract/model/values.ts'
import { agesOf, rangeOf, readDates } from '#server/core/ranges.ts'
import { countRows, directionOf, readPage, sortOf, type Order } from '#server/store/pages.ts'
import { conditionsOf, is, isIn, isNull, isNumbered, within, type Conditions } from '#server/store/conditions.ts'
import { containing, dueIs, dueOrder, OPEN_ALERT, scored, type Db } from '#server/store/sql.ts'
import { selectCaseRows, toCaseItem } from './case-row.ts'

type Query = Parsed<typeof cases.list>['query']
type CaseFilter = Omit<Query, 'page' | 'pageSize' | 'platform'>

const areas: readonly string[] = RULE_AREAS

/** On case `c`, beside `caseFactFilters`. */
const CONDITIONS: Conditions<Omit<CaseFilter, keyof typeof ALERT_CONDITIONS>> = {
  'status[]': (statuses) => isIn('c.status', statuses),
  recommendedStr: (flag) => is('c.recommended_str', Number(flag)),
  withoutAlerts: (flag) => (flag === '1' ? sql`c.alert_count = 0` : sql`c.alert_count > 0`),
  withoutAssign: (flag) => isNull('c.manager_id', flag),
  // closed cases have no due date; the condition lets the index of open cases be used
  due: (state, now) => [isIn('c.status', UNFINISHED_CASES), dueIs('c', state, now)],
  review: (state) => [isNull('c.review_on', '0'), isNull('c.review_due_at', state === 'due' ? '0' : '1')],
  approval: (flag) => waitsForApproval(flag === '1'),
  'service[]': (services) => isIn('c.service', services),
  // not a direction of the money but the service of that name
  direction: (direction) => (direction === 'debit' ? is('c.service', 'debit card') : is('c.direction', direction)),
  'countries[]': (countries) =>
    countries.includes(UNKNOWN_COUNTRY)
      ? sql`(${isIn('c.country', countries)} or c.country is null)`
      : isIn('c.country', countries),
  customerId: (id) => is('c.customer_id', id),
  user: (id) => is('c.manager_id', id),
  'date[]': (dates) => within('c.created_at', readDates('date[]', dates)),
  'amount[]': (range) => {
    const [least, most] = rangeOf('amount[]', range) ?? []
    return [least ? sql`c.usd >= ${least}` : undefined, most ? sql`c.usd <= ${most}` : undefined]
  },
  'age[]': (ages, now) => within('c.created_at', agesOf('age[]', ages, now)),
  'risk[]': (range) => scored('c', rangeOf('risk[]', range)),
  'finished[]': (dates) => within('c.finished_at', readDates('finished[]', dates)),
  search: (search, _, { 'searchFields[]': fields }) => searchConditions(search, fields),
  'searchFields[]': null,
  sort: null,
}

/** On alert `a`, beside `caseAlertFactFilters`: one has to meet all that is asked of alerts. */
const ALERT_CONDITIONS: Conditions<Pick<CaseFilter, keyof typeof caseAlertFactFilters>> = {
  alertLevel: (level) => is('a.level', level),
  alertStatus: (status) => (status === 'open' ? sql`a.status in ${OPEN_ALERT}` : is('a.status', status)),
  rule: (id) => isNumbered('a.rule_id', id),
  rule_type: (type) =>
    areas.includes(type)
      ? sql`exists (select from rule r where r.id = a.rule_id and r.area = ${type})`
      : is('a.rule_type', type),
}

/** Keys of the cases that match. */
function matching(db: Db, platform: string, filter: CaseFilter, now: Date) {
  const ofAlert = conditionsOf(ALERT_CONDITIONS, filter, now)
  const hasAlert = sql<SqlBool>`exists (select from alert a
    where a.platform = c.platform and a.case_id = c.id and ${sql.join(ofAlert, sql` and `)})`
  let query = db.selectFrom('monitoring_case as c').where('c.platform', '=', platform)
  for (const condition of conditionsOf(CONDITIONS, filter, now)) query = query.where(condition)
  return ofAlert.length > 0 ? query.where(hasAlert) : query
}

/** True if an STR is proposed on the case, or something else of it waits for a second person. */
function waitsForApproval(isWanted: boolean) {
  const waiting = sql`c.id in (
    select id from monitoring_case where platform = c.platform and str_proposed_by is not null
    union all select case_id from approval where platform = c.platform and status = 'open' and case_id is not null)`
  return isWanted ? sql<SqlBool>`${waiting}` : sql<SqlBool>`not (${waiting})`
}

/** The whole text first, for its index; then the lines of the requested fields. */
function searchConditions(search: string, fields: CaseFilter['searchFields[]'] = ['ALL']) {
  const term = foldText(search)
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
