// Rows of the failure matrix that need a real browser: tabs that are closed, crash or sleep, and a browser that is
// killed, before a server that answers late.
import { chromium, type BrowserContext, type Page, type Worker } from '@playwright/test'
import { launchOptions } from '#tests/support/chromium.ts'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'
import { checkBooks, savedIn, settles } from './read-outbox.ts'
import { isBatch } from '#tests/support/faults.ts'
import { ACCOUNT, decide, holdNextBatch, replaysOf, signInAgain, test } from './failure-world.ts'
import { caseAtCursor, effectsOn, expect, isDrained, openQueue, press, rowOf, unsent, isOpen, OURS } from './support.ts'

test.setTimeout(120_000)

async function crash(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // never answered: whoever should is dead
  void session.send('Page.crash').catch((error: unknown) => expect(String(error)).toContain('closed'))
  await crashed
  await page.close()
}

/** Puts an engine to sleep, ms, between its writes: one that is open would keep every other tab from the database. */
const putToSleep = (engine: Worker, ms: number) =>
  engine.evaluate(async (time) => {
    const names = await indexedDB.databases()
    const request = indexedDB.open(names.find(({ name }) => name?.endsWith('-outbox'))?.name ?? '')
    await new Promise<void>((resolve) => request.addEventListener('success', () => resolve()))
    const write = request.result.transaction([...request.result.objectStoreNames], 'readwrite')
    await new Promise<void>((resolve) => write.addEventListener('complete', () => resolve()))
    request.result.close()
    setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time))
  }, ms)

test('1: a tab closed right after saving leaves the operation to the next', async ({ context, world, port }) => {
  const first = await context.newPage()
  await openQueue(first, port.url, 'fundstr')
  const { id, saved } = await decide(first)
  await first.close()
  expect(await effectsOn(world, id)).toEqual([])
  const next = await context.newPage()
  await openQueue(next, port.url, 'fundstr')
  await expect(rowOf(next, id)).toHaveCount(0)
  await settles(next, ACCOUNT)
  expect(await effectsOn(world, id)).toEqual(['change status'])
  await checkBooks(world, next, ACCOUNT, saved)
})

test('2: a tab crashes while sending: the same key again, one effect', async ({ context, world, port }) => {
  const first = await context.newPage()
  await openQueue(first, port.url, 'prepaid-card')
  const held = holdNextBatch(port)
  const { id, saved } = await decide(first)
  await held.arrived()
  await crash(context, first)
  const next = await context.newPage()
  await openQueue(next, port.url, 'prepaid-card')
  await settles(next, ACCOUNT)
  held.release()
  expect(await effectsOn(world, id)).toEqual(['change status'])
  expect(await replaysOf(world, saved.at(-1))).toBe(1)
  await checkBooks(world, next, ACCOUNT, saved)
})

test('3: the browser is killed while sending: after a restart the same key, one effect', async ({ world, port }) => {
  const profile = makeFolder()
  const cookie = { name: 'token', value: await tokenOf(world.url, ACCOUNT), url: port.url, sameSite: 'Strict' as const }
  const launch = async () => {
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions, serviceWorkers: 'block' })
    await context.addCookies([cookie])
    return context
  }
  const context = await launch()
  const first = await context.newPage()
  await openQueue(first, port.url, 'prepaid-upi')
  const held = holdNextBatch(port)
  const { id, saved } = await decide(first)
  await held.arrived()
  const browser = await context.browser()?.newBrowserCDPSession()
  const { processInfo } = (await browser?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  const closed = context.waitForEvent('close')
  process.kill(processInfo.find(({ type }) => type === 'browser')?.id ?? Number.NaN, 'SIGKILL')
  await closed
  held.release()

  const again = await launch()
  const next = await again.newPage()
  await openQueue(next, port.url, 'prepaid-upi')
  await settles(next, ACCOUNT)
  expect(await effectsOn(world, id)).toEqual(['change status'])
  expect(await replaysOf(world, saved.at(-1))).toBe(1)
  await checkBooks(world, next, ACCOUNT, saved)
  await again.close()
  await removeFolder(profile)
})

