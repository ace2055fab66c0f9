/** The baselines as clients of the soak. */
import type { Page } from 'playwright-core'
import { uuidV7 } from '#src/data/uuid.ts'
import type { Client } from '../client.ts'

export const BASELINES: readonly Client[] = ['workbox', 'offline-transactions', 'query'].map(baseline)

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
    unsent: (page) => page.evaluate(() => globalThis.baseline.unsent()),
    nudge: (page: Page) => page.evaluate(() => globalThis.baseline.nudge()),
  }
}
