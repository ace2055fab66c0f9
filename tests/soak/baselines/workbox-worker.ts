// The service worker of the workbox baseline: its queue, with the recipe that sends again what a server refused for now.
import { Queue } from 'workbox-background-sync'

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends Event {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}

const worker = globalThis as unknown as {
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
}

const TIMEOUT_MS = 5000
const KEEP_MINUTES = 600

/** An answer of the server, or nothing that could be sent again. */
async function send(request: Request): Promise<Response> {
  const response = await fetch(request, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  const isWhole = await response
    .clone()
    .json()
    .then(
      () => true,
      () => false,
    )
  if (response.status >= 500 || response.status === 429 || !isWhole) throw new Error(`HTTP ${response.status}`)
  return response
}

const queue = new Queue('ops', {
  maxRetentionTime: KEEP_MINUTES,
  async onSync({ queue: waiting }) {
    for (let entry = await waiting.shiftRequest(); entry; entry = await waiting.shiftRequest()) {
      try {
        await send(entry.request.clone())
      } catch (error) {
        await waiting.unshiftRequest(entry)
        throw error
      }
    }
  },
})

worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method === 'GET') return
  event.respondWith(
    send(request.clone()).catch(async () => {
      await queue.pushRequest({ request })
      return Response.json({ queued: true }, { status: 202 })
    }),
  )
})
