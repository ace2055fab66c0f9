/** The maximum time without yielding to the event loop, in milliseconds. */
const TURN = 12

/** Does something with each of many, letting others in between. */
export async function inTimeSlices<T>(all: readonly T[], each: (one: T) => void): Promise<void> {
  let since = performance.now()
  for (const one of all) {
    each(one)
    if (performance.now() - since < TURN) continue
    await new Promise((resolve) => setImmediate(resolve))
    since = performance.now()
  }
}
