// The vault in a real browser: passkeys, what a script that does not belong here finds, and ways out with something unsent.
import type { BrowserContext, Page } from '@playwright/test'
import { isBatch } from '#tests/support/faults.ts'
import { plugInPasskeys } from '#tests/support/passkeys.ts'
import { checkBooks, savedIn, settles } from './read-outbox.ts'
import { ACCOUNT, decide, signInAgain, test } from './failure-world.ts'
import { sharesIn } from './disk-traces.ts'
import {
  caseIdIn,
  connection,
  isDrained,
  queue,
  rowOf,
  effectsOn,
  expect,
  openQueue,
  palette,
  queueIsThere,
  unsent,
  cutOff,
  WITH_WORKER,
  workerIsReady,
} from './support.ts'

test.setTimeout(180_000)
const lockScreen = (page: Page, title = 'Locked') => page.getByRole('heading', { name: title })

/** How many cached answers are on the device, and how many keys that open such. */
const cachedIn = (page: Page): Promise<[answers: number, keys: number]> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
      })
    const names = await indexedDB.databases()
    const rowsOf = async (part: string, stores: string[]) => {
      const db = await done(indexedDB.open(names.find(({ name }) => name?.endsWith(`-${part}`))?.name ?? ''))
      const read = db.transaction(stores)
      const rows = await Promise.all(stores.map((store) => done(read.objectStore(store).getAll())))
      db.close()
      return rows.flat()
    }
    const keys = (await rowsOf('vault', ['keys'])) as { use: string }[]
    return [
      (await rowsOf('cache', ['snap', 'chunks', 'deltas'])).length,
      keys.filter(({ use }) => use === 'cache').length,
    ]
  })

/** As a restart of the browser does: nothing is left of what the service worker had in memory. */
async function restartWorker(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
}

