// The service worker and the browser's storage, in a real browser. The numbers are those of the failure matrix.
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import {
  caseAtCursor,
  effectsOn,
  expect,
  isDrained,
  openQueue,
  openWorld,
  press,
  queueIsThere,
  test,
  unsent,
  workerIsReady,
} from './support.ts'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'

test.use({ account: 'analyst' })
test.setTimeout(120_000)

const status = (page: Page) => page.getByRole('contentinfo')

/** Reads the queue with the service worker behind it. */
async function ready(page: Page, url: string, platform: string): Promise<void> {
  await openQueue(page, url, platform)
  await workerIsReady(page)
  await page.reload()
  await queueIsThere(page)
}

/** The registration that the browser has, to send it events. */
async function registrationOf(devtools: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const one = registrations.find(({ isDeleted }) => !isDeleted)
      if (one) resolve(one.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  return found
}

/** A page of the browser that keeps it and its workers alive, outside of Docket. */
const keepAlive = async (context: BrowserContext) => (await context.newPage()).goto('about:blank')

test('9: what a window decided is sent by the service worker once no window is open, and once', async ({
  context,
  world,
}) => {
  await keepAlive(context)
  const page = await context.newPage()
  await ready(page, world.url, 'paxum')
  const id = await caseAtCursor(page)
  await press(page, 'w')
  await expect(unsent(page)).toHaveText('1 unsent')
  // it is being held: the window alone would send it when that is over
  await page.waitForFunction(async () => (await navigator.locks.query()).held?.some(({ name }) => name?.includes('docket-outbox')))
  await page.waitForTimeout(1500)
  await page.close()
  await expect.poll(() => effectsOn(world, id), { timeout: 40_000 }).toEqual(['change status'])
  const again = await context.newPage()
  await openQueue(again, world.url, 'paxum')
  await isDrained(again)
  expect(await effectsOn(world, id)).toEqual(['change status'])
})

test('12: a last background sync that cannot send loses nothing; the next window sends it', async ({ context }) => {
  const world = await openWorld()
  const value = await tokenOf(world.url, 'analyst')
  await context.addCookies([{ name: 'token', value, url: world.url, sameSite: 'Strict' }])
  const page = await context.newPage()
  await ready(page, world.url, 'paxum')
  const id = await caseAtCursor(page)
  await world.stop()
  await press(page, 'w')
  await expect(unsent(page)).toHaveText('1 unsent')
  const devtools = await context.newCDPSession(page)
  const registrationId = await registrationOf(devtools)
  const event = { origin: world.url, registrationId, tag: 'docket-outbox', lastChance: true }
  await devtools.send('ServiceWorker.dispatchSyncEvent', event)
  await expect(unsent(page)).toHaveText('1 unsent')
  await world.start()
  await isDrained(page)
  expect(await effectsOn(world, id)).toEqual(['change status'])
  await world.close()
})

test('32: a full disk: what can be fetched again makes room, or the refusal is seen; nothing is called saved', async ({
  page,
  context,
  world,
}) => {
  await ready(page, world.url, 'prepaid-card')
  const devtools = await context.newCDPSession(page)
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin: world.url })
  // bytes that cannot be packed fill what is left
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: world.url, quotaSize: usage + 3_000_000 })
  await page.evaluate(async () => {
    const request = indexedDB.open('filler', 1)
    await new Promise<void>((resolve) => {
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore('bytes'))
      request.addEventListener('success', () => resolve())
    })
    for (let n = 0, isFull = false; !isFull && n < 2000; n += 1) {
      const bytes = crypto.getRandomValues(new Uint8Array(50_000))
      isFull = await new Promise<boolean>((resolve) => {
        const transaction = request.result.transaction('bytes', 'readwrite')
        transaction.objectStore('bytes').put(bytes, n)
        transaction.addEventListener('complete', () => resolve(false))
        transaction.addEventListener('abort', () => resolve(true))
      })
    }
    request.result.close()
  })
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: world.url, quotaSize: 1 })
  const id = await caseAtCursor(page)
  await press(page, 'w')
  await press(page, 'g', 'o')
  const outbox = page.getByRole('region', { name: 'Outbox' })
  await expect(outbox.getByRole('row').nth(1)).toContainText('Not saved on this device')
  expect(await effectsOn(world, id)).toEqual([])
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: world.url })
  await openQueue(page, world.url, 'prepaid-card')
  await press(page, 'w')
  await isDrained(page)
  expect(await effectsOn(world, id)).toEqual(['change status'])
})

test('52: storage that the browser threw away: the user is told how much, and it is on record', async ({
  context,
  world,
}) => {
  const page = await context.newPage()
  await ready(page, world.url, 'fundstr')
  await context.setOffline(true)
  await press(page, 'w')
  await expect(unsent(page)).toHaveText('1 unsent')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: world.url, storageTypes: 'indexeddb' })
  await context.setOffline(false)
  await page.reload()
  await queueIsThere(page)
  await expect(status(page)).toContainText('Browser storage was reset: 1 unsent may be lost')
  const resets = () =>
    world.db.selectFrom('audit').select('after').where('action', '=', 'reset storage').execute()
  await expect.poll(resets, { timeout: 20_000 }).toEqual([{ after: expect.objectContaining({ pending: 1, numbers: [1] }) }])
  await press(page, 'g', 'o')
  // the browser's own answer, whatever it is
  await press(page, 'w')
  await expect(page.getByRole('region', { name: 'Outbox' })).toContainText(
    /Storage is kept by the browser|may clear its storage/,
  )
})

test('the service worker can be retired by the server, and what is queued stays and goes out', async ({ context }) => {
  const world = await openWorld()
  const value = await tokenOf(world.url, 'analyst')
  await context.addCookies([{ name: 'token', value, url: world.url, sameSite: 'Strict' }])
  const page = await context.newPage()
  await ready(page, world.url, 'paxum')
  const id = await caseAtCursor(page)
  await world.stop()
  await press(page, 'w')
  await expect(unsent(page)).toHaveText('1 unsent')
  await world.start({ SERVICE_WORKER: 'off' })
  await page.reload()
  const left = () =>
    page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length])
  await expect.poll(left, { timeout: 20_000 }).toEqual([0, 0])
  await isDrained(page)
  expect(await effectsOn(world, id)).toEqual(['change status'])
  await world.close()
})

test('a screen whose file is gone from the server is fetched anew with the window, once', async ({ page, world }) => {
  await openQueue(page, world.url, 'paxum')
  let refused = 0
  await page.route(/\/assets\/templates.*\.js$/, async (route) => {
    refused += 1
    // tried twice, then the window is loaded again
    if (refused <= 2) await route.fulfill({ status: 404, body: 'Not found' })
    else await route.continue()
  })
  await press(page, 'g', 'm')
  await expect(page.getByRole('heading', { name: 'Templates' }).first()).toBeVisible({ timeout: 20_000 })
})
