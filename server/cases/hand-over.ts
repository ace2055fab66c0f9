/** Work leaves its assignee, a case or an account alert: back to the queue, or on to a manager. */
import type { Person } from '#contract/model/common.ts'
import { mayAssignOthers } from '#contract/model/roles.ts'
import type { WorkQueue } from '#contract/model/values.ts'
import { record, type Entry } from '#server/audit/audit.ts'
import type { Acting } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ruleTypesOf, whyNotAssigned } from '#server/identity/workers.ts'
import { isNumbered, type Done, type Effect, type EffectOp, type Tx } from '#server/ops/effect.ts'
import { insertNote, requireCase, STALE, updateCase, workerName, workerOn } from './effects.ts'
import { currentCase, isCaseStale, lockCase } from './lock-rows.ts'
import { whyNotMove } from './rights.ts'
import { sql } from 'kysely'
import { findPlatform } from '#contract/model/platform.ts'
import { post } from '#server/mail/mail-outbox.ts'

/** Work that is locked, and how what is done to it is written. */
export interface HeldWork {
  queue: WorkQueue
  /** "PX1", or "The alert"; and the noun of it. */
  name: string
  nouns: readonly [one: string, many: 'cases' | 'alerts']
  /** As a mail names it, and its page below the platform. */
  mailed: { label: string; path: string }
  platform: string
  customerId: string
  /** An account's id; null where nobody is assigned. */
  holder: string | null
  version: number
  ruleTypes: () => Promise<readonly string[]>
  /** Another person changed it, as text with the present state. */
  stale: () => Promise<Refusal>
  isStale: boolean
  /** Refuses what its status does not allow. */
  require: (act: 'release' | 'escalate') => Promise<void>
  /** Sets the assignee, or counts the version on alone; answers the version. */
  assign: (to: { id: string | null } | null) => Promise<number>
  insertNote: (text: string) => Promise<void>
  /** The audit's object, and the alerts that it is about. */
  about: Pick<Entry, 'object' | 'alertIds'>
}

const nameOf = (tx: Tx, id: string | null) => (id === null ? null : workerName(tx, id))

/** Back to the queue. What has no assignee is there already. */
export async function releaseWork(tx: Tx, context: Acting, held: HeldWork): Promise<Done> {
  const { holder, name, nouns, about } = held
  if (held.isStale && holder !== null) throw await held.stale()
  await held.require('release')
  const why = whyNotMove('release', context.account, { name, nouns: nouns[1], holder })
  if (why !== null) throw new Refusal(403, why)
  if (holder === null && !isNumbered(context)) return { message: 'It is in the queue.', version: held.version }
  const version = holder === null ? held.version : await held.assign({ id: null })
  const before = { manager: await nameOf(tx, holder) }
  await record(tx, context, { ...about, action: 'release', version, before, after: { manager: null } })
  return { message: holder === null ? 'It is in the queue.' : 'Back in the queue.', version }
}

/** On to a manager, with a note. Where the manager has it already, the note is kept. */
export async function escalateWork(
  tx: Tx,
  context: Acting,
  held: HeldWork,
  { manager, note }: { manager: Person; note: string },
): Promise<Done> {
  const { queue, holder, name, nouns, customerId, platform, about } = held
  if (manager.id === context.account.id) {
    throw new Refusal(400, `manager: ${nouns[0]} is escalated to somebody else`)
  }
  const to = await workerOn(tx, platform, manager.id, 'manager')
  if (!mayAssignOthers(to.worker.roles)) throw new Refusal(400, `manager: ${to.person.name} is not a manager`)
  const isReached = holder === to.id
  if (held.isStale && !isReached) throw await held.stale()
  await held.require('escalate')
  const why = isReached ? null : whyNotMove('escalate', context.account, { name, nouns: nouns[1], holder })
  if (why !== null) throw new Refusal(403, why)
  // the roster says who is dealt work; a manager who is asked needs no place on it
  const work = { queue, customerId, ruleTypes: await held.ruleTypes() }
  const against = whyNotAssigned(to.worker, work, { name: to.person.name, isTaken: true })
  if (against !== null && !isReached) throw new Refusal(403, against)
  await held.insertNote(note)
  const version = await held.assign(isReached ? null : to)
  const before = { manager: await nameOf(tx, holder) }
  await record(tx, context, { ...about, action: 'escalate', version, before, after: { manager: to.person }, note })
  if (!isReached) await mailEscalation(tx, context, { platform, to: to.id, ...held.mailed })
  return { message: `Escalated to ${to.person.name}.`, version }
}

async function heldCase(tx: Tx, context: Acting, op: EffectOp<'case.release' | 'case.escalate'>): Promise<HeldWork> {
  const row = await lockCase(tx, context.platform, op.target)
  return {
    queue: 'case',
    name: row.id,
    nouns: ['a case', 'cases'],
    mailed: { label: row.id, path: `case/${encodeURIComponent(row.id)}` },
    platform: row.platform,
    customerId: row.customer_id,
    holder: row.manager_id,
    version: Number(row.version),
    ruleTypes: () => ruleTypesOf(tx, row.platform, row.id),
    isStale: isCaseStale(row, op.expect),
    stale: async () => new Refusal(412, STALE, await currentCase(tx, row)),
    require: (act) => requireCase(tx, row, act),
    assign: (to) =>
      updateCase(tx, row, to === null ? {} : { manager_id: to.id, assigned_at: to.id === null ? null : context.now() }),
    insertNote: (text) => insertNote(tx, context, row, { id: op.opId, text }),
    about: { object: { kind: 'case', id: row.id } },
  }
}

export const release: Effect<'case.release'> = async (tx, context, op) =>
  releaseWork(tx, context, await heldCase(tx, context, op))

export const escalate: Effect<'case.escalate'> = async (tx, context, op) =>
  escalateWork(tx, context, await heldCase(tx, context, op), op.body)

interface Escalated {
  platform: string
  /** An account's id. */
  to: string
  /** "PX1". */
  label: string
  /** Below the platform. */
  path: string
}

/** Mails the manager; what is escalated before the mail is on its way is added to it. */
async function mailEscalation(tx: Tx, context: Acting, { platform, to, label, path }: Escalated): Promise<void> {
  const { account, config, now } = context
  const { email } = await tx.selectFrom('account').select('email').where('id', '=', to).executeTakeFirstOrThrow()
  const subject = `Escalated to you on ${findPlatform(platform)?.label ?? platform}`
  const where =
    config.publicUrl === undefined ? '' : `\n  ${config.publicUrl}/admin/${encodeURIComponent(platform)}/${path}`
  const text = `${account.fullName} escalated ${label} to you.${where}\n`
  const unsent = tx
    .selectFrom('mail')
    .select('id')
    .where('recipient', '=', email)
    .where('subject', '=', subject)
    .where('platform', '=', platform)
    .where('attempts', '=', 0)
    .where('sent_at', 'is', null)
    .limit(1)
    .forUpdate()
    .skipLocked()
  const added = await tx
    .updateTable('mail')
    .set({ text: sql`text || ${text}` })
    .where('id', '=', unsent)
    .returning('id')
    .executeTakeFirst()
  if (!added) await post(tx, { platform, to: email, subject, text, attachment: null }, now())
}
