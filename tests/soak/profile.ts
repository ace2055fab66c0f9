/** One browser profile that outlives its browser: tabs that are closed, crashed and put to sleep, and kills. */
import { rmSync } from 'node:fs'
import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright-core'
import { isAlive } from '#server/store/lock.ts'
import { launchOptions } from '#tests/support/chromium.ts'
import { pause, within } from './pause.ts'

export interface ProfileOptions {
  /** Where the profile lies; deleted by `end`. */
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
/** So long may the browser itself take to answer; one that has not by then never will. */
const ANSWER_MS = 20_000

export class Profile {
  tabs: Page[] = []
  isOffline = false
  /** How often the browser died or stopped answering by itself, and was started again. */
  failures = 0
  readonly #options: ProfileOptions
  #context: BrowserContext | null = null
  #closed: Promise<unknown> = Promise.resolve()
  /** The browser's own process. */
  #pid = 0

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
    const start = () => chromium.launchPersistentContext(folder, { ...launchOptions, headless: true })
    // the one that was killed may be a while in going
    const context = await start().catch(start)
    this.#context = context
    this.#closed = new Promise((resolve) => context.once('close', resolve))
    this.#pid = await within(ANSWER_MS, processOf(context))
    context.setDefaultTimeout(30_000)
    // the loader of these files names functions by a helper, which functions that are sent to a page do not find there
    await within(ANSWER_MS, context.addInitScript('globalThis.__name ??= (named) => named'))
    this.tabs = []
    await this.#setCookie()
    if (this.isOffline) await within(ANSWER_MS, context.setOffline(true))
  }

  async signIn(): Promise<void> {
    // a browser that is started again is signed in
    await this.#setCookie().catch(() => this.#revive())
  }

  async #setCookie(): Promise<void> {
    const { url, token } = this.#options
    const cookie = { name: 'token', value: await token(), url, sameSite: 'Strict' } as const
    await within(ANSWER_MS, this.context.addCookies([cookie]))
  }

  /** Starts a browser again that died or hangs, of which neither is the client's doing. */
  async #revive(): Promise<void> {
    this.failures += 1
    await this.kill()
  }

  /** One more tab with the client in it, or null where it could not be opened. */
  async open(): Promise<Page | null> {
    const page = await within(ANSWER_MS, this.context.newPage()).catch(gone)
    if (!page) {
      await this.#revive()
      return null
    }
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
    if (isAlive(this.#pid)) process.kill(this.#pid, 'SIGKILL')
    await within(ANSWER_MS, this.#closed)
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
    await session.detach().catch(gone)
  }

  async end(): Promise<void> {
    if (this.#context) await within(ANSWER_MS, this.#context.close()).catch(gone)
    if (isAlive(this.#pid)) process.kill(this.#pid, 'SIGKILL')
    rmSync(this.#options.folder, { recursive: true, force: true })
  }
}

/** The number of the process that all others of a browser hang on. */
async function processOf(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession()
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  await session?.detach()
  const main = processInfo.find(({ type }) => type === 'browser')
  if (!main) throw new Error('the browser does not say which process it is')
  return main.id
}

/** Whom it concerns has been closed, crashed or killed meanwhile: that is what this is for. */
function gone(): undefined {
  return undefined
}
