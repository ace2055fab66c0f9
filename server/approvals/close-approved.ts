/** Does what a second person approved on an alert or a case: the decision stays its author's, the approval is the other's. */
import { randomUUID } from 'node:crypto'
import { ALERT_LABELS } from '#contract/model/cases/alert.ts'
import { reviewAsked, type ReviewAsked } from '#contract/model/cases/review.ts'
import type { AlertStatus } from '#contract/model/values.ts'
import { insertNote as noteOnAlert } from '#server/account-alerts/effects.ts'
import { whyNotSet } from '#server/account-alerts/transitions.ts'
import { whyNotClose } from '#server/alerts/effects.ts'
import { record } from '#server/audit/audit.ts'
import { closeAlert, countAlerts, moveAlert } from '#server/cases/close-alert.ts'
import { closing, insertNote, moveCase, requireCase } from '#server/cases/effects.ts'
import { currentAlert, lockAlert, lockCase, type LockedAlert, type LockedCase } from '#server/cases/lock-rows.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ACTS, type LockedApproval } from '#server/four-eyes/request-approval.ts'
import type { Tx } from '#server/ops/effect.ts'

interface Approving {
  note: string
  /** The version that was read; undefined where many are approved together. */
  version: string | undefined
}

const WENT_ON = 'It changed since you opened it.'

/** Closes an alert. Refuses, before anything is written, where it went on. */
export async function closeApprovedAlert(
  tx: Tx,
  context: Context,
  held: LockedApproval,
  { note, version }: Approving,
): Promise<void> {
  const { alert, ofCase } = await lockAlert(tx, context.platform, { alertId: held.object_id })
  if (version !== undefined && version !== alert.version) {
    throw new Refusal(409, WENT_ON, await currentAlert(tx, alert))
  }
  const done = ofCase
    ? await closeOnCase(tx, context, { held, note, alert, ofCase })
    : await closeOnAccount(tx, context, { held, note, alert })
  await record(tx, context, {
    action: `approve ${ACTS[held.kind]}`,
    object: { kind: 'alert', id: alert.id },
    version: done,
    before: { status: alert.status },
    after: { status: held.body['status'], proposedBy: held.author },
    note,
    ruleRevision: alert.revision_id,
    alertIds: [alert.id],
  })
}

interface OnAlert {
  held: LockedApproval
  note: string
  alert: LockedAlert
}

async function closeOnCase(
  tx: Tx,
  context: Context,
  { held, note, alert, ofCase }: OnAlert & { ofCase: LockedCase },
): Promise<string> {
  const why = whyNotClose({ kind: alert.kind, status: alert.status as AlertStatus })
  if (why !== null) throw new Refusal(409, why, await currentAlert(tx, alert))
  await requireCase(tx, ofCase, 'resolveAlert')
  await insertNote(tx, context, ofCase, { id: randomUUID(), text: note, alertId: alert.id })
  const status = held.body['status'] === 'rejected' ? 'rejected' : 'resolved'
  const change = { status, note: String(held.body['note']), by: held.author, at: context.now() } as const
  const version = await closeAlert(tx, alert, change)
  await countAlerts(tx, ofCase, readReview(held.body['review']))
  return version
}

/** The review that the stored closing requested; its day may have passed since. */
const readReview = (kept: unknown): ReviewAsked | null => reviewAsked.safeParse(kept).data ?? null

async function closeOnAccount(tx: Tx, context: Context, { held, note, alert }: OnAlert): Promise<string> {
  const { kind, sar } = alert
  const why = whyNotSet({ kind, sar: sar === 1 ? 1 : 0, status: alert.status as AlertStatus }, 'resolved')
  if (why !== null) throw new Refusal(409, `${why} (${ALERT_LABELS.resolved})`, await currentAlert(tx, alert))
  await noteOnAlert(tx, context, alert, { id: randomUUID(), text: note, isLate: false })
  return moveAlert(tx, context, alert, {
    status: 'resolved',
    sar: held.body['sar'] === 1 ? 1 : 0,
    note: String(held.body['note']),
    resolved_by: held.author,
    resolved_at: context.now(),
  })
}

/** Closes a case without an STR. */
export async function closeApprovedCase(
  tx: Tx,
  context: Context,
  held: LockedApproval,
  { note, version }: Approving,
): Promise<void> {
  const row = await lockCase(tx, context.platform, { caseId: held.object_id })
  if (version !== undefined && version !== row.version) throw new Refusal(409, WENT_ON)
  await requireCase(tx, row, 'recommendStr')
  await insertNote(tx, context, row, { id: randomUUID(), text: note })
  const { change, before, after } = closing(context, row, 'reject')
  const next = await moveCase(tx, context, row, change)
  await record(tx, context, {
    action: `approve ${ACTS.close}`,
    object: { kind: 'case', id: row.id },
    version: next,
    before,
    after: { ...after, proposedBy: held.author },
    note,
  })
}
