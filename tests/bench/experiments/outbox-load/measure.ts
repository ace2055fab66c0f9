// A strict outbox under load: three tabs at 30 keys a second, a bulk of 1,000 operations, and an engine stopped in mid-write.
import type { Browser, Page } from 'playwright-core'
import { buildPage, withBrowser } from '../../page.ts'
import { quantile, round, type Report } from '../../report.ts'
import type { Way } from './engine.ts'

const WAYS: Way[] = ['lock', 'counter', 'key', 'commit']
const ROUNDS = 3
const RATE = 30
const KEYS = 90
const BULK = 1000
const STOPS = 6
/** How long a stopped engine stands still. */
const STOPPED = 1500

interface Run {
  way: Way
  keys: number[]
  bulk: number
  besides: number[]
  worst: number[]
  isGapless: boolean
}

export async function measure(): Promise<Report> {
  const folder = await buildPage(import.meta.dirname, 'outbox-load')
  const runs: Run[] = []
  await withBrowser(folder, async (browser, origin) => {
    for (let i = 0; i < ROUNDS; i += 1) {
      for (const way of i % 2 === 0 ? WAYS : WAYS.toReversed()) runs.push(await load(browser, origin, way))
    }
  })
  return {
    title: `Strict appends, three tabs at ${RATE}/s each, ${ROUNDS} interleaved rounds; milliseconds`,
    rows: WAYS.map((way) => {
      const some = runs.filter((run) => run.way === way)
      const keys = some.flatMap((run) => run.keys)
      const besides = some.flatMap((run) => run.besides)
      const worst = some.flatMap((run) => run.worst)
      return {
        way,
        'keys p50': round(quantile(keys, 0.5)),
        'keys p95': round(quantile(keys, 0.95)),
        'over 50 ms': `${keys.filter((took) => took > 50).length} of ${keys.length}`,
        [`bulk of ${BULK}`]: round(
          quantile(
            some.map((run) => run.bulk),
            0.5,
          ),
        ),
        'keys beside it p95': round(quantile(besides, 0.95)),
        'over 50 ms beside it': `${besides.filter((took) => took > 50).length} of ${besides.length}`,
        'blocked by a stopped tab': `${worst.filter((took) => took > STOPPED / 2).length} of ${worst.length}`,
        'worst key meanwhile': round(Math.max(...worst), 0),
        'numbers gapless': some.every((run) => run.isGapless) ? 'yes' : 'no',
      }
    }),
    notes: [
      'lock: number, seal and store under a Web Lock; counter: seal, then number and store in one transaction;',
      'key: seal, then one write, numbered by the key the database makes.',
      'commit: as key, with the commit asked for in the same turn as the writes.',
      `Each stop puts an engine to sleep for ${STOPPED} ms while it stores a bulk of ${BULK}.`,
    ],
  }
}

async function load(browser: Browser, origin: string, way: Way): Promise<Run> {
  const context = await browser.newContext()
  const tabs = await Promise.all([1, 2, 3].map(() => open(context.newPage(), origin)))
  const [first, ...others] = tabs as [Page, Page, Page]
  await Promise.all(tabs.map((tab) => append(tab, way, 1)))

  const keys = (await Promise.all(tabs.map((tab) => type(tab, way, KEYS)))).flat()

  const [bulk, ...besides] = await Promise.all([append(first, way, BULK), ...others.map((tab) => type(tab, way, 15))])

  const worst: number[] = []
  for (let i = 0; i < STOPS; i += 1) worst.push(await stop(first, others, way, i * 25))

  const numbers = await first.evaluate<number[], Way>((each) => (window as never as Bench).numbers(each), way)
  await context.close()
  return { way, keys, bulk, besides: besides.flat(), worst, isGapless: numbers.every((number, i) => number === i + 1) }
}

interface Bench {
  append: (way: Way, count: number) => Promise<number>
  numbers: (way: Way) => Promise<number[]>
}

async function open(coming: Promise<Page>, origin: string): Promise<Page> {
  const page = await coming
  await page.goto(origin)
  await page.waitForFunction('window.append')
  return page
}

function append(tab: Page, way: Way, count: number): Promise<number> {
  return tab.evaluate(([each, size]) => (window as never as Bench).append(each, size), [way, count] as const)
}

/** Keys at their own pace, whether or not the last is stored yet. */
async function type(tab: Page, way: Way, times: number): Promise<number[]> {
  const started = performance.now()
  const taken: Promise<number>[] = []
  for (let i = 0; i < times; i += 1) {
    await pause(started + (i * 1000) / RATE - performance.now())
    taken.push(append(tab, way, 1))
  }
  return Promise.all(taken)
}

/**
 * Stops the engine of a tab while it stores; gives the slowest key of the others until it goes on. Its thread sleeps,
 * which is what a frozen tab comes to: in headless Chromium Page.setWebLifecycleState freezes neither page nor worker.
 */
async function stop(tab: Page, others: Page[], way: Way, delay: number): Promise<number> {
  const bulk = append(tab, way, BULK)
  await pause(delay)
  const asleep = tab.workers()[0]?.evaluate((milliseconds) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
  }, STOPPED)
  const typed = (await Promise.all(others.map((other) => type(other, way, 15)))).flat()
  await Promise.all([bulk, asleep])
  return Math.max(...typed)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, milliseconds))
  })
}
