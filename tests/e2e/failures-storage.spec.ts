// Rows of the failure matrix that are about what a real browser stores: an origin that it threw away, files that were
// damaged, none at all, and databases that another version of the window has in its hands.
import { randomBytes } from 'node:crypto'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '#tests/support/chromium.ts'
import { isBatch } from '#tests/support/faults.ts'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { booksIn, checkBooks, savedIn } from './read-outbox.ts'
import { ACCOUNT, decide, signInAgain, test } from './failure-world.ts'
import {
  caseAtCursor,
  connection,
  effectsOn,
  expect,
  isDrained,
  openQueue,
  press,
  queueIsThere,
  rowOf,
  unsent,
  WITH_WORKER,
  workerIsReady,
  isOpen,
} from './support.ts'

test.setTimeout(120_000)

const footerOf = (page: Page) => page.getByRole('contentinfo')

test(
  '52: after an eviction the losses are counted where anything recorded them, and work continues',
  {
    tag: WITH_WORKER,
  },
  async ({ context, world, port }) => {
    const page = await context.newPage()
    await openQueue(page, port.url, 'paydek')
    await workerIsReady(page)
    port.faults.storm = (request) => (isBatch(request) ? { type: 'drop' } : null)
    const { id } = await decide(page)
    // data that may be deleted are named beforehand
    await press(page, 'g', 'o')
    await expect(page.getByRole('region', { name: 'Outbox' })).toContainText('The browser may clear its storage')
    await page.close()
    const other = await context.newPage()
    const devtools = await context.newCDPSession(other)
    const evict = (storageTypes: string) =>
      devtools.send('Storage.clearDataForOrigin', { origin: port.url, storageTypes })
    await evict('indexeddb,cache_storage,service_workers')
    port.faults.storm = null
    const next = await context.newPage()
    await openQueue(next, port.url, 'paydek')
    await expect(footerOf(next)).toContainText('Browser storage was reset: 1 unsent may be lost')
    await expect(rowOf(next, id)).toHaveCount(1)
    expect(await effectsOn(world, id)).toEqual([])
    // the server has it on record as well
    const lost = () => world.db.selectFrom('tombstone').select('fate').where('fate', '=', 'lost').execute()
    await expect.poll(lost).not.toEqual([])
    await next.close()

    // everything, as eviction does: nothing on this device remembers, and the window begins as on the first day
    await evict('indexeddb,cache_storage,service_workers,local_storage')
    const last = await context.newPage()
    await openQueue(last, port.url, 'paydek')
    await expect(footerOf(last)).not.toContainText('Browser storage was reset')
    await expect(unsent(last)).toBeHidden()
    const again = await decide(last)
    await isDrained(last)
    expect(await effectsOn(world, again.id)).toEqual(['change status'])
    await checkBooks(world, last, ACCOUNT, again.saved)
  },
)

test('34: databases damaged between two starts: losses are counted and audited, and work continues', async ({
  world,
  port,
}) => {
  const profile = makeFolder()
  const open = async () => {
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions, serviceWorkers: 'block' })
    await signInAgain(context, world, port.url)
    const page = await context.newPage()
    await openQueue(page, port.url, 'fundstr')
    return { context, page }
  }
  port.faults.storm = (request) => (isBatch(request) ? { type: 'drop' } : null)
  let { context, page } = await open()
  for (const kind of [/\.log$/, /MANIFEST-\d+$/]) {
    const { id } = await decide(page)
    const { device } = await booksIn(page, ACCOUNT)
    await context.close()
    expect(damage(profile, kind)).toBeGreaterThan(0)
    ;({ context, page } = await open())
    await expect(footerOf(page)).toContainText('Browser storage was reset: 1 unsent may be lost')
    await expect(rowOf(page, id)).toHaveCount(1)
    expect(await effectsOn(world, id)).toEqual([])
    const lost = () =>
      world.db
        .selectFrom('tombstone')
        .select('fate')
        .where('device_id', '=', device)
        .where('fate', '=', 'lost')
        .execute()
    await expect.poll(lost).toHaveLength(1)
  }
  port.faults.storm = null
  const { id, saved } = await decide(page)
  await isDrained(page)
  expect(await effectsOn(world, id)).toEqual(['change status'])
  await checkBooks(world, page, ACCOUNT, saved)
  await context.close()
  await removeFolder(profile)
})

