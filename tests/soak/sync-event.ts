/** Wakes the service worker as the browser does when the network is back. */
import type { CDPSession } from '@playwright/test'

export async function fireSync(session: CDPSession, origin: string, tag: string, lastChance = false): Promise<void> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const id = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId
      if (id !== undefined) resolve(id)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await found
  await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance })
}
