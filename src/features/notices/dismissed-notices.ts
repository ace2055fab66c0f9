/** Notices that were dismissed in this browser. */
import { createStore } from 'zustand/vanilla'

const KEY = 'docket.dismissed-notices'
/** Older ones are over. */
const MOST = 50

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

const store = createStore<readonly string[]>(read)

export const dismissals = {
  store,
  dismiss(ids: readonly string[]): void {
    const next = [...new Set([...store.getState(), ...ids])].slice(-MOST)
    store.setState(next, true)
    localStorage.setItem(KEY, JSON.stringify(next))
  },
}
