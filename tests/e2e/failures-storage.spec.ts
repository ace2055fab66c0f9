// Rows of the failure matrix that are about what a real browser stores: nothing at all, and databases that another version
// of the window has in its hands.
import type { Page } from '@playwright/test'
import { ACCOUNT, decide, test } from './failing.ts'
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
} from './support.ts'

test.setTimeout(120_000)

const footerOf = (page: Page) => page.getByRole('contentinfo')

test('35: a browser without storage: the queue is there, what is decided is done at once or refused, and never called saved', async ({
  page,
  world,
  port,
}) => {
  // as browsers refuse it; the engine asks for it in a worker, which no script of a test comes before
  port.instead = (path) => (/\/worker-[^/]*\.js$/.test(path) ? withoutStorage(world.url + path) : null)
  await openQueue(page, port.url, 'multifi')
  port.instead = null
  await expect(footerOf(page)).toContainText('No storage: online only, nothing is kept here')
  const id = await caseAtCursor(page)
  await press(page, 'w')
  await expect.poll(() => audited(world, id)).toContain('change status')
  await expect(rowOf(page, id)).toHaveCount(0)
  await expect(unsent(page)).toBeHidden()

  await page.context().setOffline(true)
  await expect(connection(page)).toContainText('Offline')
  const refused = await caseAtCursor(page)
  await press(page, 'w')
  await expect(footerOf(page)).toContainText('Not taken')
  await expect(rowOf(page, refused)).toHaveCount(1)
  await expect(unsent(page)).toBeHidden()
  expect(await audited(world, refused)).not.toContain('change status')
  await page.context().setOffline(false)
})

test('36: an older window that keeps a database: it is said, and the queue opens once it is closed', async ({
  context,
  world,
}) => {
  const old = await context.newPage()
  await old.goto(`${world.url}/healthz`)
  await old.evaluate(
    async ({ origin, uid }) => {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${origin}|${uid}`))
      const stem = [...new Uint8Array(digest).subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      // of the first version, and deaf to whoever would upgrade it
      const request = indexedDB.open(`docket-engine-${stem}-vault`, 10)
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore('slots', { keyPath: 'type' }))
      await new Promise<void>((resolve) => request.addEventListener('success', () => resolve()))
      Object.assign(globalThis, { held: request.result })
    },
    { origin: new URL(world.url).origin, uid: ACCOUNT },
  )
  const page = await context.newPage()
  await page.goto(`${world.url}/admin/paxum/cases/`)
  await expect(page.getByText('close the older windows of Docket').first()).toBeVisible({ timeout: 20_000 })
  await old.close()
  await queueIsThere(page)
  const { id } = await decide(page)
  await isDrained(page)
  expect(await effectsOn(world, id)).toEqual(['change status'])
})

/** The engine's script, in a worker that gives no storage. */
async function withoutStorage(url: string): Promise<Response> {
  const response = await fetch(url)
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  const refuse = `IDBFactory.prototype.open = () => { throw new DOMException('no storage', 'InvalidStateError') };`
  return new Response(refuse + (await response.text()), { headers })
}

/** What the server's audit has on a case, queued or not. */
async function audited({ db }: Parameters<typeof effectsOn>[0], caseId: string): Promise<string[]> {
  const rows = await db.selectFrom('audit').select('action').where('object_id', '=', caseId).orderBy('n').execute()
  return rows.map(({ action }) => action)
}
