/** A case leaves its assignee: back to the queue, or on to a manager. */
import { mayAssignOthers } from '#contract/model/roles.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ruleTypesOf, whyNotDealt } from '#server/identity/workers.ts'
import type { Effect } from '#server/ops/effect.ts'
import { insertNote, recordChange, requireCase, STALE, updateCase, workerName, workerOn } from './effects.ts'
import { currentCase, isCaseStale, lockCase } from './lock-rows.ts'
import { whyNotMove } from './rights.ts'

/** Back to the queue. A case without an assignee is there already. */
export const release: Effect<'case.release'> = async (tx, context, op) => {
  const row = await lockCase(tx, context.platform, op.target)
  const isReached = row.manager_id === null
  if (isCaseStale(row, op.expect) && !isReached) throw new Refusal(412, STALE, await currentCase(tx, row))
  await requireCase(tx, row, 'release')
  const why = whyNotMove('release', context.account, { id: row.id, holder: row.manager_id })
  if (why !== null) throw new Refusal(403, why)
  if (row.manager_id === null) return { message: 'It is in the queue.', version: Number(row.version) }
  const before = await workerName(tx, row.manager_id)
  const version = await updateCase(tx, row, { manager_id: null, assigned_at: null })
  await recordChange(tx, context, row, op, version, { manager: before }, { manager: null }, 'release')
  return { message: 'Back in the queue.', version }
}

/** On to a manager, with a note. Where the manager has it already, the note is kept. */
export const escalate: Effect<'case.escalate'> = async (tx, context, op) => {
  const row = await lockCase(tx, context.platform, op.target)
  const { manager, note } = op.body
  if (manager.id === context.account.id) throw new Refusal(400, 'manager: a case is escalated to somebody else')
  const to = await workerOn(tx, row.platform, manager.id, 'manager')
  if (!mayAssignOthers(to.worker.roles)) throw new Refusal(400, `manager: ${to.person.name} is not a manager`)
  const isReached = row.manager_id === to.id
  if (isCaseStale(row, op.expect) && !isReached) throw new Refusal(412, STALE, await currentCase(tx, row))
  await requireCase(tx, row, 'escalate')
  const why = isReached ? null : whyNotMove('escalate', context.account, { id: row.id, holder: row.manager_id })
  if (why !== null) throw new Refusal(403, why)
  const work = { queue: 'case' as const, customerId: row.customer_id }
  const ruleTypes = await ruleTypesOf(tx, row.platform, row.id)
  // the roster says who is dealt work; a manager who is asked needs no place on it
  const against = whyNotDealt(to.worker, { ...work, ruleTypes }, { name: to.person.name, isTaken: true })
  if (against !== null && !isReached) throw new Refusal(403, against)
  await insertNote(tx, context, row, { id: op.opId, text: note })
  const version = await updateCase(tx, row, isReached ? {} : { manager_id: to.id, assigned_at: context.now() })
  const before = row.manager_id === null ? null : await workerName(tx, row.manager_id)
  await recordChange(tx, context, row, op, version, { manager: before }, { manager: to.person }, 'escalate')
  return { message: `Escalated to ${to.person.name}.`, version }
}
