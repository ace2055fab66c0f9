/** What window and worker say to each other, and engines of one user among themselves. */
import type { ReplicaKind } from '#contract/calls/sync.ts'
import type { ReferenceData } from '#contract/reference/types.ts'
import type { NewAct, RecordedAct } from './audit.ts'
import type { NotTaken } from './direct.ts'
import type { NewOp, Resend } from './outbox.ts'
import type { Queries } from './replica/kinds.ts'
import type { PageOf, ReplicaHits, ReplicaPage, ReplicaState } from './replica/replica.ts'
import type { Change, Receipt } from './types.ts'
import type { DocumentChange } from './user-documents.ts'
import type { HandOver } from './vault/hand-over.ts'
import type { NewSecret, Secret } from './vault/slots.ts'
import type { BetweenVaults, Unlocked, VaultState, Why } from './vault/vault-state.ts'

/** What the last session of this browser left in local storage: see `Sentinel` checks at start (2.10). */
export interface Sentinel {
  incarnation: string
  lastSeq: number
  pending: number
}

/** Counts and health; plain data, the same in every tab. */
export interface Health {
  unsent: number
  held: number
  sending: number
  conflict: number
  dead: number
  paused: boolean
  lastSync: number | null
}

export interface StartMessage {
  type: 'start'
  uid: string
  origin: string
  base: string
  token: string | null
  appV: string
  /** By the stem of the user's databases. */
  sentinels: Record<string, Sentinel>
  /** Somebody has just shown who they are: what was locked opens. */
  isFresh: boolean
  /** How this device is named in the list of its owner's devices. */
  label: string
}

/** Calls that open, close and leave the vault: answered while it is closed, too. */
export interface VaultCalls {
  vaultUnlock(secret: Secret): Promise<Unlocked>
  vaultLock(): Promise<void>
  /**
   * Ends this user's stay on this device. `keep` leaves what is not sent sealed for them, for seven days; without it
   * everything goes, and the server is told what will not arrive, and why; without a reason it rejects while there is
   * anything of that kind.
   */
  vaultLeave(how: { keep: boolean; reason: string }): Promise<void>
}

/** Calls that are answered by a `reply` of the same id. */
export interface Calls extends VaultCalls {
  /** Resolves when all are on disk, or, where there is none, answered; answers those that were not done then. */
  enqueue(ops: NewOp[]): Promise<NotTaken[]>
  cancel(group: string): Promise<{ undone: number; sent: number }>
  sendNow(group?: string): Promise<void>
  resend(opId: string, how: Resend): Promise<boolean>
  discard(opId: string, reason: string): Promise<boolean>
  restore(opId: string): Promise<boolean>
  receipts(): Promise<Receipt[]>
  list(): Promise<Change['put']>
  /** Resolves when no tab has anything under way; then none sends for a moment, in which the window can be replaced. */
  settle(): Promise<void>
  snapshotGet(key: string): Promise<{ value: unknown; at: number } | null>
  snapshotPut(key: string, platform: string, value: unknown, at: number): Promise<void>
  snapshotDrop(key: string): Promise<void>
  snapshotAges(keys: readonly string[]): Promise<(number | null)[]>
  /** Adds a way in that works without the server. */
  vaultEnrol(secret: NewSecret, label: string): Promise<void>
  vaultRemove(id: string): Promise<void>
  vaultPutOff(): Promise<void>
  /** Destroys what is cached, and the keys to it. */
  cacheClear(): Promise<void>
  /** The platforms the user has: what is kept of others goes. */
  platforms(names: readonly string[]): Promise<void>
  /** What the service worker needs to send operations of these platforms; null without a session. */
  handOver(platforms: readonly string[]): Promise<HandOver | null>
  /** Keeps the user's own documents as they are now, and tells the other tabs. */
  documents(change: DocumentChange): Promise<void>
  reference(): Promise<ReferenceData>
  auditAppend(act: NewAct): Promise<void>
  auditRead(): Promise<RecordedAct[]>
  /** Keeps this platform's open work at hand, and no other's. */
  replicaFollow(platform: string): Promise<void>
  /** Reads what changed on the server now. Throws where it cannot be asked. */
  replicaSync(platform: string): Promise<void>
  /** A page of a list, or null where it is for the server to answer. */
  replicaPage<K extends ReplicaKind>(
    platform: string,
    kind: K,
    query: Queries[K],
    at: PageOf,
  ): Promise<ReplicaPage<K> | null>
  /** What has a text in it; null where nothing is held. */
  replicaSearch(platform: string, term: string, limit: number): Promise<ReplicaHits | null>
}
export type CallName = keyof Calls

export type ToEngine =
  | StartMessage
  | { type: 'token'; token: string | null }
  /** What the window knows of the network: back, or gone. */
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
  | { type: 'health'; health: Health; stem: string; sentinel: Sentinel }
  | { type: 'opened'; storage: 'ok' | 'reset'; lost: number }
  /** Numbers of this device whose operation was taken away by something else. */
  | { type: 'lost'; numbers: readonly number[] }
  /** The server was put back to an earlier state, and so many answered operations are not in it. */
  | { type: 'missing'; count: number }
  /** An older window keeps a database from being brought up to date: nothing is saved until it is closed. */
  | { type: 'blocked' }
  | { type: 'closed'; storage: 'unavailable' | 'newer'; message: string }
  | { type: 'signedOut' }
  | { type: 'vault'; state: VaultState }
  /** Keys have been let go of: the window forgets what it shows and loads again. */
  | { type: 'locked'; why: Why }
  /** Nothing of this user is on this device any more: they left in another tab, or the device was revoked. */
  | { type: 'gone'; why: 'left' | 'revoked' }
  /** The user left and took everything along: that their databases are gone is no loss. */
  | { type: 'forgotten'; stem: string }
  /** What was kept of a platform is destroyed. */
  | { type: 'platformGone'; platform: string }
  | { type: 'trouble'; message: string }

/** Between the engines of one user's tabs, on the channel of the user. */
export type BetweenEngines =
  /** A window that is looked at wants to lead, or everybody is to pause: ends with what is under way. */
  | { type: 'aside'; isForAll: boolean }
  | ({ type: 'change' } & Change)
  | ({ type: 'documents' } & DocumentChange)
  /** Something of the replica was stored: everything, or changes. */
  | { type: 'replica'; platform: string; all: boolean }
  | { type: 'token'; token: string }
  | { type: 'signedOut' }
  | { type: 'missing'; count: number }
  /** The server is in another history: whoever leads is to ask what it has lost. */
  | { type: 'restored' }
  | { type: 'online'; online: boolean }
  | { type: 'gone'; why: 'left' | 'revoked' }
  | BetweenVaults
