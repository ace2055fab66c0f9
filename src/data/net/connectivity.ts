/** Checks whether the server is reachable: a heartbeat decides, `navigator.onLine` only triggers it. */
import type { Clock } from '#engine/base/clock.ts'
import { NotTheServer, requireServer, type ServerProof } from '#engine/base/server-proof.ts'

/** The origin of an answer: the server, something else in its place, or nothing. */
export type Sign = 'server' | 'other' | 'nothing'

export interface ConnectivityPorts {
  clock: Clock
  /** Asks the server for a sign of life; resolves to what answered, and never throws. */
  ping: () => Promise<Sign>
  /** Calls back when the browser thinks that something changed; returns how to stop. */
  hints: (changed: (online: boolean) => void) => () => void
}

export interface Connectivity {
  isOnline: () => boolean
  /** Offline, since something else answers in the server's place. */
  isOther: () => boolean
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
  let sign: Sign = 'server'
  let heard: number | null = null
  let stopTimer: (() => void) | null = null
  let isRunning = false
  let asked = 0

  const isOnline = () => sign === 'server'

  function set(next: Sign): void {
    if (next === 'server') heard = clock.now()
    if (next === sign) return
    sign = next
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
    if (isRunning) stopTimer = clock.after(isOnline() ? BEAT_MS : RETRY_MS, () => void check())
  }

  return {
    isOnline,
    isOther: () => sign === 'other',
    lastHeard: () => heard,
    check,
    start() {
      isRunning = true
      const stopHints = hints((online) => {
        // a browser that knows of no network is believed at once; one that thinks it has one is not
        if (!online) set('nothing')
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

/** The statuses of a proxy while the server behind it is away. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504])

/** Asks `/healthz`. A page in place of the answer is a captive portal's, as is any answer without the server's header once it is proven. */
export async function pingServer(
  fetcher: (url: string, init: RequestInit) => Promise<Response>,
  origin: string,
  proof: ServerProof,
): Promise<Sign> {
  try {
    const response = await fetcher(`${origin}/healthz`, { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    const isPage = response.redirected || response.headers.get('content-type')?.includes('html') === true
    const isServer = !isPage && isProof(response, proof)
    return isServer && response.ok ? 'server' : isServer || AWAY.has(response.status) ? 'nothing' : 'other'
  } catch {
    // no answer is the answer
    return 'nothing'
  }
}

function isProof(response: Response, proof: ServerProof): boolean {
  try {
    requireServer(response, proof)
    return true
  } catch (error) {
    if (error instanceof NotTheServer) return false
    throw error
  }
}
