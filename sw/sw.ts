/// <reference lib="webworker" />
// The service worker: the static shell for a start without a network. It caches no answer and holds no data of anybody.
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { countUnsent } from './unsent.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0] }

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
// every address but those below /api/ is a screen of the one page (resolutions 18)
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//] }))

// A new version waits until the page says so: nothing is taken away from under somebody who is working.
self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

// The page sends; what a worker without a key and a session can do is to show how much is waiting.
self.addEventListener('sync', ((event: SyncEvent) => {
  if (event.tag === 'docket-outbox') event.waitUntil(showUnsent())
}) as EventListener)

async function showUnsent(): Promise<void> {
  const { navigator } = self as unknown as { navigator: { setAppBadge?(count: number): Promise<void> } }
  await navigator.setAppBadge?.(await countUnsent(indexedDB))
}
