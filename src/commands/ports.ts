/** The dependencies of commands on the window; supplied by `app/providers`, or by tests. */
import type { Role } from '#contract/model/values.ts'
import type { EnqueueMeta, OpDraft, PendingGroup } from '#contract/ops/op.ts'

/** The origin of a command; recorded with every change. */
export type Source = 'key' | 'palette' | 'menu' | 'pointer' | 'repeat'

/** The record of a command that changed something, on this device. */
export interface Act {
  commandId: string
  /** The announced text. */
  label: string
  source: Source
  /** The keys that began it, `r`; null without a key. */
  stroke: string | null
  /** Key presses since the write before it, moving and choosing among them: what it cost. */
  presses: number
  args: Record<string, unknown>
  targets: readonly string[]
  selection: { mode: 'none' | 'ids' | 'query'; size: number }
  /** "fits-profile@1"; null for words as they were typed. */
  template: string | null
  plan: { writes: number; skipped: number }
  /** When the current row or alert appeared, ms. */
  shownAt: number | null
  actedAt: number
}

export interface PendingPort {
  /** Null when nothing of the group is known any more: it was sent or undone long ago. */
  get(group: string): PendingGroup | null
  subscribe(listener: () => void): () => void
}

export type HitKind = 'case' | 'alert' | 'customer' | 'rule' | 'manager' | 'view'

export interface Hit {
  kind: HitKind
  id: string
  title: string
  detail?: string
  /** The link, inside this window. */
  href: string
  /** Found among what is on this device, though not loaded. */
  isHere?: boolean
}

/**
 * Decayed use counts by key (see frecency.ts). Read once at start, written after each use. `get` never rejects: a
 * history that cannot be read is an empty one.
 */
export interface FrecencyPort {
  get(): Promise<Record<string, FrecencyEntry>>
  put(key: string, entry: FrecencyEntry): void
}
export interface FrecencyEntry {
  score: number
  /** The time of `score`, ms. */
  at: number
}

/**
 * The user's settings by name; encrypted on this device and, if the server can, on every other device. `set` takes
 * effect at once. Names here: `keymap`, `keyboard`.
 */
export interface UserSettings {
  /** The stored value of any version; undefined if never set. */
  get(name: string): unknown
  set(name: string, value: unknown): void
  /** Hears of every change, also of those that another device made. Returns how to stop. */
  subscribe(listener: () => void): () => void
}

export interface Cancelled {
  undone: number
  sent: number
  /** Those that were undone, as far as that can be told. */
  ops: readonly OpDraft[]
}

export interface Ports {
  /** Optimistic and synchronous: the next frame shows it. `group` names what one command wrote, for undo. */
  enqueue(ops: readonly OpDraft[], meta: EnqueueMeta<Act>): { group: string }
  /** Withdraws what is still held; `sent` counts what could not be. */
  cancel(group: string): Promise<Cancelled>
  pending: PendingPort
  /** Entities by text, best first; local, and so also offline and at once. */
  search(query: string, kinds: readonly HitKind[]): readonly Hit[]
  /**
   * Further results: from this device as soon as known, and from the server; all in the end. Without the server's if it
   * does not answer.
   */
  searchRemote(
    query: string,
    kinds: readonly HitKind[],
    signal: AbortSignal,
    tell: (hits: readonly Hit[]) => void,
  ): Promise<readonly Hit[]>
  /** The roles of the signed-in person; none before. */
  roles(): readonly Role[]
  /** Goes to a place inside this window. */
  navigate(href: string): void
  /** Wall clock, ms. */
  now(): number
  /** The hold before an operation is sent, ms; a policy value. */
  holdMs(): number
  frecency: FrecencyPort
  settings: UserSettings
}
