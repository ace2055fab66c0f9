/** Creates the data layer of a window; its dependencies can be replaced, so that tests run the real code. */
import { BASES } from '#contract/request.ts'
import { systemClock, type Clock } from '#engine/base/clock.ts'
import { NotTheServer, requireServer } from '#engine/base/server-proof.ts'
import { createEngine, type EnginePort } from '#src/data/engine-client/engine-client.ts'
import { keepWorkerReady } from '#src/data/engine-client/keep-worker-ready.ts'
import { Pending } from '#src/data/engine-client/pending.ts'
import { startEngineWorker } from '#src/data/engine-client/start-worker.ts'
import type { VaultEvents } from '#src/data/engine-client/vault-client.ts'
import { checkAfterAnswers, whenAnswered } from '#src/data/engine-client/when-answered.ts'
import { createApi, type ApiPorts } from '#src/data/net/api.ts'
import { capabilitiesQuery, PLAIN } from '#src/data/net/capabilities.ts'
import { createConnectivity, pingServer, windowHints, type ConnectivityPorts } from '#src/data/net/connectivity.ts'
import type { Effects } from '#src/data/net/error-behaviour.ts'
import { createQueries } from '#src/data/net/query-client.ts'
import { storedProof } from '#src/data/net/stored-proof.ts'
import { OfflineMarks } from '#src/data/offline/offline-marks.ts'
import { deviceLabel } from '#src/data/user/device-label.ts'
import { createDrafts, flushDrafts } from '#src/data/user/drafts.ts'
import { createTokenStore, readCookie, type CookieJar } from '#src/data/user/session-store.ts'
import { createUserStore } from '#src/data/user/user-store.ts'
import type { Data } from './data.ts'
import { createReference } from './reference.ts'

export interface DataPorts {
  effects: Effects
  /** The session ended in the background: the queue has paused, and the screen asks for a sign-in. */
  onSignedOut?: () => void
  /** Name of the platform that is worked on; by default the one in the cookie. */
  platform?: () => string
  fetch?: ApiPorts['fetch']
  /** Put before every address; empty in a page. */
  origin?: string
  cookies?: CookieJar
  storage?: Storage
  clock?: Clock
  hints?: ConnectivityPorts['hints']
  spawn?: () => EnginePort
  /** The window's reaction to a locked vault. */
  vault?: VaultEvents
}

/** After an operation was answered, what is on the screen is read again, at most this often, ms. */
const REREAD_MS = 2000

/** The data layer. `start` begins the heartbeat; the engine starts with its user, see `Engine.start`. */
export function createData(ports: DataPorts): Data {
  const { effects, origin = '', cookies = document, storage = localStorage, clock = systemClock } = ports
  const fetcher: ApiPorts['fetch'] = ports.fetch ?? ((url, init) => fetch(url, init))
  const proof = storedProof(storage)
  const token = createTokenStore(cookies)
  const pending = new Pending()
  const now = () => clock.now()
  const platform = ports.platform ?? (() => readCookie(cookies, 'platform') ?? '')
  const api = createApi({
    fetch: fetcher,
    accept: (response) => {
      try {
        return requireServer(response, proof)
      } catch (error) {
        // the heartbeat says so, and how long it lasts
        if (error instanceof NotTheServer && connectivity.isOnline()) void connectivity.check()
        throw error
      }
    },
    token: token.get,
    platform,
    effects,
    replies: import.meta.env.PROD ? 'lax' : 'strict',
    origin,
    now,
    revive: () => engine.vault.revive(),
  })
  const connectivity = createConnectivity({
    clock,
    ping: () => pingServer(fetcher, origin, proof),
    hints: ports.hints ?? windowHints,
  })
  let takeBack = () => {}
  const engine = createEngine({
    spawn: ports.spawn ?? startEngineWorker,
    pending,
    token,
    connectivity,
    storage,
    now,
    origin: globalThis.location?.origin ?? origin,
    base: origin + BASES.api,
    appV: __APP_VERSION__,
    isProven: () => proof.isProven,
    holdMs: () => capabilities().holdSeconds * 1000,
    persist: navigator.storage?.persist ? () => navigator.storage.persist() : null,
    onSignedOut: () => ports.onSignedOut?.(),
    onSessionOver: () => effects.toSignIn(true),
    onRowsChanged: (ids) => {
      const changed = new Set<string | undefined>(ids)
      void queries.invalidateQueries({ predicate: ({ meta }) => changed.has(meta?.about) })
    },
    onTrouble: (message) => effects.report(new Error(message)),
    label: deviceLabel(globalThis.navigator?.userAgent ?? ''),
    vault: {
      onLocked: (why) => {
        takeBack()
        ports.vault?.onLocked(why)
      },
      onGone: (why) => {
        takeBack()
        ports.vault?.onGone(why)
      },
      onPlatformGone: (platform) => {
        takeBack()
        ports.vault?.onPlatformGone(platform)
      },
    },
  })
  const queries = createQueries({
    snapshots: engine.snapshots,
    connectivity,
    storage,
    now,
    platform,
    appV: __APP_VERSION__,
  })
  const options = capabilitiesQuery(api)
  const capabilities = () => queries.getQueryData(options.queryKey) ?? PLAIN
  const user = createUserStore({
    api,
    documents: engine.documents,
    connectivity,
    capabilities,
    platform,
    clock,
    onTrouble: (error) => effects.report(error instanceof Error ? error : new Error(String(error))),
  })
  takeBack = keepWorkerReady({ engine, pending, token, isOnline: connectivity.isOnline, clock })
  checkAfterAnswers(pending, connectivity)
  rereadAfterAnswers(pending, clock, () => {
    void queries.invalidateQueries({ predicate: ({ meta }) => meta?.boot !== true })
  })
  return {
    api,
    token,
    queries,
    engine,
    pending,
    connectivity,
    reference: createReference(() => engine.calls.reference()),
    marks: new OfflineMarks(),
    user,
    drafts: createDrafts({ user, engine, kind: 'words', platform, clock }),
    capabilities,
    start() {
      const stops = [connectivity.start(), user.start(), flushWhenLeft()]
      // its failure is the connection status's to tell; a later mount asks again
      void queries.prefetchQuery(options)
      return () => stops.forEach((stop) => stop())
    },
  }
}

/** A hidden window may not return, a reloaded one has little time, and leaving a field may precede either. */
function flushWhenLeft(): () => void {
  const events = ['visibilitychange', 'focusout', 'beforeunload']
  // those of the page come to the window as well
  for (const name of events) globalThis.addEventListener?.(name, flushDrafts)
  return () => events.forEach((name) => globalThis.removeEventListener?.(name, flushDrafts))
}

/** Reads again what is shown once the server has taken something, so that base catches up with what is folded on it. */
function rereadAfterAnswers(pending: Pending, clock: Clock, reread: () => void): void {
  let isDue = false
  whenAnswered(pending, () => {
    if (isDue) return
    isDue = true
    clock.after(REREAD_MS, () => {
      isDue = false
      reread()
    })
  })
}
