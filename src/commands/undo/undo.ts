/**
 * Undo (docs/design/interaction.md#undo): operations are held before they are sent, and undo withdraws unsent ones. A
 * bulk change is one entry.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { EnqueueMeta, OpDraft } from '#contract/ops/op.ts'
import type { Act, Ports } from '#src/commands/ports.ts'

export interface UndoEntry {
  label: string
  /** Null where nothing was queued: a local change. */
  group: string | null
  ops: readonly OpDraft[]
  meta: EnqueueMeta<Act> | null
  /** Takes back what was sent already, by other operations; null where there is no such thing. */
  inverse: (() => { ops: readonly OpDraft[]; meta: EnqueueMeta<Act> }) | null
  /** Takes back the local part. */
  local: (() => void) | null
  /** Does the local part again. */
  redo: (() => void) | null
  /** Cursor and selection as they were. */
  restore: (() => void) | null
  /** Cursor and selection go on from rows that are about to leave. */
  leave: (() => void) | null
  /** It was sent at once: the policy holds nothing. */
  isFinal: boolean
}

export interface UndoState {
  /** The latest last. */
  entries: readonly UndoEntry[]
  /** The undone entries, latest last, and until when each can be redone, ms. */
  undone: readonly { entry: UndoEntry; until: number }[]
}

export interface UndoStack {
  readonly store: StoreApi<UndoState>
  push(entry: UndoEntry): void
  /** Puts what a reload has left held under the stack, oldest first. */
  adopt(held: readonly { group: string; label: string }[]): void
  undo(): Promise<void>
  /** Waits for an undo that is under way. */
  redo(): Promise<void>
}

const depth = 50

/** The result of undo, as text. */
export function undoReport(label: string, { undone, sent }: { undone: number; sent: number }): string {
  if (undone === 0) return `Cannot undo "${label}": it has been sent`
  if (sent === 0) return `Undone: ${label}`
  return `${undone} of ${undone + sent} undone; ${sent} already sent`
}

/** An operation of a command is known by what it does to what. */
const keyOf = ({ kind, target }: OpDraft) => JSON.stringify([kind, target])

/** The time of day of a moment, 10:42. */
export const clock = (ms: number) => new Date(ms).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

/** @param tell announces the result. */
export function createUndo(ports: Ports, tell: (text: string, about?: { isOfWrite: boolean }) => void): UndoStack {
  const store = createStore<UndoState>(() => ({ entries: [], undone: [] }))
  const drop = (entry: UndoEntry) =>
    store.setState((was) => ({ entries: was.entries.filter((other) => other !== entry) }))
  const put = (entry: UndoEntry) => store.setState((was) => ({ entries: [...was.entries, entry].slice(-depth) }))
  const offerAgain = (entry: UndoEntry) => {
    if (!entry.meta && !entry.redo) return
    // a local change can be redone at any time
    const until = entry.meta ? ports.now() + ports.holdMs() : Infinity
    store.setState((was) => ({ undone: [...was.undone, { entry, until }].slice(-depth) }))
  }

  /** For a partly sent bulk change, the undone part. */
  const offerPart = (entry: UndoEntry, undone: readonly OpDraft[]) => {
    const isUndone = new Set(undone.map(keyOf))
    const ops = entry.ops.filter((op) => isUndone.has(keyOf(op)))
    if (ops.length === 0 || !entry.meta) return
    const label = `${ops.length} of ${entry.ops.length} (${entry.label})`
    offerAgain({ ...entry, ops: ops.map((op) => ({ ...op, needs: [] })), label, meta: { ...entry.meta, label } })
  }

  /** The undo that is under way. */
  let settling: Promise<void> | null = null
  const say = (text: string) => tell(text, { isOfWrite: true })

  async function withdraw(entry: UndoEntry, group: string) {
    drop(entry)
    const answer = ports.cancel(group)
    // cursor and selection return in the same frame as the rows; the engine's answer only says whether it was in time
    entry.local?.()
    entry.restore?.()
    const { undone, sent, ops } = await answer
    if (sent === 0 && entry.meta) offerAgain(entry)
    else if (undone === 0) {
      put(entry)
      // it stands: the next row is in front again
      entry.redo?.()
      entry.leave?.()
    } else offerPart(entry, ops)
    say(undoReport(entry.label, { undone, sent }))
  }

  function takeBack(entry: UndoEntry) {
    const way = entry.inverse?.()
    const undone = way?.ops.length ?? 0
    const left = entry.ops.length - undone
    if (way && undone === 0) return say(undoReport(entry.label, { undone, sent: left }))
    drop(entry)
    entry.local?.()
    entry.restore?.()
    if (way) ports.enqueue(way.ops, way.meta)
    if (left === 0) offerAgain(entry)
    return say(left === 0 ? `Undone: ${entry.label}` : undoReport(entry.label, { undone, sent: left }))
  }

  return {
    store,
    push(entry) {
      put(entry)
      store.setState({ undone: [] })
    },
    adopt: (held) =>
      store.setState((was) => ({
        entries: held
          .map(({ group, label }): UndoEntry => ({ ...bare, label, group }))
          .concat(was.entries)
          .slice(-depth),
      })),
    async undo() {
      const entry = store.getState().entries.at(-1)
      if (!entry) return tell('Nothing to undo')
      const { group } = entry
      if (group === null) return takeBack(entry)
      const state = ports.pending.get(group)
      if (entry.isFinal) return tell(`Cannot undo "${entry.label}": without browser storage it is sent at once`)
      if (state && state.held > 0) {
        const mine = withdraw(entry, group).finally(() => {
          if (settling === mine) settling = null
        })
        settling = mine
        return mine
      }
      if (state && state.refused > 0 && state.sent === 0) {
        drop(entry)
        return tell(`"${entry.label}" was refused: there is nothing to undo`)
      }
      if (entry.inverse) return takeBack(entry)
      const when = state?.sentAt ? ` at ${clock(state.sentAt)}` : ''
      tell(`Cannot undo "${entry.label}": it was sent${when}`)
    },
    async redo() {
      if (settling) await settling
      const last = store.getState().undone.at(-1)
      if (!last || ports.now() > last.until) return tell('Nothing to redo')
      const { entry } = last
      const { ops, meta } = entry
      store.setState((was) => ({ undone: was.undone.slice(0, -1) }))
      if (meta) entry.leave?.()
      const group = meta ? ports.enqueue(ops, meta).group : null
      entry.redo?.()
      put({ ...entry, group })
      say(`Redone: ${entry.label}`)
    },
  }
}

const bare: Omit<UndoEntry, 'label' | 'group'> = {
  ops: [],
  meta: null,
  inverse: null,
  local: null,
  redo: null,
  restore: null,
  leave: null,
  isFinal: false,
}
