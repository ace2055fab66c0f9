import { useSyncExternalStore } from 'react'

const STEP_MS = 30_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, STEP_MS)
  return () => clearInterval(timer)
}

const getSnapshot = () => Math.floor(Date.now() / STEP_MS) * STEP_MS

/** The present in steps of half a minute, ms: what shows an age is drawn again as it grows. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, getSnapshot)
}
