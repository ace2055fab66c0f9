/**
 * The effects on account alerts, one or several at a time: all are locked in one order, then checked, changed and
 * audited. Either every alert changes or none does.
 */
import { sql } from 'kysely'
import { accountAlertKey } from '#contract/model/cases/account-alert.ts'
import { ALERT_LABELS } from '#contract/model/cases/alert.ts'
import type { OpName } from '#contract/ops/kinds.ts'
import type { AlertStatus, SanctionOutcome } from '#contract/model/values.ts'
import { recordAll, type Entry } from '#server/audit/audit.ts'
import { moveAlert, updateAlert } from '#server/cases/close-alert.ts'
import { refuseExcluded, workerName, workerOn } from '#server/cases/effects.ts'
import { currentAlert, isAlertStale, type LockedAlert } from '#server/cases/lock-rows.ts'
import { whyNotAssign } from '#server/cases/rights.ts'
import type { Acting } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { decidedAs } from '#contract/model/facts/precedent.ts'
import { staleText, type Evidence } from '#contract/model/facts/seal.ts'
import { isBulk, whyClosingNeedsApproval } from '#server/four-eyes/alert-closing.ts'
import { DECIDED_OTHERWISE, hold, refuseHeld, returnOpen } from '#server/four-eyes/request-approval.ts'
import {
  actedAt,
  insertOwnNote,
  isNumbered,
  type Done,
  type Effect,
  type EffectOp,
  type Tx,
} from '#server/ops/effect.ts'
import { doesMatchWait, matchOf, proposeMatch, settleMatch, type Match } from '#server/screening/decide.ts'
import { holdHitsOf } from '#server/screening/hit-alerts.ts'
import { checkStack } from '#server/stacks/check.ts'
import { isId } from '#server/store/sql.ts'
import { whatIsMissing, whyNotAccount, whyNotHandOn, whyNotSet, type AlertState } from './transitions.ts'

type Kind = Extract<OpName, `accountAlert.${string}`>
export const STALE = 'The alert was changed after you opened it.'

export const stateOf = ({ kind, status, sar }: LockedAlert): AlertState => ({
  kind,
  status: status as AlertStatus,
  sar: sar === 1 ? 1 : 0,
})

