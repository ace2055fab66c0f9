// workbox-background-sync: the service worker sends, and queues in IndexedDB what fails.
import { requestOf, takenOf, type Parcel } from './carry.ts'

const trusted = globalThis as unknown as {
  trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } }
}
const policy = trusted.trustedTypes?.createPolicy('docket', { createScriptURL: (url: string) => url })
await navigator.serviceWorker.register(policy?.createScriptURL('/baselines/sw.js') ?? '/baselines/sw.js')
if (!navigator.serviceWorker.controller) {
  await new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
  })
}

/** A request as the library keeps it. */
interface Entry {
  requestData: { headers: Record<string, string> }
}

/** The page keeps the order of a case itself, for as long as it lives. */
const chains = new Map<string, Promise<boolean>>()

function take(parcel: Parcel): Promise<boolean> {
  const lane = parcel.draft.target.caseId ?? ''
  // 202 is the worker's: queued
  const mine = (chains.get(lane) ?? Promise.resolve(true)).then(() =>
    fetch(requestOf(parcel)).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  chains.set(lane, mine)
  return mine
}

globalThis.baseline = {
  async accept(parcels) {
    const taken = await Promise.all(parcels.map(take))
    return parcels.filter((_, index) => taken[index]).map(takenOf)
  },
  waiting: () =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open('workbox-background-sync')
      opening.addEventListener('error', () => reject(opening.error ?? new Error('no answer')))
      opening.addEventListener('success', () => {
        const db = opening.result
        if (!db.objectStoreNames.contains('requests')) {
          db.close()
          return resolve([])
        }
        const reading = db.transaction('requests').objectStore('requests').getAll() as IDBRequest<Entry[]>
        reading.addEventListener('success', () => {
          db.close()
          resolve(reading.result.map(({ requestData }) => requestData.headers['idempotency-key'] ?? ''))
        })
      })
    }),
  // the browser wakes the worker
  nudge: async () => undefined,
}
