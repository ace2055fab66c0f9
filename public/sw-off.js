// Served in the service worker's place where the server switches it off (SERVICE_WORKER=off): gives up the cached shell
// and itself. What is queued lies in the databases and stays.
self.addEventListener('install', () => self.skipWaiting())
// not waited for: until it has begun its work, every window that is loaded stands still
self.addEventListener('activate', () => void retire())

async function retire() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
