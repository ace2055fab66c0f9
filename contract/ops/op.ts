/**
 * What every queued operation has in common. A kind is declared once, in its own file, and used by the window (the
 * fold), the engine (lane, expiry) and the server (the batch call).
 */
import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import type { AccountAlertItem } from '#contract/model/account-alert.ts'
import type { Alert } from '#contract/model/alert.ts'
import type { CaseDetail, CaseItem } from '#contract/model/case.ts'
import type { Person } from '#contract/model/common.ts'

/** What an operation acts on: a case, or one alert of a case or of a customer. Ids as they travel. */
export interface Target {
  platform: string
  customerId: string
  caseId?: string
  caseUuid?: string
  alertId?: string
}

/** An operation as a command plans it; the engine adds id, order and time. */
export interface OpDraft<K extends string = string, B = unknown> {
  kind: K
  target: Target
  body: B
  /** What the object was like when the user decided: sent as the precondition. */
  expect?: Record<string, unknown>
  /** Earlier drafts of the same command, by position, without which this one makes no sense: they are done first. */
  needs?: readonly number[]
}

/** An operation with its id (UUIDv7, the idempotency key) and the moment the user acted, in milliseconds. */
export interface Op<K extends string = string, B = unknown> extends OpDraft<K, B> {
  opId: string
  at: number
  by: Person
}

/** The entities an operation can show on before the server has it. */
export interface Views {
  caseItem: CaseItem
  caseDetail: CaseDetail
  alert: Alert
  accountAlertItem: AccountAlertItem
}

/** How an operation kind meets a change by somebody else (offline design, section 2.5). */
export type ConflictRule = 'append' | 'same-target-is-done' | 'ask'

export interface OpKind<K extends string, S extends z.ZodMiniType> {
  readonly kind: K
  /** Grows when the body changes shape; a server or client that does not know it leaves the operation queued. */
  readonly kindV: number
  readonly body: S
  /** Makes a body of an earlier version one of the next; the last makes one of `kindV`. Older bodies are not known. */
  readonly upgrades?: readonly ((body: unknown) => unknown)[]
  /** The one catalogue call this becomes. */
  readonly call: Call
  /** Path parameters of that call. */
  params(op: OpDraft<K, z.infer<S>>): Record<string, string>
  /** What operations must keep their order with: `c|PX|PX1` a case, `u|PX|7` a customer. */
  lane(target: Target): string
  /** Hours until an unsent operation is put before the user instead of being sent. */
  readonly expiryHours: number
  readonly conflict: ConflictRule
  /** True where it may pass, and be passed by, every other operation of its lane. */
  readonly commutes: boolean
  /** Shows the operation on a view; returns the same object where it does not touch it. Pure and idempotent by opId. */
  readonly apply: { readonly [V in keyof Views]?: (base: Views[V], op: Op<K, z.infer<S>>) => Views[V] }
}

/** Declares a kind of operation; inference only. */
export function opKind<const K extends string, S extends z.ZodMiniType>(definition: OpKind<K, S>): OpKind<K, S> {
  return definition
}

/** A body of whichever version as one of the present, or null where that version is newer or too old to be known. */
export function upgradeBody(
  { kindV, upgrades = [] }: Pick<OpKind<string, z.ZodMiniType>, 'kindV' | 'upgrades'>,
  version: number,
  body: unknown,
): { body: unknown } | null {
  const steps = kindV - version
  if (!(steps >= 0 && steps <= upgrades.length)) return null
  return { body: upgrades.slice(upgrades.length - steps).reduce((value, upgrade) => upgrade(value), body) }
}

/** The lane of a case where there is one, else of the customer. */
export function laneOf(target: Target): string {
  return target.caseId ? `c|${target.platform}|${target.caseId}` : `u|${target.platform}|${target.customerId}`
}
