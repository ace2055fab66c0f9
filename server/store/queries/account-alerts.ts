/** The queue of account alerts over all customers of a platform, and a rule's open ones on a customer. */
import { sql, type SqlBool } from 'kysely'
import type { Parsed } from '#contract/call.ts'
import type { accountAlerts, QUEUE_SORTS } from '#contract/calls/account-alerts.ts'
import { isAlertDay, type AccountAlertItem } from '#contract/model/account-alert.ts'
import { searchTerm } from '#contract/model/case-search.ts'
import { toStamp } from '#contract/model/common.ts'
import { PAGE_SIZES, type AlertStatus } from '#contract/model/values.ts'
import { countRows, directionOf, readPage, sortOf, type Order } from './paging.ts'
import { containing, isId, OPEN_ALERT, personOf, type Db } from './pieces.ts'

type Query = Parsed<typeof accountAlerts.queue>['query']
export type AccountAlertFilter = Omit<Query, 'date[]' | 'page' | 'pageSize'> & {
  /** From the first moment, included, to the second, excluded. */
  between?: readonly [Date | null, Date | null]
}

/**
 * Whether alert `a` shows one of the statuses: `resolved` is without a SAR and `sar` with one, unless `alertSar` asks
 * for one of the two (specification 2, "alertStatus[] with alertSar=1").
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

function matching(db: Db, platform: string, filter: AccountAlertFilter) {
  const { 'status[]': statuses = [], alertSar, between = [null, null] } = filter
  let query = db.selectFrom('alert as a').where('a.platform', '=', platform).where('a.kind', '=', 'account')
  if (statuses.length > 0 || alertSar) query = query.where(showsStatus(statuses, alertSar))
  if (statuses.length > 0 && statuses.every((status) => OPEN.has(status))) {
    // said in the index's own words, which it then answers from
    query = query.where(sql<SqlBool>`a.status in ${OPEN_ALERT}`)
  }
  if (filter.alertLevel) query = query.where('a.level', '=', filter.alertLevel)
  if (filter.rule) query = query.where('a.rule_id', '=', isId(filter.rule) ? filter.rule : null)
  if (filter.customerId) query = query.where('a.customer_id', '=', filter.customerId)
  if (filter.user) query = query.where('a.manager_id', '=', filter.user)
  if (filter.withoutAssign) query = query.where('a.manager_id', filter.withoutAssign === '1' ? 'is' : 'is not', null)
  if (between[0]) query = query.where('a.created_at', '>=', between[0])
  if (between[1]) query = query.where('a.created_at', '<', between[1])
  const term = searchTerm(filter.search ?? '')
  const wanted = [
    ...(filter.accountType ? [sql`c.type = ${filter.accountType}`] : []),
    ...(term ? [sql`c.search like ${containing(term)}`] : []),
  ]
  if (wanted.length === 0) return query
  return query.where(
    sql<SqlBool>`exists (select from customer c
      where c.platform = a.platform and c.id = a.customer_id and ${sql.join(wanted, sql` and `)})`,
  )
}

const OPEN: ReadonlySet<AlertStatus> = new Set(['new', 'await', 'in_progress', 'notification_sent'])

/** Everything an account alert's row shows, to be narrowed by the caller; the alert is `a`. */
export function selectAccountAlertRows(db: Db) {
  return db
    .selectFrom('alert as a')
    .leftJoin('customer as c', (join) =>
      join.onRef('c.platform', '=', 'a.platform').onRef('c.id', '=', 'a.customer_id'),
    )
    .leftJoin('account as m', 'm.id', 'a.manager_id')
    .where('a.kind', '=', 'account')
    .selectAll('a')
    .select([
      'c.name as customer_name',
      'c.type as customer_type',
      'c.search as customer_search',
      personOf('m').as('manager'),
    ])
}

type AccountAlertRow = Awaited<ReturnType<ReturnType<typeof selectAccountAlertRows>['executeTakeFirstOrThrow']>>

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
    version: Number(row.version),
  }
}

const newest: Order = { by: 'a.created_at', type: 'timestamptz', id: 'a.id' }

const ORDERS: Record<(typeof QUEUE_SORTS)[number], Order> = {
  newest,
  oldest: { ...newest, isAscending: true },
  // byte by byte, as the replica compares them; the words of the index account_alert_group
  group: { by: sql`(a.customer_id || ' ' || a.rule_id::text) collate "C"`, type: 'text', id: 'a.id' },
}

/** One page in the order that is asked for, the id breaking ties. */
export async function listAccountAlerts(
  db: Db,
  platform: string,
  filter: AccountAlertFilter,
  at: { page?: number | undefined; pageSize?: number | undefined; reader: string; now: Date },
): Promise<{ items: AccountAlertItem[]; total: number; capped: boolean }> {
  const { page = 1, pageSize = PAGE_SIZES.cases, now } = at
  const order = ORDERS[filter.sort ?? 'newest']
  const rows = matching(db, platform, filter)
  const list = { name: 'account alerts', platform, filter }
  const [found, count] = await Promise.all([
    readPage(db, { ...at, page, pageSize, list }, order, rows, (keys) =>
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

/** Which of the ids are alerts on the account of that customer. */
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
