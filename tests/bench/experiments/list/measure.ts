// What a key costs in the product's list over 100,000 rows, in counts that no load of the machine can change.
import react from '@vitejs/plugin-react'
import tailwind from '@tailwindcss/vite'
import type { CDPSession, Page } from 'playwright-core'
import { buildPage, withBrowser } from '../../page.ts'
import { round, type Report } from '../../report.ts'

const WALK = 500
/** Of one key press; nothing is created where the view stays. */
const INSIDE = { mutations: 2, nodes: 0, layouts: 0 }
const KEYS = [
  { name: 'j inside the view', key: 'j', before: ['Home'], times: 20, limit: INSIDE },
  { name: 'k inside the view', key: 'k', before: ['Home', ...Array<string>(20).fill('j')], times: 20, limit: INSIDE },
  { name: 'x', key: 'x', before: ['Home'], times: 20, limit: INSIDE },
  { name: 'j at the end of the view', key: 'j', before: ['Home', 'g'], times: 20, limit: { nodes: 0 } },
  { name: 'PageDown', key: 'PageDown', before: ['Home', 'g'], times: 20, limit: { nodes: 0 } },
  { name: 'a leap of 37,813 rows', key: 'g', before: ['Home'], times: 20, limit: { nodes: 0 } },
]

interface State {
  mutations: number
  nodes: number
  dangling: number
  index: number
  isThere: boolean
  isInView: boolean
}

export async function measure(): Promise<Report> {
  const folder = await buildPage(import.meta.dirname, 'list', [react({ compiler: true }), tailwind()])
  return withBrowser(folder, async (browser, origin) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await page.goto(origin)
    await page.waitForFunction('window.state?.().isThere')
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable')
    const rows = []
    for (const { name, key, before, times, limit } of KEYS) {
      for (const each of before) await page.keyboard.press(each)
      const counts = await countOf(page, cdp, key, times)
      for (const [what, most] of Object.entries(limit)) {
        const found = counts[what as keyof typeof counts]
        if (found > most) faults.push(`${name}: ${found} ${what} a key, at most ${most}`)
      }
      rows.push({ key: name, ...counts })
    }
    faults.push(...(await walk(page)))
    if (faults.length > 0) throw new Error(faults.join('\n'))
    return {
      title: 'Counts of one key press over 100,000 rows',
      rows,
      notes: [
        `${WALK} random keys and turns of the wheel: after each the named row was in the page and the cursor's.`,
        'It fails where a key inside the view costs more than 2 mutations, or any key makes or drops a node.',
      ],
    }
  })
}

async function countOf(page: Page, cdp: CDPSession, key: string, times: number) {
  await settle(page)
  await page.evaluate('clear()')
  const layouts = await layoutsOf(cdp)
  for (let i = 0; i < times; i += 1) {
    await page.keyboard.press(key)
    await settle(page)
  }
  const laidOut = (await layoutsOf(cdp)) - layouts
  const { mutations, nodes } = await page.evaluate<State>('state()')
  return { mutations: round(mutations / times), nodes: round(nodes / times), layouts: round(laidOut / times) }
}

/** Keys in an order that is the same in every run; the wheel between them leaves the cursor behind, `d` is the density. */
async function walk(page: Page): Promise<string[]> {
  const keys = ['j', 'j', 'j', 'k', 'k', 'PageDown', 'PageUp', 'g', 'Home', 'End', 'x', 'd', 'wheel']
  const faults: string[] = []
  await page.mouse.move(600, 400)
  let dice = 1
  for (let i = 0; i < WALK; i += 1) {
    dice = (Math.imul(dice, 1_103_515_245) + 12_345) >>> 0
    const key = keys[(dice >>> 16) % keys.length] ?? 'j'
    await page.evaluate('clear()')
    if (key === 'wheel') await page.mouse.wheel(0, ((dice >>> 8) % 4000) - 2000)
    else await page.keyboard.press(key)
    await settle(page)
    const { dangling, isThere, isInView, index } = await page.evaluate<State>('state()')
    if (dangling > 0 || !isThere) faults.push(`step ${i}, ${key}: the grid names a row that is not there`)
    if (key !== 'wheel' && key !== 'x' && !isInView) faults.push(`step ${i}, ${key}: row ${index} is out of view`)
  }
  return faults
}

/** Two frames: what the key changed has been drawn. */
async function settle(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

async function layoutsOf(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN
}
