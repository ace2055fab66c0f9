/** Alerts that rest on a hit: what is decided of one is decided of the other. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { isCleared } from '#contract/model/screening/sanctions.ts'
import type { AlertStatus, Reason, SanctionOutcome } from '#contract/model/values.ts'
import { record } from '#server/audit/audit.ts'
import { closeAlert, countAlerts, moveAlert } from '#server/cases/close-alert.ts'
import { insertNote } from '#server/cases/effects.ts'
import { lockAlert, type LockedAlert, type LockedCase } from '#server/cases/lock-rows.ts'
import type { Acting } from '#server/core/context.ts'
import { isBulk, whyClosingNeedsApproval } from '#server/four-eyes/alert-closing.ts'
import { DECIDED_OTHERWISE, returnOpen } from '#server/four-eyes/request-approval.ts'
import { type Tx, insertOwnNote } from '#server/ops/effect.ts'
import { isId } from '#server/store/sql.ts'

/** An alert that rests on a hit, with its case where it is on a transaction. */
export interface AlertOfHit {
  alert: LockedAlert
  ofCase: LockedCase | null
}

const lockOf = (hit: unknown) => sql`pg_advisory_xact_lock(hashtextextended('sanctions hit ' || ${hit}, 0))`

/**
 * Locks the hit's decision, and those of its alerts, until the transaction ends. Taken before either row lock, since a
 * decision reaches them from both ends.
 */
export async function holdHit(tx: Tx, hitId: string): Promise<void> {
  await sql`select ${lockOf(sql`${hitId}::text`)}`.execute(tx)
}

/** The same for the hits that alerts rest on. */
export async function holdHitsOf(tx: Tx, platform: string, alertIds: readonly string[]): Promise<void> {
  await sql`select ${lockOf(sql`h.hit_id::text`)} from (
    select distinct hit_id from alert
    where platform = ${platform} and id = any(${alertIds.filter(isId)}::bigint[]) and hit_id is not null
    order by hit_id offset 0) h`.execute(tx)
}

/** The alerts that rest on a hit, locked, but for those that the caller has. */
export async function lockAlertsOf(
  tx: Tx,
  platform: string,
  hitId: string,
  but: readonly string[] = [],
): Promise<AlertOfHit[]> {
  const rows = await tx
    .selectFrom('alert')
    .select('id')
    .where('platform', '=', platform)
    .where('hit_id', '=', hitId)
    .orderBy('case_id')
    .orderBy('id')
    .execute()
  const locked: AlertOfHit[] = []
  for (const { id } of rows) if (!but.includes(id)) locked.push(await lockAlert(tx, platform, { alertId: id }))
  return locked
}

const statusOf = ({ alert }: AlertOfHit) => alert.status as AlertStatus
const isOpen = (one: AlertOfHit) => isOpenAlert(statusOf(one))

/** True if one of the alerts is not closed this way without a second person. */
export async function doClosingsWait(
  tx: Tx,
  context: Acting,
  alerts: readonly AlertOfHit[],
  outcome: SanctionOutcome,
): Promise<boolean> {
  if (outcome === 'potential_match') return false
  const open = alerts.filter(isOpen)
  // all of them together: one decision closes them
  if (open.length > 0 && (await isBulk(tx, context, open.length))) return true
  for (const one of open) {
    if (await whyClosingNeedsApproval(tx, context, one.alert, closedAs(one, outcome))) return true
  }
  return false
}

/** On an account everything is resolved; a transaction that is stopped is rejected. */
const closedAs = ({ ofCase }: AlertOfHit, outcome: SanctionOutcome) =>
  ofCase === null || isCleared(outcome) ? 'resolved' : 'rejected'

const REASONS: Partial<Record<SanctionOutcome, Reason>> = {
  false_positive: 'FP_DATA',
  true_positive: 'STR_PROCEED',
  true_positive_approve: 'EXPLAINED_DOCS',
  true_positive_reject: 'STR_PROCEED',
}

interface Said {
  hitId: string
  outcome: SanctionOutcome
  /** An uncertain hit was open and stays open. */
  isUnsure: boolean
  note: string
  decidedBy: string
}

/** Brings the alerts to where the decision on their hit puts them. */
export async function followHit(tx: Tx, context: Acting, alerts: readonly AlertOfHit[], said: Said): Promise<void> {
  for (const one of alerts) {
    const to = statusAfter(one, said)
    if (to !== undefined) await setAlert(tx, context, one, to, said)
  }
}

/** Undefined where the alert stays as it is. */
function statusAfter(one: AlertOfHit, { outcome, isUnsure }: Said): AlertStatus | undefined {
  if (outcome !== 'potential_match') return isOpen(one) ? closedAs(one, outcome) : undefined
  // on a transaction an alert neither waits nor is opened again: its case does
  if (one.ofCase !== null) return undefined
  if (isUnsure) return statusOf(one) === 'new' ? 'await' : undefined
  return isOpen(one) ? undefined : 'new'
}

async function setAlert(
  tx: Tx,
  context: Acting,
  { alert, ofCase }: AlertOfHit,
  status: AlertStatus,
  { hitId, outcome, note, decidedBy }: Said,
): Promise<void> {
  const at = context.now()
  const object = { kind: 'alert', id: alert.id }
  await returnOpen(tx, context, object, DECIDED_OTHERWISE)
  let version: string
  if (ofCase !== null) {
    await insertNote(tx, context, ofCase, { id: randomUUID(), text: note, alertId: alert.id })
    version = await closeAlert(tx, alert, {
      status: status === 'rejected' ? 'rejected' : 'resolved',
      note,
      by: decidedBy,
      at,
    })
    await countAlerts(tx, ofCase)
  } else {
    await insertOwnNote(tx, {
      id: randomUUID(),
      platform: alert.platform,
      alert_id: alert.id,
      customer_id: alert.customer_id,
      author_id: context.account.id,
      text: note,
      created_at: at,
    })
    const isClosed = status === 'resolved'
    version = await moveAlert(tx, context, alert, {
      status,
      sar: isClosed && !isCleared(outcome) ? 1 : 0,
      note: isClosed ? note : null,
      resolved_by: isClosed ? decidedBy : null,
      resolved_at: isClosed ? at : null,
    })
  }
  await record(tx, context, {
    action: status === 'resolved' ? 'resolve alert' : status === 'rejected' ? 'reject alert' : 'change status',
    object,
    version,
    before: { status: alert.status },
    after: { status, hit: hitId, outcome },
    note,
    reason: REASONS[outcome] ?? null,
    ruleRevision: alert.revision_id,
    alertIds: [alert.id],
  })
}
