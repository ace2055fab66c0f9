/** Rows and states of the outbox (offline design, sections 2.1 to 2.3). */

/** Where a queued operation is; what comes after leaves the outbox as a receipt. */
export type State = 'held' | 'ready' | 'sending' | 'uncertain' | 'auth' | 'conflict' | 'dead' | 'acked'
export const STATES = [
  'held',
  'ready',
  'sending',
  'uncertain',
  'auth',
  'conflict',
  'dead',
  'acked',
] as const satisfies readonly State[]

/** How an operation left the outbox. */
export type End = 'done' | 'undone' | 'discarded'

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

/** One queued operation. What it says is sealed; what the queue needs to work is plain. */
export interface OpRow {
  /** Local order; never a clock. */
  seq: number
  /** UUIDv7, the idempotency key of every attempt. */
  opId: string
  /** Keyed hash of the ordering domain. */
  lane: string
  /** Operations that must be done first. */
  deps: string[]
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
  /** Counts what this device ever accepted: a gap is a loss. */
  devSeq: number
  group: string
  commandId: string
  keyId: string
  iv: Uint8Array<ArrayBuffer>
  ct: ArrayBuffer
  err?: OpError
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
}
