/** Allowlists as monitoring reads them: the version in force of each, and the open alerts it may be about. */
import { sql, type RawBuilder } from 'kysely'
import { toStamp } from '#contract/model/common.ts'
import {
  ALLOWLIST_PAST_DAYS,
  type AllowlistBody,
  type CoveredAlerts,
  type SuppressedAlerts,
} from '#contract/model/rules/allowlist.ts'
import type { FilterGroup } from '#contract/model/rules/filter.ts'
import type { Criteria } from '#contract/model/rules/rule.ts'
import type { CustomerType } from '#contract/model/values.ts'
import { namesIn, passesSql } from '#server/monitoring/filter/sql.ts'
import { isId, OPEN_ALERT, type Db } from '#server/store/sql.ts'
import { covers, type Fired, type Terms } from './allowlist-covers.ts'
import type { Saw } from './rule-type.ts'
import { CONFIG_VALUES, withValues } from './active-rules.ts'
import { fieldOf, joinsFor, keyOf, loadSubjects } from './filter-subjects.ts'

/** The selected allowlists: of some rules, one version, or in force on a day. */
export interface TermsWanted {
  ruleIds?: readonly string[]
  versionId?: string
  day?: string
  /** Those that name the customer, and those for everybody of the type. */
  customer?: { id: string; type: CustomerType }
}

/** The terms of the allowlists of a platform that were not deleted, oldest first. */
export async function loadTerms(db: Db, platform: string, wanted: TermsWanted): Promise<Terms[]> {
  const { ruleIds, versionId, day, customer } = wanted
  let query = db
    .selectFrom('allowlist as a')
    .innerJoin('allowlist_version as v', 'v.id', 'a.version_id')
    .innerJoin('rule as r', 'r.id', 'a.rule_id')
    .selectAll('v')
    .select([
      CONFIG_VALUES.as('values'),
      'a.rule_id',
      sql<string>`v.start_date::text`.as('first_day'),
      sql<string | null>`v.end_date::text`.as('last_day'),
    ])
    .where('a.platform', '=', platform)
    .where('a.deleted_at', 'is', null)
    .orderBy('a.id')
  if (ruleIds) query = query.where('a.rule_id', 'in', [...ruleIds, '0'])
  if (versionId !== undefined) query = query.where('v.id', '=', versionId)
  if (day !== undefined) {
    query = query.where(sql<boolean>`v.start_date <= ${day}::date and coalesce(v.end_date >= ${day}::date, true)`)
  }
  if (customer) {
    query = query
      .where('v.customer_type', '=', customer.type)
      .where((has) => has.or([has('v.customer_id', 'is', null), has('v.customer_id', '=', customer.id)]))
  }
  return (await query.execute()).map((row) => ({
    allowlistId: row.allowlist_id,
    versionId: row.id,
    ruleId: row.rule_id,
    customerType: row.customer_type,
    customerId: row.customer_id,
    startDate: row.first_day,
    endDate: row.last_day,
    ignoreCriteria: row.ignore_criteria,
    ruleCriteria: withValues(row.rule_criteria as Criteria, row.values),
    reportCriteria: row.report_criteria && withValues(row.report_criteria as Criteria, row.values),
    filterGroups: row.filter_groups as FilterGroup[],
  }))
}

interface AlertRow {
  id: string
  transaction_id: string | null
  customer_id: string
  customer_type: CustomerType
  rule_id: string
  created_at: Date
  criteria: Criteria
  saw: Record<string, Saw>
}

/** Alerts `a` with what they are on: customer `c`, and case `mc` where it is about a transaction. */
const ALERTS = sql`
  alert a
  join customer c on c.platform = a.platform and c.id = a.customer_id
  left join monitoring_case mc on mc.platform = a.platform and mc.id = a.case_id`

const IS_OPEN = sql<boolean>`a.status in ${OPEN_ALERT}`

/** Alerts with the fields that allowlists compare, to be filtered by the caller. */
const JUDGED = sql`
  select a.id, mc.transaction_id, a.customer_id, c.type as customer_type, a.rule_id, a.created_at, a.criteria,
    coalesce(a.trigger_info -> 'saw', '{}') as saw
  from ${ALERTS}`

/** The alert, with its subject only if a filter needs it. */
async function toFired(
  db: Db,
  platform: string,
  rows: readonly AlertRow[],
  isFiltered: (row: AlertRow) => boolean,
): Promise<Fired[]> {
  const subjectOf = (row: AlertRow) => ({ transactionId: row.transaction_id, account: row.customer_id })
  const subjects = await loadSubjects(db, platform, rows.filter(isFiltered).map(subjectOf))
  return rows.map((row) => ({
    ruleId: row.rule_id,
    account: row.customer_id,
    customerType: row.customer_type,
    at: row.created_at,
    criteria: row.criteria,
    saw: row.saw,
    subject: subjects.get(keyOf(subjectOf(row)))?.subject ?? {},
  }))
}

/** The number of alerts processed at a time. */
const BATCH = 1000

