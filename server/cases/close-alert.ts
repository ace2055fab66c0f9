/** Writes an alert's row and the counts of its case. The caller holds both locks. */
import { sql, type UpdateObject } from 'kysely'
import { joinReviews, type ReviewAsked } from '#contract/model/cases/review.ts'
import type { AlertStatus } from '#contract/model/values.ts'
import { dueInputOfAlert, dueColumnsAfter } from '#server/business-hours/due-dates.ts'
import type { Context } from '#server/core/context.ts'
import type { Tx } from '#server/ops/effect.ts'
import type { Database } from '#server/schema/database.ts'
import { OPEN_ALERT } from '#server/store/sql.ts'
import { updateCase } from './effects.ts'
import type { LockedAlert, LockedCase } from './lock-rows.ts'
import { reviewColumns, reviewOf } from './case-row.ts'

type AlertChange = UpdateObject<Database, 'alert'>

/** Changes an alert but for its status, and counts its version on. */
export function updateAlert(tx: Tx, alert: LockedAlert, change: AlertChange & { status?: never }): Promise<string> {
  return writeAlert(tx, alert, change)
}

/** Changes the status of an account alert, and its due date. */
export async function moveAlert(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  alert: LockedAlert,
  change: AlertChange & { status: AlertStatus },
): Promise<string> {
  const to = { status: change.status, at: now() }
  const due = await dueColumnsAfter(tx, alert.platform, 'accountAlert', dueInputOfAlert(alert), to)
  return writeAlert(tx, alert, { ...change, ...due })
}

async function writeAlert(tx: Tx, alert: LockedAlert, change: AlertChange): Promise<string> {
  const { version } = await tx
    .updateTable('alert')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', alert.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export function closeAlert(
  tx: Tx,
  alert: LockedAlert,
  { status, note, by, at }: { status: 'resolved' | 'rejected'; note: string; by: string; at: Date },
): Promise<string> {
  return writeAlert(tx, alert, { status, note, resolved_by: by, resolved_at: at })
}

/** With the review that the closing asked for. Counted from the alerts, not stepped by one: a count that once drifts would stay wrong for ever. */
export function countAlerts(tx: Tx, row: LockedCase, asked: ReviewAsked | null = null): Promise<number> {
  const open = sql`from alert where platform = ${row.platform} and case_id = ${row.id} and status in ${OPEN_ALERT}`
  return updateCase(tx, row, {
    ...(asked && reviewColumns(joinReviews(reviewOf(row), asked))),
    open_alert_count: sql<number>`(select count(*) ${open})`,
    active_hard_stop: sql<number>`(select count(*) ${open} and level = 'hardstop')`,
    lead_rule: sql<string>`coalesce((select rule_name from alert where platform = ${row.platform} and case_id = ${row.id}
      order by status in ${OPEN_ALERT} desc, id limit 1), '')`,
  })
}
