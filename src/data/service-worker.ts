/** Registers the service worker and tells when a new version waits; the user decides when it takes over. */
import { Workbox } from 'workbox-window'
import { trustedScriptUrl } from './trusted.ts'

export interface ShellUpdate {
  /** A new version is ready and waits. */
  isReady: () => boolean
  /** Hands over to it: `drain` is awaited first, so that no write is cut in two; then the page is loaded again. */
  apply: (drain: () => Promise<void>) => Promise<void>
  subscribe: (listener: () => void) => () => void
}

/** How often an open page looks for a new version, ms. */
const LOOK_MS = 30 * 60_000

/** Registers after the page has loaded. Without service workers there is never an update, and that is all. */
export function registerServiceWorker(reload: () => void): ShellUpdate {
  const listeners = new Set<() => void>()
  let isReady = false
  const update: ShellUpdate = {
    isReady: () => isReady,
    apply: async () => undefined,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  if (!('serviceWorker' in navigator)) return update
  const workbox = new Workbox(trustedScriptUrl('/sw.js'), { scope: '/', updateViaCache: 'none' })
  workbox.addEventListener('waiting', () => {
    isReady = true
    for (const listener of listeners) listener()
  })
  update.apply = async (drain) => {
    await drain()
    workbox.addEventListener('controlling', reload)
    workbox.messageSkipWaiting()
  }
  workbox
    .register()
    .then(() => setInterval(() => void workbox.update(), LOOK_MS))
    .catch((error: unknown) => console.warn('No service worker: a start without a network will not work', error))
  return update
}

/** Asks for a wake-up of the worker when the network is back, so that the badge is right; where the browser can. */
export async function requestSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as
    | { sync?: { register(tag: string): Promise<void> } }
    | undefined
  await registration?.sync?.register('docket-outbox')
}
