/** The queue of account alerts over all customers of a platform, and a rule's open ones on a customer. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Parsed } from '#contract/call.ts'
import type { AlertSort, QUEUE_SORTS, accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { isAlertDay, type AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { isOpenAlert, type Fact } from '#contract/model/cases/alert.ts'
import { toStamp } from '#contract/model/common.ts'
import { foldText } from '#contract/fold-text.ts'
import { PAGE_SIZES, type AlertStatus } from '#contract/model/values.ts'
import { agesOf, rangeOf, readDates } from '#server/core/ranges.ts'
import { conditionsOf, is, isNull, isNumbered, within, type Conditions } from '#server/store/conditions.ts'
import { countRows, directionOf, readPage, sortOf, type Order } from '#server/store/pages.ts'
import {
  containing,
  dueIs,
  dueOrder,
  hadStr,
  isId,
  OPEN_ALERT,
  personOf,
  scored,
  stampOrNull,
  type Db,
  type RowOf,
} from '#server/store/sql.ts'

type Query = Parsed<typeof accountAlerts.queue>['query']
type AccountAlertFilter = Omit<Query, 'page' | 'pageSize' | 'platform'>

/**
 * True if alert `a` shows one of the statuses: `resolved` is without a SAR and `sar` with one, unless `alertSar` asks
 * for one of the two (docs/design/specification.md#alert-states).
 */
export function showsStatus(statuses: readonly AlertStatus[], alertSar?: '0' | '1') {
  const each = statuses.map((status) => {
    if (status === 'sar') return sql`(a.status = 'sar' or (a.status = 'resolved' and a.sar = 1))`
    if (status === 'resolved' && alertSar === undefined) return sql`(a.status = 'resolved' and a.sar = 0)`
    return sql`a.status = ${status}`
  })
  const flag = alertSar === undefined ? [] : [sql`a.sar = ${Number(alertSar)}`]
  const any = each.length > 0 ? [sql`(${sql.join(each, sql` or `)})`] : []
  return sql<SqlBool>`(${sql.join([sql`true`, ...any, ...flag], sql` and `)})`
}

/** On alert `a`, beside `accountAlertFactFilters`. */
const CONDITIONS: Conditions<AccountAlertFilter> = {
  // phrased like the index, so that the index is used
  'status[]': (statuses, _, { alertSar }) => [
    showsStatus(statuses, alertSar),
    statuses.every(isOpenAlert) ? sql`a.status in ${OPEN_ALERT}` : undefined,
  ],
  alertSar: (flag, _, { 'status[]': statuses = [] }) => (statuses.length > 0 ? undefined : showsStatus([], flag)),
  alertLevel: (level) => is('a.level', level),
  rule: (id) => isNumbered('a.rule_id', id),
  customerId: (id) => is('a.customer_id', id),
  user: (id) => is('a.manager_id', id),
  withoutAssign: (flag) => isNull('a.manager_id', flag),
  due: (state, now) => [sql`a.status in ${OPEN_ALERT}`, dueIs('a', state, now)],
  'date[]': (dates) => within('a.created_at', readDates('date[]', dates)),
  'decided[]': (dates) => within('a.resolved_at', readDates('decided[]', dates)),
  'age[]': (ages, now) => within('a.created_at', agesOf('age[]', ages, now)),
  'risk[]': (range) => scored('a', rangeOf('risk[]', range)),
  accountType: (type) => hasCustomer(sql`c.type = ${type}`),
  search: (search) => {
    const term = foldText(search)
    const found = hasCustomer(sql`c.search like ${containing(term)}`)
    if (!term) return undefined
    return isId(term) ? sql`(a.id = ${term} or ${found})` : found
  },
  sort: null,
}

function matching(db: Db, platform: string, filter: AccountAlertFilter, now: Date) {
  let query = db.selectFrom('alert as a').where('a.platform', '=', platform).where('a.kind', '=', 'account')
  for (const condition of conditionsOf(CONDITIONS, filter, now)) query = query.where(condition)
  return query
}

