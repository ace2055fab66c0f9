/** A plain call that writes: the same effect as from the queue, with the key and the version of its headers. */
import { randomUUID } from 'node:crypto'
import { readRefusalCode } from '#contract/refusal-code.ts'
import { findKind, type OpName } from '#contract/ops/kinds.ts'
import type { Context } from '#server/core/context.ts'
import { matchedVersion } from '#server/core/etag.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isUuid } from '#server/store/sql.ts'
import { checkOp, type RawOp } from './check-op.ts'
import type { Done, Effect, Tx } from './effect.ts'
import { fingerprintOf, once } from './idempotency.ts'

/** A call's effect, and its digest. */
export interface Act {
  fingerprint: Buffer
  effect: (tx: Tx, context: Context) => Promise<Done>
}

/**
 * Does one operation now. Without a precondition nothing is rebased: what may not be is refused. With `If-Match` it is
 * done to that version alone; what is always the user's to decide again is refused without it.
 */
export async function runNow<K extends OpName>(
  context: Context,
  { effect, ...plain }: Omit<RawOp, 'opId'> & { kind: K; effect: Effect<K> },
): Promise<Done | Response> {
  const draft = withPrecondition(context, plain)
  return runOnce(context, (opId) => {
    const op = checkOp({ ...draft, kind: plain.kind, opId })
    return { fingerprint: fingerprintOf(op), effect: (tx, from) => effect(tx, from, op) }
  })
}

/**
 * Runs a call in one transaction. With an `Idempotency-Key` it runs once, however often it is sent, and a repeated
 * answer has `Idempotency-Replayed`. `plan` receives the key, or a generated id.
 */
export async function runOnce(context: Context, plan: (opId: string) => Act): Promise<Done | Response> {
  // the plain catalogue knows no keys
  const key = context.config.catalogueOnly ? null : context.request.headers.get('idempotency-key')
  if (key === null) {
    const { effect } = plan(randomUUID())
    return context.db.transaction().execute((tx) => effect(tx, context))
  }
  if (!isUuid(key)) throw new Refusal(400, 'Idempotency-Key: must be a UUID')
  const { fingerprint, effect } = plan(key)
  const from = { ...context, origin: { ...context.origin, opId: key } }
  const answer = await once(context.db, { account: context.account.id, key, fingerprint }, async (tx) => ({
    status: 200,
    body: { ...(await effect(tx, from)) },
  }))
  if (answer.status >= 300) {
    const code = readRefusalCode(answer.body['code'])
    throw new Refusal(answer.status, String(answer.body['message']), answer.body['current'], {}, code)
  }
  return Response.json(answer.body, answer.replayed ? { headers: { 'idempotency-replayed': 'true' } } : {})
}

function withPrecondition({ request, config }: Context, draft: Omit<RawOp, 'opId'>): Omit<RawOp, 'opId'> {
  if (config.catalogueOnly) return draft
  const kind = findKind(draft.kind)
  // the catalogue's own calls name none
  const version = matchedVersion(request, kind?.subject === 'alert' ? 'alert' : 'case')
  return version === undefined ? draft : { ...draft, expect: { version } }
}
