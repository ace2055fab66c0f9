/** Alerts, whole: with their people, notes and files. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { alertSummary } from '#contract/calls/cases/alerts.ts'
import { approvalMode } from '#contract/model/cases/case.ts'
import type { Alert, AlertFile, Fact } from '#contract/model/cases/alert.ts'
import { LISTED_MAX, toStamp } from '#contract/model/common.ts'
import type { AlertStatus } from '#contract/model/values.ts'
import { notesOfAlert } from '#server/cases/notes.ts'
import type { AlertTable } from '#server/schema/cases.ts'
import { ALERT_KEY, isId, OPEN_ALERT, personOf, stampOf, stampOrNull, type Db, type RowOf } from '#server/store/sql.ts'

const filesOfAlert = sql<AlertFile[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size,
    'createAt', ${stampOf('f.created_at')}) order by f.created_at, f.id)
  from file f where f.alert_id = a.id), '[]')`

const hasProcedures = sql<boolean>`coalesce(jsonb_typeof(r.options -> 'procedures') = 'array'
  and r.options -> 'procedures' <> '[]', false)`

/** Alerts with everything that is shown of them, to be narrowed by the caller; the alert is `a`. */
export function selectAlerts(db: Db) {
  return db
    .selectFrom('alert as a')
    .innerJoin('rule as r', 'r.id', 'a.rule_id')
    .leftJoin('account as m', 'm.id', 'a.manager_id')
    .leftJoin('account as d', 'd.id', 'a.resolved_by')
    .leftJoin('monitoring_case as k', (join) =>
      join.onRef('k.platform', '=', 'a.platform').onRef('k.id', '=', 'a.case_id'),
    )
    .leftJoin('transaction as t', (join) =>
      join.onRef('t.platform', '=', 'k.platform').onRef('t.id', '=', 'k.transaction_id'),
    )
    .selectAll('a')
    .select(['k.transaction_id', 'k.service', 'k.direction', 'k.amount', 'k.currency', 'k.usd', 'k.country'])
    .select(['k.client_name', 'k.recommended_str', 'k.status as case_status', 't.data as payment'])
    .select([personOf('m').as('manager'), personOf('d').as('decider')])
    .select([notesOfAlert.as('notes'), filesOfAlert.as('files'), hasProcedures.as('has_procedures')])
}

type AlertRow = RowOf<typeof selectAlerts>

/** The fields of an alert about its case; none on an account alert. */
function ofCase(row: AlertRow): Pick<Alert, 'caseData' | 'report' | 'activity'> {
  const { transaction_id: transactionId, payment } = row
  if (transactionId === null) return {}
  const transactionApprovalMode = approvalMode(payment?.['transactionApprovalMode'])
  return {
    caseData: {
      ...payment,
      transactionId,
      transactionType: row.service,
      transactionDirection: row.direction,
      transactionAmount: row.amount,
      transactionCurrency: row.currency,
      transactionUsdAmount: row.usd,
      transactionCountry: row.country,
      clientName: row.client_name,
      transactionApprovalMode,
    },
    report: { recommendedStr: row.recommended_str === 1 ? 1 : 0, status: row.case_status },
    activity: { transactionApprovalMode },
  }
}

/** The contract's alert. */
export function toAlert(row: AlertRow): Alert {
  return {
    id: row.id,
    platform: row.platform,
    caseId: row.case_id,
    customerId: row.customer_id,
    alertLevel: row.level,
    createAt: toStamp(row.created_at),
    criteria: row.criteria,
    sar: row.sar === 1 ? 1 : 0,
    note: row.note,
    notes: row.notes,
    files: row.files,
    resolveDate: stampOrNull(row.resolved_at),
    resolvedManager: row.decider,
    revId: row.revision_id,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    ruleType: row.rule_type,
    ruleDescription: row.rule_description,
    manager: row.manager,
    status: row.status as AlertStatus,
    triggerInfo: { text: row.trigger_info.text, facts: row.trigger_info.facts as Fact[] },
    enrichmentData: row.enrichment,
    isProcedures: row.has_procedures,
    ...ofCase(row),
    version: Number(row.version),
  }
}

/** The alerts of a case, in the order they were raised. */
export async function alertsOfCase(db: Db, platform: string, caseId: string): Promise<Alert[]> {
  const query = selectAlerts(db).where('a.platform', '=', platform).where('a.case_id', '=', caseId).orderBy('a.id')
  return (await query.execute()).map(toAlert)
}

/** One alert of the platform, on a case or on a customer. */
export async function findAlert(db: Db, platform: string, id: string): Promise<Alert | undefined> {
  if (!isId(id)) return undefined
  const row = await selectAlerts(db).where('a.id', '=', id).where('a.platform', '=', platform).executeTakeFirst()
  return row && toAlert(row)
}

/** A rule's alerts on a customer, newest first: on transactions, or the open ones on the account. */
export async function alertsByRule(
  db: Db,
  { platform, customerId, ruleId }: { platform: string; customerId: string; ruleId: string },
  kind: AlertTable['kind'] = 'transaction',
): Promise<Alert[]> {
  if (!isId(ruleId)) return []
  const query = selectAlerts(db)
    .where('a.platform', '=', platform)
    .where('a.customer_id', '=', customerId)
    .where('a.rule_id', '=', ruleId)
    .where('a.kind', '=', kind)
    .where(sql<boolean>`(a.kind = 'transaction' or a.status in ${OPEN_ALERT})`)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(LISTED_MAX)
  return (await query.execute()).map(toAlert)
}

/** A customer's alerts of a kind, counted by displayed status in alphabetical order, and by rule. */
export async function summariseAlerts(
  db: Db,
  platform: string,
  customerId: string,
  kind: AlertTable['kind'] = 'transaction',
): Promise<z.infer<typeof alertSummary>> {
  const mine = db
    .selectFrom('alert as a')
    .where('a.platform', '=', platform)
    .where('a.customer_id', '=', customerId)
    .where('a.kind', '=', kind)
  const [items, byRule] = await Promise.all([
    mine
      .select([ALERT_KEY.as('status'), sql<number>`count(*)::int`.as('count')])
      .groupBy(ALERT_KEY)
      .orderBy(sql`lower(${ALERT_KEY})`)
      .execute(),
    mine
      .innerJoin('rule as r', 'r.id', 'a.rule_id')
      .select(['a.rule_id as ruleId', 'r.name as ruleName', sql<number>`count(*)::int`.as('total')])
      .select(sql<number>`(count(*) filter (where a.status in ${OPEN_ALERT}))::int`.as('open'))
      .groupBy(['a.rule_id', 'r.name'])
      .orderBy('open', 'desc')
      .orderBy('r.name')
      .execute(),
  ])
  return { items, byRule }
}
