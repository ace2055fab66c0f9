// Puts one window together: the data layer, the router, the command layer, the features. Nothing here draws.
import { CLIENT_VERSION } from '#contract/model/values.ts'
import { isReadable } from '#contract/ops/op.ts'
import type { ShellPort } from '#src/app/shell/shell-commands.ts'
import { restoreUndo } from '#src/app/start/restore-undo.ts'
import { afterFirstRows } from '#src/app/start/after-first-rows.ts'
import { deferReplica } from '#src/app/start/deferred-replica.ts'
import { showDraftNotice } from '#src/app/start/draft-notice.ts'
import { createCommandLayer, type CommandLayer } from '#src/commands/dispatcher/layer.ts'
import type { Ports } from '#src/commands/ports.ts'
import type { Notices } from '#src/commands/undo/notices.ts'
import { createData } from '#src/data/create-data.ts'
import type { Data } from '#src/data/data.ts'
import type { Pending } from '#src/data/engine-client/pending.ts'
import { createShellUpdate, type ShellUpdate } from '#src/data/engine-client/service-worker.ts'
import type { Why } from '#src/data/engine-client/vault-client.ts'
import type { Note } from '#src/data/net/error-behaviour.ts'
import { writeCookie, type TokenStore } from '#src/data/user/session-store.ts'
import type { FeatureStates } from '#src/features/define-feature.ts'
import { withSeenFacts } from '#src/features/facts/public.ts'
import { troubleText } from '#src/features/outbox/public.ts'
import { currentPlatform } from '#src/features/sign-in/platform.ts'
import { knownSession, watchPlatforms, type Session } from '#src/features/sign-in/session.ts'
import { toSignIn, unsettled } from '#src/features/sign-in/sign-out.ts'
import { holdAhead } from '#src/ui/when-idle.ts'
import { createFeatures, type Features } from './create-features.ts'
import { createFrecencyStore } from './frecency-store.ts'
import { navigateTo } from './navigate.ts'
import { loadScreen } from './load-screen.ts'
import { createPlaceGate, type PlaceGate } from './place/place-gate.ts'
import { firstCommands, laterCommands } from './commands.ts'
import { createAppRouter, type AppRouter } from './router.tsx'
import { screenOf } from './screens.tsx'
import { createUserSettings } from './user-settings.ts'

export interface AppWindow {
  data: Data
  router: AppRouter
  layer: CommandLayer
  features: Features
  update: ShellUpdate
  /** Begins what runs by itself; returns how to stop. */
  start(): () => void
}

/** Shows it in the status line for the specified time, unless another message replaces it. */
function sayFor(notices: Notices, { tone, text, ms }: Note): void {
  if (tone === 'error') notices.fail(text)
  else notices.say(text)
  const said = notices.store.getState().notice
  setTimeout(() => {
    if (notices.store.getState().notice === said) notices.clear()
  }, ms)
}

/** The first rows come before everything that can wait, which waits no longer than this for them, ms. */
const FIRST_ROWS_MS = 2000

/** The delay of reading ahead after the start, ms. */
const READ_AHEAD_MS = 3000

/** Resolves when every decision taken so far is durable, so that a reload cuts none in two. */
function written(pending: Pending): Promise<void> {
  const isBusy = () => pending.list().some(({ state }) => state === 'writing')
  return new Promise((resolve) => {
    if (!isBusy()) return resolve()
    const stop = pending.subscribe(() => {
      if (isBusy()) return
      stop()
      resolve()
    })
  })
}

/** Leaves nothing behind of what was shown, and loads the page again. */
function startAnew({ queries }: Pick<Data, 'queries'>, href?: string): void {
  queries.clear()
  document.body.replaceChildren()
  if (href === undefined) location.reload()
  else location.replace(href)
}

function createPorts(
  data: Data,
  navigate: Ports['navigate'],
  features: Features,
  session: () => Session | undefined,
): Ports {
  return {
    enqueue(ops, meta) {
      const group = data.engine.enqueue(withSeenFacts(ops), meta)
      const kinds = ops.map(({ kind }) => kind)
      features.wrote(group, kinds)
      return { group }
    },
    async cancel(group) {
      const before = data.pending.list().filter((entry) => entry.group === group)
      const result = await data.engine.cancel(group)
      if (result.sent === 0) features.withdrew(group)
      const left = new Set(data.pending.list().map(({ op }) => op.opId))
      const gone = before.filter(({ op }) => !left.has(op.opId))
      // operations that the server took meanwhile are gone as well
      return { ...result, ops: gone.length === result.undone ? gone.map(({ op }) => op).filter(isReadable) : [] }
    },
    pending: { get: (group) => data.pending.group(group), subscribe: data.pending.subscribe },
    search: (query, kinds) => features.search(query, kinds),
    searchRemote: (...asked) => features.states.cases.findRemote(...asked),
    roles: () => session()?.profile.roles ?? [],
    navigate,
    now: () => Date.now(),
    holdMs: () => data.capabilities().holdSeconds * 1000,
    frecency: createFrecencyStore(data),
    settings: createUserSettings(data.user),
  }
}

