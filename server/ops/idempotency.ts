/**
 * One effect for one key, however often it is sent. The key's row is written in the same transaction as the effect, so
 * there is no moment at which one is there without the other (docs/design/offline.md#what-the-server-adds). A second request with the
 * same key waits on that row, for a moment, and then answers what the first one did.
 */
import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { toPath, type Call } from '#contract/call.ts'
import { findKind } from '#contract/ops/kinds.ts'
import { paramsOf } from '#contract/ops/op.ts'
import { isRefusalStored } from '#contract/refusal-code.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/schema/database.ts'
import type { EffectOp, Tx } from './effect.ts'

export interface Answer {
  status: number
  body: Record<string, unknown>
}

/** One key for two actions: a client fault, never the user's. */
export class IdempotencyKeyReused extends Refusal {
  constructor() {
    super(422, 'Idempotency-Key: this key was used for something else.', undefined, {}, 'key-reused')
  }
}

/** The maximum wait for a lock while holding a connection, ms. */
const LONGEST_WAIT_MS = 3000

/** The first attempt under this key is running, or another operation has locked the object. */
class InProgress extends Refusal {
  constructor() {
    super(409, 'It is still being worked on: ask again in a moment.', undefined, { 'retry-after': '1' }, 'in-progress')
  }
}

/** PostgreSQL: lock_not_available. */
const isWaitOver = (error: unknown): boolean => (error as { code?: string }).code === '55P03'

/** The same digest for the same operation, in a batch or as a catalogue call. */
export function fingerprintOf(op: Pick<EffectOp, 'kind' | 'target' | 'body'>): Buffer {
  const kind = findKind(op.kind)
  const params = kind && paramsOf(kind, op)
  if (!params) throw new Error(`${op.kind} is not a kind with that target`)
  // path parameters are not repeated in the body
  return fingerprintCall(kind.call, { params, body: kind.call.body ? op.body : {} })
}

/** The same for the same call with the same body. */
export function fingerprintCall(call: Call, input: { params: Record<string, string>; body?: unknown }): Buffer {
  return createHash('sha256')
    .update(`${call.method} ${toPath(call, input)}\n${canonical(input.body ?? {})}`)
    .digest()
}

/** JSON with the keys of every object in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/**
 * Runs the effect once. A permanent refusal is stored as the answer, without any other data; any other error stores
 * nothing and is thrown. Another body under a used key is refused with 422, a long lock with 409 and a code.
 */
export async function once(
  db: Kysely<Database>,
  key: { account: string; key: string; fingerprint: Buffer },
  effect: (tx: Tx) => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  const run = async (tx: Tx): Promise<Answer & { replayed: boolean }> => {
    await sql`set local lock_timeout = ${sql.lit(LONGEST_WAIT_MS)}`.execute(tx)
    const row = { account_id: key.account, key: key.key }
    const isFirst = await tx
      .insertInto('idempotency')
      .values({ ...row, fingerprint: key.fingerprint, status: 0, body: '{}' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!isFirst) return replay(tx, key)
    const answer = await keptAnswer(tx, effect)
    await tx
      .updateTable('idempotency')
      .set({ status: answer.status, body: JSON.stringify(answer.body) })
      .where('account_id', '=', key.account)
      .where('key', '=', key.key)
      .execute()
    return { ...answer, replayed: false }
  }
  try {
    return await db.transaction().execute(run)
  } catch (error) {
    throw isWaitOver(error) ? new InProgress() : error
  }
}

async function keptAnswer(tx: Tx, effect: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  await sql`savepoint effect`.execute(tx)
  try {
    return await effect(tx)
  } catch (error) {
    if (!(error instanceof Refusal) || !isRefusalStored(error.status)) throw error
    await sql`rollback to savepoint effect`.execute(tx)
    return { status: error.status, body: { message: error.message, current: error.current, code: error.code } }
  }
}

async function replay(tx: Tx, key: { account: string; key: string; fingerprint: Buffer }) {
  const row = await tx
    .updateTable('idempotency')
    .set({ replays: sql`replays + 1` })
    .where('account_id', '=', key.account)
    .where('key', '=', key.key)
    .returning(['fingerprint', 'status', 'body'])
    .executeTakeFirstOrThrow()
  if (!row.fingerprint.equals(key.fingerprint)) throw new IdempotencyKeyReused()
  return { status: row.status, body: row.body, replayed: true }
}