test('35: without storage the queue works, decisions are done at once or refused, and never called saved', async ({
  page,
  world,
  port,
}) => {
  // as browsers refuse it; the engine asks for it in a worker, which no script of a test comes before
  port.instead = (path) => (/\/worker-[^/]*\.js$/.test(path) ? withoutStorage(world.url + path) : null)
  await openQueue(page, port.url, 'multifi')
  port.instead = null
  await expect(footerOf(page)).toContainText('No browser storage: online only, nothing is saved on this device')
  const id = await caseAtCursor(page)
  await press(page, 'w')
  await expect.poll(() => audited(world, id)).toContain('change status')
  await expect(rowOf(page, id)).toHaveCount(0)
  await expect(unsent(page)).toBeHidden()

  await page.context().setOffline(true)
  await expect(connection(page)).toContainText('Offline')
  const refused = await caseAtCursor(page)
  await press(page, 'w')
  await expect(footerOf(page)).toContainText('Rejected')
  await expect(rowOf(page, refused)).toHaveCount(1)
  await expect(unsent(page)).toBeHidden()
  expect(await audited(world, refused)).not.toContain('change status')
  await page.context().setOffline(false)
})

test('36: an older window that blocks the database is named, and the queue opens once it is closed', async ({
  context,
  world,
}) => {
  const old = await context.newPage()
  await old.goto(`${world.url}/healthz`)
  await old.evaluate(
    async ({ origin, uid }) => {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${origin}|${uid}`))
      const stem = [...new Uint8Array(digest).subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      // older than the first version, and deaf to whoever would upgrade it
      const request = indexedDB.open(`docket-engine-${stem}-vault`, 1)
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore('notes', { keyPath: 'k' }))
      await new Promise<void>((resolve) => request.addEventListener('success', () => resolve()))
      Object.assign(globalThis, { held: request.result })
    },
    { origin: new URL(world.url).origin, uid: ACCOUNT },
  )
  const page = await context.newPage()
  await page.goto(`${world.url}/admin/paxum/cases/`)
  await expect(page.getByText('close the older windows of Docket').first()).toBeVisible({ timeout: 30_000 })
  await old.close()
  await queueIsThere(page)
  const { id } = await decide(page)
  await isDrained(page)
  expect(await effectsOn(world, id)).toEqual(['change status'])
})

test('37: with a newer window the old one says so, writes nothing more and never says saved', async ({
  page,
  world,
}) => {
  await openQueue(page, world.url, 'prepaid-card')
  await isOpen(page)
  const saved = await savedIn(page, ACCOUNT)
  await page.evaluate(async () => {
    const names = await indexedDB.databases()
    const name = names.find((one) => one.name?.endsWith('-vault'))?.name ?? ''
    const request = indexedDB.open(name, 999)
    await new Promise<void>((resolve) => request.addEventListener('success', () => resolve()))
    request.result.close()
  })
  await expect(footerOf(page)).toContainText('A newer version is open in another window: reload')
  const id = await caseAtCursor(page)
  await press(page, 'w')
  await expect(footerOf(page)).toContainText('Rejected')
  await expect(rowOf(page, id)).toHaveCount(1)
  await expect(unsent(page)).toBeHidden()
  expect([await savedIn(page, ACCOUNT), await effectsOn(world, id)]).toEqual([saved, []])
})

/** Writes anything over files of one kind in which the browser keeps its databases. Answers how many there were. */
function damage(profile: string, kind: RegExp): number {
  const names = readdirSync(profile, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.includes('IndexedDB') && kind.test(name)).map((name) => join(profile, name))
  for (const file of files) writeFileSync(file, randomBytes(statSync(file).size))
  return files.length
}

/** The engine's script, in a worker that gives no storage. */
async function withoutStorage(url: string): Promise<Response> {
  const response = await fetch(url)
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  const refuse = `IDBFactory.prototype.open = () => { throw new DOMException('no storage', 'InvalidStateError') };`
  return new Response(refuse + (await response.text()), { headers })
}

/** The server's audit of a case, queued or not. */
async function audited({ db }: Parameters<typeof effectsOn>[0], caseId: string): Promise<string[]> {
  const rows = await db.selectFrom('audit').select('action').where('object_id', '=', caseId).orderBy('n').execute()
  return rows.map(({ action }) => action)
}