/** The ids of the open alerts that the terms cover, oldest first; no more than `most`. */
export async function coveredAlerts(db: Db, platform: string, terms: Terms, most: number): Promise<string[]> {
  return collect(db, platform, terms, { which: IS_OPEN, most })
}

interface Wanted {
  /** A condition on alerts `a`. */
  which: RawBuilder<boolean>
  most: number
}

async function collect(db: Db, platform: string, terms: Terms, { which, most }: Wanted): Promise<string[]> {
  const covered: string[] = []
  const isFiltered = terms.filterGroups.length > 0
  const unfiltered = { ...terms, filterGroups: [] }
  const found = isFiltered ? passingAlerts(db, platform, terms, which) : plainAlerts(db, platform, [terms], which)
  for await (const { id, fired, passes } of found) {
    if (covers(passes ? unfiltered : terms, fired)) covered.push(id)
    if (covered.length >= most) break
  }
  return covered
}

/**
 * The number of open alerts that each of a rule's allowlists covers, in their order, up to `most`. Alerts are read once
 * for all allowlists without filters; filters are evaluated by the database for each other one.
 */
export async function countCovered(
  db: Db,
  platform: string,
  ofRule: readonly Terms[],
  most: number,
): Promise<number[]> {
  const plain = ofRule.filter(({ filterGroups }) => filterGroups.length === 0)
  const counts = new Map(plain.map((terms) => [terms, 0]))
  for await (const { fired } of plainAlerts(db, platform, plain, IS_OPEN)) {
    for (const [terms, count] of counts) {
      if (count < most && covers(terms, fired)) counts.set(terms, count + 1)
    }
    if ([...counts.values()].every((count) => count >= most)) break
  }
  for (const terms of ofRule) {
    if (!counts.has(terms)) counts.set(terms, (await coveredAlerts(db, platform, terms, most)).length)
  }
  return ofRule.map((terms) => counts.get(terms) ?? 0)
}

/** The alerts that some allowlists of one rule, none with filters, may be about, oldest first. */
async function* plainAlerts(db: Db, platform: string, ofRule: readonly Terms[], which: RawBuilder<boolean>) {
  for (let after = '0'; ofRule.length > 0;) {
    const batch = await readBatch(db, platform, { ofRule, which, after })
    const fired = await toFired(db, platform, batch, () => false)
    for (const [index, each] of fired.entries()) yield { id: batch[index]?.id ?? '', fired: each, passes: true }
    const last = batch.at(-1)
    if (last === undefined || batch.length < BATCH) return
    after = last.id
  }
}

/** The conditions in SQL, as far as one range of customers and days covers several allowlists. */
async function readBatch(
  db: Db,
  platform: string,
  { ofRule, which, after }: { ofRule: readonly Terms[]; which: RawBuilder<boolean>; after: string },
): Promise<AlertRow[]> {
  const start = ofRule.map(({ startDate }) => startDate).reduce((one, other) => (one < other ? one : other))
  const end = ofRule
    .map(({ endDate }) => endDate)
    .reduce((one, other) => (one === null || other === null ? null : one > other ? one : other))
  const customers = ofRule.map(({ customerId }) => customerId)
  const { rows } = await sql<AlertRow>`${JUDGED}
    where a.platform = ${platform} and a.rule_id = ${ofRule[0]?.ruleId} and a.id > ${after} and ${which}
      and c.type = any(${ofRule.map(({ customerType }) => customerType)})
      and a.created_at >= ${start}::date::timestamp at time zone 'UTC'
      ${customers.includes(null) ? sql`` : sql`and a.customer_id = any(${customers})`}
      ${end === null ? sql`` : sql`and a.created_at < (${end}::date + 1)::timestamp at time zone 'UTC'`}
    order by a.id limit ${BATCH}`.execute(db)
  return rows
}

/**
 * The alerts that the filters of one allowlist let pass, oldest first, as far as the database can tell: where
 * `passes` is null, that is left to `covers`.
 */
async function* passingAlerts(db: Db, platform: string, terms: Terms, which: RawBuilder<boolean>) {
  const found = await listPassing(db, platform, terms, which)
  for (let n = 0; n < found.length; n += BATCH) {
    const passed = new Map(found.slice(n, n + BATCH).map(({ id, passes }) => [id, passes]))
    const { rows } = await sql<AlertRow>`${JUDGED}
      where a.id = any(${[...passed.keys()]}::bigint[]) order by a.id`.execute(db)
    const fired = await toFired(db, platform, rows, ({ id }) => passed.get(id) === null)
    for (const [index, { id }] of rows.entries()) {
      const each = fired[index]
      if (each) yield { id, fired: each, passes: passed.get(id) ?? null }
    }
  }
}

