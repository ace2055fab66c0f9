/** Messages between window and worker, and between engines of one user. */
import type { ReferenceData } from '#contract/reference/types.ts'
import { call, type CallsOf } from '#engine/base/call.ts'
import type { Change, Receipt, Sentinel } from '#engine/base/types.ts'
import type { DocumentChange } from '#engine/cache/user-documents.ts'
import type { NewOp, Resend } from '#engine/outbox/outbox.ts'
import { REPLICA_CALLS } from '#engine/replica/current-replica.ts'
import type { ReplicaState } from '#engine/replica/replica.ts'
import type { RejectedOp } from '#engine/sender/direct-sender.ts'
import { OPEN_VAULT_CALLS, VAULT_CALLS } from '#engine/vault/vault-calls.ts'
import type { FromVault, VaultBroadcast, VaultStart } from '#engine/vault/vault-state.ts'
import type { NewAct, RecordedAct } from './audit.ts'

export interface StartMessage extends VaultStart {
  type: 'start'
  origin: string
  /** True if the server has proven itself in this browser. */
  isProven: boolean
  token: string | null
  /** The name prefix of the user's databases. */
  sentinels: Record<string, Sentinel>
}

/** Calls that are answered by a `reply` of the same id: window, engine and queue go by this table. */
export const CALLS = {
  ...VAULT_CALLS,
  ...OPEN_VAULT_CALLS,
  ...REPLICA_CALLS,
  /** Resolves when all are on disk, or, where there is none, answered; answers those that were not done then. */
  enqueue: call<(ops: NewOp[]) => Promise<RejectedOp[]>>('inOrder'),
  /** Withdraws what has not been sent. `sent` counts what could not be. */
  cancel: call<(group: string) => Promise<{ undone: number; sent: number }>>('inOrder'),
  /** Ends holding, of one group or of all, and tries at once. */
  sendNow: call<(group?: string) => Promise<void>>('inOrder'),
  /** Sends a stuck operation on top of the server's state, held like any decision; false if it cannot be (any more). */
  resend: call<(opId: string, how: Resend) => Promise<boolean>>('inOrder'),
  /** Gives a dead or conflicting operation up; its receipt keeps the reason. */
  discard: call<(opId: string, reason: string) => Promise<boolean>>('inOrder'),
  /** Takes back what was chosen for a stuck operation, while nothing has come of it. */
  restore: call<(opId: string) => Promise<boolean>>('inOrder'),
  /** The history of the last days, the latest first. */
  receipts: call<() => Promise<Receipt[]>>('inOrder'),
  /** Everything in the outbox with labels and attempts, oldest first. */
  list: call<() => Promise<Change['put']>>('inOrder'),
  /** Resolves when no tab has anything under way; then none sends for a moment, in which the window can be replaced. */
  settle: call<() => Promise<void>>('inOrder'),
  snapshotGet: call<(key: string) => Promise<{ value: unknown; at: number } | null>>('look'),
  /** `at`: when the read began, ms. */
  snapshotPut: call<(key: string, platform: string, value: unknown, at: number) => Promise<void>>('beside'),
  snapshotDrop: call<(key: string) => Promise<void>>('beside'),
  /** The read time of each snapshot, ms; null if not stored. */
  snapshotAges: call<(keys: readonly string[]) => Promise<(number | null)[]>>('beside'),
  /** Stores the user's documents, and notifies the other tabs. */
  documents: call<(change: DocumentChange) => Promise<void>>('beside'),
  /** Countries, currencies, merchant categories and services, from this device where it has them. */
  reference: call<() => Promise<ReferenceData>>('beside'),
  auditAppend: call<(act: NewAct) => Promise<void>>('beside'),
  /** The commands on this device with their outcomes, oldest first. */
  auditRead: call<() => Promise<RecordedAct[]>>('afterAll'),
}
export type Calls = CallsOf<typeof CALLS>
export type CallName = keyof Calls

export type ToEngine =
  | StartMessage
  | { type: 'token'; token: string | null }
  /** The window's network state: online or offline. */
  | { type: 'online'; online: boolean }
  /** A key or a click; and whether the window can be seen. */
  | { type: 'active' }
  | { type: 'visible'; visible: boolean }
  | { type: 'call'; id: number; name: CallName; args: unknown[] }

export type FromEngine =
  | { type: 'reply'; id: number; ok: true; value: unknown }
  | { type: 'reply'; id: number; ok: false; message: string }
  | ({ type: 'change' } & Change)
  | ({ type: 'documents' } & DocumentChange)
  | { type: 'replica'; state: ReplicaState; changed: readonly string[] }
  | { type: 'health'; lastSync: number | null; stem: string; sentinel: Sentinel }
  | { type: 'opened'; storage: 'ok' | 'reset'; lost: number }
  /** Numbers of this device whose operation was taken away by something else. */
  | { type: 'lost'; numbers: readonly number[] }
  /** The server was restored from backup; the number of answered operations that it lacks. */
  | { type: 'missing'; count: number }
  /** An older window prevents a database upgrade: nothing is saved until it is closed. */
  | { type: 'blocked' }
  | { type: 'closed'; storage: 'unavailable' | 'newer'; message: string }
  | { type: 'signedOut' }
  /** A read was refused for want of a session. */
  | { type: 'sessionOver' }
  /** The session continues with this token, which was encrypted in the vault while locked. */
  | { type: 'token'; token: string }
  /** Another tab has a newer token: it is in the cookie. */
  | { type: 'askToken' }
  | FromVault
  | { type: 'trouble'; message: string }

/** Between the engines of one user's tabs, on the channel of the user. */
export type BetweenEngines =
  /** A visible window takes the lead, or everybody pauses: running requests end first. */
  | { type: 'aside'; isForAll: boolean }
  | ({ type: 'change' } & Change)
  | ({ type: 'documents' } & DocumentChange)
  /** Something of the replica was stored: everything, or changes. */
  | { type: 'replica'; platform: string; all: boolean }
  | { type: 'signedOut' }
  | { type: 'missing'; count: number }
  /** The server has another history: the leader asks which operations it lacks. */
  | { type: 'restored' }
  | { type: 'online'; online: boolean }
  | VaultBroadcast
