/** Whether the server is reachable: a heartbeat decides, `navigator.onLine` only triggers it. */
import type { Clock } from '#engine/base/clock.ts'

export interface ConnectivityPorts {
  clock: Clock
  /** Asks the server for a sign of life; resolves to whether it gave one, and never throws. */
  ping: () => Promise<boolean>
  /** Calls back when the browser thinks that something changed; returns how to stop. */
  hints: (changed: (online: boolean) => void) => () => void
}

export interface Connectivity {
  isOnline: () => boolean
  /** The server's last answer, ms; null before the first. */
  lastHeard(): number | null
  /** Asks now, and again regularly. */
  check(): Promise<void>
  /** Starts the heartbeat; returns how to end it. */
  start(): () => void
  subscribe: (listener: () => void) => () => void
}

/** The intervals with and without an answer. */
const BEAT_MS = 20_000
const RETRY_MS = 3000

/** The state of the connection of this window. Begins as online, so that a first request is not held back. */
export function createConnectivity({ clock, ping, hints }: ConnectivityPorts): Connectivity {
  const listeners = new Set<() => void>()
  let isOnline = true
  let heard: number | null = null
  let stopTimer: (() => void) | null = null
  let isRunning = false
  let asked = 0

  function set(next: boolean): void {
    if (next) heard = clock.now()
    if (next === isOnline) return
    isOnline = next
    for (const listener of listeners) listener()
  }

  async function check(): Promise<void> {
    stopTimer?.()
    asked += 1
    const mine = asked
    const answer = await ping()
    // a later request was made meanwhile, and its answer counts
    if (mine !== asked) return
    set(answer)
    if (isRunning) stopTimer = clock.after(isOnline ? BEAT_MS : RETRY_MS, () => void check())
  }

  return {
    isOnline: () => isOnline,
    lastHeard: () => heard,
    check,
    start() {
      isRunning = true
      const stopHints = hints((online) => {
        // a browser that knows of no network is believed at once; one that thinks it has one is not
        if (!online) set(false)
        void check()
      })
      void check()
      return () => {
        isRunning = false
        asked += 1
        stopTimer?.()
        stopHints()
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The browser's own hints: network events, and the window coming to the front. */
export function windowHints(changed: (online: boolean) => void): () => void {
  const online = () => changed(navigator.onLine)
  const visible = () => {
    if (document.visibilityState === 'visible') changed(navigator.onLine)
  }
  addEventListener('online', online)
  addEventListener('offline', online)
  document.addEventListener('visibilitychange', visible)
  return () => {
    removeEventListener('online', online)
    removeEventListener('offline', online)
    document.removeEventListener('visibilitychange', visible)
  }
}

/** Asks `/healthz`. A page in place of the answer is a captive portal's. */
export async function pingServer(
  fetcher: (url: string, init: RequestInit) => Promise<Response>,
  origin: string,
): Promise<boolean> {
  try {
    const response = await fetcher(`${origin}/healthz`, { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    return response.ok && !response.redirected && !response.headers.get('content-type')?.includes('html')
  } catch {
    // no answer is the answer
    return false
  }
}
