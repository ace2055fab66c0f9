// From the key that decides to the next alert with all its facts: npm run bench -- triage [--rows N] [--json].
import { expect } from '@playwright/test'
import { chromium, type Page } from '@playwright/test'
import { build } from '../../../scripts/build.mjs'
import { cutOff, openWorld, queueIsThere } from '#tests/e2e/support.ts'
import { BOUNCE_MS, takeIn } from '#tests/e2e/triage-record.ts'
import { quantile, round, type Report } from '#tests/bench/report.ts'
import { wholeBrowser } from '#tests/support/chromium.ts'
import { signIn } from '#tests/support/sign-in.ts'

const ALERTS = 200
/** Of a machine that has other work. */
const PATIENCE = { timeout: 60_000 }
/** How long an alert is in front: the server takes no decision before. */
const DWELL_MS = 450
/** The limits of the next alert: heading and strip a frame, all its facts within a delay that nobody notices, ms. */
const GOALS = { shown: 16, complete: 100 } as const
/** The digit of a template that claims nothing of the facts: it is taken on every alert. */
const PLAIN = '5'

/** The facts of one alert, by the key before it. */
interface Shown {
  /** Until the frame with the next alert's heading, and until the last frame that added something to it, ms. */
  shown: number
  complete: number
  /** The parts that were not there at once, by heading. */
  late: string[]
  /** The parts that were not there when the next key came. */
  missing: string[]
}

interface Watch {
  /** Begins to watch for another alert than the one in front. */
  arm(): void
  isMoved(): boolean
  read(): Shown
}
declare global {
  var triageWatch: Watch
}

/** Stands in the page before its own scripts. */
const WATCH = `
  globalThis.__name ??= (named) => named
  let key = 0
  addEventListener('keydown', () => (key = performance.now()), { capture: true })
  const region = () => document.querySelector('section[aria-label=Triage]')
  const nameOf = (of) => of?.querySelector('header')?.querySelector('h2')?.textContent + of?.querySelector('h2 + span')?.textContent
  /** The texts of an alert, each under the heading of its part. What changes with the time is left out. */
  const textsOf = (of) => {
    const texts = []
    let part = ''
    const walker = document.createTreeWalker(of, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent.closest('[aria-label=Progress]') || / ago$/.test(node.data)) continue
      const own = parent.closest('h2, h3')
      if (own) part = own.textContent
      if (parent.tagName === 'DT') part = node.data
      texts.push(part + ': ' + node.data)
    }
    return texts
  }
  const afterFrame = (run) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => run(performance.now())
    port2.postMessage(null)
  })
  let before = ''
  let first = null
  let last = null
  const look = () => {
    const here = region()
    if (!here?.querySelector('h2') || nameOf(here) === before) return
    const texts = textsOf(here)
    if (last && texts.join() === last.texts.join()) return
    const state = { texts, painted: null }
    afterFrame((at) => (state.painted = at))
    first ??= { ...state, key }
    if (first.painted === null) afterFrame((at) => (first.painted ??= at))
    last = state
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  globalThis.triageWatch = {
    arm() {
      before = nameOf(region())
      first = last = null
    },
    isMoved: () => first !== null && first.painted !== null && last.painted !== null,
    read() {
      const here = region()
      const had = new Set(first.texts)
      const parts = (texts) => [...new Set(texts.map((text) => text.slice(0, text.indexOf(': '))))]
      const missing = []
      if (!here.querySelector('[aria-label=Evidence]')) missing.push('Evidence')
      if (!here.querySelector('[aria-label=Allowlists]')) missing.push('Allowlists')
      if (here.querySelector('[role=status]')) missing.push('a part that loads')
      if (first.texts.join().includes('Not loaded.') && last.texts.join().includes('Not loaded.')) missing.push('Notes')
      if (![...here.querySelectorAll('dt')].some((one) => one.textContent === 'Similar')) missing.push('Similar')
      return {
        shown: first.painted - first.key,
        complete: last.painted - first.key,
        late: parts(last.texts.filter((text) => !had.has(text))),
        missing,
      }
    },
  }
`

