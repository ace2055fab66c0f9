/**
 * Undo (interaction design, section 11): writes are held before they are sent, and undoing withdraws what still is. A
 * bulk is one entry.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { OpDraft } from '#contract/ops/op.ts'
import type { EnqueueMeta, Ports } from './ports.ts'

export interface UndoEntry {
  label: string
  /** Null where nothing was queued: a local change. */
  group: string | null
  ops: readonly OpDraft[]
  meta: EnqueueMeta | null
  /** Takes back what was sent already, by other operations; null where there is no such thing. */
  inverse: (() => { ops: readonly OpDraft[]; meta: EnqueueMeta }) | null
  /** Takes back the local part. */
  local: (() => void) | null
  /** Cursor and selection as they were. */
  restore: (() => void) | null
  /** It was sent at once: the policy holds nothing. */
  isFinal: boolean
}

export interface UndoState {
  /** The latest last. */
  entries: readonly UndoEntry[]
  /** What was undone whole, and until when it can be done again, ms. */
  undone: { entry: UndoEntry; until: number } | null
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

/** What undoing came to, in words. */
export function undoReport(label: string, { undone, sent }: { undone: number; sent: number }): string {
  if (undone === 0) return `Cannot undo "${label}": it has been sent`
  if (sent === 0) return `Undone: ${label}`
  return `${undone} of ${undone + sent} undone; ${sent} already sent`
}

/** The time of day of a moment, 10:42. */
export const clock = (ms: number) => new Date(ms).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

/** @param tell says in passing what came of it. */
export function createUndo(ports: Ports, tell: (text: string, about?: { isOfWrite: boolean }) => void): UndoStack {
  const store = createStore<UndoState>(() => ({ entries: [], undone: null }))
  const drop = (entry: UndoEntry) =>
    store.setState((was) => ({ entries: was.entries.filter((other) => other !== entry) }))
  const push = (entry: UndoEntry) =>
    store.setState((was) => ({ entries: [...was.entries, entry].slice(-depth), undone: null }))

  /** The undo that is under way. */
  let settling: Promise<void> | null = null
  const say = (text: string) => tell(text, { isOfWrite: true })

  async function withdraw(entry: UndoEntry, group: string) {
    drop(entry)
    const answer = ports.cancel(group)
    // cursor and selection go back in the same frame as the rows; the engine's answer only says whether it was in time
    entry.local?.()
    entry.restore?.()
    const came = await answer
    if (came.sent === 0 && entry.meta) store.setState({ undone: { entry, until: ports.now() + ports.holdMs() } })
    else if (came.undone === 0) store.setState((was) => ({ entries: [...was.entries, entry] }))
    say(undoReport(entry.label, came))
  }

  function takeBack(entry: UndoEntry) {
    drop(entry)
    entry.local?.()
    entry.restore?.()
    const way = entry.inverse?.()
    if (way) ports.enqueue(way.ops, way.meta)
    say(`Undone: ${entry.label}`)
  }

  return {
    store,
    push,
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
      if (entry.isFinal) return tell(`Cannot undo "${entry.label}": here it is sent at once`)
      if (state && state.held > 0) {
        const mine = withdraw(entry, group).finally(() => {
          if (settling === mine) settling = null
        })
        settling = mine
        return mine
      }
      if (entry.inverse) return takeBack(entry)
      if (state && state.refused > 0 && state.sent === 0) {
        drop(entry)
        return tell(`"${entry.label}" was refused: there is nothing to undo`)
      }
      const when = state?.sentAt ? ` at ${clock(state.sentAt)}` : ''
      tell(`Cannot undo "${entry.label}": it was sent${when}`)
    },
    async redo() {
      if (settling) await settling
      const { undone } = store.getState()
      if (!undone?.entry.meta || ports.now() > undone.until) return tell('Nothing to do again')
      const { entry } = undone
      const { group } = ports.enqueue(entry.ops, undone.entry.meta)
      push({ ...entry, group })
      say(`Done again: ${entry.label}`)
    },
  }
}

const bare: Omit<UndoEntry, 'label' | 'group'> = {
  ops: [],
  meta: null,
  inverse: null,
  local: null,
  restore: null,
  isFinal: false,
}
