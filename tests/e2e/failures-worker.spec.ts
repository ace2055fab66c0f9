// Rows of the failure matrix that need a real service worker: it sends when no window is open, is killed, out of reach,
// replaced and retired.
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { isBatch } from '#tests/support/faults.ts'
import { fireSync } from '#tests/soak/sync-event.ts'
import { checkBooks, settles } from './read-outbox.ts'
import { NO_NOTIFICATIONS } from '#tests/architecture/failure-matrix.ts'
import { wholeBrowser } from '#tests/support/chromium.ts'
import { ACCOUNT, decide, holdNextBatch, replaysOf, test } from './failure-world.ts'
import {
  cutOff,
  effectsOn,
  expect,
  openQueue,
  press,
  queueIsThere,
  rowOf,
  unsent,
  workerIsReady,
  isOpen,
  OURS,
} from './support.ts'

test.use({ serviceWorkers: 'allow', launchOptions: wholeBrowser })

test.setTimeout(240_000)

const BATCHES = '/api/sync/ops'
const footerOf = (page: Page) => page.getByRole('contentinfo')
const newVersion = (page: Page) => footerOf(page).getByRole('button', { name: 'New version: reload' })

/** A window whose words to the worker are noted, with the worker installed. */
async function openWindow(context: BrowserContext, url: string, platform: string): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    const told: unknown[] = []
    const post = Reflect.get(ServiceWorker.prototype, 'postMessage') as (message: unknown) => void
    ServiceWorker.prototype.postMessage = function postNoted(message: { type: string }) {
      told.push(message.type)
      post.call(this, message)
    }
    Object.assign(globalThis, { told })
  })
  await openQueue(page, url, platform)
  await workerIsReady(page)
  await isOpen(page)
  return page
}

/** Waits until this load has asked for the worker, which it does once it has nothing else to do. */
const hasRegistered = (page: Page) =>
  expect.poll(() => page.evaluate(() => performance.getEntriesByName('worker:registered').length)).toBeGreaterThan(0)

/** Waits until the worker has keys and session, and has not given back since. */
const hasHandedOver = (page: Page) =>
  expect.poll(() => page.evaluate(() => (Reflect.get(globalThis, 'told') as string[]).at(-1))).toBe('hand-over')

/** Decides on a case and closes the window once the worker can send it. */
async function decideAndLeave(page: Page) {
  const decided = await decide(page)
  await hasHandedOver(page)
  await page.close()
  return decided
}

/** A connection to the browser about its workers while no window of the product is open. */
async function workersOf(context: BrowserContext): Promise<CDPSession> {
  return context.newCDPSession(await context.newPage())
}

test('9: after the last window closes the worker waits for the hold and sends', async ({ context, world, port }) => {
  const page = await openWindow(context, port.url, 'fundstr')
  const { id, saved } = await decideAndLeave(page)
  expect(await effectsOn(world, id)).toEqual([])
  await expect.poll(() => effectsOn(world, id), { timeout: 60_000 }).toEqual(['change status'])
  const next = await context.newPage()
  await openQueue(next, port.url, 'fundstr')
  await expect(rowOf(next, id)).toHaveCount(0)
  await settles(next, ACCOUNT)
  expect(await replaysOf(world, saved.at(-1))).toBe(0)
  await checkBooks(world, next, ACCOUNT, saved)
})

test('9: a worker woken while a window sends yields', async ({ context, world, port }) => {
  const page = await openWindow(context, port.url, 'prepaid-card')
  const workers = await workersOf(context)
  const held = holdNextBatch(port)
  const { id, saved } = await decide(page)
  await hasHandedOver(page)
  await held.arrived()
  const sent = () => port.faults.met.filter(({ path }) => path === BATCHES).length
  const before = sent()
  // answered when the worker is through with it
  await fireSync(workers, port.url, 'docket-outbox')
  held.release()
  await settles(page, ACCOUNT)
  expect(sent()).toBe(before)
  expect(await effectsOn(world, id)).toEqual(['change status'])
  await checkBooks(world, page, ACCOUNT, saved)
})

