/** Rows and states of the outbox (docs/design/offline.md#databases, docs/design/offline.md#a-queued-operation, docs/design/offline.md#states-of-an-operation). */

import type { Op } from '#contract/ops/op.ts'

/** Where a queued operation is; what comes after leaves the outbox as a receipt. */
export const STATES = ['held', 'ready', 'sending', 'uncertain', 'auth', 'conflict', 'dead', 'acked'] as const
export type State = (typeof STATES)[number]

/**
 * How an operation left the outbox; `superseded` by another one under the same number of the device's series, `lost`
 * where something else took its row away.
 */
export type End = 'done' | 'undone' | 'discarded' | 'superseded' | 'lost'

/** Why an attempt failed; `code` is ours or the server's, `message` fit to be shown. */
export interface OpError {
  code: string
  message: string
  status?: number
  at: number
}

export interface Ack {
  /** Version of the case afterwards, where the server tells it. */
  version?: number
  /** When the answer came, ms by this device's clock. */
  at: number
}

/** What is sealed: AES-GCM, the additional data binds it to its row. */
export interface Sealed {
  keyId: string
  iv: Uint8Array<ArrayBuffer>
  ct: ArrayBuffer
}

/** One queued operation. What it says is sealed; what the queue needs to work is plain. */
export interface OpRow extends Sealed {
  /** Local order, never a clock; and the number of this device's series, in which a gap is a loss (decision 0003). */
  seq: number
  /** UUIDv7, the idempotency key of every attempt. */
  opId: string
  /** Keyed hash of the ordering domain. */
  lane: string
  /** Operations that must be done first. */
  deps: string[]
  /** An earlier operation whose answer tells the version this one was decided on; one without it goes by its fields. */
  after?: string
  kind: string
  kindV: number
  appV: string
  state: State
  attempts: number
  nextAt: number
  holdUntil: number
  expiresAt: number
  /** Which leader claimed it. */
  epoch: number
  platform: string
  createdAt: number
  /** Device clock minus server clock, ms, where a server was heard. */
  skewMs: number | null
  group: string
  commandId: string
  /** An attempt may have had its effect although no answer came: from here it cannot be undone, only asked again. */
  reached?: boolean
  err?: OpError
  /** What came of the attempts so far, the latest last; the last few. */
  tries?: readonly OpError[]
  /** What the server had instead, where somebody else was there first. */
  theirs?: Sealed
  /** The operation in whose place the user put this one. */
  supersedes?: string
  ack?: Ack
}

/** What is left of an operation that is over: no body. */
export interface Receipt {
  opId: string
  devSeq: number
  kind: string
  platform: string
  group: string
  end: End
  reason?: string
  at: number
  /** When the server answered, ms. */
  sentAt?: number
}

/** An operation as the engine tells tabs about it: the row with its body opened. */
export interface Entry {
  op: Op
  state: State
  group: string
  commandId: string
  label: string
  /** End of the undo window, ms by this device's clock. */
  holdUntil: number
  /** Local order over all tabs. */
  seq: number
  attempts: number
  nextAt: number
  /** Sent at least once without an answer: see `OpRow.reached`. */
  reached?: boolean
  error?: OpError
  tries?: readonly OpError[]
  /** What the server had instead of what was decided on, as its refusal told it. */
  current?: unknown
  supersedes?: string
  ack?: Ack
  /** Operations that are done first: see `OpRow.deps`. */
  deps?: readonly string[]
}

/** What changed, for every tab. */
export interface Change {
  put: Entry[]
  gone: string[]
}

/** What the last session of this browser left in local storage (docs/design/offline.md#losses-of-storage). */
export interface Sentinel {
  incarnation: string
  lastSeq: number
  pending: number
}
