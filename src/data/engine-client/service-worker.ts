/** The service worker as the window sees it: registered after the first rows, and a new version waits for the user. */
import type { BackgroundKeys, ForgetBackgroundKeys } from '#engine/vault/background-keys.ts'
import { trustedScriptUrl } from '#src/data/net/trusted-types.ts'

export interface ShellUpdate {
  /** Registers the worker, which then fetches the shell, after the window is usable. */
  register: () => void
  /** A new version is ready and waits, or this window is older than what is served. */
  isReady: () => boolean
  /** Hands over to it and loads the page again; `drain` is awaited first, so that nothing is cut off while it is sent. */
  apply: (drain: () => Promise<void>) => Promise<void>
  /** A part of this window could not be fetched although the server answers: there is a newer build. */
  outdated: () => void
  subscribe: (listener: () => void) => () => void
}

/** How often an open page checks for a new version, ms. */
const LOOK_MS = 30 * 60_000

/** A worker that takes another's place may need so long, ms. */
const HAND_OVER_MS = 10_000

/** Nothing is registered yet. Without service workers a window is updated by a reload only. */
export function createShellUpdate(reload: () => void): ShellUpdate {
  const listeners = new Set<() => void>()
  let isReady = false
  let handOver: (() => void) | null = null

  function ready(): void {
    isReady = true
    for (const listener of listeners) listener()
  }

  async function register(): Promise<void> {
    if (!('serviceWorker' in navigator)) return
    // the controlling worker was disabled and has unregistered: registering now would revive it
    if (navigator.serviceWorker.controller && !(await navigator.serviceWorker.getRegistration())) return
    const { Workbox } = await import('workbox-window')
    const workbox = new Workbox(trustedScriptUrl('/sw.js'), { scope: '/', updateViaCache: 'none' })
    workbox.addEventListener('waiting', () => {
      handOver = () => {
        workbox.addEventListener('controlling', reload)
        // the user does not wait for a worker that cannot yield: the update is offered again
        setTimeout(reload, HAND_OVER_MS)
        // the one in place is busy for as long as it holds anything, and no other takes over before that
        void postToWorker({ type: 'take-back', stem: null, isForGood: true })
          .catch(noUpdate)
          .then(async () => {
            const registration = await navigator.serviceWorker.getRegistration()
            // it has taken over or unregistered meanwhile
            if (registration?.waiting) workbox.messageSkipWaiting()
            else reload()
          })
      }
      ready()
    })
    await workbox.register()
    performance.mark('worker:registered')
    setInterval(() => workbox.update().catch(noUpdate), LOOK_MS)
  }

  // another window has activated a new one: nothing to yield to; a first worker replaces nobody
  let isFirst = globalThis.navigator?.serviceWorker?.controller === null
  globalThis.navigator?.serviceWorker?.addEventListener('controllerchange', () => {
    if (isFirst) {
      isFirst = false
      return
    }
    handOver = null
    ready()
  })
  return {
    register: () => void register().catch((error: unknown) => console.warn('No start without a network', error)),
    isReady: () => isReady,
    async apply(drain) {
      await drain()
      if (handOver) handOver()
      else reload()
    },
    outdated: ready,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Without an answer the next check is soon enough. */
function noUpdate(): void {
  return undefined
}

/** Asks the browser to wake the worker when it can send, or else to show what waits; where it can. */
export async function requestSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as
    | { sync?: { register(tag: string): Promise<void> } }
    | undefined
  await registration?.sync?.register('docket-outbox')
}

/** Gives the worker its keys, or revokes them; does nothing without a worker. */
export async function postToWorker(message: BackgroundKeys | ForgetBackgroundKeys): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.active?.postMessage(message)
}

/** Shows how much waits on the icon of the installed application, where there is one. */
export async function showBadge(count: number): Promise<void> {
  const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> }
  await setAppBadge?.call(navigator, count)
}