test.describe('signed in', () => {
  test.use({ account: 'analyst' })

  test(
    '42: a passkey opens a cold start offline, and nothing opens a device without one',
    { tag: WITH_WORKER },
    async ({ context, world }) => {
      const page = await context.newPage()
      await plugInPasskeys(page)
      await openQueue(page, world.url, 'fundstr')
      await expect(page.getByRole('button', { name: 'Set up offline unlock' })).toBeVisible()
      // from the second page on, the service worker has the page in its hands
      await workerIsReady(page)
      await page.reload()
      await queueIsThere(page)
      await cutOff(page)
      // a page that is loaded again goes on: what opens it is in the service worker's memory
      await page.reload()
      await queueIsThere(page)
      await expect(connection(page)).toContainText('Offline')
      // a restart of the browser leaves nothing there
      await restartWorker(context, page)
      await page.reload()
      await expect(lockScreen(page, 'Connect to unlock')).toBeVisible()
      // it opens by itself when the network is back
      await context.setOffline(false)
      await queueIsThere(page)

      await page.goto(`${world.url}/admin/fundstr/settings/security`)
      await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
      await expect(page.getByRole('list', { name: 'Unlock methods' })).toContainText('Passkey')
      await page.goto(`${world.url}/admin/fundstr/cases/`)
      await queueIsThere(page)
      await cutOff(page)
      await restartWorker(context, page)
      await page.reload()
      await expect(page.getByRole('button', { name: 'Use your passkey' })).toBeFocused()
      await page.keyboard.press('Enter')
      await queueIsThere(page)
      await expect(connection(page)).toContainText('Offline')
      await context.setOffline(false)
    },
  )

  test('53: an injected script finds no key, and is given none', { tag: WITH_WORKER }, async ({ page, world }) => {
    await openQueue(page, world.url, 'aplus')
    const found = await page.evaluate(async () => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
        })
      let stored = 0
      let rows = 0
      let stem = ''
      for (const { name } of await indexedDB.databases()) {
        stem = /^docket-engine-([0-9a-f]{16})-vault$/.exec(name ?? '')?.[1] ?? stem
        const db = await done(indexedDB.open(name ?? ''))
        for (const store of db.objectStoreNames) {
          for (const row of await done(db.transaction(store).objectStore(store).getAll())) {
            rows += 1
            stored += Object.values(row as object).filter((value) => value instanceof CryptoKey).length
          }
        }
        db.close()
      }
      // whatever tabs say to each other, and what the service worker says to a window that asks as the engine does
      const heard: unknown[] = []
      const air = new BroadcastChannel(`docket-outbox:${stem}`)
      air.addEventListener('message', ({ data }) => heard.push(data))
      air.postMessage({ type: 'askKeys' })
      air.postMessage({ type: 'askOpen' })
      const init = { method: 'POST', cache: 'only-if-cached', mode: 'same-origin' } as const
      const held = await fetch('/vault-holder', { ...init, body: JSON.stringify({ type: 'find', stem }) }).then(
        ({ status }) => status,
        (error: Error) => error.name,
      )
      const hasKey = (value: unknown): boolean =>
        value instanceof CryptoKey ||
        (typeof value === 'object' && value !== null && Object.values(value).some((one) => hasKey(one)))
      return { rows, stored, held, isTold: heard.some(hasKey), text: JSON.stringify(heard), local: { ...localStorage } }
    })
    expect(found).toMatchObject({ stored: 0, isTold: false })
    expect([403, 'TypeError']).toContain(found.held)
    const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
    expect(found.text).not.toContain(token)
    expect(found.rows).toBeGreaterThan(0)
    const shares = await sharesIn(world)
    for (const share of shares) expect(JSON.stringify(found.local)).not.toContain(share.toString('base64'))
    // and nothing is put where a script would run
    expect(
      await page.evaluate(() => {
        try {
          document.body.innerHTML = '<img src=x onerror=alert(1)>'
          return 'taken'
        } catch (error) {
          return (error as Error).name
        }
      }),
    ).toBe('TypeError')
  })

  test(
    '45: clearing the cache warns of unsent operations, keeps them, and they are sent after sign-in',
    { tag: WITH_WORKER },
    async ({ page, context, world, port }) => {
      port.faults.storm = (request) => (isBatch(request) ? { type: 'status', status: 503 } : null)
      await openQueue(page, port.url, 'paydek')
      await workerIsReady(page)
      const refused = () => port.faults.met.filter(({ fault }) => fault === 'status').length
      const before = refused()
      const { id, saved } = await decide(page)
      await expect.poll(refused).toBeGreaterThan(before)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('clear cache')
      await expect(palette(page).getByRole('option', { name: /Clear Cache/ })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(palette(page)).toContainText('1 decision not sent yet stays here, encrypted')
      // an Enter that bounces answers nothing; one that comes late must not press what stands on the next page
      const field = palette(page).getByRole('combobox')
      const isAsked = async () => {
        if (await field.isVisible()) await field.press('Enter', { timeout: 1_000 })
        return field.isVisible()
      }
      await expect.poll(isAsked).toBe(false)
      await page.waitForURL(/\/\?\d{13}$/)
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
      expect([await cachedIn(page), await savedIn(page, ACCOUNT)]).toEqual([[0, 0], saved])
      expect(await effectsOn(world, id)).toEqual([])

      port.faults.storm = null
      await signInAgain(context, world, port.url)
      await openQueue(page, port.url, 'paydek')
      await settles(page, ACCOUNT)
      expect(await effectsOn(world, id)).toEqual(['change status'])
      await workerIsReady(page)
      await checkBooks(world, page, ACCOUNT, saved)
    },
  )

  test('keys pressed before the device is open are applied when it is, however long the server takes', async ({
    page,
    world,
    port,
  }) => {
    let release = () => {}
    const until = new Promise<void>((resolve) => (release = resolve))
    const isShare = ({ url }: Request) => new URL(url).pathname === '/api/sync/device'
    port.faults.next.push({ type: 'hold', until, on: isShare })
    await page.goto(`${port.url}/admin/paxum/cases/`)
    // soon the lock screen stands there: as soon as there is a row
    const row = await page.waitForFunction(() => {
      const active = document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant')
      return document.getElementById(active ?? '')?.getAttribute('aria-label')
    })
    await page.keyboard.press('w')
    const id = caseIdIn((await row.jsonValue()) ?? '')
    await expect(lockScreen(page, 'Opening')).toBeVisible()
    release()
    await expect(queue(page)).toBeFocused()
    await expect(unsent(page)).toHaveText('1 unsent')
    await expect(rowOf(page, id)).toHaveCount(0)
    await isDrained(page)
    expect(await effectsOn(world, id)).toEqual(['change status'])
  })

  test('text typed while the device opens is kept; the device locks when hidden, if the user chose so', async ({
    page,
    port,
  }) => {
    let release = () => {}
    const until = new Promise<void>((resolve) => (release = resolve))
    port.faults.next.push({ type: 'hold', until, on: ({ url }) => new URL(url).pathname === '/api/sync/device' })
    await page.goto(`${port.url}/admin/paxum/settings/security`)
    await page.getByRole('button', { name: 'Add a passphrase' }).press('Enter')
    const field = page.getByLabel('Passphrase', { exact: true })
    await expect(field).toBeFocused()
    await page.keyboard.type('four words')
    // longer than the lock screen would take to come
    const since = await page.evaluate(() => performance.now())
    await page.waitForFunction((from) => performance.now() - from > 3500, since)
    await expect(lockScreen(page, 'Opening')).toBeHidden()
    await expect(field).toHaveValue('four words')
    release()
    await page.waitForFunction(() => performance.getEntriesByName('vault:open').length > 0)
    await expect(field).toHaveValue('four words')
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()

    // locks when hidden, if the user chose so
    const option = page.getByRole('checkbox', { name: 'Lock when the window is hidden' })
    await expect(option).not.toBeChecked()
    await option.press(' ')
    await expect(option).toBeChecked()
    // a browser that is driven calls every page visible
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect(lockScreen(page)).toBeVisible()
  })

  test('44: signing out sends what waits, or discards it with an audited reason', async ({
    page,
    context,
    world,
    port,
  }) => {
    const leave = async () => {
      port.faults.storm = (request) => (isBatch(request) ? { type: 'status', status: 503 } : null)
      await openQueue(page, port.url, 'multifi')
      const { id } = await decide(page)
      await page.goto(`${port.url}/logout`)
      await expect(lockScreen(page, 'Not everything is sent')).toBeVisible()
      return id
    }
    const sent = await leave()
    port.faults.storm = null
    await expect(page.getByRole('button', { name: 'Send now' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(lockScreen(page, 'Signed out')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('nothing of it is left on this device')
    expect(await effectsOn(world, sent)).toEqual(['change status'])

    await signInAgain(context, world, port.url)
    const given = await leave()
    await page.getByRole('button', { name: 'Discard them' }).press('Enter')
    await expect(page.getByRole('button', { name: 'No longer needed' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(lockScreen(page, 'Signed out')).toBeVisible()
    port.faults.storm = null
    expect(await effectsOn(world, given)).toEqual([])
    const fates = await world.db.selectFrom('tombstone').select('reason').where('fate', '=', 'discarded').execute()
    expect(fates).toContainEqual({ reason: 'No longer needed' })
  })

  test(
    '44: logging out counts unsent and rejected operations, and does what is chosen',
    { tag: WITH_WORKER },
    async ({ page, context, world }) => {
      await openQueue(page, world.url, 'paxum-bank')
      await cutOff(page)
      await page.keyboard.press('w')
      await expect(unsent(page)).toHaveText('1 unsent')
      await expect(connection(page)).toHaveText('Offline, 1 unsent')
      // without a network there would be nothing to begin anew with
      await page.keyboard.press('Control+k')
      await page.keyboard.type('clear cache')
      const clearing = palette(page).getByRole('option', { name: /Clear Cache/ })
      await expect(clearing).toBeDisabled()
      await expect(clearing).toContainText('Needs a connection')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('logout')
      await expect(palette(page).getByRole('option', { name: 'Logout' })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(lockScreen(page, 'Not everything is sent')).toBeVisible()
      await expect(page.getByRole('main')).toContainText('1 decision not sent yet')
      await page.getByRole('button', { name: 'Keep encrypted on this device' }).press('Enter')
      await expect(lockScreen(page, 'Signed out')).toBeVisible()
      await expect(page.getByRole('main')).toContainText('stay here for seven days')
      await context.setOffline(false)
    },
  )

  test(
    '44: the logout address asks, too, in a newly opened window',
    { tag: WITH_WORKER },
    async ({ page, context, world }) => {
      await openQueue(page, world.url, 'fundstr')
      await cutOff(page)
      await page.keyboard.press('w')
      await expect(unsent(page)).toHaveText('1 unsent')
      const other = await context.newPage()
      await other.goto(`${world.url}/logout`)
      await expect(lockScreen(other, 'Not everything is sent')).toBeVisible()
      await expect(other.getByRole('main')).toContainText('1 decision not sent yet')
      // once there is nothing to ask any more, it ends by itself
      await context.setOffline(false)
      await expect(lockScreen(other, 'Signed out')).toBeVisible({ timeout: 30_000 })
      await expect(other.getByRole('main')).toContainText('nothing of it is left on this device')
    },
  )
})
