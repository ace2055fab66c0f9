/// <reference lib="webworker" />
// The service worker: the static shell for a start without a network, and what no window is left to send. It caches no
// answer of a call.
import '#src/data/engine/jitless.ts'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { systemClock, type Locks } from '#src/data/engine/clock.ts'
import type { HandOver, TakeBack } from '#src/data/engine/vault/hand-over.ts'
import { Background } from './background.ts'
import { countUnsent } from './unsent.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0] }

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
// every address but those below /api/ is a screen of the one page (resolutions 18)
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//] }))

// A new version waits until the page says so: nothing is taken away from under somebody who is working.
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as { type: 'SKIP_WAITING' } | HandOver | TakeBack | null
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (message?.type === 'take-back') background.takeBack(message.stem)
  if (message?.type === 'hand-over') {
    background.take(message)
    event.waitUntil(background.keep())
  }
})

const background = new Background({
  idb: {},
  locks: self.navigator.locks as Locks,
  clock: systemClock,
  fetch: (url, init) => fetch(url, init),
  channel: (name) => new BroadcastChannel(name),
  random: Math.random,
  hasWindow: async () => (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length > 0,
})

self.addEventListener('sync', ((event: SyncEvent) => {
  if (event.tag === 'docket-outbox') event.waitUntil(sync(event.lastChance))
}) as EventListener)

/** Sends; what is left is the browser's to try again, and the user's to see. */
async function sync(isLast: boolean): Promise<void> {
  try {
    const left = await background.send()
    if (left) throw new Error(`${left} not sent`)
  } finally {
    await showUnsent(isLast)
  }
}

async function showUnsent(isLast: boolean): Promise<void> {
  const { navigator } = self as unknown as { navigator: { setAppBadge?(count: number): Promise<void> } }
  const count = await countUnsent(indexedDB)
  await navigator.setAppBadge?.(count)
  // the browser will not wake this again: whoever allowed that is told
  if (isLast && count > 0 && Notification.permission === 'granted')
    await self.registration.showNotification(`Docket: ${count} not sent`, {
      body: 'Open Docket with a connection to send what was decided.',
      tag: 'docket-unsent',
    })
}
