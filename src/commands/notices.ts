/** What is said in passing, for the status line and for screen readers. One at a time: the latest. */
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface Notice {
  text: string
  tone: 'info' | 'error'
  /** "Next time: a" after a command was run by palette or pointer. */
  hint: string | null
  /** Grows with each notice, so that the same words twice are two notices. */
  seq: number
}

export interface Notices {
  readonly store: StoreApi<{ notice: Notice | null }>
  say(text: string, hint?: string | null): void
  /** Said at once, interrupting. */
  fail(text: string): void
  clear(): void
}

export function createNotices(): Notices {
  const store = createStore<{ notice: Notice | null }>(() => ({ notice: null }))
  let seq = 0
  const put = (text: string, tone: Notice['tone'], hint: string | null) =>
    store.setState({ notice: { text, tone, hint, seq: ++seq } })
  return {
    store,
    say: (text, hint = null) => put(text, 'info', hint),
    fail: (text) => put(text, 'error', null),
    clear: () => store.setState({ notice: null }),
  }
}
