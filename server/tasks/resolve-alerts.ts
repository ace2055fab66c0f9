/** Resolves the alerts that an allowlist covers, one by one, as its author would have: same rules, note and audit. */
import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { Refusal, type Context } from '#server/calls/handlers.ts'
import type { Config } from '#server/config.ts'
import { toAccount } from '#server/identity/accounts.ts'
import { countOutcomes, endTask, setOutcome, takeNext } from '#server/store/queries/tasks.ts'
import type { Database } from '#server/store/schema.ts'
import { applyOp, checkOp, type RawOp } from '#server/sync/effects.ts'
import type { TaskQueue, Worker } from './queue.ts'

export const RESOLVE_ALERTS = 'allowlist-resolve-alerts'

/** Alerts that one job goes through before it hands on: well within the time after which a job counts as lost. */
const SLICE = 200

interface Job {
  task: string
}

export interface Surroundings {
  db: Kysely<Database>
  config: Config
  now: () => Date
  queue: () => TaskQueue
}

/** How a task that is made up is gone through: with ids that repeat themselves. */
export interface Going extends Pick<Surroundings, 'config' | 'now'> {
  /** The id of the next note. */
  newId?: () => string
}

/** What the effects ask of whoever acts, without a request to read anything from. */
type Acting = Omit<Context, 'db'>

export function resolveAlertsWorker({ db, config, now, queue }: Surroundings): Worker<Job> {
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
  }
}

/** Goes through a whole task in the caller's transaction: for what happened before anybody looked. */
export async function resolveAllNow(tx: Transaction<Database>, task: string, going: Going): Promise<void> {
  const started = await begin(tx, task, going)
  while (started && (await resolveNext(tx, task, started))) continue
  await finish(tx, task, going.now())
}

interface Started {
  acting: Acting
  note: string
  newId: () => string
}

/** Undefined where the task has ended already. */
async function begin(db: Kysely<Database>, uuid: string, { newId = randomUUID, ...from }: Going) {
  const task = await db
    .selectFrom('task as t')
    .innerJoin('allowlist_version as v', 'v.id', 't.version_id')
    .select(['t.author', 't.platform', 'v.name', 'v.comment', 'v.id as version'])
    .where('t.uuid', '=', uuid)
    .where('t.status', '=', 'Processing')
    .executeTakeFirst()
  if (!task) return undefined
  const author = await db.selectFrom('account').selectAll().where('id', '=', task.author).executeTakeFirstOrThrow()
  const acting: Acting = {
    ...from,
    account: toAccount(author),
    platform: task.platform,
    origin: { address: null, appVersion: null },
    request: new Request('http://background.invalid/'),
  }
  const why = task.comment.trim() === '' ? '' : `: ${task.comment.trim()}`
  return {
    acting,
    note: `Covered by the allowlist “${task.name}” (version ${task.version})${why}`,
    newId,
  } satisfies Started
}

/** False where nothing is left to take. An alert that somebody decided meanwhile is skipped, with the reason kept. */
async function resolveNext(
  tx: Transaction<Database>,
  task: string,
  { acting, note, newId }: Started,
): Promise<boolean> {
  const alert = await takeNext(tx, task)
  if (!alert) return false
  const decision = { note, reason: 'FP_ALLOWLISTED' }
  const target = { platform: acting.platform, customerId: '', alertId: alert.id }
  const op: Pick<RawOp, 'kind' | 'body'> =
    alert.kind === 'account'
      ? { kind: 'accountAlert.status', body: { ...decision, status: 'resolved' } }
      : { kind: 'alert.resolve', body: decision }
  try {
    await applyOp(tx, { ...acting, db: tx }, checkOp({ opId: newId(), target, ...op }))
    await setOutcome(tx, task, alert.id, { outcome: 'resolved' })
  } catch (refusal) {
    // refusals come before anything is written, so the transaction still stands
    if (!(refusal instanceof Refusal)) throw refusal
    await setOutcome(tx, task, alert.id, { outcome: 'skipped', reason: refusal.message })
  }
  return true
}

async function finish(db: Kysely<Database>, task: string, at: Date): Promise<void> {
  const { resolved, skipped, left } = await countOutcomes(db, task)
  // another instance is still at one of them and will come here too
  if (left > 0) return
  const alerts = resolved === 1 ? 'One alert resolved' : `${resolved} alerts resolved`
  const others = skipped === 0 ? '' : `, ${skipped} left alone`
  await endTask(db, task, { status: 'Processed', message: `${alerts}${others}.`, at })
}
