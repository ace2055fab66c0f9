/**
 * A batch of queued operations. Lanes go side by side; within a lane the order is kept, and the first operation that
 * does not succeed stops the rest of its lane with 424, since what comes after was decided on top of it.
 */
import type { SyncOp, SyncResult } from '#contract/calls/sync.ts'
import type { Problem } from '#contract/model/common.ts'
import { readRefusalCode } from '#contract/refusal-code.ts'
import { findKind, wantedOf, type OpName } from '#contract/ops/kinds.ts'
import { laneOf, upgradeBody } from '#contract/ops/op.ts'
import type { Context } from '#server/core/context.ts'
import { problemBody } from '#server/core/problem.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isBulk } from '#server/four-eyes/alert-closing.ts'
import { checkOp } from '#server/ops/check-op.ts'
import { fingerprintOf, IdempotencyKeyReused, once } from '#server/ops/idempotency.ts'
import { isDatabaseGone } from '#server/store/pool.ts'
import { CROSSED, isCrossed } from '#server/store/retrying-kysely.ts'
import { applyOp } from './effects.ts'

/** How many lanes are worked on at a time: a batch must not take every connection of the pool. */
const LANES_AT_ONCE = 4

export interface Batch {
  device: string
  ops: readonly SyncOp[]
}

/** Answers every operation, in the order of the batch. `onError` hears of what is nobody's doing: 500, and keys used twice. */
export async function runBatch(
  batch: Batch,
  context: Context,
  onError: (error: unknown) => void,
): Promise<SyncResult[]> {
  const lanes = new Map<string, SyncOp[]>()
  for (const op of batch.ops) {
    const lane = laneOf(op.target)
    lanes.set(lane, [...(lanes.get(lane) ?? []), op])
  }
  const group = await groupOf(batch.ops, context)
  const results = new Map<string, SyncResult>()
  const waiting = [...lanes.values()]
  const work = async (): Promise<void> => {
    for (let lane = waiting.shift(); lane; lane = waiting.shift()) {
      for (const result of await runLane(lane, batch.device, { ...context, group }, onError))
        results.set(result.opId, result)
    }
  }
  await Promise.all(Array.from({ length: Math.min(LANES_AT_ONCE, waiting.length) }, work))
  return batch.ops.flatMap((op) => results.get(op.opId) ?? [])
}

/** A batch closes as a group: all of it waits where it is above what one person closes in a time. */
async function groupOf(ops: readonly SyncOp[], context: Context): Promise<Context['group']> {
  const closing = ops.filter(closesAlert).length
  if (closing < 2) return undefined
  return context.db.transaction().execute(async (tx) => ((await isBulk(tx, context, closing)) ? 'bulk' : undefined))
}

function closesAlert(op: SyncOp): boolean {
  const { status } = wantedOf(op)
  return status === 'resolved' || status === 'rejected'
}

async function runLane(
  ops: readonly SyncOp[],
  device: string,
  context: Context,
  onError: (error: unknown) => void,
): Promise<SyncResult[]> {
  const results: SyncResult[] = []
  let isStopped = false
  for (const op of ops) {
    const result: SyncResult = isStopped
      ? refused(op.opId, 424, 'An earlier operation on the same case did not go through.')
      : await runOp(op, device, context, onError)
    isStopped ||= result.status >= 300
    results.push(result)
  }
  return results
}

async function runOp(
  op: SyncOp,
  device: string,
  context: Context,
  onError: (error: unknown) => void,
): Promise<SyncResult> {
  try {
    const kind = findKind(op.kind)
    const upgraded = kind ? upgradeBody(kind, op.kindV, op.body) : null
    if (!kind || !upgraded) {
      const message =
        'This server does not know this version of the operation: it stays queued until one side is updated.'
      return refused(op.opId, 409, message, { code: 'upgrade-client' })
    }
    checkTarget(op, context)
    checkOrigin(op)
    if (kind.conflict === 'ask' && op.expect === undefined) throw new Refusal(428, 'expect: is missing')
    const checked = checkOp({ ...op, ...upgraded, kind: op.kind as OpName })
    const key = { account: context.account.id, key: op.opId, fingerprint: fingerprintOf(checked) }
    const from = { ...context, origin: { ...context.origin, ...originOf(op, device) } }
    const answer = await once(context.db, key, async (tx) => ({
      status: 200,
      body: { ...(await applyOp(tx, from, checked)) },
    }))
    return resultOf(op.opId, answer)
  } catch (error) {
    if (error instanceof IdempotencyKeyReused) {
      onError(error)
      const message =
        'Another operation was sent under the same number: this one was rejected. Sent again, it gets a new number.'
      return refused(op.opId, error.status, message, { code: 'key-reused' })
    }
    if (error instanceof Refusal) {
      const { status, message, current, code } = error
      return refused(op.opId, status, message, { current, ...(code && { code }) })
    }
    onError(error)
    if (isCrossed(error)) return refused(op.opId, 503, `${CROSSED} It was not done and can be sent again.`)
    if (isDatabaseGone(error)) {
      return refused(op.opId, 503, 'The database does not answer. It was not done and can be sent again.')
    }
    return refused(op.opId, 500, 'Something went wrong here. It was not done and can be sent again.')
  }
}

/** A batch is about the platform of its header, which the account is known to have. */
function checkTarget({ target }: SyncOp, { account, platform }: Context): void {
  if (target.platform === platform) return
  if (!account.platforms.includes(target.platform)) {
    throw new Refusal(403, 'This account has no access to that platform.')
  }
  throw new Refusal(400, `target.platform: this batch is about ${platform}`)
}

/** A hundred years: a device's clock may be off by its whole life. */
const SKEW_MAX = 100 * 366 * 86_400_000
const isMoment = (text: string) => {
  const at = Date.parse(text)
  return at >= Date.UTC(1900, 0, 1) && at < Date.UTC(9000, 0, 1)
}

/**
 * Refuses what the audit could not keep. It is looked at one by one, not with the batch: else a bad one would hold up
 * all the others, and for ever.
 */
function checkOrigin({ devSeq, skewMs, clientTime }: SyncOp): void {
  if (!Number.isSafeInteger(devSeq) || devSeq < 1) throw new Refusal(400, 'devSeq: is no number of a series')
  if (Math.abs(skewMs ?? 0) > SKEW_MAX) throw new Refusal(400, 'skewMs: no clock is that far off')
  if (!isMoment(clientTime)) throw new Refusal(400, 'clientTime: is not a moment')
}

function originOf(op: SyncOp, device: string) {
  return {
    opId: op.opId,
    clientTime: new Date(op.clientTime),
    skewMs: op.skewMs,
    device,
    devSeq: op.devSeq,
    ...(op.supersedes !== undefined && { supersedes: op.supersedes.toLowerCase() }),
    offline: op.offline,
  }
}

function resultOf(opId: string, { status, body, replayed }: Awaited<ReturnType<typeof once>>): SyncResult {
  const mark = replayed ? { replayed } : {}
  if (status < 300) {
    const { version } = body
    return { opId, status, ...(version !== undefined && { version: Number(version) }), ...mark }
  }
  const code = readRefusalCode(body['code'])
  const more = { current: body['current'], ...(code && { code }) }
  return { ...refused(opId, status, String(body['message']), more), ...mark }
}

function refused(
  opId: string,
  status: number,
  message: string,
  more: Pick<Problem, 'current' | 'code'> = {},
): SyncResult {
  return { opId, status, problem: problemBody(status, message, more) }
}