test('10: a worker killed while sending: the same key again, one effect', async ({ context, world, port }) => {
  const page = await openWindow(context, port.url, 'prepaid-upi')
  const workers = await workersOf(context)
  const held = holdNextBatch(port)
  const { id, saved } = await decideAndLeave(page)
  await held.arrived()
  await workers.send('ServiceWorker.enable')
  const locked = await context.newPage()
  // not the shell, whose engine would take the lock at once
  await locked.goto(`${port.url}/api/healthz`)
  const isLocked = () =>
    locked.evaluate(async () => {
      const { held: locks = [] } = await navigator.locks.query()
      return locks.some(({ name }) => name?.startsWith('docket-outbox:'))
    })
  expect(await isLocked()).toBe(true)
  const killed = performance.now()
  await workers.send('ServiceWorker.stopAllWorkers')
  // free at once, though the server has not answered
  await expect.poll(isLocked, { intervals: [20] }).toBe(false)
  test.info().annotations.push({ type: 'lock free after', description: `${Math.round(performance.now() - killed)} ms` })
  held.release()
  await locked.close()
  const next = await context.newPage()
  await openQueue(next, port.url, 'prepaid-upi')
  await settles(next, ACCOUNT)
  expect(await effectsOn(world, id)).toEqual(['change status'])
  expect(await replaysOf(world, saved.at(-1))).toBe(1)
  await checkBooks(world, next, ACCOUNT, saved)
})

test('12: when the last background sync fails too, the user is told the number, and the next window sends', async ({
  context,
  world,
  port,
}) => {
  await context.grantPermissions(['notifications'], { origin: port.url })
  const page = await openWindow(context, port.url, 'paydek')
  test.skip((await page.evaluate(() => Notification.permission)) !== 'granted', NO_NOTIFICATIONS)
  const workers = await workersOf(context)
  // for longer than a worker has patience; of anything but the server it would not be believed, and it would try for longer
  port.faults.storm = (request) =>
    isBatch(request) ? { type: 'status', status: 503, retryAfter: { seconds: 40 }, headers: OURS } : null
  const { id, saved } = await decideAndLeave(page)
  await fireSync(workers, port.url, 'docket-outbox', true)
  const [worker] = context.serviceWorkers()
  const shown = () =>
    worker?.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      return (await registration.getNotifications()).map(({ title }) => title)
    })
  await expect.poll(shown, { timeout: 60_000 }).toEqual(['Docket: 1 not sent'])
  expect(await effectsOn(world, id)).toEqual([])
  port.faults.storm = null
  const next = await context.newPage()
  await openQueue(next, port.url, 'paydek')
  await settles(next, ACCOUNT)
  expect(await effectsOn(world, id)).toEqual(['change status'])
  await checkBooks(world, next, ACCOUNT, saved)
})

test('13: a newer worker waits for the user, then for running requests, and takes over', async ({
  context,
  world,
  port,
}) => {
  const page = await openWindow(context, port.url, 'aplus')
  await page.reload()
  await queueIsThere(page)
  const held = holdNextBatch(port)
  const { id, saved } = await decide(page)
  await held.arrived()
  const { headers, body } = await filesOf(world.url, '/sw.js')
  port.instead = (path) => (path === '/sw.js' ? new Response(`${body}\n// newer`, { headers }) : null)
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  await expect(newVersion(page)).toBeVisible()
  // messages between tabs before one of them is replaced
  const asked = page.evaluate(async () => {
    const names = await indexedDB.databases()
    const [stem = ''] = names.flatMap(({ name }) => /^docket-engine-([0-9a-f]{16})-outbox$/.exec(name ?? '')?.[1] ?? [])
    const air = new BroadcastChannel(`docket-outbox:${stem}`)
    Object.assign(globalThis, { isOld: true })
    await new Promise<void>((resolve) => {
      air.addEventListener('message', ({ data }) => data.type === 'aside' && data.isForAll && resolve())
    })
  })
  await newVersion(page).press('Enter')
  await asked
  const state = () =>
    page.evaluate(async () => ({
      isOld: 'isOld' in globalThis,
      isWaiting: Boolean((await navigator.serviceWorker.getRegistration())?.waiting),
    }))
  expect(await state()).toEqual({ isOld: true, isWaiting: true })
  held.release()
  await expect.poll(() => state().catch(() => null), { timeout: 30_000 }).toEqual({ isOld: false, isWaiting: false })
  await queueIsThere(page)
  await settles(page, ACCOUNT)
  expect([await effectsOn(world, id), await replaysOf(world, saved.at(-1))]).toEqual([['change status'], 0])
  await checkBooks(world, page, ACCOUNT, saved)

  // an operation that the worker cannot send delays no newer one
  await hasRegistered(page)
  port.faults.storm = (request) => (isBatch(request) ? { type: 'status', status: 503 } : null)
  const { id: waiting } = await decide(page)
  await hasHandedOver(page)
  port.instead = (path) => (path === '/sw.js' ? new Response(`${body}\n// newer still`, { headers }) : null)
  await page.evaluate(async () => {
    Object.assign(globalThis, { isOld: true })
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  await newVersion(page).press('Enter')
  await expect.poll(() => state().catch(() => null), { timeout: 30_000 }).toEqual({ isOld: false, isWaiting: false })
  port.faults.storm = null
  await queueIsThere(page)
  await settles(page, ACCOUNT)
  expect(await effectsOn(world, waiting)).toEqual(['change status'])

  const { id: later } = await decideAndLeave(page)
  await expect.poll(() => effectsOn(world, later), { timeout: 60_000 }).toEqual(['change status'])
  port.instead = null
})

test('a portal’s page or JSON in place of the window’s parts is not kept: the worker comes once they can be had', async ({
  context,
  port,
}) => {
  const isOfWorker = ({ method, headers, url }: Request) =>
    method === 'GET' && headers.get('sec-fetch-dest') === 'empty' && !new URL(url).pathname.startsWith('/api/')
  const page = await context.newPage()
  const worker = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return (registration?.installing ?? registration?.waiting ?? registration?.active)?.state ?? 'none'
    })
  for (const fault of [
    { type: 'html', status: 200 },
    { type: 'foreign', body: {} },
  ] as const) {
    port.faults.storm = (request) => (isOfWorker(request) ? fault : null)
    const met = () => port.faults.met.filter(({ fault: type }) => type === fault.type).length
    const before = met()
    await openQueue(page, port.url, 'paxum')
    await hasRegistered(page)
    await expect.poll(met).toBeGreaterThan(before)
    await expect.poll(worker, { timeout: 60_000 }).toBe('none')
  }
  port.faults.storm = null
  await page.reload()
  await queueIsThere(page)
  await cutOff(page)
  await page.reload()
  await expect(footerOf(page)).toContainText('Offline')
})

