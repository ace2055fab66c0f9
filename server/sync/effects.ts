/** The one place where a queued operation becomes an effect: the plain calls and the batch both come here. */
import type { OP_KINDS, OpName } from '#contract/ops/kinds.ts'
import { assignAlert, commentAlert, setStatus } from '#server/account-alerts/effects.ts'
import { escalateAlert, releaseAlert } from '#server/account-alerts/hand-over.ts'
import { rejectAlert, resolveAlert } from '#server/alerts/effects.ts'
import { addNote, assign, awaitCustomer, recommendStr, renew } from '#server/cases/effects.ts'
import { moveReview } from '#server/cases/review.ts'
import { escalate, release } from '#server/cases/hand-over.ts'
import type { Context } from '#server/core/context.ts'
import type { Done, Effect, EffectOp, Effects, Tx } from '#server/ops/effect.ts'

export const EFFECTS: Effects<typeof OP_KINDS> = {
  'alert.resolve': resolveAlert,
  'alert.reject': rejectAlert,
  'accountAlert.status': setStatus,
  'accountAlert.note': commentAlert,
  'accountAlert.assign': assignAlert,
  'accountAlert.release': releaseAlert,
  'accountAlert.escalate': escalateAlert,
  'case.note': addNote,
  'case.review': moveReview,
  'case.assign': assign,
  'case.release': release,
  'case.escalate': escalate,
  'case.await': awaitCustomer,
  'case.renew': renew,
  'case.recommendStr': recommendStr,
}

/** Does what the operation says, inside the caller's transaction. Throws a `Refusal` where it may not be. */
export function applyOp(tx: Tx, context: Context, op: EffectOp): Promise<Done> {
  return (EFFECTS[op.kind] as Effect<OpName>)(tx, context, op)
}
