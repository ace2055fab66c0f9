/** The base of every end-to-end test: the real server on a database of its own, and a person with a keyboard. */
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import type { Kysely } from 'kysely'
import { SERVER_HEADER } from '#contract/request.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import type { Database } from '#server/schema/database.ts'
import { openEmbedded } from '#server/store/embedded.ts'
import { openPool } from '#server/store/pool.ts'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { startProcess, type ServerProcess } from '#tests/support/process.ts'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'
import { copyDemoWorld } from './demo-world.setup.ts'
import { sharePlainTemplates } from './plain-templates.ts'

/** How long a decision waits for its undo: enough for a key, short enough to wait for. */
const HOLD_SECONDS = 4
/** The header of the mail service on each message. */
export const INBOUND_SECRET = 'a-secret-of-the-mail-service'

export interface World {
  readonly url: string
  /** The server's own database, for reading what came of it. */
  readonly db: Kysely<Database>
  /** The last entry of its audit before the test: others have worked in this world. */
  before: string
  /** Stops the server as an operator does; its data stay. */
  stop(): Promise<void>
  /** Starts it again at the same address, with settings that are other than they were. Does nothing where it runs. */
  start(settings?: Record<string, string>): Promise<void>
}

/** Starts a server with the small demo world, and what settings a test wants otherwise. `close` leaves nothing behind. */
export async function openWorld(settings: Record<string, string> = {}): Promise<World & { close(): Promise<void> }> {
  const folder = makeFolder()
  copyDemoWorld(folder)
  const env = { DEMO: 'small', HOLD_SECONDS: String(HOLD_SECONDS), INBOUND_SECRET, ...settings }
  let server: ServerProcess | undefined = await startProcess(folder, env)
  const { url } = server
  const database = await openEmbedded(folder)
  const pool = openPool(database.url, { size: 2 })
  await sharePlainTemplates(pool.db)
  const stop = async () => {
    await server?.end('SIGTERM')
    server = undefined
  }
  return {
    url,
    db: pool.db,
    before: '0',
    stop,
    async start(others = {}) {
      server ??= await startProcess(folder, { ...env, ...others, PORT: new URL(url).port })
    },
    async close() {
      await stop()
      await pool.close()
      await database.close()
      await removeFolder(folder)
    },
  }
}

/** The tag of tests that start the window, or parts of it, where there is no network. */
export const WITH_WORKER = '@worker'

interface Options {
  /** Who is signed in from the start, without the way through the identity provider. */
  account: string | null
}

export const test = base.extend<Options, { world: World }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures it needs from here
    async ({}, use) => {
      const world = await openWorld()
      await use(world)
      await world.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  account: [null, { option: true }],
  // A service worker takes in the whole shell, a third of what a journey costs: only what is tagged has one.
  serviceWorkers: async ({ serviceWorkers }, use, { tags }) => {
    await use(tags.includes(WITH_WORKER) ? 'allow' : serviceWorkers)
  },
  context: async ({ context, account, world }, use) => {
    world.before = await lastOfAudit(world)
    if (account !== null) {
      const value = await tokenOf(world.url, account)
      await context.addCookies([{ name: 'token', value, url: world.url, sameSite: 'Strict' }])
    }
    await use(context)
  },
})

export { expect }
export { violations } from './axe.ts'

const ADMIN = '**/admin/**'

/**
 * Asks for a page, signs in by keyboard, through the identity provider, and waits until it leads where it should.
 */
export async function signIn(page: Page, url: string, account: string, until = ADMIN): Promise<void> {
  await page.goto(url)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused()
  await page.keyboard.press('Enter')
  await chooseAccount(page, account)
  await page.waitForURL(until)
}

/** Presses an account's digit on the page of the identity provider. */
export async function chooseAccount(page: Page, account: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in to Docket' })).toBeVisible()
  // its script, which has the keys, puts the focus there
  await expect(page.getByRole('button').first()).toBeFocused()
  await page.keyboard.press(String(DEMO_ACCOUNTS.findIndex(({ id }) => id === account) + 1))
}

/** The queue of a platform, with its first rows, in front; what lies on the device is open, so that no key waits for it. */
export async function openQueue(page: Page, url: string, platform = 'paxum'): Promise<void> {
  await page.goto(`${url}/admin/${platform}/cases/`)
  await queueIsThere(page)
  await isOpen(page)
  await canDecide(page)
}

/** Waits until the window has read its templates, without which it decides nothing. */
export const canDecide = (page: Page) =>
  // a function in the page would wait by the page's clock, which a test may have stopped
  expect(page.locator('html')).toHaveAttribute('data-templates', 'read', { timeout: 20_000 })

