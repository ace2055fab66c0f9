/** Every kind of queued operation, by name. */
import type * as z from 'zod/mini'
import { accountAlertAssign, accountAlertNote, accountAlertStatus } from './account-alert.ts'
import { alertReject, alertResolve } from './alert-close.ts'
import { caseAssign } from './case-assign.ts'
import { caseNote } from './case-note.ts'
import { caseRecommendStr } from './case-recommend-str.ts'
import { caseReviewDay } from './case-review.ts'
import { caseAwait, caseRenew } from './case-status.ts'
import { accountAlertEscalate, accountAlertRelease, caseEscalate, caseRelease } from './hand-over.ts'
import type { AnyKind, Op, OpDraft, OpKind, Views, Wanted } from './op.ts'

/** In the order in which a summary names them. */
export const OP_KINDS = {
  'alert.resolve': alertResolve,
  'alert.reject': alertReject,
  'accountAlert.status': accountAlertStatus,
  'case.recommendStr': caseRecommendStr,
  'case.await': caseAwait,
  'case.renew': caseRenew,
  'case.review': caseReviewDay,
  'case.assign': caseAssign,
  'case.release': caseRelease,
  'case.escalate': caseEscalate,
  'accountAlert.assign': accountAlertAssign,
  'accountAlert.release': accountAlertRelease,
  'accountAlert.escalate': accountAlertEscalate,
  'case.note': caseNote,
  'accountAlert.note': accountAlertNote,
} as const

type Kinds = typeof OP_KINDS
export type OpName = keyof Kinds

/** A planned operation of a kind. */
export type DraftOf<Kind> =
  Kind extends OpKind<infer K, infer S> ? Omit<OpDraft<K, z.infer<S>>, 'kind'> & { kind: K } : never

/** A planned operation of any known kind; narrowing on `kind` gives its body. */
export type AnyDraft = { [K in OpName]: DraftOf<Kinds[K]> }[OpName]

/** The definition of a kind, or undefined where a newer version wrote it. */
export function findKind(kind: string): AnyKind | undefined {
  return Object.hasOwn(OP_KINDS, kind) ? (OP_KINDS as unknown as Record<string, AnyKind>)[kind] : undefined
}

/** Shows operations on a view, in their order. Unknown kinds and operations on other objects change nothing. */
export function fold<V extends keyof Views>(view: V, base: Views[V], ops: Iterable<Op>): Views[V] {
  let next = base
  for (const op of ops) next = findKind(op.kind)?.apply[view]?.(next, op) ?? next
  return next
}

/** The wanted values of an operation; none if it cannot be read or a newer version wrote it. */
export function wantedOf({ kind, body }: Pick<Op, 'kind' | 'body'>): Wanted {
  return typeof body === 'object' && body !== null ? (findKind(kind)?.wants(body) ?? {}) : {}
}

/** True if an operation decides, and so carries the facts that were seen. */
export const isDecision = (kind: string): boolean =>
  'facts' in ((findKind(kind)?.body as z.ZodMiniObject | undefined)?.shape ?? {})

/** True if it adds words to what is there and changes nothing else. */
export const isNote = (kind: string): boolean => findKind(kind)?.conflict === 'append'
