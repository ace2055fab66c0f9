/** Notices (toasts): passing messages for the status line and screen readers. One at a time: the latest. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { UndoEntry } from './undo.ts'

export interface Notice {
  text: string
  tone: 'info' | 'error'
  /** "Next time: a" after a command was run by palette or pointer. */
  hint: string | null
  /** The undoable change that it announces. */
  entry: UndoEntry | null
  /** It announces a change or an undo, and is read out even if another message follows at once. */
  isOfWrite: boolean
  /** It explains why a command did not run, and for which digit. */
  refused: { digit: number | null } | null
  /** Grows with each notice, so that the same words twice are two notices. */
  seq: number
}

export interface Notices {
  readonly store: StoreApi<{ notice: Notice | null; spoken: string | null }>
  say(text: string, about?: Partial<Pick<Notice, 'hint' | 'entry' | 'isOfWrite' | 'refused'>>): void
  /** To screen readers alone, of what is on the screen. */
  speak(text: string): void
  /** Announced at once, interrupting. */
  fail(text: string): void
  clear(): void
}

/** How long passing messages stay, ms; undo is shown as long as operations are held. */
const STAYS_MS = 30_000

export function createNotices(): Notices {
  const store = createStore<ReturnType<Notices['store']['getState']>>(() => ({ notice: null, spoken: null }))
  let seq = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const put = (notice: Omit<Notice, 'seq'>) => {
    clearTimeout(timer)
    store.setState({ notice: { ...notice, seq: ++seq } })
    // an error stays until the next message
    if (notice.tone === 'info') timer = setTimeout(() => store.setState({ notice: null }), STAYS_MS)
  }
  const plain = { hint: null, entry: null, isOfWrite: false, refused: null }
  return {
    store,
    say: (text, about) => put({ text, tone: 'info', ...plain, ...about }),
    speak: (spoken) => store.setState({ spoken }),
    fail: (text) => put({ text, tone: 'error', ...plain }),
    clear: () => store.setState({ notice: null }),
  }
}
