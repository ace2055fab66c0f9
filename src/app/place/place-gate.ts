// Keys wait until the place of before a reload is found again: until then they would act on the first row.
import type { Data } from '#src/data/data.ts'
import { engineReady } from '#src/data/engine-client/engine-ready.ts'
import { currentPlatform } from '#src/features/sign-in/platform.ts'
import type { PlacePorts } from './keep-place.ts'

export interface PlaceGate {
  /** There is a place to go back to, and it is not found yet. */
  isReturning(): boolean
  subscribe(listener: () => void): () => void
  /** Returns to the place that was kept, then keeps it current; returns how to stop. */
  start(ports: Omit<PlacePorts, 'data' | 'tab'>): () => void
}

export function createPlaceGate(data: Data): PlaceGate {
  const listeners = new Set<() => void>()
  const tab = tabId()
  let isDone = !isReturn()
  let stop = () => {}
  const done = () => {
    isDone = true
    for (const listener of listeners) listener()
  }
  return {
    isReturning: () => !isDone && data.user.get('place', currentPlatform(), tab) !== undefined,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start(ports) {
      let isOver = false
      const begin = async () => {
        await engineReady(data.engine)
        const { keepPlace, returnToPlace } = await import('./keep-place.ts')
        const all = { ...ports, data, tab }
        if (!isDone) await returnToPlace(all)
        if (!isOver) stop = keepPlace(all)
      }
      void begin()
        .catch((error: unknown) => console.warn('The place of before is not found', error))
        .finally(done)
      return () => {
        isOver = true
        stop()
      }
    },
  }
}

// A tab comes back to its own place: two tabs of one queue do not take over each other's.
const KEY = 'docket.tab'

/** The id of this tab; it survives a reload and has no meaning. */
function tabId(): string {
  const known = sessionStorage.getItem(KEY)
  if (known !== null) return known
  const id = crypto.randomUUID()
  sessionStorage.setItem(KEY, id)
  return id
}

/** A reload, or a return from sign-in; a typed or followed address starts anew. */
function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type !== 'navigate' || document.referrer.startsWith(`${location.origin}/authorize`)
}
