/**
 * What is done to alerts on accounts, one or several at a time: all of them are locked in one order, then judged, then
 * changed, and the audit comes last. Either every alert changes or none does.
 */
import { sql, type UpdateObject } from 'kysely'
import { ALERT_LABELS } from '#contract/model/alert.ts'
import { accountAlertKey } from '#contract/model/account-alert.ts'
import type { AlertStatus } from '#contract/model/values.ts'
import { Refusal, type Context } from '#server/calls/handlers.ts'
import {
  whatIsMissing,
  whyNotAccount,
  whyNotHandOn,
  whyNotSet,
  type AlertState,
} from '#server/policy/account-alerts.ts'
import { recordAll, type Entry } from '#server/policy/audit.ts'
import { whyNotAssign } from '#server/policy/cases.ts'
import { isId } from '#server/store/queries/pieces.ts'
import type { Database } from '#server/store/schema.ts'
import { workerName, workerOn } from './case-effects.ts'
import { actedAt, type Done, type Effect, type EffectOp, type Tx } from './effect.ts'
import { currentAlert, isAlertStale, type LockedAlert } from './locked.ts'

type Kind = 'accountAlert.status' | 'accountAlert.note' | 'accountAlert.assign'
const stale = 'Somebody changed the alert since you looked at it.'

const stateOf = ({ kind, status, sar }: LockedAlert): AlertState => ({
  kind,
  status: status as AlertStatus,
  sar: sar === 1 ? 1 : 0,
})

/** Operations with their alerts, locked in order of id: two batches never wait for each other in a circle. */
async function lockEach<O extends EffectOp<Kind>>(tx: Tx, platform: string, ops: readonly O[]) {
  const byId = new Map(ops.map((op) => [op.target.alertId ?? '', op]))
  const missing = [...byId.keys()].find((id) => !isId(id))
  const ids = missing === undefined ? [...byId.keys()] : []
  const rows = await tx
    .selectFrom('alert')
    .selectAll()
    .where('platform', '=', platform)
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const found = new Set(rows.map(({ id }) => id))
  const unknown = missing ?? ids.find((id) => !found.has(id))
  if (unknown !== undefined) throw new Refusal(404, `There is no alert ${unknown} here.`)
  return rows.flatMap((alert) => {
    const op = byId.get(alert.id)
    return op ? [{ alert, op }] : []
  })
}

/** Sets the status of several alerts. */
export async function setStatuses(
  tx: Tx,
  context: Context,
  ops: readonly EffectOp<'accountAlert.status'>[],
): Promise<Done> {
  const locked = await lockEach(tx, context.platform, ops)
  const judged = []
  for (const { alert, op } of locked) judged.push({ alert, op, isReached: await judge(tx, alert, op) })
  const alertIds = judged.map(({ alert }) => alert.id)
  const entries: Entry[] = []
  const versions: string[] = []
  for (const { alert, op, isReached } of judged) {
    const { status, sar, note, reason = null, template } = op.body
    const version = isReached ? alert.version : await updateAlert(tx, alert, changeTo(context, op))
    versions.push(version)
    if (note !== undefined)
      await insertNote(tx, context, alert, { id: op.opId, text: note, template, isLate: isReached })
    const isNote = isReached && note !== undefined
    // what somebody else has done already needs no entry, unless there are words to keep or a number to account for
    if (isReached && !isNote && !isNumbered(context)) continue
    entries.push({
      action: isNote ? 'add note' : status === 'resolved' ? 'resolve alert' : 'change status',
      object: { kind: 'alert', id: alert.id },
      version,
      ...(!isNote && { before: { status: alert.status, sar: alert.sar }, after: { status, sar } }),
      note: note ?? null,
      reason,
      ruleRevision: alert.revision_id,
      alertIds,
    })
  }
  await recordAll(tx, context, entries)
  const [first] = judged
  const message = first ? `${ALERT_LABELS[accountAlertKey(first.op.body)]}.` : 'Nothing to do.'
  return { message, ...versionOf(versions) }
}

/** Whether it has a number of a device's series, in which one that is not in the audit counts as lost. */
const isNumbered = ({ origin }: Context) => origin.devSeq !== undefined

/** Whether somebody else set it the same way since the user looked. Refuses what may not be. */
async function judge(tx: Tx, alert: LockedAlert, { body, expect }: EffectOp<'accountAlert.status'>): Promise<boolean> {
  const state = stateOf(alert)
  const isStale = isAlertStale(alert, expect)
  const isReached = isStale && state.status === body.status && state.sar === body.sar
  if (isStale && !isReached) throw new Refusal(412, stale, await currentAlert(tx, alert))
  const why = isReached ? whyNotAccount(alert) : whyNotSet(state, body.status)
  if (why !== null) throw new Refusal(409, why, await currentAlert(tx, alert))
  const missing = whatIsMissing(state.status, body)
  if (missing !== null) throw new Refusal(400, missing)
  return isReached
}

