/** Closing what an allowlist covers: started at once, or proposed and started by the approval. */
import type { Transaction } from 'kysely'
import { toStamp } from '#contract/model/common.ts'
import type { Allowlist, ResolveReply } from '#contract/model/rules/allowlist.ts'
import { record } from '#server/audit/audit.ts'
import { hold, type Actor } from '#server/four-eyes/request-approval.ts'
import type { Database } from '#server/schema/database.ts'
import { insertTask } from '#server/tasks/queries.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'
import { RESOLVE_ALERTS } from './resolve-alerts.ts'

type Tx = Transaction<Database>
/** A separate object, so that a change of the allowlist can be pending beside it. */
export const RESOLVING = 'allowlist resolve'

interface Resolving {
  version: Pick<Allowlist, 'id' | 'versionId'>
  task: string
  author: string
  alertIds: readonly string[]
  closeCases?: boolean
  /** The approver. */
  note?: string
}

/** Gives the alerts to a task that resolves them in the author's name. */
export async function startResolving(tx: Tx, by: Actor, queue: TaskQueue, given: Resolving): Promise<void> {
  const { version, task, author, alertIds, note, closeCases = false } = given
  const { id: allowlistId, versionId } = version
  const row = { uuid: task, platform: by.platform, kind: RESOLVE_ALERTS, allowlistId, versionId, author, at: by.now() }
  await insertTask(tx, { ...row, closeCases }, alertIds)
  await queue.send(tx, RESOLVE_ALERTS, { task })
  const approved = note === undefined ? {} : { proposedBy: author }
  await record(tx, by, {
    action: note === undefined ? 'resolve by allowlist' : 'approve resolve by allowlist',
    object: { kind: 'allowlist', id: allowlistId },
    version: versionId,
    after: { task, count: alertIds.length, ...approved },
    note: note ?? null,
  })
}

/** Keeps it for a second person. */
export async function proposeResolving(
  tx: Tx,
  by: Actor,
  { version, task, count, closeCases }: { version: Allowlist; task: string; count: number; closeCases: boolean },
): Promise<ResolveReply> {
  const { id: allowlistId, versionId, name, customerId, comment } = version
  const id = await hold(tx, by, {
    kind: 'allowlistResolve',
    object: { kind: RESOLVING, id: allowlistId },
    label: name,
    customerId,
    version: versionId,
    body: { task, count, closeCases },
    reason: comment,
  })
  const approval = {
    id,
    kind: 'allowlistResolve' as const,
    by: { id: by.account.id, name: by.account.fullName },
    at: toStamp(by.now()),
  }
  const message = `Proposed: ${count === 1 ? 'one alert is' : `${count} alerts are`} resolved once somebody else has approved it.`
  return { sentAlertsToResolve: count, message, approval }
}