/** Announces rejected operations when the answer arrives, with the way to see them. */
function tellTrouble({ bulks }: FeatureStates['outbox'], { notices, registry }: CommandLayer): () => void {
  return bulks.onTrouble((bulk) => {
    const shows = registry.keyOf('nav.conflicts')?.join(' ')
    const selects = registry.keyOf('queue.selectStuck')?.join(' ')
    const ways = [shows && `${shows} shows why`, bulk.total > 1 && selects && `${selects} selects them`].filter(Boolean)
    notices.fail([`${troubleText(bulk)}.`, ways.join(', ')].join(' ').trim())
  })
}

/** Lock reasons that end the session: it is encrypted in the vault. */
const LOCKS: ReadonlySet<Why> = new Set(['locked', 'idle', 'sleep'])

/**
 * A known user without an open vault is locked out if there is no session. A lock screen ends no session: another tab
 * may have unlocked the device, before the server knows.
 */
function isClosed(data: Data): boolean {
  const phase = data.engine.vault.state()?.phase
  return knownSession(data) !== undefined && (phase === 'locked' || (phase !== 'open' && !data.token.get()))
}

/** True if a focused field contains text. */
function isWriting(): boolean {
  const { activeElement: at } = document
  const isField = at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement
  return isField ? at.value !== '' : at instanceof HTMLElement && at.isContentEditable
}

/** An engine that has not answered for this long counts as failed, ms. */
const LONGEST_WAIT_MS = 20_000

/**
 * Keys depend on the user's keymap, and decisions must be saved: the first keys wait until the device's data are open.
 * On a locked device they go to the lock screen.
 */
function holdKeys({ engine }: Data, { gate, context }: CommandLayer, place: PlaceGate): () => void {
  const closing = gate.close()
  const open = () => {
    closing.open()
    // for tests and measurements: from here on a key is answered at once
    document.documentElement.dataset['keys'] = 'open'
  }
  const look = () => {
    // the waiting page stays until the next one is drawn
    const isReady = engine.status().storage !== 'off' && context.read().overlay !== 'dialog' && !place.isReturning()
    if (isReady || engine.vault.state()?.phase === 'locked') queueMicrotask(open)
  }
  const stops = [engine, engine.vault, context.store, place].map(({ subscribe }) => subscribe(look))
  const timer = setTimeout(open, LONGEST_WAIT_MS)
  return () => {
    stops.forEach((stop) => stop())
    clearTimeout(timer)
    open()
  }
}

/** Runs it once somebody is signed in, since nothing can be read before. Returns the undo function. */
function whenSignedIn(token: TokenStore, start: () => () => void): () => void {
  if (token.get()) return start()
  let stop = token.subscribe(() => {
    if (!token.get()) return
    stop()
    stop = start()
  })
  return () => stop()
}

