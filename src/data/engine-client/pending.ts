/**
 * This tab's copy of operations that are not yet in the server's state. The engine owns the durable data and sends
 * every change; views are folded from base and this (docs/design/offline.md#who-owns-what).
 */
import { fold } from '#contract/ops/kinds.ts'
import { isReadable, laneOf, type PendingGroup, type Views } from '#contract/ops/op.ts'
import type { Entry, State } from '#engine/base/types.ts'
import { markRead, readAt } from '#src/data/net/read-time.ts'

/** `writing` is not on disk yet; `refused` never got there and is shown as rolled back. */
export type PendingState = State | 'writing' | 'refused'

/** An operation as this tab knows it; `seq` is 0 while it is being written. */
export interface PendingOp extends Omit<Entry, 'state'> {
  state: PendingState
  /** Undo was requested and the engine has not answered yet. */
  withdrawn?: boolean
}

/** Not shown on views: it did not happen, and the user has been told. */
const HIDDEN: ReadonlySet<PendingState> = new Set(['refused', 'dead', 'conflict'])
/** Can be withdrawn: offline, what waits past its hold as well (docs/design/interaction.md#undo). */
const HERE: ReadonlySet<PendingState> = new Set(['writing', 'held', 'ready', 'auth'])
const SENT: ReadonlySet<PendingState> = new Set(['sending', 'uncertain', 'acked'])

/** The lane whose operations show on a view: a case's id is in a field of another name. */
const laneOfView = (base: Views[keyof Views]) =>
  laneOf({ caseId: null, ...base, ...('uuid' in base && { caseId: base.id }) })

/** How many operations are where. */
export interface Counts {
  /** On disk and not answered yet, held ones among them. */
  unsent: number
  held: number
  sending: number
  conflict: number
  dead: number
  /** Sending stopped because the session ended; it resumes when the same user signs in. */
  paused: boolean
}

export class Pending {
  readonly #ops = new Map<string, PendingOp>()
  readonly #lanes = new Map<string, Set<string>>()
  readonly #versions = new Map<string, number>()
  readonly #listeners = new Set<() => void>()
  readonly #folded = new WeakMap<object, { view: string; version: number; value: object }>()
  readonly #states = new Map<PendingState, number>()
  #version = 0

  get version(): number {
    return this.#version
  }

  /** Everything known, oldest first: by local order, what is not written yet last. */
  list(): PendingOp[] {
    return [...this.#ops.values()].toSorted((a, b) => (a.seq || Infinity) - (b.seq || Infinity))
  }

  get(opId: string): PendingOp | undefined {
    return this.#ops.get(opId)
  }

  /** Puts entries in or replaces them, and takes others out, as one change. */
  change(put: readonly PendingOp[], gone: readonly string[] = []): void {
    for (const entry of put) {
      const lane = laneOf(entry.op.target)
      this.#count(this.#ops.get(entry.op.opId)?.state, -1)
      this.#count(entry.state, 1)
      this.#ops.set(entry.op.opId, entry)
      const ids = this.#lanes.get(lane) ?? new Set()
      this.#lanes.set(lane, ids.add(entry.op.opId))
      this.#touch(lane)
    }
    for (const opId of gone) {
      const entry = this.#ops.get(opId)
      if (!entry) continue
      this.#count(entry.state, -1)
      this.#ops.delete(opId)
      this.#lanes.get(laneOf(entry.op.target))?.delete(opId)
      this.#touch(laneOf(entry.op.target))
    }
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }

  #count(state: PendingState | undefined, by: number): void {
    if (state !== undefined) this.#states.set(state, (this.#states.get(state) ?? 0) + by)
  }

  /** Counted from the operations that the window shows. */
  counts(): Counts {
    const of = (state: PendingState) => this.#states.get(state) ?? 0
    const sending = of('sending') + of('uncertain')
    return {
      unsent: of('held') + of('ready') + sending + of('auth'),
      held: of('held'),
      sending,
      conflict: of('conflict'),
      dead: of('dead'),
      paused: of('auth') > 0,
    }
  }

  #touch(lane: string): void {
    this.#versions.set(lane, (this.#versions.get(lane) ?? 0) + 1)
  }

  /** Progress of one command's operations, or null when none is known. */
  group(group: string): PendingGroup | null {
    const entries = [...this.#ops.values()].filter((entry) => entry.group === group)
    if (entries.length === 0) return null
    const here = entries.filter((entry) => HERE.has(entry.state))
    const held = here.filter((entry) => entry.state === 'held' || entry.state === 'writing')
    return {
      held: here.length,
      writing: here.filter((entry) => entry.state === 'writing').length,
      sent: entries.filter((entry) => SENT.has(entry.state)).length,
      refused: entries.filter((entry) => HIDDEN.has(entry.state)).length,
      until: held.length > 0 ? Math.max(...held.map((entry) => entry.holdUntil)) : null,
      sentAt: entries.reduce<number | null>((at, { ack }) => (ack ? Math.max(at ?? 0, ack.at) : at), null),
    }
  }

  /** A change counter for a base: equal numbers mean an equal fold. */
  versionOf(base: Views[keyof Views]): number {
    return this.#versions.get(laneOfView(base)) ?? 0
  }

  /**
   * A base with pending operations on it; the same object where there are none. An operation is passed over where
   * the base has it already: read after the answer, or of the answer's version (docs/design/offline.md#states-of-an-operation).
   */
  fold<V extends keyof Views>(view: V, base: Views[V]): Views[V] {
    const ids = this.#lanes.get(laneOfView(base))
    if (!ids || ids.size === 0) return base
    const entries: PendingOp[] = []
    for (const id of ids) {
      const entry = this.#ops.get(id)
      if (entry && !HIDDEN.has(entry.state) && !entry.withdrawn && !isIn(view, base, entry)) entries.push(entry)
    }
    entries.sort((a, b) => (a.seq || Infinity) - (b.seq || Infinity))
    const ops = entries.map((entry) => entry.op).filter(isReadable)
    // a decision on a folded state is based on the data read then
    return markRead(fold(view, base, ops), readAt(base))
  }

  /** `fold`, remembered: the same object for the same base until something pending on it changes. */
  foldOnce<V extends keyof Views>(view: V, base: Views[V]): Views[V] {
    const version = this.versionOf(base)
    const known = this.#folded.get(base)
    if (known?.view === view && known.version === version) return known.value as Views[V]
    const value = this.fold(view, base)
    this.#folded.set(base, { view, version, value })
    return value
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

function isIn(view: keyof Views, base: Views[keyof Views], entry: PendingOp): boolean {
  if (!entry.ack) return false
  if (readAt(base) > entry.ack.at) return true
  // the answer to an alert's operation has the alert's version, not its case's
  if (view === 'alert' || entry.op.target.alertId !== undefined || entry.ack.version === undefined) return false
  return base.version >= entry.ack.version
}
