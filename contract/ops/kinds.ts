/** Every kind of queued operation, by name. */
import type * as z from 'zod/mini'
import { accountAlertAssign, accountAlertNote, accountAlertStatus } from './account-alert.ts'
import { alertReject, alertResolve } from './alert-close.ts'
import { caseAssign } from './case-assign.ts'
import { caseNote } from './case-note.ts'
import { caseRecommendStr } from './case-recommend-str.ts'
import { caseAwait, caseRenew } from './case-status.ts'
import type { Op, OpKind, Target, Views } from './op.ts'

export const OP_KINDS = {
  'alert.resolve': alertResolve,
  'alert.reject': alertReject,
  'accountAlert.status': accountAlertStatus,
  'accountAlert.note': accountAlertNote,
  'accountAlert.assign': accountAlertAssign,
  'case.note': caseNote,
  'case.assign': caseAssign,
  'case.await': caseAwait,
  'case.renew': caseRenew,
  'case.recommendStr': caseRecommendStr,
} as const

export type OpName = keyof typeof OP_KINDS
type BodyOf<K extends OpName> = z.infer<(typeof OP_KINDS)[K]['body']>

/** A planned operation of any known kind; narrowing on `kind` gives its body. */
export type AnyDraft = {
  [K in OpName]: { kind: K; target: Target; body: BodyOf<K>; expect?: Record<string, unknown> }
}[OpName]

/** The definition of a kind, or undefined where a newer version wrote it. */
export function findKind(kind: string): OpKind<string, z.ZodMiniType> | undefined {
  return (OP_KINDS as unknown as Record<string, OpKind<string, z.ZodMiniType>>)[kind]
}

/** Shows operations on a view, in their order. Unknown kinds and operations on other objects change nothing. */
export function fold<V extends keyof Views>(view: V, base: Views[V], ops: Iterable<Op>): Views[V] {
  let next = base
  for (const op of ops) next = findKind(op.kind)?.apply[view]?.(next, op) ?? next
  return next
}
