/** Rows and states of the outbox (docs/design/offline.md#databases, docs/design/offline.md#a-queued-operation, docs/design/offline.md#states-of-an-operation). */

import type { Op, UnreadableOp } from '#contract/ops/op.ts'

/** The state of a queued operation; an ended one leaves the outbox as a receipt. */
export const STATES = ['held', 'ready', 'sending', 'uncertain', 'auth', 'conflict', 'dead', 'acked'] as const
export type State = (typeof STATES)[number]

/**
 * The end of an operation; `superseded` by another one with its sequence number, `lost` if its row was removed by
 * something else.
 */
export type End = 'done' | 'undone' | 'discarded' | 'superseded' | 'lost'

/** The reason for a failed attempt; `code` is ours or the server's, `message` is text for the user. */
export interface OpError {
  code: string
  message: string
  status?: number
  at: number
}

export interface Ack {
  /** The version of the case afterwards, if the server sends it. */
  version?: number
  /** The time of the answer, ms by this device's clock. */
  at: number
}

/** Encrypted data: AES-GCM, bound to its row by additional data. */
export interface Sealed {
  keyId: string
  iv: Uint8Array<ArrayBuffer>
  ct: ArrayBuffer
}

/** One queued operation. Its content is encrypted; the fields that the queue needs are plain. */
export interface OpRow extends Sealed {
  /** Local order, never a clock; and the number of this device's series, in which a gap is a loss (decision 0003). */
  seq: number
  /** UUIDv7, the idempotency key of every attempt. */
  opId: string
  /** Keyed hash of the ordering domain. */
  lane: string
  /** Operations that must be done first. */
  deps: string[]
  /**
   * An earlier operation whose answer has the version that this one was decided on; without one, fields are compared.
   */
  after?: string
  kind: string
  kindV: number
  appV: string
  state: State
  attempts: number
  nextAt: number
  holdUntil: number
  expiresAt: number
  /** The leader that claimed it. */
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
  /** The last attempts with their results, latest last. */
  tries?: readonly OpError[]
  /** The server's values in a conflict. */
  theirs?: Sealed
  /** The operation in whose place the user put this one. */
  supersedes?: string
  ack?: Ack
}

/** The receipt of an ended operation: without its body. */
export interface Receipt {
  opId: string
  devSeq: number
  kind: string
  platform: string
  group: string
  end: End
  reason?: string
  at: number
  /** The time of the server's answer, ms. */
  sentAt?: number
}

/** An operation as tabs receive it: the row with its decrypted body. */
export interface Entry {
  op: Op | UnreadableOp
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
  /** The server's values in a conflict, from its refusal. */
  current?: unknown
  supersedes?: string
  ack?: Ack
  /** Operations that are done first: see `OpRow.deps`. */
  deps?: readonly string[]
}

/** A change, for every tab. */
export interface Change {
  put: Entry[]
  gone: string[]
}

/** The sentinel that the last session left in local storage (docs/design/offline.md#losses-of-storage). */
export interface Sentinel {
  incarnation: string
  lastSeq: number
  pending: number
}
