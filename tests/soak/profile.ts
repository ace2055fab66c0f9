/** One browser profile that outlives its browser: tabs that are closed, crashed and put to sleep, and kills. */
import { rmSync } from 'node:fs'
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { launchOptions } from '#tests/support/chromium.ts'
import { pause, within } from './pause.ts'

export interface ProfileOptions {
  /** The folder of the profile; deleted by `end`. */
  folder: string
  url: string
  /** Whom the browser is signed in as. */
  token: () => Promise<string>
  /** Opens the client in a fresh tab. Throws where that does not come off. */
  load: (page: Page, isOffline: boolean) => Promise<void>
  /** Milliseconds by which the clocks of its pages and workers are off. */
  clock?: () => number
}

declare global {
  /** Of an engine: whether its disk is full, and how many writes that has refused. */
  var soakDisk: { isFull: boolean; refused: number } | undefined
}

/** So long may a tab take to open; on a busy machine that is not quick. */
const OPENING_MS = 60_000

export class Profile {
  tabs: Page[] = []
  isOffline = false
  readonly #options: ProfileOptions
  #context: BrowserContext | null = null

  constructor(options: ProfileOptions) {
    this.#options = options
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('the browser does not run')
    return this.#context
  }

  /** Starts the browser on what the last one left. */
  async launch(): Promise<void> {
    const { folder } = this.#options
    this.#context = await chromium.launchPersistentContext(folder, { ...launchOptions, headless: true })
    this.#context.setDefaultTimeout(30_000)
    // the loader of these files names functions by a helper, which functions that are sent to a page do not find there
    await this.#context.addInitScript('globalThis.__name ??= (named) => named')
    this.tabs = []
    await this.signIn()
    if (this.isOffline) await this.#context.setOffline(true)
  }

  async signIn(): Promise<void> {
    const { url, token } = this.#options
    await this.context.addCookies([{ name: 'token', value: await token(), url, sameSite: 'Strict' }])
  }

  /** One more tab with the client in it, or null where it could not be opened. */
  async open(): Promise<Page | null> {
    const page = await this.context.newPage()
    try {
      await within(OPENING_MS, this.#options.load(page, this.isOffline))
    } catch {
      await this.close(page)
      return null
    }
    await this.#setClock(page)
    this.tabs.push(page)
    return page
  }

  async #setClock(page: Page): Promise<void> {
    const ms = this.#options.clock?.() ?? 0
    const set = (off: number) => void Object.assign(globalThis, { soakClock: off })
    const settings = [page.evaluate(set, ms), ...page.workers().map((worker) => worker.evaluate(set, ms))]
    await Promise.all(settings.map((setting) => within(3000, setting).catch(gone)))
  }

  /** Every page and worker reads the clock anew. */
  async setClocks(): Promise<void> {
    for (const page of this.tabs) await this.#setClock(page)
  }

  /** The disk is full for every engine, or has room again; answers how many writes were refused before. */
  async setDisk(isFull: boolean): Promise<number> {
    const set = (full: boolean) => {
      const refused = globalThis.soakDisk?.refused ?? 0
      globalThis.soakDisk = { isFull: full, refused: 0 }
      return refused
    }
    const engines = this.tabs.flatMap((page) => page.workers())
    const counts = await Promise.all(engines.map((engine) => within(3000, engine.evaluate(set, isFull)).catch(gone)))
    return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  }

  async close(page: Page): Promise<void> {
    this.tabs = this.tabs.filter((tab) => tab !== page)
    // a crashed page may never say that it is closed
    await within(3000, page.close({ runBeforeUnload: false })).catch(gone)
  }

  /** The renderer dies in the middle of whatever it does. */
  async crash(page: Page): Promise<void> {
    const session = await within(3000, this.context.newCDPSession(page)).catch(gone)
    // never answers: whoever should is dead
    session?.send('Page.crash').catch(gone)
    await pause(100)
    await this.close(page)
  }

  /** The engine of a tab stands still, as a frozen tab's does (decision 0003 says why not by the browser's own means). */
  async freeze(page: Page, ms: number): Promise<void> {
    const engine = page.workers()[0]
    const sleep = (time: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time)
    if (engine) await within(ms + 5000, engine.evaluate(sleep, ms)).catch(gone)
  }

  /** The whole browser is killed, and started again on the same profile. */
  async kill(): Promise<void> {
    const browser = this.context.browser()
    const session = await browser?.newBrowserCDPSession()
    const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
    const main = processInfo.find(({ type }) => type === 'browser')
    if (!main) throw new Error('the browser does not say which process it is')
    const closed = new Promise((resolve) => this.context.once('close', resolve))
    process.kill(main.id, 'SIGKILL')
    await closed
    this.#context = null
    await this.launch()
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.isOffline = isOffline
    await within(5000, this.context.setOffline(isOffline)).catch(gone)
  }

  /** Asks a tab's browser for something by the protocol of its tools; says nothing where the tab has gone. */
  async ask(page: Page, run: (session: CDPSession) => Promise<unknown>): Promise<void> {
    const session = await within(3000, this.context.newCDPSession(page)).catch(gone)
    if (!session) return
    await within(5000, run(session)).catch(gone)
    // a page that crashes meanwhile never answers to that either
    await within(3000, session.detach()).catch(gone)
  }

  async end(): Promise<void> {
    await this.#context?.close()
    rmSync(this.#options.folder, { recursive: true, force: true })
  }
}

/** Whom it concerns has been closed, crashed or killed meanwhile: that is what this is for. */
function gone(): undefined {
  return undefined
}