function changeTo(context: Context, { body }: EffectOp<'accountAlert.status'>): UpdateObject<Database, 'alert'> {
  const { status, sar, note = null } = body
  const decided =
    status === 'resolved'
      ? { note, resolved_by: context.account.id, resolved_at: context.now() }
      : { note: null, resolved_by: null, resolved_at: null }
  return { status, sar, ...decided }
}

/** Gives several alerts to somebody. */
export async function assignAlerts(
  tx: Tx,
  context: Context,
  ops: readonly EffectOp<'accountAlert.assign'>[],
): Promise<Done> {
  const [first] = ops
  if (!first) return { message: 'Nothing to do.' }
  const why = whyNotAssign(context.account, first.body.manager)
  if (why !== null) throw new Refusal(403, why)
  const manager = await workerOn(tx, context.platform, first.body.manager.id, 'managerId')
  const locked = await lockEach(tx, context.platform, ops)
  for (const { alert, op } of locked) {
    const isReached = alert.manager_id === manager.id
    if (isAlertStale(alert, op.expect) && !isReached) throw new Refusal(412, stale, await currentAlert(tx, alert))
    const whyNot = whyNotHandOn(stateOf(alert))
    if (whyNot !== null) throw new Refusal(409, whyNot, await currentAlert(tx, alert))
  }
  const isNew = ({ alert }: { alert: LockedAlert }) => alert.manager_id !== manager.id
  const told = locked.filter((one) => isNew(one) || isNumbered(context))
  const entries: Entry[] = []
  const versions = new Map(locked.map(({ alert }) => [alert.id, alert.version]))
  for (const one of told) {
    const { alert } = one
    const version = isNew(one) ? await updateAlert(tx, alert, { manager_id: manager.id }) : alert.version
    versions.set(alert.id, version)
    entries.push({
      action: 'assign',
      object: { kind: 'alert', id: alert.id },
      version,
      before: { manager: alert.manager_id === null ? null : await workerName(tx, alert.manager_id) },
      after: { manager: manager.person },
      alertIds: told.map(({ alert: { id } }) => id),
    })
  }
  await recordAll(tx, context, entries)
  return { message: `Assigned to ${manager.person?.name}.`, ...versionOf([...versions.values()]) }
}

export const setStatus: Effect<'accountAlert.status'> = (tx, context, op) => setStatuses(tx, context, [op])
export const assignAlert: Effect<'accountAlert.assign'> = (tx, context, op) => assignAlerts(tx, context, [op])

/** Comments are always taken, on a decided alert too. */
export const commentAlert: Effect<'accountAlert.note'> = async (tx, context, op) => {
  const [locked] = await lockEach(tx, context.platform, [op])
  if (!locked) throw new Error('a locked operation has its alert')
  const { alert } = locked
  const why = whyNotAccount(alert)
  if (why !== null) throw new Refusal(409, why)
  const isLate = alert.resolved_at !== null && actedAt(context) < alert.resolved_at
  await insertNote(tx, context, alert, { id: op.opId, text: op.body.note, isLate })
  const version = await updateAlert(tx, alert, {})
  const object = { kind: 'alert', id: alert.id }
  await recordAll(tx, context, [{ action: 'add note', object, version, note: op.body.note, alertIds: [alert.id] }])
  return { message: 'Noted.', version: Number(version) }
}

async function updateAlert(tx: Tx, alert: LockedAlert, change: UpdateObject<Database, 'alert'>): Promise<string> {
  const { version } = await tx
    .updateTable('alert')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', alert.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

async function insertNote(
  tx: Tx,
  context: Context,
  alert: LockedAlert,
  note: { id: string; text: string; template?: string | undefined; isLate: boolean },
): Promise<void> {
  await tx
    .insertInto('note')
    .values({
      id: note.id,
      platform: alert.platform,
      alert_id: alert.id,
      customer_id: alert.customer_id,
      author_id: context.account.id,
      text: note.text,
      template: note.template ?? null,
      created_at: context.now(),
      written_before_close: note.isLate,
    })
    .execute()
}

/** Of one alert its version; of several there is none to tell. */
function versionOf(versions: readonly string[]): { version?: number } {
  const [only, ...others] = versions
  return only !== undefined && others.length === 0 ? { version: Number(only) } : {}
}
