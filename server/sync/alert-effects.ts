/** What operations do to one alert of a case: the alert, the counts of its case, the note, the audit. */
import { sql } from 'kysely'
import type { AlertStatus } from '#contract/model/values.ts'
import { Refusal } from '#server/calls/handlers.ts'
import { whyNotClose } from '#server/policy/alerts.ts'
import { record } from '#server/policy/audit.ts'
import { OPEN_ALERT } from '#server/store/queries/pieces.ts'
import { insertNote, requireCase, updateCase } from './case-effects.ts'
import type { Effect, EffectOp, Tx } from './effect.ts'
import { currentAlert, isAlertStale, lockAlert, type LockedAlert, type LockedCase } from './locked.ts'

type Close = 'alert.resolve' | 'alert.reject'
type Closed = 'resolved' | 'rejected'
const ACTIONS = { resolved: 'resolve alert', rejected: 'reject alert' } as const

function close<K extends Close>(status: Closed): Effect<K> {
  return async (tx, context, op: EffectOp<Close>) => {
    const { alert, ofCase } = await lockAlert(tx, context.platform, op.target)
    const isStale = isAlertStale(alert, op.expect)
    // somebody else decided it the same way: what was wanted is so, and the words are kept as a comment
    const isReached = isStale && alert.status === status
    if (isStale && !isReached) {
      throw new Refusal(412, 'Somebody decided the alert since you looked at it.', await currentAlert(tx, alert))
    }
    const why = whyNotClose({ ...alert, status: isReached ? 'new' : (alert.status as AlertStatus) })
    if (why !== null) throw new Refusal(409, why, await currentAlert(tx, alert))
    if (!ofCase) throw new Error(`alert ${alert.id} on a transaction has no case`)
    if (!isReached) await requireCase(tx, ofCase, 'resolveAlert')
    const { note: text, template } = op.body
    const note = { id: op.opId, text, template, alertId: alert.id, writtenBeforeClose: isReached }
    await insertNote(tx, context, ofCase, note)
    const change = { status, note: op.body.note, by: context.account.id, at: context.now() }
    const alertVersion = isReached ? alert.version : await closeAlert(tx, alert, change)
    const version = await countAlerts(tx, ofCase)
    await record(tx, context, {
      action: isReached ? 'add note' : ACTIONS[status],
      object: { kind: 'alert', id: alert.id },
      version: alertVersion,
      ...(!isReached && { before: { status: alert.status }, after: { status } }),
      note: op.body.note,
      reason: op.body.reason ?? null,
      ruleRevision: alert.revision_id,
      alertIds: [alert.id],
    })
    return { message: status === 'resolved' ? 'Resolved.' : 'Rejected.', version }
  }
}

export const resolveAlert = close<'alert.resolve'>('resolved')
export const rejectAlert = close<'alert.reject'>('rejected')

async function closeAlert(
  tx: Tx,
  alert: LockedAlert,
  change: { status: Closed; note: string; by: string; at: Date },
): Promise<string> {
  const { status, note, by, at } = change
  const { version } = await tx
    .updateTable('alert')
    .set({ status, note, resolved_by: by, resolved_at: at, version: sql`version + 1` })
    .where('id', '=', alert.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Counted from the alerts, not stepped by one: a count that once drifts would stay wrong for ever. */
function countAlerts(tx: Tx, row: LockedCase): Promise<number> {
  const open = sql`from alert where platform = ${row.platform} and case_id = ${row.id} and status in ${OPEN_ALERT}`
  return updateCase(tx, row, {
    open_alert_count: sql<number>`(select count(*) ${open})`,
    active_hard_stop: sql<number>`(select count(*) ${open} and level = 'hardstop')`,
  })
}
