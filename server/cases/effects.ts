/**
 * The effects of operations on a case: each takes one lock, checks one rule, makes one change and writes one audit
 * entry.
 */
import { sql, type UpdateObject } from 'kysely'
import { CASE_LABELS, closedTransactionStatus, type CaseAct } from '#contract/model/cases/case.ts'
import { reviewAfterClosing } from '#contract/model/cases/review.ts'
import type { AssignedWork } from '#contract/model/team/exclusion.ts'
import type { CaseStatus, StrAction } from '#contract/model/values.ts'
import { record } from '#server/audit/audit.ts'
import { dueInputOfCase, dueColumnsAfter } from '#server/business-hours/due-dates.ts'
import type { Acting } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { decidedAs } from '#contract/model/facts/precedent.ts'
import { staleText, type Evidence } from '#contract/model/facts/seal.ts'
import { DECIDED_OTHERWISE, hold, refuseHeld, returnOpen } from '#server/four-eyes/request-approval.ts'
import { ruleTypesOf, whyNotAssigned, workersOf } from '#server/identity/workers.ts'
import { actedAt, type Done, type Effect, type EffectOp, type Tx, insertOwnNote } from '#server/ops/effect.ts'
import type { Database } from '#server/schema/database.ts'
import { checkStack } from '#server/stacks/check.ts'
import { isId, personOf } from '#server/store/sql.ts'
import { currentCase, isCaseStale, lockCase, stateOf, type LockedCase } from './lock-rows.ts'
import { whyNotAssign, whyNotCase } from './rights.ts'
import { reviewColumns, reviewOf } from './case-row.ts'
import { strStep, type StrStep } from './str.ts'

export const STALE = 'The case was changed after you opened it.'

/** Refuses what the case's status does not allow, and names it. */
export async function requireCase(tx: Tx, row: LockedCase, act: CaseAct): Promise<void> {
  const why = whyNotCase(act, stateOf(row))
  if (why !== null) throw new Refusal(409, why, await currentCase(tx, row))
}

/** A case that is decided with a stack, as it is judged. */
export const stackedCase = ({ platform, id, active_hard_stop: stops }: LockedCase, isReported: boolean) => ({
  kind: 'case' as const,
  platform,
  id,
  isStopped: stops > 0,
  isReported,
})

type CaseChange = UpdateObject<Database, 'monitoring_case'>

/** Changes the case but for its status, and counts its version on. */
export function updateCase(tx: Tx, row: LockedCase, change: CaseChange & { status?: never }): Promise<number> {
  return writeCase(tx, row, change)
}

/** Changes the status of the case, and its due date. */
export async function moveCase(
  tx: Tx,
  { now }: Pick<Acting, 'now'>,
  row: LockedCase,
  change: CaseChange & { status: CaseStatus },
): Promise<number> {
  const due = await dueColumnsAfter(tx, row.platform, 'case', dueInputOfCase(row), { status: change.status, at: now() })
  return writeCase(tx, row, { ...change, ...due })
}

