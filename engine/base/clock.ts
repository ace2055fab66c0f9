/** Time, locks and channels as the engine sees them; tests hand in their own. */

export interface Clock {
  /** Wall clock, ms. */
  now: () => number
  /** Runs something once, later; returns how to call it off. */
  after: (ms: number, run: () => void) => () => void
}

/** The used part of the Web Locks API. `run` receives null if the lock was requested at once and is taken. */
export interface Locks {
  request<T>(
    name: string,
    options: { signal?: AbortSignal; ifAvailable?: boolean },
    run: (lock: object | null) => Promise<T>,
  ): Promise<T>
}

/** The part of BroadcastChannel that is used. */
export interface Channel {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
  close(): void
}

/** The device's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
