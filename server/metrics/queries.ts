/** Counts for the platform menu and the dashboard; each uses an index of its own. */
import { sql } from 'kysely'
import { ALERT_LABELS } from '#contract/model/cases/alert.ts'
import { CASE_LABELS, statusQuery } from '#contract/model/cases/case.ts'
import type { AlertStatus, CaseStatus, StatusFilter } from '#contract/model/values.ts'
import { firstAlerts } from '#server/customers/queries.ts'
import { OPEN_CASES } from '#server/identity/workers.ts'
import { ALERT_KEY, OPEN_ALERT, type Db } from '#server/store/sql.ts'

export interface Count {
  key: string
  label: string
  count: number
}

/** The period of the new cases in days, including today. */
export const METRIC_DAYS = 30
const MOST_RULES = 50
const count = sql<number>`count(*)::int`

/** In the order of the status filter. */
const CASE_ROWS = ['new', 'await', 'error', 'process', 'reject', 'str', 'complete'] as const satisfies CaseStatus[]

const isOf = (row: { status: string; recommended_str: number; is_quiet: boolean }, filter: StatusFilter): boolean => {
  const { 'status[]': statuses, recommendedStr, withoutAlerts } = statusQuery(filter)
  return (
    statuses.some((status) => status === row.status) &&
    (recommendedStr === undefined || Number(recommendedStr) === row.recommended_str) &&
    (withoutAlerts === undefined || (withoutAlerts === '1') === row.is_quiet)
  )
}

/** Cases of a platform by the value of the queue's status filter that lists them. */
export async function countCases(db: Db, platform: string): Promise<Count[]> {
  const rows = await db
    .selectFrom('monitoring_case')
    .select(['status', 'recommended_str', sql<boolean>`alert_count = 0`.as('is_quiet'), count.as('count')])
    .where('platform', '=', platform)
    .groupBy(['status', 'recommended_str', 'is_quiet'])
    .execute()
  return CASE_ROWS.map((key) => ({
    key,
    label: CASE_LABELS[key],
    count: rows.filter((row) => isOf(row, key)).reduce((sum, row) => sum + row.count, 0),
  })).filter((row) => row.count > 0)
}

/** Cases that are new or wait for the customer. */
export async function countOpenCases(db: Db, platform: string): Promise<number> {
  const query = db.selectFrom('monitoring_case').select(count.as('n')).where('platform', '=', platform)
  return (await query.where('status', 'in', OPEN_CASES).executeTakeFirstOrThrow()).n
}

/** Alerts on transactions and on accounts that wait for a decision. */
export async function countOpenAlerts(db: Db, platform: string): Promise<number> {
  const query = db.selectFrom('alert').select(count.as('n')).where('platform', '=', platform)
  return (await query.where(sql<boolean>`status in ${OPEN_ALERT}`).executeTakeFirstOrThrow()).n
}

/** Open cases by assignee, most first; the empty key is unassigned. */
export async function countCasesByManager(db: Db, platform: string): Promise<Count[]> {
  return db
    .selectFrom('monitoring_case as c')
    .leftJoin('account as p', 'p.id', 'c.manager_id')
    .select(sql<string>`coalesce(c.manager_id, '')`.as('key'))
    .select(sql<string>`coalesce(p.first_name || ' ' || p.last_name, 'Unassigned')`.as('label'))
    .select(count.as('count'))
    .where('c.platform', '=', platform)
    .where('c.status', 'in', OPEN_CASES)
    .groupBy(['c.manager_id', 'p.first_name', 'p.last_name'])
    .orderBy('count', 'desc')
    .orderBy('label')
    .execute()
}

/** Alerts of one kind by what they show (a resolved account alert with the SAR flag is `sar`), in order of its name. */
export async function countAlerts(db: Db, platform: string, kind: 'transaction' | 'account'): Promise<Count[]> {
  // `sar` is read for account alerts alone: the index that counts alerts on transactions does not hold it
  const key = kind === 'account' ? ALERT_KEY : sql<string>`a.status`
  const rows = await db
    .selectFrom('alert as a')
    .select([key.as('key'), count.as('count')])
    .where('a.platform', '=', platform)
    .where('a.kind', '=', kind)
    .groupBy('key')
    .orderBy('key')
    .execute()
  return rows.map((row) => ({ ...row, label: ALERT_LABELS[row.key as AlertStatus] }))
}

/** Open alerts on transactions by rule, most first. */
export async function countAlertsByRule(db: Db, platform: string): Promise<Count[]> {
  return db
    .selectFrom('alert as a')
    .innerJoin('rule as r', 'r.id', 'a.rule_id')
    .select([sql<string>`r.id::text`.as('key'), 'r.name as label', count.as('count')])
    .where('a.platform', '=', platform)
    .where('a.kind', '=', 'transaction')
    .where(sql<boolean>`a.status in ${OPEN_ALERT}`)
    .groupBy(['r.id', 'r.name'])
    .orderBy('count', 'desc')
    .orderBy('r.name')
    .limit(MOST_RULES)
    .execute()
}

/** Cases by the day they were made, UTC, oldest first; a day without cases counts 0. */
export async function countNewCases(db: Db, platform: string, now: Date): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`
    with span as (select date_trunc('day', ${now}::timestamptz at time zone 'UTC') as today),
    days as (select generate_series(today - ${METRIC_DAYS - 1} * interval '1 day', today, '1 day') as day from span)
    select to_char(day, 'YYYY-MM-DD') as day, count(c.id)::int as count
    from days left join monitoring_case c on c.platform = ${platform}
      and c.created_at >= day at time zone 'UTC' and c.created_at < (day + interval '1 day') at time zone 'UTC'
    group by day order by day`.execute(db)
  return rows
}

/** Customers whom a rule found for the first time in these days, by rule, most first. */
export async function countNewCustomersByRule(db: Db, platform: string, now: Date): Promise<Count[]> {
  const { rows } = await sql<Count>`
    with first as (select rule_id, count(*)::int as count from ${firstAlerts(platform, now)} f group by rule_id)
    select r.id::text as key, r.name as label, first.count from first join rule r on r.id = first.rule_id
    order by count desc, label limit ${MOST_RULES}`.execute(db)
  return rows
}
