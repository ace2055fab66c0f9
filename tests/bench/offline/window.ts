// A browser that has everything: signed in, filled with all open cases, a passkey enrolled, the shell precached.
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import type { Site } from '#tests/soak/site.ts'
import { wholeBrowser } from '#tests/support/chromium.ts'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { plugInPasskeys } from '#tests/support/passkeys.ts'

export const QUEUE = '/admin/paxum/cases/'
/** Filling it takes its time, ms. */
const PATIENCE_MS = 180_000
const FLOOR = 'http://floor.test/'

/** The script in every page before its own scripts: when the first rows were painted, and what kept the thread busy. */
interface Watch {
  rows: number | null
  long: number[]
}
declare global {
  var bench: Watch
}

const WATCH = `
  globalThis.__name ??= (named) => named
  globalThis.bench = { rows: null, long: [] }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) bench.long.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    const row = document.querySelector('[role=grid][aria-label=Cases] [role=row][aria-label*="PX"]')
    if (row) bench.rows = performance.now()
    else requestAnimationFrame(look)
  }
  look()
`

/** A comparison that reads as many bytes as the encrypted rows have, decrypts nothing, and writes a screen of rows. */
const FLOOR_PAGE = `<!doctype html><title>Floor</title><div role="grid" aria-label="Cases"></div><script>
  const opening = indexedDB.open('floor', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('chunks', { autoIncrement: true })
  opening.onsuccess = () => {
    const reading = opening.result.transaction('chunks').objectStore('chunks').getAll()
    reading.onsuccess = () => {
      globalThis.read = reading.result.reduce((sum, { byteLength }) => sum + byteLength, 0)
      const grid = document.querySelector('[role=grid]')
      for (let i = 0; i < 40; i += 1) {
        const row = document.createElement('div')
        row.setAttribute('role', 'row')
        row.setAttribute('aria-label', 'Case PX' + (1000000 + i))
        for (const text of ['PX' + (1000000 + i), 'Acme Holding Ltd', '12,400.00 USD', 'new', '2026-11-20 10:00']) {
          const cell = document.createElement('span')
          cell.textContent = text
          row.append(cell)
        }
        grid.append(row)
      }
    }
  }
</script>`

export interface Start {
  /** From navigation to the frame that has the first rows, ms. */
  rows: number
  /** Until the page and what it is made of had arrived, and until the vault was open, ms. */
  loaded: number
  opened: number
  /** Tasks of the window's thread that took over 50 ms, ms. */
  long: number[]
}

export class Bench {
  readonly #context: BrowserContext
  readonly #folder: string
  readonly #url: string
  /** Holds the keys, so that another window opens by itself. */
  readonly keeper: Page

  private constructor(context: BrowserContext, keeper: Page, folder: string, url: string) {
    this.#context = context
    this.keeper = keeper
    this.#folder = folder
    this.#url = url
  }

  static async open(site: Site, cases: number): Promise<Bench> {
    const folder = makeFolder()
    const args = [...wholeBrowser.args, '--enable-blink-features=ForceEagerMeasureMemory']
    const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      ...wholeBrowser,
      args,
      headless: true,
      viewport: { width: 1440, height: 900 },
    })
    context.setDefaultTimeout(60_000)
    await context.addInitScript(WATCH)
    await context.route(FLOOR, (route) => route.fulfill({ contentType: 'text/html', body: FLOOR_PAGE }))
    const cookie = { name: 'token', value: await site.token('analyst'), url: site.url, sameSite: 'Strict' } as const
    await context.addCookies([cookie])
    const page = await context.newPage()
    const bench = new Bench(context, page, folder, site.url)
    await plugInPasskeys(page)
    await page.goto(`${site.url}/admin/paxum/settings/security`)
    await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
    await page.getByRole('list', { name: 'Unlock methods' }).getByText('Passkey', { exact: true }).first().waitFor()
    await page.goto(site.url + QUEUE)
    await page.waitForFunction(
      (all) => {
        const state = globalThis.soak?.engine.replica.state()
        return state?.phase === 'ready' && state.rows === all && globalThis.bench.rows !== null
      },
      cases,
      { timeout: PATIENCE_MS },
    )
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await bench.#fillFloor()
    return bench
  }

  /** As many bytes, in as many pieces, as the sealed rows have. */
  async #fillFloor(): Promise<void> {
    const sizes = await this.keeper.evaluate(async () => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
        })
      const name = (await indexedDB.databases()).find((one) => one.name?.endsWith('-cache'))?.name ?? ''
      const db = await done(indexedDB.open(name))
      const rows = (await done(db.transaction('chunks').objectStore('chunks').getAll())) as { ct: ArrayBuffer }[]
      db.close()
      return rows.map(({ ct }) => ct.byteLength)
    })
    const page = await this.#context.newPage()
    await page.goto(FLOOR)
    await page.evaluate(async (all) => {
      const opening = indexedDB.open('floor', 1)
      const db = await new Promise<IDBDatabase>((resolve) => {
        opening.addEventListener('success', () => resolve(opening.result))
      })
      const transaction = db.transaction('chunks', 'readwrite')
      for (const size of all) {
        const bytes = new Uint8Array(size)
        // not to be compressed, as what is sealed is not
        for (let from = 0; from < size; from += 65_536) crypto.getRandomValues(bytes.subarray(from, from + 65_536))
        transaction.objectStore('chunks').add(bytes.buffer)
      }
      await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      db.close()
    }, sizes)
    await page.close()
  }

  setOffline(isOffline: boolean): Promise<void> {
    return this.#context.setOffline(isOffline)
  }

  /** A window from nothing to its first rows; `then` before it is closed. */
  async start(then?: (page: Page) => Promise<void>): Promise<Start> {
    return this.#visit(this.#url + QUEUE, then)
  }

  /** The page that only reads the bytes. */
  async floor(): Promise<Start> {
    return this.#visit(FLOOR)
  }

  async #visit(url: string, then?: (page: Page) => Promise<void>): Promise<Start> {
    const page = await this.#context.newPage()
    try {
      await page.goto(url, { waitUntil: 'commit' })
      await page.waitForFunction(() => globalThis.bench?.rows !== null)
      // whatever it puts off until the rows are there counts, too
      await page.waitForTimeout(1500)
      const start = await page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        const [opened] = performance.getEntriesByName('vault:open')
        const { rows, long } = globalThis.bench
        const [loaded = Number.NaN, at = Number.NaN] = [navigation?.domInteractive, opened?.startTime]
        return { rows: rows ?? Number.NaN, long, loaded, opened: at }
      })
      await then?.(page)
      return start
    } finally {
      await page.close()
    }
  }

  async close(): Promise<void> {
    await this.#context.close()
    await removeFolder(this.#folder)
  }
}