const hasCustomer = (condition: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select from customer c
    where c.platform = a.platform and c.id = a.customer_id and ${condition})`

/** Everything an account alert's row shows, to be narrowed by the caller; the alert is `a`. */
export function selectAccountAlertRows(db: Db) {
  return db
    .selectFrom('alert as a')
    .leftJoin('customer as c', (join) =>
      join.onRef('c.platform', '=', 'a.platform').onRef('c.id', '=', 'a.customer_id'),
    )
    .leftJoin('account as m', 'm.id', 'a.manager_id')
    .leftJoin('customer_risk as r', (join) =>
      join.onRef('r.platform', '=', 'a.platform').onRef('r.customer_id', '=', 'a.customer_id'),
    )
    .where('a.kind', '=', 'account')
    .selectAll('a')
    .select([
      'c.name as customer_name',
      'c.type as customer_type',
      'c.search as customer_search',
      personOf('m').as('manager'),
      'r.score as risk',
      hadStr('a').as('had_str'),
    ])
}

type AccountAlertRow = RowOf<typeof selectAccountAlertRows>

/** The contract's row. `now` in milliseconds of server time. */
export function toAccountAlertItem(row: AccountAlertRow, now: number): AccountAlertItem {
  const status = row.status as AlertStatus
  const createAt = toStamp(row.created_at)
  return {
    id: row.id,
    platform: row.platform,
    customerId: row.customer_id,
    customerName: row.customer_name ?? row.customer_id,
    customerType: row.customer_type ?? ('personal' as const),
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    ruleType: row.rule_type,
    text: row.trigger_info.text,
    alertLevel: row.level,
    status,
    sar: row.sar === 1 ? (1 as const) : (0 as const),
    createAt,
    manager: row.manager,
    isDay: isAlertDay({ status, createAt }, now),
    risk: row.risk,
    ...(row.had_str && { hadStr: true }),
    ...measuredIn(row.trigger_info.facts),
    dueAt: stampOrNull(row.due_at),
    dueSoonAt: stampOrNull(row.due_soon_at),
    version: Number(row.version),
  }
}

/** The rule's first measured value, if it is a number. */
function measuredIn(facts: readonly unknown[]): { measured?: number } {
  const measured = (facts as Fact[]).map(({ saw }) => Number(saw || 'none')).find((value) => Number.isFinite(value))
  return measured === undefined ? {} : { measured }
}

const newest: Order = { by: 'a.created_at', type: 'timestamptz', id: 'a.id' }

const ORDERS: Record<'newest' | 'oldest' | 'group', Order> = {
  newest,
  oldest: { ...newest, isAscending: true },
  // byte by byte, as the replica compares them; the words of the index account_alert_group
  group: { by: sql`(a.customer_id || ' ' || a.rule_id::text) collate "C"`, type: 'text', id: 'a.id' },
}

type Rows = ReturnType<typeof matching>

interface Sorting extends Pick<Order, 'by' | 'type'> {
  /** The list joined with the columns of the order: row-by-row lookups take five times as long. */
  join?: (rows: Rows) => Rows
}

const withCustomer = (rows: Rows) =>
  rows.leftJoin('customer as c', (join) =>
    join.onRef('c.platform', '=', 'a.platform').onRef('c.id', '=', 'a.customer_id'),
  ) as unknown as Rows

/** The columns, as the replica compares them. */
const SORTS: Record<AlertSort, Sorting> = {
  customer: { by: sql`coalesce(c.search, '') collate "C"`, type: 'text', join: withCustomer },
  type: { by: sql`coalesce(c.type, 'personal') collate "C"`, type: 'text', join: withCustomer },
  rule: { by: sql`a.rule_name collate "C"`, type: 'text' },
  status: { by: sql`a.status collate "C"`, type: 'text' },
  level: { by: sql`a.level collate "C"`, type: 'text' },
  risk: {
    by: sql`coalesce(r.score, -1)`,
    type: 'int',
    join: (rows) =>
      rows.leftJoin('customer_risk as r', (join) =>
        join.onRef('r.platform', '=', 'a.platform').onRef('r.customer_id', '=', 'a.customer_id'),
      ),
  },
  due: { by: dueOrder('a'), type: 'timestamptz' },
  manager: {
    by: sql`coalesce(m.first_name || ' ' || m.last_name, '') collate "C"`,
    type: 'text',
    join: (rows) => rows.leftJoin('account as m', 'm.id', 'a.manager_id'),
  },
}

function orderOf(sort: (typeof QUEUE_SORTS)[number]): Order & Pick<Sorting, 'join'> {
  if (sort === 'newest' || sort === 'oldest' || sort === 'group') return ORDERS[sort]
  return { ...SORTS[sort.replace('-', '') as AlertSort], id: 'a.id', isAscending: !sort.startsWith('-') }
}

/** One page in the requested order, with the id as tie-breaker. */
export async function listAccountAlerts(
  db: Db,
  platform: string,
  filter: AccountAlertFilter,
  at: { page?: number | undefined; pageSize?: number | undefined; reader: string; now: Date },
): Promise<{ items: AccountAlertItem[]; total: number; capped: boolean }> {
  const { page = 1, pageSize = PAGE_SIZES.cases, now } = at
  const order = orderOf(filter.sort ?? 'newest')
  const rows = matching(db, platform, filter, now)
  const list = { name: 'account alerts', platform, filter }
  const [found, count] = await Promise.all([
    readPage(db, { ...at, page, pageSize, list }, order, order.join?.(rows) ?? rows, (keys) =>
      selectAccountAlertRows(db)
        .innerJoin(keys.as('k'), 'k.id', 'a.id')
        .select('k.sort')
        .orderBy(sortOf(order), directionOf(order))
        .orderBy('a.id', directionOf(order))
        .execute(),
    ),
    countRows(db, rows),
  ])
  return { items: found.map((row) => toAccountAlertItem(row, now.getTime())), ...count }
}

/** Ids of a rule's alerts on an account that wait for a decision. */
export async function openIdsByRule(
  db: Db,
  { platform, customerId, ruleId }: { platform: string; customerId: string; ruleId: string },
): Promise<string[]> {
  if (!isId(ruleId)) return []
  const rows = await db
    .selectFrom('alert')
    .select('id')
    .where('platform', '=', platform)
    .where('customer_id', '=', customerId)
    .where('rule_id', '=', ruleId)
    .where('kind', '=', 'account')
    .where(sql<SqlBool>`status in ${OPEN_ALERT}`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Those of the ids that are account alerts of that customer. */
export async function idsOfCustomer(
  db: Db,
  { platform, customerId }: { platform: string; customerId: string },
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('alert')
    .select('id')
    .where('platform', '=', platform)
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'account')
    .where('id', '=', sql<string>`any(${ids.filter(isId)}::bigint[])`)
    .execute()
  return rows.map(({ id }) => id)
}
