/** The doorway from the window to the engine, which lives in a worker and owns everything durable. */
import type { AnyDraft } from '#contract/ops/kinds.ts'
import type { Person } from '#contract/model/common.ts'
import type { OpDraft } from '#contract/ops/op.ts'
import type { PendingOp } from './pending.ts'

/** Whose databases to open and how to speak for them. */
export interface EngineUser {
  id: string
  name: string
}

export interface EnqueueMeta {
  commandId: string
  /** What was done, in words: "Resolve 3 alerts". */
  label: string
}

export interface EngineStatus {
  /** Accepted and not answered yet, held ones among them. */
  unsent: number
  held: number
  sending: number
  conflict: number
  dead: number
  /** Sending stopped because the session ended; signing in as the same user goes on. */
  paused: boolean
  /** When the server last took something or answered a poke, ms; null before. */
  lastSync: number | null
  /**
   * `off` before the engine has opened its databases; `unavailable` where the browser gives none (nothing can be
   * queued); `reset` where unsent operations were on this device and are gone; `newer` where another tab upgraded.
   */
  storage: 'off' | 'ok' | 'unavailable' | 'reset' | 'newer'
  /** Operations that were lost with a reset. */
  lost: number
  /** The browser promised not to evict; null until it was asked. */
  persisted: boolean | null
}

/** Encrypted snapshots of answers; every failure is a miss. */
export interface SnapshotStore {
  get(key: string): Promise<{ value: unknown; at: number } | null>
  /** `at`: when the read began, ms. */
  put(key: string, platform: string, value: unknown, at: number): Promise<void>
  clear(): Promise<void>
}

export interface Engine {
  /** Opens the user's databases in a worker; idempotent for the same user, and reopens for another. */
  start(user: EngineUser): void
  /** Ends the worker; nothing durable is lost. */
  stop(): void
  /** Takes operations at once: they are in `pending` as *writing* when this returns. The group is for undo. */
  enqueue(drafts: readonly (AnyDraft | OpDraft)[], meta: EnqueueMeta & { by?: Person }): string
  /** Withdraws what has not been sent. `sent` counts what could not be. */
  cancel(group: string): Promise<{ undone: number; sent: number }>
  /** Ends holding, of one group or of all, and tries at once. */
  sendNow(group?: string): void
  /** Puts a dead or conflicting operation back in the queue, unchanged. */
  retry(opId: string): Promise<boolean>
  /** Gives a dead or conflicting operation up; its receipt keeps the reason. */
  discard(opId: string, reason: string): Promise<boolean>
  /** Everything in the outbox with labels and attempts, oldest first. */
  list(): Promise<PendingOp[]>
  readonly snapshots: SnapshotStore
  status(): EngineStatus
  subscribe(listener: () => void): () => void
}
