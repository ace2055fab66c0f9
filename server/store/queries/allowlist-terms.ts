/** Allowlists as monitoring reads them: the version in force of each, and the open alerts it may be about. */
import { sql } from 'kysely'
import type { FilterGroup } from '#contract/model/filter.ts'
import type { Criteria } from '#contract/model/rule.ts'
import type { CustomerType } from '#contract/model/values.ts'
import { covers, type Terms } from '#server/monitoring/allowlist-match.ts'
import type { Saw } from '#server/monitoring/rule-type.ts'
import { keyOf, loadSubjects } from '#server/monitoring/subjects.ts'
import { OPEN_ALERT, type Db } from './pieces.ts'

/** What is wanted: of some rules, one version, or in force on a day. */
export interface TermsWanted {
  ruleIds?: readonly string[]
  versionId?: string
  day?: string
}

/** The terms of the allowlists of a platform that were not deleted, oldest first. */
export async function loadTerms(db: Db, platform: string, { ruleIds, versionId, day }: TermsWanted): Promise<Terms[]> {
  let query = db
    .selectFrom('allowlist as a')
    .innerJoin('allowlist_version as v', 'v.id', 'a.version_id')
    .selectAll('v')
    .select([
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
  return (await query.execute()).map((row) => ({
    allowlistId: row.allowlist_id,
    versionId: row.id,
    ruleId: row.rule_id,
    customerType: row.customer_type,
    customerId: row.customer_id,
    startDate: row.first_day,
    endDate: row.last_day,
    ignoreCriteria: row.ignore_criteria,
    ruleCriteria: row.rule_criteria as Criteria,
    reportCriteria: row.report_criteria as Criteria | null,
    filterGroups: row.filter_groups as FilterGroup[],
  }))
}

interface OpenAlert {
  id: string
  transaction_id: string | null
  customer_id: string
  customer_type: CustomerType
  created_at: Date
  criteria: Criteria
  saw: Record<string, Saw>
}

/** How many alerts are looked at in one go. */
const BATCH = 1000

/** The ids of the open alerts that the terms cover, oldest first; no more than `most`. */
export async function coveredAlerts(db: Db, platform: string, terms: Terms, most: number): Promise<string[]> {
  const covered: string[] = []
  for (let after = '0'; ;) {
    const batch = await openAlerts(db, platform, terms, after)
    const judged = batch.map((one) => ({ transactionId: one.transaction_id, account: one.customer_id }))
    const subjects = terms.filterGroups.length === 0 ? new Map() : await loadSubjects(db, platform, judged)
    for (const [index, alert] of batch.entries()) {
      const { ruleId } = terms
      const { customer_id: account, customer_type: customerType, created_at: at, criteria, saw } = alert
      const subject = subjects.get(keyOf(judged[index] ?? { transactionId: null, account }))?.subject ?? {}
      if (covers(terms, { ruleId, account, customerType, at, criteria, saw, subject })) covered.push(alert.id)
      if (covered.length >= most) return covered
    }
    const last = batch.at(-1)
    if (last === undefined || batch.length < BATCH) return covered
    after = last.id
  }
}

async function openAlerts(db: Db, platform: string, terms: Terms, after: string): Promise<OpenAlert[]> {
  const { ruleId, customerId, customerType, startDate, endDate } = terms
  const { rows } = await sql<OpenAlert>`
    select a.id, mc.transaction_id, a.customer_id, c.type as customer_type, a.created_at, a.criteria,
      coalesce(a.trigger_info -> 'saw', '{}') as saw
    from alert a
    join customer c on c.platform = a.platform and c.id = a.customer_id
    left join monitoring_case mc on mc.platform = a.platform and mc.id = a.case_id
    where a.platform = ${platform} and a.rule_id = ${ruleId} and a.id > ${after} and a.status in ${OPEN_ALERT}
      and c.type = ${customerType} and a.created_at >= ${startDate}::date::timestamp at time zone 'UTC'
      ${customerId === null ? sql`` : sql`and a.customer_id = ${customerId}`}
      ${endDate === null ? sql`` : sql`and a.created_at < (${endDate}::date + 1)::timestamp at time zone 'UTC'`}
    order by a.id limit ${BATCH}`.execute(db)
  return rows
}
