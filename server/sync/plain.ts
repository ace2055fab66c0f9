/** A plain call that writes: the same effect as from the queue, with the key of its header where it has one. */
import { randomUUID } from 'node:crypto'
import { Refusal, type Context } from '#server/calls/handlers.ts'
import { isUuid } from '#server/store/queries/pieces.ts'
import type { Done } from './effect.ts'
import { applyOp, checkOp, type RawOp } from './effects.ts'
import { fingerprintOf, once } from './idempotency.ts'

/**
 * Does one operation now. With an `Idempotency-Key` it is done once, however often it is sent, and an answer given
 * again says so in `Idempotency-Replayed`. Without a precondition nothing is rebased: what may not be is refused.
 */
export async function doNow(context: Context, draft: Omit<RawOp, 'opId'>): Promise<Done | Response> {
  const key = context.request.headers.get('idempotency-key')
  if (key === null) {
    const op = checkOp({ ...draft, opId: randomUUID() })
    return context.db.transaction().execute((tx) => applyOp(tx, context, op))
  }
  if (!isUuid(key)) throw new Refusal(400, 'Idempotency-Key: must be a UUID')
  const op = checkOp({ ...draft, opId: key })
  const from = { ...context, origin: { ...context.origin, opId: key } }
  const answer = await once(
    context.db,
    { account: context.account.id, key, fingerprint: fingerprintOf(op) },
    async (tx) => ({ status: 200, body: { ...(await applyOp(tx, from, op)) } }),
  )
  if (answer.status >= 300) {
    throw new Refusal(answer.status, String(answer.body['message']), answer.body['current'])
  }
  return Response.json(answer.body, answer.replayed ? { headers: { 'idempotency-replayed': 'true' } } : {})
}
