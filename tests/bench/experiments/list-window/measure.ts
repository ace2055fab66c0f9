// 100,000 rows in a worker under a held key: windows of rows handed over against memory that both sides see.
import type { Browser, CDPSession } from 'playwright-core'
import { buildPage, withBrowser } from '../../page.ts'
import { quantile, round, type Report } from '../../report.ts'

const ROUNDS = 5
const SECONDS = 5
const WAYS = ['window', 'shared'] as const
const KEYS = [
  { key: 'j', code: 'KeyJ', windowsVirtualKeyCode: 74, text: 'j', rate: 30, step: 1 },
  { key: 'PageDown', code: 'PageDown', windowsVirtualKeyCode: 34, rate: 30, step: 40 },
  { key: 'g', code: 'KeyG', windowsVirtualKeyCode: 71, text: 'g', rate: 5, step: 37_813 },
]

type Way = (typeof WAYS)[number]
type Key = (typeof KEYS)[number]

interface Run {
  way: Way
  key: string
  sent: number
  keys: number
  frames: number
  bare: number
  long: number
  text: string
  isExact: boolean
  cpu: number
  heap: number
  memory: number
}

export async function measure(): Promise<Report> {
  const folder = await buildPage(import.meta.dirname, 'list-window')
  const runs: Run[] = []
  await withBrowser(folder, async (browser, origin) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ways = round % 2 === 0 ? WAYS : WAYS.toReversed()
      for (const key of KEYS) for (const way of ways) runs.push(await hold(browser, origin, way, key))
    }
  })
  const ratio = (key: string) =>
    quantile(
      Array.from({ length: ROUNDS }, (_, i) => {
        const cpu = (way: Way) => runs.filter((run) => run.key === key && run.way === way)[i]?.cpu ?? Number.NaN
        return cpu('shared') / cpu('window')
      }),
      0.5,
    )
  const sum = (some: Run[], pick: (run: Run) => number) => some.reduce((total, run) => total + pick(run), 0)
  return {
    title: `Keys held for ${SECONDS} s over 100,000 rows, ${ROUNDS} interleaved rounds`,
    rows: KEYS.flatMap(({ key, rate }) =>
      WAYS.map((way) => {
        const some = runs.filter((run) => run.key === key && run.way === way)
        const text = runs.find((run) => run.key === key)?.text
        return {
          key: `${key} at ${rate}/s`,
          way,
          'keys seen / sent': `${sum(some, (run) => run.keys)} / ${sum(some, (run) => run.sent)}`,
          'frames per key': round(sum(some, (run) => run.frames) / sum(some, (run) => run.keys), 3),
          'frames with a bare row': sum(some, (run) => run.bare),
          'frames over 50 ms': sum(some, (run) => run.long),
          'cursor exact': `${some.filter((run) => run.isExact && run.text === text).length} of ${some.length}`,
          'page heap, MB': round(
            quantile(
              some.map((run) => run.heap),
              0.5,
            ),
          ),
          'page buffers, MB': round(
            quantile(
              some.map((run) => run.memory),
              0.5,
            ),
          ),
          'CPU against window': way === 'window' ? 1 : round(ratio(key), 2),
        }
      }),
    ),
    notes: [
      'CPU: thread time of the page (Performance.getMetrics, threadTicks), idle time taken off, median of ratios.',
    ],
  }
}

async function hold(browser: Browser, origin: string, way: Way, key: Key): Promise<Run> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } })
  await page.goto(`${origin}/#${way}`)
  await page.waitForFunction('window.state?.().text')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await press(cdp, key, 10)
  await pause(100)
  await page.evaluate('clear()')
  const before = await page.evaluate<{ active: number }>('state()')

  const idle = await cpuOf(cdp, () => pause(1000))
  const sent = key.rate * SECONDS
  const started = performance.now()
  const busy = await cpuOf(cdp, () => press(cdp, key, sent))
  const seconds = (performance.now() - started) / 1000

  await pause(100)
  const after = await page.evaluate<Run & { active: number }>('state()')
  const { usedSize, backingStorageSize } = await heapOf(cdp)
  await page.close()
  return {
    ...after,
    way,
    key: key.key,
    sent,
    isExact: after.active === (before.active + key.step * sent) % 100_000,
    cpu: (busy - idle * seconds) / sent,
    heap: usedSize / 1e6,
    memory: backingStorageSize / 1e6,
  }
}

async function heapOf(cdp: CDPSession): Promise<{ usedSize: number; backingStorageSize: number }> {
  await cdp.send('HeapProfiler.collectGarbage')
  return cdp.send('Runtime.getHeapUsage')
}

/** Trusted key events with auto-repeat, as a finger left on the key makes them. */
async function press(
  cdp: CDPSession,
  { rate, key, code, windowsVirtualKeyCode, text = '' }: Key,
  times: number,
): Promise<void> {
  const event = { key, code, windowsVirtualKeyCode, text }
  const started = performance.now()
  for (let i = 0; i < times; i += 1) {
    await pause(started + (i * 1000) / rate - performance.now())
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', autoRepeat: i > 0, ...event })
  }
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
}

async function cpuOf(cdp: CDPSession, work: () => Promise<void>): Promise<number> {
  const read = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await read()
  await work()
  return (await read()) - before
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, milliseconds))
  })
}
