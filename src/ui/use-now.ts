import { useSyncExternalStore } from 'react'

const STEP_MS = 30_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, STEP_MS)
  return () => clearInterval(timer)
}

const getSnapshot = () => Math.floor(Date.now() / STEP_MS) * STEP_MS

/** The current time in steps of half a minute, ms, so that displayed ages are updated. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, getSnapshot)
}