/** Operations with their alerts, locked in order of id: two batches never wait for each other in a circle. */
export async function lockEach<O extends EffectOp<Kind>>(tx: Tx, platform: string, ops: readonly O[]) {
  const byId = new Map(ops.map((op) => [op.target.alertId ?? '', op]))
  const missing = [...byId.keys()].find((id) => !isId(id))
  const ids = missing === undefined ? [...byId.keys()] : []
  await holdHitsOf(tx, platform, ids)
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
  context: Acting,
  ops: readonly EffectOp<'accountAlert.status'>[],
): Promise<Done> {
  const locked = await lockEach(tx, context.platform, ops)
  const judged: Judged[] = []
  for (const { alert, op } of locked) judged.push({ alert, op, isReached: await judge(tx, alert, op) })
  for (const { alert, op, isReached } of judged) {
    if (!op.body.stack || isReached) continue
    const { id, platform, level } = alert
    const decided = {
      kind: 'alert' as const,
      platform,
      id,
      isStopped: level === 'hardstop',
      isReported: op.body.sar === 1 || op.body.reason === 'STR_PROCEED',
    }
    await checkStack(tx, context, decided, op.body.stack)
  }
  const group = (await isBulkClosing(tx, context, judged)) ? 'bulk' : context.group
  const by = { ...context, group }
  const matches = await matchesOf(tx, by, judged)
  const waiting = await whatWaits(tx, by, judged, matches)
  for (const { alert } of waiting.keys()) await refuseHeld(tx, context.platform, { kind: 'alert', id: alert.id })
  const alertIds = judged.map(({ alert }) => alert.id)
  const entries: Entry[] = []
  const seals = new Map<Judged, Evidence | undefined>()
  for (const one of judged) {
    const as = one.isReached ? null : decidedAs(one.op)
    const decided = {
      platform: context.platform,
      caseId: null,
      alertId: one.alert.id,
      ruleType: one.alert.rule_type,
      as,
    }
    seals.set(one, await context.seal(tx, context, decided, one.op.body))
  }
  const versions: string[] = []
  for (const one of judged) {
    const { alert, op, isReached } = one
    const { status, sar, note, reason = null, template, stack } = op.body
    const isWaiting = waiting.has(one)
    const version = isReached
      ? alert.version
      : isWaiting
        ? await updateAlert(tx, alert, {})
        : await moveAlert(tx, context, alert, changeTo(context, op))
    versions.push(version)
    if (!isReached && !isWaiting) {
      await returnOpen(tx, context, { kind: 'alert', id: alert.id }, DECIDED_OTHERWISE)
    }
    if (note !== undefined)
      await insertNote(tx, context, alert, { id: op.opId, text: note, template, isLate: isReached })
    const isNote = isReached && note !== undefined
    if (isWaiting) continue
    // a change that somebody else made already needs no entry, unless there is a note to keep or a number to account
    // for
    if (isReached && !isNote && !isNumbered(context)) continue
    entries.push({
      action: isNote ? 'add note' : status === 'resolved' ? 'resolve alert' : 'change status',
      object: { kind: 'alert', id: alert.id },
      version,
      ...(!isNote && {
        before: { status: alert.status, sar: alert.sar },
        after: { status, sar, ...sealedIn(seals.get(one)), ...(stack && { stack }) },
      }),
      note: note ?? null,
      reason,
      ruleRevision: alert.revision_id,
      alertIds,
    })
  }
  await recordAll(tx, context, entries)
  for (const { match, note, one } of matches.values()) {
    if (waiting.get(one) === 'match') await proposeMatch(tx, by, match, note)
    else await settleMatch(tx, by, match, { note, decidedBy: context.account.id })
  }
  for (const [one, kind] of waiting) {
    if (kind === 'match') continue
    await propose(tx, context, one, { kind, version: versions[judged.indexOf(one)] ?? '', facts: seals.get(one) })
  }
  const [first] = judged
  if (waiting.size > 0) return { message: toldWaiting(waiting.size), ...versionOf(versions), pending: true }
  const message = first
    ? `${ALERT_LABELS[accountAlertKey(first.op.body)]}.${staleText(seals.get(first))}`
    : 'Nothing to do.'
  return { message, ...versionOf(versions) }
}

/** The decision on a hit by the first of its alerts. */
interface SaidOfHit {
  match: Match
  note: string
  one: Judged
}

/** The decisions on hits that follow from the changes, by hit. */
async function matchesOf(tx: Tx, by: Acting, judged: readonly Judged[]): Promise<Map<string, SaidOfHit>> {
  const matches = new Map<string, SaidOfHit>()
  const ids = judged.map(({ alert }) => alert.id)
  for (const one of judged) {
    const { alert, op, isReached } = one
    const outcome = outcomeOf(alert, op.body)
    if (isReached || alert.hit_id === null || outcome === undefined || matches.has(alert.hit_id)) continue
    const match = await matchOf(tx, by, alert, outcome, ids)
    if (match) matches.set(alert.hit_id, { match, note: op.body.note ?? '', one })
  }
  return matches
}

/** The decision on a hit that follows from a status; undefined if none. */
function outcomeOf(alert: LockedAlert, { status, sar, reason }: StatusBody): SanctionOutcome | undefined {
  if (status === 'resolved') return sar === 1 || reason === 'STR_PROCEED' ? 'true_positive' : 'false_positive'
  return alert.status === 'resolved' ? 'potential_match' : undefined
}

async function whatWaits(
  tx: Tx,
  by: Acting,
  judged: readonly Judged[],
  matches: ReadonlyMap<string, SaidOfHit>,
): Promise<Map<Judged, 'hardstop' | 'bulk' | 'match'>> {
  const kinds = new Map<Judged, 'hardstop' | 'bulk' | undefined>()
  for (const one of judged) kinds.set(one, await whyItWaits(tx, by, one))
  const hits = new Set<string>()
  for (const [id, { match }] of matches) if (await doesMatchWait(tx, by, match)) hits.add(id)
  for (const [{ alert }, kind] of kinds) if (kind && matches.has(alert.hit_id ?? '')) hits.add(alert.hit_id ?? '')
  const waiting = new Map<Judged, 'hardstop' | 'bulk' | 'match'>()
  for (const [one, kind] of kinds) {
    if (hits.has(one.alert.hit_id ?? '')) waiting.set(one, 'match')
    else if (kind) waiting.set(one, kind)
  }
  return waiting
}

