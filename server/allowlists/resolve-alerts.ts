/** Resolves the alerts that an allowlist covers, one by one, as its author would have: same rules, note and audit. */
import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import { setStatus } from '#server/account-alerts/effects.ts'
import { resolveAlert } from '#server/alerts/effects.ts'
import { recommendStr } from '#server/cases/effects.ts'
import type { Config } from '#server/core/config.ts'
import { type Acting, withoutSeal } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { toAccount } from '#server/identity/accounts.ts'
import { checkOp } from '#server/ops/check-op.ts'
import type { Database } from '#server/schema/database.ts'
import {
  countOutcomes,
  endTask,
  isEmptiedByAllowlists,
  reopenTask,
  setOutcome,
  takeNext,
} from '#server/tasks/queries.ts'
import type { TaskQueue, Worker } from '#server/tasks/queue.ts'

export const RESOLVE_ALERTS = 'allowlist-resolve-alerts'

/** Alerts that one job goes through before it hands on: well within the time after which a job counts as lost. */
const SLICE = 200

interface Job {
  task: string
}

export interface ResolveDeps {
  db: Kysely<Database>
  config: Config
  now: () => Date
  queue: () => TaskQueue
}

/** The order of a demo task: deterministic ids. */
export interface ResolveOptions extends Pick<ResolveDeps, 'config' | 'now'> {
  /** The id of the next note. */
  newId?: () => string
}

export function resolveAlertsWorker({ db, config, now, queue }: ResolveDeps): Worker<Job> {
  return {
    name: RESOLVE_ALERTS,
    async run({ task }) {
      const started = await begin(db, task, { config, now })
      if (!started) return
      for (let n = 0; n < SLICE; n += 1) {
        const hadOne = await db.transaction().execute((tx) => resolveNext(tx, task, started))
        if (!hadOne) return finish(db, task, now())
      }
      await db.transaction().execute((tx) => queue().send(tx, RESOLVE_ALERTS, { task }))
      queue().hurry(RESOLVE_ALERTS)
    },
    giveUp: async ({ task }) =>
      endTask(db, task, { status: 'Error', message: 'Stopped after several attempts.', at: now() }),
    takeUp: (tx, { task }) => reopenTask(tx, task),
  }
}

/** Goes through a whole task in the caller's transaction: for what happened before anybody looked. */
export async function resolveAllNow(tx: Transaction<Database>, task: string, going: ResolveOptions): Promise<void> {
  const started = await begin(tx, task, going)
  while (started && (await resolveNext(tx, task, started))) continue
  await finish(tx, task, going.now())
}

interface Started {
  acting: Omit<Acting, 'db'>
  note: string
  closesCases: boolean
  newId: () => string
}

/** Undefined where the task has ended already. */
async function begin(db: Kysely<Database>, uuid: string, { newId = randomUUID, ...from }: ResolveOptions) {
  const task = await db
    .selectFrom('task as t')
    .innerJoin('allowlist_version as v', 'v.id', 't.version_id')
    .select(['t.author', 't.platform', 't.close_cases', 'v.name', 'v.comment', 'v.id as version'])
    .where('t.uuid', '=', uuid)
    .where('t.status', '=', 'Processing')
    .executeTakeFirst()
  if (!task) return undefined
  const author = await db.selectFrom('account').selectAll().where('id', '=', task.author).executeTakeFirstOrThrow()
  const acting: Omit<Acting, 'db'> = {
    ...from,
    account: toAccount(author),
    platform: task.platform,
    origin: { address: null, appVersion: null },
    seal: withoutSeal('allowlist'),
    group: (await isApproved(db, uuid)) ? 'approved' : undefined,
  }
  const why = task.comment.trim() === '' ? '' : `: ${task.comment.trim()}`
  return {
    acting,
    note: `Covered by the allowlist “${task.name}” (version ${task.version})${why}`,
    closesCases: task.close_cases,
    newId,
  } satisfies Started
}

/** True if a second person approved the task as a whole. */
async function isApproved(db: Kysely<Database>, uuid: string): Promise<boolean> {
  const approved = db.selectFrom('approval').select('id').where('kind', '=', 'allowlistResolve')
  const ofTask = approved.where('status', '=', 'approved').where(sql<boolean>`body ->> 'task' = ${uuid}`)
  return (await ofTask.executeTakeFirst()) !== undefined
}

/** False if nothing is left. Skips an alert that somebody decided meanwhile, and stores the reason. */
async function resolveNext(
  tx: Transaction<Database>,
  task: string,
  { acting, note, closesCases, newId }: Started,
): Promise<boolean> {
  const alert = await takeNext(tx, task)
  if (!alert) return false
  const decision = { note, reason: 'FP_ALLOWLISTED' }
  const target = { platform: acting.platform, alertId: alert.id }
  try {
    const op = { opId: newId(), target }
    const from = { ...acting, db: tx }
    const { pending, message } =
      alert.kind === 'account'
        ? await setStatus(
            tx,
            from,
            checkOp({ ...op, kind: 'accountAlert.status', body: { ...decision, status: 'resolved' } }),
          )
        : await resolveAlert(tx, from, checkOp({ ...op, kind: 'alert.resolve', body: decision }))
    await setOutcome(tx, task, alert.id, pending ? { outcome: 'skipped', reason: message } : { outcome: 'resolved' })
    if (!pending && closesCases && alert.case_id !== null) {
      await closeCase(tx, task, { ...alert, caseId: alert.case_id }, { acting, note, newId })
    }
  } catch (refusal) {
    // refusals come before any write, so the transaction is still valid
    if (!(refusal instanceof Refusal)) throw refusal
    await setOutcome(tx, task, alert.id, { outcome: 'skipped', reason: refusal.message })
  }
  return true
}

/**
 * Recommends no STR for a case that allowlists alone have emptied; one on which a person decided an alert is left to be
 * recommended by a person. Where that is refused, the case stays open with the reason kept.
 */
async function closeCase(
  tx: Transaction<Database>,
  task: string,
  { id, caseId }: { id: string; caseId: string },
  { acting, note, newId }: Pick<Started, 'acting' | 'note' | 'newId'>,
): Promise<void> {
  if (!(await isEmptiedByAllowlists(tx, acting.platform, caseId))) return
  const body = { note: `No STR: every alert of the case is covered. ${note}`, action: 'reject', reason: 'STR_REJECTED' }
  const op = {
    opId: newId(),
    target: { platform: acting.platform, caseId },
    kind: 'case.recommendStr' as const,
    body,
  }
  try {
    const { pending, message } = await recommendStr(tx, { ...acting, db: tx }, checkOp(op))
    await setOutcome(
      tx,
      task,
      id,
      pending ? { outcome: 'resolved', reason: message } : { outcome: 'resolved', closedCase: true },
    )
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    await setOutcome(tx, task, id, { outcome: 'resolved', reason: `The case stays open: ${refusal.message}` })
  }
}

async function finish(db: Kysely<Database>, task: string, at: Date): Promise<void> {
  const { resolved, skipped, left, closedCases } = await countOutcomes(db, task)
  // another instance is still at one of them and will come here too
  if (left > 0) return
  const alerts = resolved === 1 ? 'One alert resolved' : `${resolved} alerts resolved`
  const others = skipped === 0 ? '' : `, ${skipped} skipped`
  const cases = closedCases === 1 ? ', one case closed without an STR' : `, ${closedCases} cases closed without an STR`
  const message = `${alerts}${others}${closedCases === 0 ? '' : cases}.`
  await endTask(db, task, { status: 'Processed', message, at })
}
