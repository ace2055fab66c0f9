// Fetching ahead what a key may ask for next.

/** Runs it once what is on screen has been drawn; returns how to call it off. */
export function whenIdle(run: () => Promise<unknown>): () => void {
  // a part that could not be fetched ahead is fetched when it is wanted, and says so then
  const start = () => void run().catch(() => undefined)
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(start, 2000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(start, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}