test.describe('with no worker to cache the window’s parts', () => {
  test.use({ serviceWorkers: 'block' })

  test('a part that a deploy removed is reported, loses nothing, and is there after a reload', async ({
    page,
    world,
    port,
  }) => {
    await openQueue(page, port.url, 'multifi')
    await isOpen(page)
    // so that it is still there when the part has been missed, however long that takes
    port.faults.storm = (request) => (isBatch(request) ? { type: 'drop' } : null)
    // this one alone: the first screen may still be fetching parts of its own
    let isMissed = false
    port.instead = (path) => {
      if (!/\/keymap-[^/]*\.js$/.test(path)) return null
      isMissed = true
      return new Response('gone', { status: 404 })
    }
    const { id } = await decide(page)
    await press(page, 'Control+,')
    await expect.poll(() => isMissed, 'the part of the screen of keys has another name').toBe(true)
    await expect(newVersion(page)).toBeVisible()
    await expect(unsent(page)).toHaveText('1 unsent')
    port.instead = null
    port.faults.storm = null
    await newVersion(page).press('Enter')
    await expect(page.getByRole('heading', { name: 'Keyboard' }).first()).toBeVisible()
    await settles(page, ACCOUNT)
    expect(await effectsOn(world, id)).toEqual(['change status'])
  })
})

test('a disabled worker removes itself and the cached shell, and no unsent operation', async ({
  context,
  world,
  port,
}) => {
  const page = await openWindow(context, port.url, 'paxum')
  await page.reload()
  await queueIsThere(page)
  await isOpen(page)
  await hasRegistered(page)
  port.faults.storm = (request) => (isBatch(request) ? { type: 'drop' } : null)
  const { id, saved } = await decide(page)
  // the server's file in its place where SERVICE_WORKER is off
  const off = await filesOf(world.url, '/sw-off.js')
  port.instead = (path) => (path === '/sw.js' ? new Response(off.body, { headers: off.headers }) : null)
  port.faults.storm = null
  await page.evaluate(async () => {
    Object.assign(globalThis, { isOld: true })
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  await expect(newVersion(page)).toBeVisible()
  await newVersion(page).press('Enter')
  const isOld = () => page.evaluate(() => 'isOld' in globalThis).catch(() => null)
  await expect.poll(isOld, { timeout: 30_000 }).toBe(false)
  const left = () =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      controller: navigator.serviceWorker.controller?.state ?? null,
      caches: await caches.keys(),
    }))
  await queueIsThere(page)
  await settles(page, ACCOUNT)
  expect(await effectsOn(world, id)).toEqual(['change status'])
  await checkBooks(world, page, ACCOUNT, saved)
  // each load asks for the worker again once its rows are there, and what it gets takes itself away; the first is still in
  // the old one's hands
  const leftAfter = async () => {
    const found = await left()
    await page.reload()
    await queueIsThere(page)
    return found
  }
  await expect
    .poll(leftAfter, { timeout: 60_000, intervals: [2000] })
    .toEqual({ workers: 0, controller: null, caches: [] })

  // and comes back when it is switched on again
  port.instead = null
  await page.reload()
  await workerIsReady(page)
  expect(await left()).toMatchObject({ workers: 1 })
})

/** A file of the build, as it is served. */
async function filesOf(origin: string, path: string): Promise<{ headers: Headers; body: string }> {
  const response = await fetch(origin + path)
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  return { headers, body: await response.text() }
}
