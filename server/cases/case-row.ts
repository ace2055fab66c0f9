/** A row of `monitoring_case` with its alerts and its manager, and what the contract makes of it. */
import { sql } from 'kysely'
import { caseKey, isDay, type CaseAlert, type CaseItem } from '#contract/model/cases/case.ts'
import type { CaseReview } from '#contract/model/cases/review.ts'
import { toStamp } from '#contract/model/common.ts'
import type { CaseStatus } from '#contract/model/values.ts'
import { PENDING_ON_CASE } from '#server/four-eyes/queries.ts'
import { personOf, stampOrNull, type Db, type RowOf } from '#server/store/sql.ts'
import type { LockedCase } from './lock-rows.ts'

/** The alerts of case `c`, oldest first. */
const alertsOfCase = sql<CaseAlert[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', a.id::text, 'ruleId', a.rule_id::text, 'ruleName', a.rule_name, 'ruleType', a.rule_type,
    'status', a.status, 'alertLevel', a.level, 'text', coalesce(a.trigger_info ->> 'text', '')) order by a.id)
  from alert a where a.platform = c.platform and a.case_id = c.id), '[]')`

/** Everything a case's row shows, to be narrowed by the caller; the case is `c`. */
export function selectCaseRows(db: Db) {
  return db
    .selectFrom('monitoring_case as c')
    .leftJoin('account as m', 'm.id', 'c.manager_id')
    .leftJoin('account as s', 's.id', 'c.str_proposed_by')
    .leftJoin('customer_risk as r', (join) =>
      join.onRef('r.platform', '=', 'c.platform').onRef('r.customer_id', '=', 'c.customer_id'),
    )
    .selectAll('c')
    .select([alertsOfCase.as('alerts'), personOf('m').as('manager'), personOf('s').as('str_proposer')])
    .select([PENDING_ON_CASE.as('approval'), 'r.score as risk'])
}

export type CaseRow = RowOf<typeof selectCaseRows>

/** The contract's row. `now` in milliseconds of server time. */
export function toCaseItem(row: CaseRow, now: number): CaseItem {
  const status = row.status as CaseStatus
  const recommendedStr = row.recommended_str === 1 ? 1 : 0
  const createAt = toStamp(row.created_at)
  return {
    id: row.id,
    uuid: row.uuid,
    statusCases: caseKey({ status, alertCount: row.alert_count, recommendedStr }),
    isDay: isDay({ status, createAt }, now),
    activeHardStop: row.active_hard_stop,
    alertCount: row.alert_count,
    alerts: row.alerts,
    assignDate: stampOrNull(row.assigned_at),
    clientType: row.customer_type,
    complete: status === 'complete' || status === 'str',
    createAt,
    data: {
      transactionId: row.transaction_id,
      transactionType: row.service ?? '',
      transactionDirection: row.direction,
      transactionAmount: row.amount,
      transactionCurrency: row.currency,
      transactionUsdAmount: row.usd,
      transactionCountry: row.country ?? '',
      clientName: row.client_name,
      counterpartyName: row.counterparty_name,
    },
    customerId: row.customer_id,
    manager: row.manager,
    platform: row.platform,
    recommendedStr,
    status,
    ...(row.str_proposer &&
      row.str_proposed_at && { strProposal: { by: row.str_proposer, at: toStamp(row.str_proposed_at) } }),
    ...(row.approval && { approval: row.approval }),
    transactionStatus: row.transaction_status,
    risk: row.risk,
    dueAt: stampOrNull(row.due_at),
    dueSoonAt: stampOrNull(row.due_soon_at),
    review: reviewOf(row),
    version: Number(row.version),
  }
}

type Columns = Pick<LockedCase, 'review_on' | 'review_watch' | 'review_due_at'>

export const reviewOf = ({ review_on: on, review_watch: watch, review_due_at: dueAt }: Columns): CaseReview | null =>
  on === null || watch === null ? null : { on, watch, isDue: dueAt !== null }

/** The columns of a review whose day has not come, or of none. */
export const reviewColumns = (review: CaseReview | null): Columns => ({
  review_on: review?.on ?? null,
  review_watch: review?.watch ?? null,
  review_due_at: null,
})