test('8: a sender that slept during a takeover writes nothing when it wakes', async ({ context, world, port }) => {
  const first = await context.newPage()
  await openQueue(first, port.url, 'paydek')
  const second = await context.newPage()
  await openQueue(second, port.url, 'paydek')
  const held = holdNextBatch(port)
  const { id, saved } = await decide(first)
  await held.arrived()
  // the first tab leads, and its engine falls asleep over its request (decision 0003 says why so)
  const [engine] = first.workers()
  await putToSleep(engine!, 15_000)
  // somebody takes the lock from it, and the second tab is next in line
  await second.evaluate(async () => {
    const { held: locks = [] } = await navigator.locks.query()
    const name = locks.find((lock) => lock.name?.startsWith('docket-outbox:'))?.name ?? ''
    await navigator.locks.request(name, { steal: true }, async () => undefined)
  })
  await expect(unsent(second)).toBeHidden({ timeout: 30_000 })
  expect(await replaysOf(world, saved.at(-1))).toBe(1)
  const before = JSON.stringify(await savedIn(second, ACCOUNT))
  held.release()
  // answered when it is awake
  await engine!.evaluate(() => true)
  // awake, the first one hears its answer and finds that it does not lead any more
  await press(first, 'g', 'o')
  await expect(first.getByRole('region', { name: 'Outbox' })).toBeVisible()
  await isDrained(first)
  expect(JSON.stringify(await savedIn(second, ACCOUNT))).toBe(before)
  expect(await effectsOn(world, id)).toEqual(['change status'])
  await checkBooks(world, second, ACCOUNT, saved)
})

test('19: a session that ends during a batch is reported; nothing is dropped, and sending resumes after sign-in', async ({
  page,
  context,
  world,
  port,
}) => {
  await openQueue(page, port.url, 'multifi')
  const stored = () => page.evaluate((): Record<string, string> => ({ ...localStorage }))
  expect(Object.keys(await stored())).toContain('docket.boot')
  port.faults.next.push({ type: 'status', status: 401, headers: OURS, on: isBatch })
  const { id, saved } = await decide(page)
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Sign in to go on' })).toBeVisible()
  expect([await savedIn(page, ACCOUNT), await effectsOn(world, id)]).toEqual([saved, []])
  await press(page, 'g', 'y')
  // the end of the way to the sign-in: this port is no address that it would come back to
  await expect(page.locator('body')).toContainText('SPA_HOSTS')
  await page.goto(`${port.url}/healthz`)
  const { 'docket.boot': boot, 'docket.sentinel': sentinel } = await stored()
  expect([boot, sentinel]).toEqual([undefined, expect.stringContaining('"pending":1')])
  expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([])
  expect(await savedIn(page, ACCOUNT)).toEqual(saved)

  await signInAgain(context, world, port.url)
  await openQueue(page, port.url, 'multifi')
  await settles(page, ACCOUNT)
  expect(await effectsOn(world, id)).toEqual(['change status'])
  await checkBooks(world, page, ACCOUNT, saved)
})

test('47: the save key pressed twice, or held, saves one note', async ({ page, world, port }) => {
  await openQueue(page, port.url, 'paxum')
  await isOpen(page)
  const id = await caseAtCursor(page)
  for (const [text, presses] of [
    ['Pressed twice.', ['down', 'up', 'down', 'up']],
    ['Held down.', ['down', 'down', 'down', 'up']],
  ] as const) {
    await press(page, 'c')
    await page.getByRole('textbox', { name: /Note on/ }).fill(text)
    await page.keyboard.down('Control')
    for (const way of presses) await page.keyboard[way]('Enter')
    await page.keyboard.up('Control')
    await expect(page.getByRole('textbox', { name: /Note on/ })).toBeHidden()
  }
  await expect.poll(async () => (await savedIn(page, ACCOUNT)).length).toBe(2)
  const saved = await savedIn(page, ACCOUNT)
  await isDrained(page)
  const notes = await world.db
    .selectFrom('note')
    .select('text')
    .where('case_id', '=', id)
    .orderBy('created_at')
    .execute()
  expect(notes.map(({ text }) => text)).toEqual(['Pressed twice.', 'Held down.'])
  await checkBooks(world, page, ACCOUNT, saved)
})