async function listPassing(
  db: Db,
  platform: string,
  terms: Terms,
  which: RawBuilder<boolean>,
): Promise<{ id: string; passes: boolean | null }[]> {
  const { ruleId, customerId, customerType, startDate, endDate, filterGroups } = terms
  const passes = passesSql(filterGroups, fieldOf)
  const { rows } = await sql<{ id: string; passes: boolean | null }>`
    select a.id, ${passes} as passes
    from ${ALERTS}
    left join transaction t on t.platform = a.platform and t.id = mc.transaction_id
    ${joinsFor(namesIn(filterGroups))}
    where a.platform = ${platform} and a.rule_id = ${ruleId} and ${which}
      and c.type = ${customerType} and a.created_at >= ${startDate}::date::timestamp at time zone 'UTC'
      ${customerId === null ? sql`` : sql`and a.customer_id = ${customerId}`}
      ${endDate === null ? sql`` : sql`and a.created_at < (${endDate}::date + 1)::timestamp at time zone 'UTC'`}
      and ${passes} is not false
    order by a.id`.execute(db)
  return rows
}

/** The data of an alert, open or not; undefined if the platform has no such alert. */
export async function firedOf(db: Db, platform: string, alertId: string): Promise<Fired | undefined> {
  if (!isId(alertId)) return undefined
  const { rows } = await sql<AlertRow>`${JUDGED} where a.platform = ${platform} and a.id = ${alertId}`.execute(db)
  return (await toFired(db, platform, rows, () => true))[0]
}

/** The terms of an unsaved allowlist, on its rule's platform. */
export async function termsOf(db: Db, body: AllowlistBody): Promise<Terms> {
  const { rows } = await sql<{ values: string[] }>`
    select ${CONFIG_VALUES} as values from rule r where r.id = ${body.ruleId}`.execute(db)
  const values = rows[0]?.values ?? []
  const { ruleId, customerType, customerId = null, startDate, endDate, ignoreCriteria, ruleCriteria } = body
  const { reportCriteria = null, filterGroups = [] } = body
  const about = { allowlistId: '', versionId: '', ruleId, customerType, customerId, startDate, endDate }
  const criteria = {
    ruleCriteria: withValues(ruleCriteria, values),
    reportCriteria: reportCriteria && withValues(reportCriteria, values),
  }
  return { ...about, ignoreCriteria, ...criteria, filterGroups }
}

/** The maximum number of listed alerts. */
const TOLD = 200

/** The open alerts that the terms cover, counted up to `most`, and the oldest ones. */
export async function listCovered(db: Db, platform: string, terms: Terms, most: number): Promise<CoveredAlerts> {
  const ids = await coveredAlerts(db, platform, terms, most + 1)
  const rows = await db
    .selectFrom('alert as a')
    .innerJoin('customer as c', (join) =>
      join.onRef('c.platform', '=', 'a.platform').onRef('c.id', '=', 'a.customer_id'),
    )
    .select(['a.id', 'a.case_id', 'a.customer_id', 'c.name', 'a.level', 'a.created_at', 'a.trigger_info'])
    .where('a.id', '=', sql<string>`any(${ids.slice(0, TOLD)}::bigint[])`)
    .orderBy('a.id')
    .execute()
  return {
    total: Math.min(ids.length, most),
    capped: ids.length > most,
    items: rows.map((row) => ({
      alertId: row.id,
      caseId: row.case_id,
      customerId: row.customer_id,
      customerName: row.name,
      alertLevel: row.level,
      createAt: toStamp(row.created_at),
      text: row.trigger_info.text,
    })),
  }
}

const DAY = 86_400_000
/** Customers of what an allowlist would have suppressed, told one by one. */
const CUSTOMERS_TOLD = 50

/** The alerts that the terms would have suppressed in the past days, counted up to `most`. */
export async function listSuppressed(
  db: Db,
  platform: string,
  terms: Terms,
  { now, most }: { now: Date; most: number },
): Promise<SuppressedAlerts> {
  const since = new Date(now.getTime() - ALLOWLIST_PAST_DAYS * DAY)
  const always = { ...terms, startDate: since.toISOString().slice(0, 10), endDate: null }
  const ids = await collect(db, platform, always, { which: sql`a.created_at >= ${since}`, most: most + 1 })
  const { rows } = await sql<{ customer_id: string; name: string; alerts: number; strs: number }>`
    select a.customer_id, max(c.name) as name, count(*)::int as alerts,
      count(*) filter (where a.sar = 1 or mc.status = 'str' or mc.status = 'complete' and mc.recommended_str = 1)::int as strs
    from ${ALERTS}
    where a.id = any(${ids.slice(0, most)}::bigint[])
    group by a.customer_id order by strs desc, alerts desc, a.customer_id`.execute(db)
  return {
    days: ALLOWLIST_PAST_DAYS,
    alerts: Math.min(ids.length, most),
    capped: ids.length > most,
    strs: rows.reduce((sum, { strs }) => sum + strs, 0),
    customers: rows.length,
    byCustomer: rows.slice(0, CUSTOMERS_TOLD).map(({ customer_id: customerId, name: customerName, alerts, strs }) => {
      return { customerId, customerName, alerts, strs }
    }),
  }
}
