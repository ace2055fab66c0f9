/// <reference lib="webworker" />
// The service worker: the static shell for a start without a network, and what no window is left to send. It caches no
// answer of a call.
import '#contract/jitless.ts'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { systemClock } from '#engine/base/clock.ts'
import type { BackgroundKeys, ForgetBackgroundKeys } from '#engine/vault/background-keys.ts'
import { KEY_HOLDER_PATH, type ToKeyHolder } from '#engine/vault/key-holder.ts'
import { Background } from './background.ts'
import { isEngine, KeyHolder } from './key-holder.ts'
import { countUnsent } from './count-unsent.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0] }

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

const keys = new KeyHolder(systemClock)

// before the routes, which serve the cache
self.addEventListener('fetch', (event) => {
  if (new URL(event.request.url).pathname !== KEY_HOLDER_PATH) return
  event.respondWith(answerEngine(event))
  event.waitUntil(keys.stay())
})

/** A window is answered nothing: whatever script runs there, none of it is the engine. */
async function answerEngine({ request, clientId }: FetchEvent): Promise<Response> {
  const message = (await request.json()) as ToKeyHolder
  // a worker that was claimed has no id in Chromium; it may hand over, and is given nothing
  const isClaimed = clientId === '' && message.type !== 'find'
  if (!isClaimed && !isEngine(await self.clients.get(clientId), self.location.origin))
    return new Response(null, { status: 403 })
  if (message.type === 'drop') background.takeBack(message.stem)
  return Response.json(keys.take(message), { headers: { 'cache-control': 'no-store' } })
}

// also for the page that registered it: its keys are kept from then on
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
// every address but those below /api/ is a screen of the one page (docs/design/specification.md#screens)
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//] }))

// A new version waits for the page's message, so that a working user is not interrupted.
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as { type: 'SKIP_WAITING' } | BackgroundKeys | ForgetBackgroundKeys | null
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (message?.type === 'take-back') {
    background.takeBack(message.stem)
    // a newer worker is to take the place of this one
    if (message.isForGood) keys.close()
  }
  if (message?.type === 'hand-over') {
    background.take(message)
    event.waitUntil(background.keep())
  }
})

const background = new Background({
  idb: {},
  locks: self.navigator.locks,
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
  // the browser will not wake this again: the user who granted permission is notified
  if (isLast && count > 0 && Notification.permission === 'granted')
    await self.registration.showNotification(`Docket: ${count} not sent`, {
      body: 'Open Docket with a connection to send what was decided.',
      tag: 'docket-unsent',
    })
}