async function writeCase(tx: Tx, row: LockedCase, change: CaseChange): Promise<number> {
  const { version } = await tx
    .updateTable('monitoring_case')
    .set({ ...change, version: sql`version + 1` })
    .where('platform', '=', row.platform)
    .where('id', '=', row.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return Number(version)
}

/** Stores a note under the operation's own id. */
export async function insertNote(
  tx: Tx,
  context: Acting,
  row: LockedCase,
  note: {
    id: string
    text: string
    alertId?: string | null
    writtenBeforeClose?: boolean
    template?: string | undefined
  },
): Promise<void> {
  await insertOwnNote(tx, {
    id: note.id,
    platform: row.platform,
    case_id: row.id,
    alert_id: note.alertId ?? null,
    customer_id: row.customer_id,
    author_id: context.account.id,
    text: note.text,
    created_at: context.now(),
    written_before_close: note.writtenBeforeClose ?? false,
    template: note.template ?? null,
  })
}

/** Notes are always accepted, also on a closed case or a decided alert. */
export const addNote: Effect<'case.note'> = async (tx, context, op) => {
  const row = await lockCase(tx, context.platform, op.target)
  await requireCase(tx, row, 'note')
  const { alertId } = op.target
  const alert = alertId === undefined ? undefined : await alertOf(tx, row, alertId)
  const closedAt = alert?.resolved_at
  const writtenBeforeClose = closedAt != null && actedAt(context) < closedAt
  await insertNote(tx, context, row, { id: op.opId, text: op.body.note, alertId: alertId ?? null, writtenBeforeClose })
  const version = await updateCase(tx, row, {})
  await record(tx, context, {
    action: 'add note',
    object: { kind: 'case', id: row.id },
    version,
    note: op.body.note,
    ...(alertId !== undefined && { alertIds: [alertId] }),
  })
  return { message: 'Noted.', version }
}

async function alertOf(tx: Tx, row: LockedCase, alertId: string) {
  const find = tx.selectFrom('alert').select('resolved_at').where('platform', '=', row.platform)
  const alert = isId(alertId) && (await find.where('id', '=', alertId).where('case_id', '=', row.id).executeTakeFirst())
  if (!alert) throw new Refusal(404, `There is no alert ${alertId} on ${row.id}.`)
  return alert
}

export const assign: Effect<'case.assign'> = async (tx, context, op) => {
  const row = await lockCase(tx, context.platform, op.target)
  const why = whyNotAssign(context.account, op.body.manager)
  if (why !== null) throw new Refusal(403, why)
  const manager = await workerOn(tx, row.platform, op.body.manager.id)
  const isReached = row.manager_id === manager.id
  if (isCaseStale(row, op.expect) && !isReached) throw new Refusal(412, STALE, await currentCase(tx, row))
  await requireCase(tx, row, 'assign')
  if (!isReached) {
    const ruleTypes = await ruleTypesOf(tx, row.platform, row.id)
    refuseExcluded(context, manager, { queue: 'case', customerId: row.customer_id, ruleTypes })
  }
  const version = isReached
    ? Number(row.version)
    : await updateCase(tx, row, { manager_id: manager.id, assigned_at: context.now() })
  const before = row.manager_id === null ? null : await workerName(tx, row.manager_id)
  await recordChange(tx, context, row, op, version, { manager: before }, { manager: manager.person }, 'assign')
  return { message: `Assigned to ${manager.person.name}.`, version }
}

/** A person of the platform who can be assigned work; `field` is named in the refusal. */
export async function workerOn(tx: Tx, platform: string, id: string, field = 'userId') {
  const [worker, person] = [(await workersOf(tx, platform, id)).get(id), await workerName(tx, id)]
  if (!worker || !person) throw new Refusal(400, `${field}: nobody of that name works on this platform`)
  return { id, person, worker }
}

/** Refuses to deal work to somebody who is excluded from it, or whom the roster has on other queues. */
export function refuseExcluded(
  { account }: Acting,
  { id, person, worker }: Awaited<ReturnType<typeof workerOn>>,
  work: AssignedWork,
): void {
  const why = whyNotAssigned(worker, work, { name: person.name, isTaken: id === account.id })
  if (why !== null) throw new Refusal(403, why)
}

export async function workerName(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('account as p')
    .select(personOf('p').as('p'))
    .where('p.id', '=', id)
    .executeTakeFirst()
  return row?.p ?? null
}

/** To await the customer, or back to new: the same step in two directions. */
function toStatus<K extends 'case.await' | 'case.renew'>(act: 'await' | 'new'): Effect<K> {
  return async (tx, context, op: EffectOp<'case.await' | 'case.renew'>) => {
    const row = await lockCase(tx, context.platform, op.target)
    const isStale = isCaseStale(row, op.expect)
    // somebody else made the same change: it is done
    const isReached = isStale && row.status === act
    if (isStale && !isReached) throw new Refusal(412, STALE, await currentCase(tx, row))
    if (!isReached) await requireCase(tx, row, act)
    const version = isReached ? Number(row.version) : await moveCase(tx, context, row, { status: act })
    await recordChange(tx, context, row, op, version, { status: row.status }, { status: act }, 'change status')
    return { message: `${CASE_LABELS[act]}.`, version }
  }
}

export const awaitCustomer = toStatus<'case.await'>('await')
export const renew = toStatus<'case.renew'>('new')

/**
 * Closes the case with or without an STR; under the policy this may propose or approve one. A different closing is
 * always a conflict.
 */
export const recommendStr: Effect<'case.recommendStr'> = async (tx, context, op) => {
  const { action, reason } = op.body
  if (reason === (action === 'proceed' ? 'STR_REJECTED' : 'STR_PROCEED')) {
    throw new Refusal(400, `reason: ${reason} contradicts the action ${action}`)
  }
  const row = await lockCase(tx, context.platform, op.target)
  if (isCaseStale(row, op.expect)) {
    // somebody else closed it without an STR too: it is done, and the text is kept as a note
    if (action === 'reject' && row.status === 'complete' && row.recommended_str === 0)
      return noteOnClosed(tx, context, row, op)
    throw new Refusal(412, STALE, await currentCase(tx, row))
  }
  await requireCase(tx, row, 'recommendStr')
  const { stack } = op.body
  if (stack) await checkStack(tx, context, stackedCase(row, action === 'proceed'), stack)
  const reviewed = { isReviewed: context.config.fourEyes.includes('str'), proposedBy: row.str_proposed_by }
  const step = strStep(context.account.id, reviewed, op.body.action)
  if (typeof step === 'object') throw new Refusal(step.status, step.message, await currentCase(tx, row))
  if (step === 'close' && op.body.action === 'reject') await refuseHeld(tx, row.platform, { kind: 'case', id: row.id })
  const as = step === 'return' || step === 'withdraw' ? null : decidedAs(op)
  const decided = { platform: row.platform, caseId: row.id, alertId: null, ruleType: null, as }
  const facts = await context.seal(tx, context, decided, op.body)
  await insertNote(tx, context, row, { id: op.opId, text: op.body.note, template: op.body.template })
  if (step === 'close' && op.body.action === 'reject' && context.config.fourEyes.includes('str-reject')) {
    return proposeClosing(tx, context, row, op, facts)
  }
  await returnOpen(tx, context, { kind: 'case', id: row.id }, DECIDED_OTHERWISE)
  const { change, before, after, message } =
    step === 'close' || step === 'approve' ? closing(context, row, op.body.action) : proposing(context, step)
  const version = 'status' in change ? await moveCase(tx, context, row, change) : await updateCase(tx, row, change)
  if ('status' in change) await closeTransaction(tx, row, change)
  const recorded = { ...after, ...(facts && { facts }), ...(stack && { stack }) }
  const act = step === 'close' && action === 'reject' ? 'close without STR' : STR_ACTS[step]
  await recordChange(tx, context, row, op, version, before, recorded, act)
  return { message: `${message}${staleText(facts)}`, version }
}

async function noteOnClosed(
  tx: Tx,
  context: Acting,
  row: LockedCase,
  { opId, body }: EffectOp<'case.recommendStr'>,
): Promise<Done> {
  await insertNote(tx, context, row, { id: opId, text: body.note, template: body.template, writtenBeforeClose: true })
  const version = await updateCase(tx, row, {})
  await record(tx, context, { action: 'add note', object: { kind: 'case', id: row.id }, version, note: body.note })
  return { message: `${CASE_LABELS.complete}.`, version }
}

/** Closing without an STR, kept for a second person; the case stays open. */
async function proposeClosing(
  tx: Tx,
  context: Acting,
  row: LockedCase,
  { body }: EffectOp<'case.recommendStr'>,
  facts: Evidence | undefined,
): Promise<Done> {
  const { note, reason = null } = body
  const version = await updateCase(tx, row, {})
  const object = { kind: 'case', id: row.id }
  const held = { kind: 'close' as const, object, label: row.id, customerId: row.customer_id, caseId: row.id, version }
  await hold(tx, context, { ...held, body: { note }, reason: note }, { note, reason, facts })
  return { message: 'Proposed: the case is closed once somebody else has approved it.', version, pending: true }
}

export function closing({ now }: Pick<Acting, 'now'>, row: LockedCase, action: StrAction) {
  const recommended = action === 'proceed' ? 1 : 0
  const transactionStatus = closedTransactionStatus(
    { transactionStatus: row.transaction_status, alertCount: row.alert_count },
    action,
  )
  return {
    change: {
      status: 'complete' as const,
      recommended_str: recommended,
      transaction_status: transactionStatus,
      finished_at: now(),
      ...(row.review_on !== null && reviewColumns(reviewAfterClosing(reviewOf(row), recommended === 1))),
      ...UNPROPOSED,
    },
    before: { status: row.status, recommendedStr: row.recommended_str },
    after: { status: 'complete', recommendedStr: recommended },
    message: `${CASE_LABELS[recommended ? 'str' : 'complete']}.`,
  }
}

function proposing({ account, now }: Acting, step: 'propose' | 'return' | 'withdraw') {
  const isProposed = step === 'propose'
  return {
    change: isProposed ? { str_proposed_by: account.id, str_proposed_at: now() } : UNPROPOSED,
    before: { proposed: !isProposed },
    after: { proposed: isProposed },
    message: isProposed
      ? 'Proposed: the STR is recommended once somebody else has approved it.'
      : 'The proposal of an STR is off; the case is open as before.',
  }
}

type Closing = ReturnType<typeof closing>['change']

/** Closing a case moves its transaction, and flags the resolved alerts of a reported one: resolved with SAR. */
async function closeTransaction(tx: Tx, row: LockedCase, change: Closing): Promise<void> {
  await tx
    .updateTable('transaction')
    .set({ status: change.transaction_status })
    .where('platform', '=', row.platform)
    .where('id', '=', row.transaction_id)
    .execute()
  if (change.recommended_str === 0) return
  await tx
    .updateTable('alert')
    .set({ sar: 1, version: sql`version + 1` })
    .where('platform', '=', row.platform)
    .where('case_id', '=', row.id)
    .where('status', '=', 'resolved')
    .execute()
}

const UNPROPOSED = { str_proposed_by: null, str_proposed_at: null }

/** The audit's action names of recommendations. */
const STR_ACTS: Record<StrStep, string> = {
  close: 'recommend STR',
  propose: 'propose STR',
  approve: 'approve STR',
  return: 'return STR',
  withdraw: 'withdraw STR',
}

type Change = 'case.assign' | 'case.await' | 'case.renew' | 'case.recommendStr'

/** Writes the audit entry of a change. */
async function recordChange(
  tx: Tx,
  context: Acting,
  row: LockedCase,
  op: EffectOp<Change>,
  version: number,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  /** In the specification's words where it has some. */
  action: string,
): Promise<void> {
  await record(tx, context, {
    action,
    object: { kind: 'case', id: row.id },
    version,
    before,
    after,
    ...('note' in op.body && { note: op.body.note }),
    ...('reason' in op.body && op.body.reason && { reason: op.body.reason }),
  })
}
