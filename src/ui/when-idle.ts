// Deferred work: done when the browser is idle, so that nothing on screen waits for it.

/** Runs it once what is on screen has been drawn; returns how to call it off. */
export function whenIdle(run: () => Promise<unknown>): () => void {
  // a failed preload is fetched again on use, and reported then
  const start = () => void run().catch(() => undefined)
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(start, 2000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(start, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}

const held = new Set<() => void>()
let isHeld = false

/** Pauses preloading, for the first rows. Returns the function that resumes it. */
export function holdAhead(): () => void {
  isHeld = true
  return () => {
    isHeld = false
    for (const begin of held) begin()
    held.clear()
  }
}

/** Fetches what a key may ask for next, once that keeps nothing waiting; returns how to call it off. */
export function fetchAhead(run: () => Promise<unknown>): () => void {
  if (!isHeld) return whenIdle(run)
  let stop: () => void = () => held.delete(begin)
  function begin(): void {
    stop = whenIdle(run)
  }
  held.add(begin)
  return () => stop()
}
