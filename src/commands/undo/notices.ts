/** Notices, elsewhere toasts: what is said in passing, for the status line and for screen readers. One at a time: the latest. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { UndoEntry } from './undo.ts'

export interface Notice {
  text: string
  tone: 'info' | 'error'
  /** "Next time: a" after a command was run by palette or pointer. */
  hint: string | null
  /** What it tells of, where that can be undone. */
  entry: UndoEntry | null
  /** It tells of something written or taken back: what comes right after does not keep it from being heard. */
  isOfWrite: boolean
  /** It tells why a command was not run, and which digit was to run it. */
  refused: { digit: number | null } | null
  /** Grows with each notice, so that the same words twice are two notices. */
  seq: number
}

export interface Notices {
  readonly store: StoreApi<{ notice: Notice | null; spoken: string | null }>
  say(text: string, about?: Partial<Pick<Notice, 'hint' | 'entry' | 'isOfWrite' | 'refused'>>): void
  /** To screen readers alone, of what is on the screen. */
  speak(text: string): void
  /** Said at once, interrupting. */
  fail(text: string): void
  clear(): void
}

/** For so long words in passing stay, ms; how to undo what they tell of stands as long as that is held. */
const STAYS_MS = 30_000

export function createNotices(): Notices {
  const store = createStore<ReturnType<Notices['store']['getState']>>(() => ({ notice: null, spoken: null }))
  let seq = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const put = (notice: Omit<Notice, 'seq'>) => {
    clearTimeout(timer)
    store.setState({ notice: { ...notice, seq: ++seq } })
    // what went wrong stays until something else is said
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