export function createAppWindow(): AppWindow {
  let isLeft = false
  /** This page is ending: later answers navigate nowhere. */
  const leave = (href?: string) => {
    isLeft = true
    startAnew(data, href)
  }
  const data = createData({
    platform: currentPlatform,
    effects: {
      toSignIn: (isBackground = false) => {
        // a locked workbench has no session: its lock screen says how to unlock
        if (isLeft || isClosed(data)) return
        if (isBackground && isWriting()) {
          // a redirect would lose what is being written, so the status line asks
          data.token.set(null)
          return
        }
        isLeft = location.pathname !== '/logout'
        toSignIn(data)
      },
      toNotFound: () => {
        if (!isLeft) void router.navigate({ to: '/notFound' })
      },
      notify: (note) => sayFor(layer.notices, note),
      report: (error) => console.error(error),
    },
    vault: {
      // customer data must not stay in memory or on the screen: the page reloads into the lock screen
      onLocked: (why) => {
        if (LOCKS.has(why)) data.token.set(null)
        leave()
      },
      onGone: (why) => {
        if (why !== 'revoked') return leave('/')
        isLeft = true
        data.token.set(null)
        void import('#src/features/sign-in/forget-device.ts')
          .then(({ forgetDevice }) => forgetDevice(data))
          .finally(() => leave('/'))
      },
      onPlatformGone: (platform) => {
        if (platform === currentPlatform()) leave('/')
      },
    },
    onSignedOut: () => layer.notices.fail('Signed out. Sign in to go on; nothing is lost.'),
  })
  const place = createPlaceGate(data)
  const openWork = deferReplica(data.engine.replica.follow)
  const router = createAppRouter({
    data,
    follow: openWork.follow,
    allCommands: () => (later ??= addLater()),
    showFirst: (platform, search) => features.states.cases.showFirst(platform, search),
  })
  const update = createShellUpdate(() => location.reload())
  const reload = async () => {
    await written(data.pending)
    if (!update.isReady()) return location.reload()
    // an engine that cannot answer has nothing under way either
    await update.apply(() => data.engine.settle().catch(() => undefined))
  }
  const session = () => knownSession(data)
  const features = createFeatures({
    data,
    session,
    platform: currentPlatform,
    weightOf: (key) => layer.frecency.weight(key),
    registry: () => layer.registry,
  })
  const screen = () => screenOf(router.state.matches)
  const shell: ShellPort = {
    session,
    screen,
    registry: () => layer.registry,
    reload,
    unsettled: () => unsettled(data),
    isSignedOut: () => data.engine.status().paused,
    signIn: () => toSignIn(data),
    clearCache: () =>
      void import('#src/features/sign-in/forget-device.ts')
        .then(({ clearCache }) => {
          // a read that is refused once the token is gone must not lead elsewhere
          isLeft = true
          return clearCache(data)
        })
        .catch((error: unknown) => {
          isLeft = false
          layer.notices.fail(String(error))
        }),
  }
  const layer = createCommandLayer({
    commands: firstCommands(shell, features),
    ports: createPorts(data, (href) => navigateTo(router, layer, href), features, session),
    checkPlan: features.checkPlan,
    rest: { isComing: () => isComing, load: () => allCommands() },
  })

  let later: Promise<void> | null = null
  let isComing = true
  const addLater = async () => {
    try {
      layer.registry.add(await loadScreen(() => laterCommands(shell, features)))
    } catch (error) {
      // requested again by the next screen
      later = null
      throw error
    } finally {
      // a failed part delays no key
      isComing = false
    }
  }
  // the screen that needs it shows the failure
  const allCommands = () => router.options.context.allCommands().catch((error: unknown) => console.warn(error))

  return {
    data,
    router,
    layer,
    features,
    update,
    start: () => startWindow({ data, router, layer, features, update, place, openWork, allCommands }),
  }
}

interface Parts extends Omit<AppWindow, 'start'> {
  place: ReturnType<typeof createPlaceGate>
  openWork: ReturnType<typeof deferReplica>
  allCommands: () => Promise<unknown>
}

/** Begins what runs as long as the window does, the first rows first; returns how to end it. */
function startWindow({
  data,
  router,
  layer,
  features: { states },
  update,
  place,
  openWork,
  allCommands,
}: Parts): () => void {
  writeCookie(document, 'version', CLIENT_VERSION)
  const stops = [data.start(), watchPlatforms(data)]
  stops.push(
    place.start({ features: states, allCommands, onScreen: (listener) => router.subscribe('onRendered', listener) }),
  )
  void restoreUndo(data, layer)
  void showDraftNotice(data, layer)
  stops.push(whenSignedIn(data.token, () => holdKeys(data, layer, place)))
  // the server has a newer version: the status line says so, and the screen stays
  const onMissing = () => {
    if (data.connectivity.isOnline()) update.outdated()
  }
  addEventListener('vite:preloadError', onMissing)
  stops.push(() => removeEventListener('vite:preloadError', onMissing))
  const letGo = holdAhead()
  // keys of other screens, all open work, what may be wanted next
  const goOn = () => {
    void allCommands()
    openWork.begin()
    letGo()
  }
  const latest = setTimeout(goOn, FIRST_ROWS_MS)
  stops.push(() => clearTimeout(latest))
  const afterwards = () => {
    clearTimeout(latest)
    goOn()
    update.register()
    // the record of errors that the test page shows; without it, nothing else is missing
    import('#src/features/diagnostics/error-log.ts').then(({ recordErrors }) => recordErrors(data), console.warn)
  }
  stops.push(afterFirstRows(router, states.cases.queue, afterwards))
  stops.push(tellTrouble(states.outbox, layer))
  const tellOffline = () => layer.context.set({ offline: !data.connectivity.isOnline() })
  stops.push(data.connectivity.subscribe(tellOffline))
  // the first rows come first
  const timer = setTimeout(() => {
    states.cases.readAhead()
    import('#src/features/sign-in/refresh.ts')
      .then(({ keepTokenFresh }) => stops.push(keepTokenFresh(data)))
      .catch((error: unknown) => console.warn('The session is not refreshed', error))
  }, READ_AHEAD_MS)
  stops.push(() => clearTimeout(timer))
  return () => stops.forEach((stop) => stop())
}