/** Waits until the queue has focus and shows the case under its cursor. */
export async function queueIsThere(page: Page): Promise<void> {
  // the first start of a server and of a browser may take its time on a machine that has other work
  await expect(queue(page)).toBeFocused({ timeout: 30_000 })
  await expect.poll(() => caseAtCursor(page), { timeout: 30_000 }).toMatch(/\d/)
}

/** The id of the case under the queue's cursor, as assistive technology is told; empty where there is none. */
export async function caseAtCursor(page: Page): Promise<string> {
  // in one go: between two questions the rows may be others
  const name = await queue(page).evaluate((grid) => {
    const id = grid.getAttribute('aria-activedescendant') ?? ''
    return document.getElementById(id)?.getAttribute('aria-label') ?? ''
  })
  return caseIdIn(name)
}

export const queue = (page: Page) => page.getByRole('grid', { name: 'Cases' })
export const connection = (page: Page) => page.getByRole('status', { name: 'Connection' })
export const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
export const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' })
/** Who has it, as the preview says. */
export const withWhom = (page: Page) =>
  preview(page)
    .locator('dt', { hasText: /^Assigned to$/ })
    .locator('+ dd')
/** How many decisions have not gone out, as the status line tells it; gone where there are none. */
export const unsent = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: /unsent/ })

export const rowOf = (page: Page, caseId: string) =>
  queue(page).getByRole('row', { name: new RegExp(`\\b${caseId}\\b`) })

/** Waits until everything has gone out. */
export async function isDrained(page: Page): Promise<void> {
  await expect(connection(page)).toHaveText('Online', { timeout: 30_000 })
  await expect(unsent(page)).toBeHidden({ timeout: 30_000 })
}

/** Waits until what was just decided is written, counted as unsent, and has gone out. */
export async function goesOut(page: Page): Promise<void> {
  await expect(unsent(page)).toBeVisible()
  await isDrained(page)
}

/** The passphrase that opens this device offline in the tests that set it up. */
const PASSPHRASE = 'four words are enough'

/** Sets up a passphrase, in a tab of its own: the window then opens without a network too. */
export async function enrolPassphrase(context: BrowserContext, { url }: World, platform = 'paxum'): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${url}/admin/${platform}/settings/security`)
  await page.getByRole('button', { name: 'Add a passphrase' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a passphrase' })
  await expect(dialog.getByLabel('Passphrase', { exact: true })).toBeFocused()
  await page.keyboard.type(PASSPHRASE)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSPHRASE)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Unlock methods' })).toContainText('Passphrase')
  await page.close()
}

/** Opens a window that shows the lock screen; one that was loaded again while the browser ran opens by itself. */
export async function unlock(page: Page, passphrase = PASSPHRASE): Promise<void> {
  const opened = await page.waitForFunction(() => {
    if (document.querySelector('input[type=password]')) return 'asks'
    return performance.getEntriesByName('vault:open').length > 0 ? 'is open' : null
  })
  if ((await opened.jsonValue()) === 'is open') return
  await expect(page.getByLabel('Passphrase')).toBeFocused({ timeout: 30_000 })
  await page.keyboard.type(passphrase)
  await page.keyboard.press('Enter')
}

/** Waits until the service worker can start the window without a network. */
export const workerIsReady = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state))

/**
 * Cuts the network once the window can do without it: every part of it is on the device, and what is decided is kept.
 * Needs a service worker.
 */
export async function cutOff(page: Page): Promise<void> {
  await workerIsReady(page)
  await isOpen(page)
  // from then on a page that is loaded again, or opened beside it, opens without a network
  await page.waitForFunction(() => performance.getEntriesByName('vault:kept').length > 0)
  await page.context().setOffline(true)
}

/** Cuts the network under a window that is not loaded again without it: it needs no service worker. */
export async function loseNetwork(page: Page): Promise<void> {
  await isOpen(page)
  await page.context().setOffline(true)
}

/** Waits until what lies on this device is open: before that keys wait, and without a network nothing opens it. */
export const isOpen = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-keys', 'open')

async function lastOfAudit({ db }: World): Promise<string> {
  const { last } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('n').as('last'))
    .executeTakeFirstOrThrow()
  return String(last ?? 0)
}

/** The server's audit of operations on a case that were queued in this test, in order. */
export async function effectsOn({ db, before }: World, caseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('audit')
    .select('action')
    .where('n', '>', before)
    .where('object_id', '=', caseId)
    .where('idempotency_key', 'is not', null)
    .orderBy('n')
    .execute()
  return rows.map(({ action }) => action)
}

/** The first case id in a text. */
export const caseIdIn = (text: string): string => text.match(/\b[A-Z]{2,}\d{4,}\b/)?.[0] ?? ''

/** Presses keys one after the other. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** The header of an answer that a test gives in the server's name. */
export const OURS = { [SERVER_HEADER]: '1' }