export async function measure({ rows = ALERTS }: { rows?: number } = {}): Promise<Report> {
  if (!build()) throw new Error('The window could not be built.')
  const runs: { name: string; all: Shown[] }[] = []
  for (const name of ['online', 'offline']) runs.push({ name, all: await run(rows, name === 'offline') })
  const times = (all: readonly Shown[], part: 'shown' | 'complete') => all.map((one) => one[part])
  return {
    title: `From the key that decides to the next alert, ${rows} alerts each`,
    rows: runs.flatMap(({ name, all }) =>
      (['shown', 'complete'] as const).map((part) => ({
        what: `${name}, ${part === 'shown' ? 'heading and strip' : 'all its facts'}, ms`,
        median: round(quantile(times(all, part), 0.5)),
        p95: round(quantile(times(all, part), 0.95)),
        most: round(Math.max(...times(all, part))),
        goal: GOALS[part],
      })),
    ),
    notes: runs.flatMap(({ name, all }) => [
      `${name}, not there at once: ${counted(all.flatMap(({ late }) => late))}.`,
      `${name}, not there when the next key came: ${counted(all.flatMap(({ missing }) => missing))}.`,
    ]),
    isMissed: runs.some(({ all }) => quantile(times(all, 'complete'), 0.95) > GOALS.complete),
  }
}

/** "Allowlists 12, Notes 3". */
function counted(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a)
  return sorted.map(([word, count]) => `${word} ${count}`).join(', ') || 'nothing'
}

/** Decides the first alerts of the queue of a new demo world, one by one. */
async function run(count: number, isOffline: boolean): Promise<Shown[]> {
  const world = await openWorld()
  const browser = await chromium.launch(wholeBrowser)
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(WATCH)
    const value = await signIn(world.url, 'manager')
    await context.addCookies([{ name: 'token', value, url: world.url, sameSite: 'Strict' }])
    const page = await context.newPage()
    await page.goto(`${world.url}/admin/paxum/cases/`)
    await queueIsThere(page)
    await expect(page.locator('html')).toHaveAttribute('data-keys', 'open', PATIENCE)
    // the commands that the first rows do not wait for are there
    await expect(page.getByRole('button', { name: 'Fold similar' })).toBeVisible(PATIENCE)
    if (isOffline) {
      await page.keyboard.press('*')
      await page.keyboard.press('a')
      await page.keyboard.press('Shift+O')
      const footer = page.getByRole('contentinfo')
      await expect(footer).toContainText('are available offline', { timeout: 300_000 })
      await page.keyboard.press('Escape')
      await cutOff(page)
    }
    await page.keyboard.press('t')
    const triage = page.getByRole('region', { name: 'Triage' })
    await expect(triage.getByRole('region', { name: 'Evidence' })).toBeVisible(PATIENCE)
    const all: Shown[] = []
    await takeIn(page, DWELL_MS)
    while (all.length < count) {
      const isAlert = (await triage.locator('header h2').innerText()) !== 'Recommendation'
      await page.evaluate(() => globalThis.triageWatch.arm())
      await decide(page, isAlert ? PLAIN : 'j')
      await takeIn(page, DWELL_MS)
      const shown = await page.evaluate(() => globalThis.triageWatch.read())
      if (isAlert) all.push(shown)
    }
    return all
  } finally {
    await browser.close()
    await world.close()
  }
}

/** Presses the key, and Enter where the workbench asks first, until another alert is in front. */
async function decide(page: Page, key: string): Promise<void> {
  const isMoved = () => page.evaluate(() => globalThis.triageWatch.isMoved())
  const question = page
    .getByRole('alertdialog')
    .or(page.getByRole('contentinfo').getByRole('button', { name: 'confirm' }))
  await page.keyboard.press(key)
  for (;;) {
    await expect.poll(async () => (await isMoved()) || (await question.first().isVisible()), PATIENCE).toBe(true)
    if (await isMoved()) return
    await takeIn(page, BOUNCE_MS)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await isMoved()) || !(await question.first().isVisible()), PATIENCE).toBe(true)
  }
}
