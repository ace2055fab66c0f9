/**
 * The common part of queued operations. A kind is declared once, in its own file, and used by the window (the fold),
 * the engine (lane, expiry) and the server (the batch call).
 */
import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import type { Alert } from '#contract/model/cases/alert.ts'
import type { CaseAct, CaseDetail, CaseItem } from '#contract/model/cases/case.ts'
import type { Person } from '#contract/model/common.ts'
import type { AlertStatus } from '#contract/model/values.ts'

interface CaseTarget {
  platform: string
  customerId: string
  caseId: string
  caseUuid?: string
  alertId?: undefined
}

interface AlertTarget extends Omit<CaseTarget, 'alertId'> {
  alertId: string
}

interface AccountAlertTarget {
  platform: string
  customerId: string
  alertId: string
  caseId?: undefined
  caseUuid?: undefined
}

/** The target of an operation: a case or one of its alerts, or an alert on a customer. Ids as they are sent. */
export type Target = CaseTarget | AlertTarget | AccountAlertTarget

/** An operation as a command plans it; the engine adds id, order and time. */
export interface OpDraft<K extends string = string, B = unknown> {
  kind: K
  target: Target
  body: B
  /** The state that the user decided on, sent as the precondition. */
  expect?: Record<string, unknown>
  /** Earlier drafts of the same command, by position, without which this one makes no sense: they are done first. */
  needs?: readonly number[]
}

/** A command's description of the operations that it writes. */
export interface EnqueueMeta<Act extends object = object> {
  commandId: string
  /** The label for outbox and audit: "Assign 37 cases to analyst3". */
  label: string
  /** Its record on this device; nothing is recorded without it. */
  act?: Act
  /** The filter of a selection by query, for the record. */
  query?: string | null
}

/** An operation with its id (UUIDv7, the idempotency key) and the moment the user acted, in milliseconds. */
export interface Op<K extends string = string, B = unknown> extends OpDraft<K, B> {
  opId: string
  at: number
  by: Person
}

/** An operation that cannot be opened on this device: of its target, only the platform is known. */
export interface UnreadableOp extends Omit<Op, 'target' | 'body'> {
  target: { platform: string; customerId?: undefined; caseId?: undefined; caseUuid?: undefined; alertId?: undefined }
  body: null
}

export const isReadable = (op: Op | UnreadableOp): op is Op => op.target.customerId !== undefined

/** The entities an operation can show on before the server has it. */
export interface Views {
  caseItem: CaseItem
  caseDetail: CaseDetail
  alert: Alert
  accountAlertItem: AccountAlertItem
}

/** The conflict rule of an operation kind (docs/design/offline.md#conflicts). */
export type ConflictRule = 'append' | 'same-target-is-done' | 'ask'

/** A case, an alert of a case, or an alert on a customer. */
export type Subject = 'case' | 'alert' | 'accountAlert'

/** The fields of its subject that an operation sets, as the server's state has them afterwards. */
export interface Wanted {
  status?: string | undefined
  sar?: number | undefined
  recommendedStr?: number | undefined
  /** Null for nobody. */
  manager?: Person | null | undefined
  note?: string | undefined
  /** The day of review; empty for none. */
  review?: string | undefined
}

export interface OpKind<K extends string, S extends z.ZodMiniType> {
  readonly kind: K
  /** `label` names one in the history of the outbox: "Resolve alert"; `done` counts them in a summary: "Resolved". */
  readonly words: { readonly label: string; readonly done: string }
  /** The kind of target, which decides preconditions and ETag. */
  readonly subject: Subject
  /** Grows when the body changes shape; a server or client that does not know it leaves the operation queued. */
  readonly kindV: number
  readonly body: S
  /** Makes a body of an earlier version one of the next; the last makes one of `kindV`. Older bodies are not known. */
  readonly upgrades?: readonly ((body: unknown) => unknown)[]
  /** The one catalogue call this becomes. */
  readonly call: Call
  /** The id of its target in the path of that call. */
  readonly idParam: 'caseId' | 'caseUuid' | 'alertId'
  /** Further parameters of that path. */
  params?(body: z.infer<S>): Record<string, string>
  /** Hours until an unsent operation is put before the user instead of being sent. */
  readonly expiryHours: number
  readonly conflict: ConflictRule
  /** True if it commutes with every other operation of its lane, so that it need not wait for one in conflict. */
  readonly commutes: boolean
  /** The wanted values: compared with the server's, and shown beside them. */
  wants(body: z.infer<S>): Wanted
  /** The act that the state of its case has to allow. */
  readonly caseAct?: CaseAct
  /** True if an alert in this state allows it; left out where any does. */
  mayFrom?(status: AlertStatus, body: z.infer<S>): boolean
  /** True if a later operation replaces an earlier unsent one. */
  readonly replaces?: boolean
  /** The kind that takes it back: of the two, while neither was sent, nothing is left to do. */
  readonly undoneBy?: string
  /** Shows the operation on a view; returns the same object where it does not touch it. Pure and idempotent by opId. */
  readonly apply: { readonly [V in keyof Views]?: (base: Views[V], op: Op<K, z.infer<S>>) => Views[V] }
}

/** A kind of whichever name and body. */
export type AnyKind = OpKind<string, z.ZodMiniType>

/** One of the views at least: what shows nowhere would be a key without an effect. */
type SomeView<Apply> = { [V in keyof Apply]: Required<Pick<Apply, V>> }[keyof Apply]

/** Declares a kind of operation; inference only. */
export function opKind<const K extends string, S extends z.ZodMiniObject>(
  definition: OpKind<K, S> & { readonly apply: SomeView<OpKind<K, S>['apply']> },
): OpKind<K, S> {
  return definition
}

/** A body of whichever version as one of the present, or null where that version is newer or too old to be known. */
export function upgradeBody(
  { kindV, upgrades = [] }: Pick<AnyKind, 'kindV' | 'upgrades'>,
  version: number,
  body: unknown,
): { body: unknown } | null {
  const steps = kindV - version
  if (!(steps >= 0 && steps <= upgrades.length)) return null
  return { body: upgrades.slice(upgrades.length - steps).reduce((value, upgrade) => upgrade(value), body) }
}

/** The path parameters of an operation's call; null if it has no such target. */
export function paramsOf(
  { idParam, params }: Pick<AnyKind, 'idParam' | 'params'>,
  { target, body }: { target: Partial<Record<AnyKind['idParam'], string | undefined>>; body: unknown },
): Record<string, string> | null {
  const id = target[idParam]
  return id ? { [idParam]: id, ...params?.(body) } : null
}

/** The lane in which operations keep their order: `c|PX|PX1` a case, `u|PX|7` a customer. */
export function laneOf(target: {
  platform: string
  customerId?: string | undefined
  caseId?: string | null | undefined
}) {
  const { platform, caseId, customerId = '' } = target
  return caseId ? `c|${platform}|${caseId}` : `u|${platform}|${customerId}`
}

/** The progress of the operations of one command on this device. */
export interface PendingGroup {
  /** Can still be withdrawn. */
  held: number
  /** Of these, not on disk yet. */
  writing: number
  sent: number
  refused: number
  /** The end of the hold, ms; null when none is held. */
  until: number | null
  /** When the last one was answered, ms; null before. */
  sentAt: number | null
}