const sealedIn = (facts: Evidence | undefined) => (facts ? { facts } : {})

type StatusBody = EffectOp<'accountAlert.status'>['body']

interface Judged {
  alert: LockedAlert
  op: EffectOp<'accountAlert.status'>
  isReached: boolean
}

const isClosing = ({ op, isReached }: Judged) => !isReached && op.body.status === 'resolved'

/** True if all of them together are above what one person closes in a time. */
function isBulkClosing(tx: Tx, context: Acting, judged: readonly Judged[]): Promise<boolean> | false {
  const closing = judged.filter(isClosing).length
  return closing > 0 && isBulk(tx, context, closing)
}

async function whyItWaits(tx: Tx, context: Acting, one: Judged): Promise<'hardstop' | 'bulk' | undefined> {
  return isClosing(one) ? whyClosingNeedsApproval(tx, context, one.alert, 'resolved') : undefined
}

/** Requests approval; the note is on the alert already. */
async function propose(
  tx: Tx,
  context: Acting,
  { alert, op }: Judged,
  { kind, version, facts }: { kind: 'hardstop' | 'bulk'; version: string; facts: Evidence | undefined },
): Promise<void> {
  const { status, sar, note = '', reason = null } = op.body
  await hold(
    tx,
    context,
    {
      kind,
      object: { kind: 'alert', id: alert.id },
      label: `${alert.rule_name} on customer ${alert.customer_id}`,
      customerId: alert.customer_id,
      version,
      body: { status, sar, note },
      reason: note,
    },
    { note, reason, alertIds: [alert.id], ruleRevision: alert.revision_id, facts },
  )
}

function toldWaiting(count: number): string {
  return `Proposed: ${count === 1 ? 'the alert is' : `${count} alerts are`} resolved once somebody else has approved it.`
}

/** True if somebody else set it the same way since the user read it. Refuses forbidden changes. */
async function judge(tx: Tx, alert: LockedAlert, { body, expect }: EffectOp<'accountAlert.status'>): Promise<boolean> {
  const state = stateOf(alert)
  const isStale = isAlertStale(alert, expect)
  const isReached = isStale && state.status === body.status && state.sar === body.sar
  if (isStale && !isReached) throw new Refusal(412, STALE, await currentAlert(tx, alert))
  const why = isReached ? whyNotAccount(alert) : whyNotSet(state, body.status)
  if (why !== null) throw new Refusal(409, why, await currentAlert(tx, alert))
  const missing = whatIsMissing(state.status, body)
  if (missing !== null) throw new Refusal(400, missing)
  return isReached
}

function changeTo(context: Acting, { body }: EffectOp<'accountAlert.status'>) {
  const { status, sar, note = null } = body
  const decided =
    status === 'resolved'
      ? { note, resolved_by: context.account.id, resolved_at: context.now() }
      : { note: null, resolved_by: null, resolved_at: null }
  return { status, sar, ...decided }
}

/** Assigns several alerts. */
export async function assignAlerts(
  tx: Tx,
  context: Acting,
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
    if (isAlertStale(alert, op.expect) && !isReached) throw new Refusal(412, STALE, await currentAlert(tx, alert))
    const whyNot = whyNotHandOn(stateOf(alert), 'assigned')
    if (whyNot !== null) throw new Refusal(409, whyNot, await currentAlert(tx, alert))
    const work = { queue: 'accountAlert' as const, customerId: alert.customer_id, ruleTypes: [alert.rule_type] }
    if (!isReached) refuseExcluded(context, manager, work)
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
  return { message: `Assigned to ${manager.person.name}.`, ...versionOf([...versions.values()]) }
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

export async function insertNote(
  tx: Tx,
  context: Acting,
  alert: LockedAlert,
  note: { id: string; text: string; template?: string | undefined; isLate: boolean },
): Promise<void> {
  await insertOwnNote(tx, {
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
}

/** The version of a single alert; several have none. */
function versionOf(versions: readonly string[]): { version?: number } {
  const [only, ...others] = versions
  return only !== undefined && others.length === 0 ? { version: Number(only) } : {}
}
