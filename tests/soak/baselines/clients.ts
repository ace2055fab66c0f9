/** The baselines as clients of the soak. */
import type { Page } from 'playwright-core'
import { uuidV7 } from '#contract/uuid.ts'
import type { Client } from '../client.ts'
import { fireSync } from '../sync-event.ts'

export const BASELINES: readonly Client[] = ['workbox', 'offline-transactions', 'query'].map(baseline)

/** Its queue goes on when the browser wakes the worker, which after failures takes minutes. */
async function wake(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await fireSync(session, new URL(page.url()).origin, 'workbox-background-sync:ops')
  await session.detach()
}

function baseline(name: string): Client {
  return {
    name,
    async load(page, url, isOffline) {
      const context = page.context()
      // none brings a shell of its own: that a page opens without a network is granted
      if (isOffline) await context.setOffline(false)
      await page.goto(`${url}/baselines/${name}.html`)
      await page.waitForFunction(() => globalThis.baseline !== undefined, null, { timeout: 15_000 })
      if (isOffline) await context.setOffline(true)
    },
    accept(page, drafts) {
      const at = Date.now()
      const parcels = drafts.map((draft) => ({ opId: uuidV7(at), draft }))
      return page.evaluate((some) => globalThis.baseline.accept(some), parcels)
    },
    unsent: async (page) => (await page.evaluate(() => globalThis.baseline.waiting())).length,
    waiting: (page) => page.evaluate(() => globalThis.baseline.waiting()),
    nudge: (page) => (name === 'workbox' ? wake(page) : page.evaluate(() => globalThis.baseline.nudge())),
  }
}
