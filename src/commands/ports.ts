/** What commands need from the rest of the window; `app/providers` supplies it, tests hand in their own. */
import type { OpDraft } from '#contract/ops/op.ts'

/** What started a command; recorded with every write. */
export type Source = 'key' | 'palette' | 'menu' | 'pointer' | 'repeat'

/** What is recorded, on this device, of a command that wrote. */
export interface Act {
  commandId: string
  /** What was done, in the words that were said. */
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
  /** When the row or alert in front came there, ms. */
  shownAt: number | null
  actedAt: number
}

export interface EnqueueMeta {
  commandId: string
  source: Source
  /** What was done, in words, for the outbox and the audit: "Assign 37 cases to analyst3". */
  label: string
  /** The keys that were pressed, `g c`; null without a key. */
  stroke: string | null
  /** What is recorded of it on this device. */
  act?: Act
  /** The filter of a selection by query, for the record. */
  query?: string | null
}

/** How far the operations of one command are. `until` is when holding ends, in ms of `now()`; null when none is held. */
export interface PendingGroup {
  held: number
  sent: number
  refused: number
  until: number | null
  /** When the last of it went out, ms; left out where that is not known. */
  sentAt?: number | null
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
  /** Where opening it leads, inside this window. */
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
  /** When `score` was right, ms. */
  at: number
}

/**
 * What the user has set for themselves, by name; kept encrypted on this device and, where the server can, on every other
 * device. `set` shows at once: `get` has it when it returns. Names here: `keymap`, `keyboard`.
 */
export interface UserSettings {
  /** As it was set, by whichever version of the window; undefined where it never was. */
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
  enqueue(ops: readonly OpDraft[], meta: EnqueueMeta): { group: string }
  /** Withdraws what is still held; `sent` counts what could not be. */
  cancel(group: string): Promise<Cancelled>
  pending: PendingPort
  /** Entities by text, best first; local, and so also offline and at once. */
  search(query: string, kinds: readonly HitKind[]): readonly Hit[]
  /**
   * What is found further: in everything that is on this device, told as soon as it is known, and by the server; all of
   * it in the end. Nothing of the server's where it does not answer.
   */
  searchRemote(
    query: string,
    kinds: readonly HitKind[],
    signal: AbortSignal,
    tell: (hits: readonly Hit[]) => void,
  ): Promise<readonly Hit[]>
  /** Goes to a place inside this window. */
  navigate(href: string): void
  /** Wall clock, ms. */
  now(): number
  /** How long a write is held before it is sent, ms; a policy value. */
  holdMs(): number
  frecency: FrecencyPort
  settings: UserSettings
}
