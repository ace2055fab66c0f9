// The cost of a decision in key presses, against the table of docs/design/interaction.md#key-presses, by scripted runs; and
// that the record of acts on the device counts the same.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { customersIn } from '#tests/support/account-world.ts'
import { addAlikeCases } from '#tests/support/alike-cases.ts'
import { median, nextAfter } from './triage-record.ts'
import {
  canDecide,
  caseAtCursor,
  expect,
  openQueue,
  palette,
  queue,
  queueIsThere,
  test,
  violations,
  type World,
} from './support.ts'

test.use({ account: 'manager', permissions: ['clipboard-read', 'clipboard-write'] })
test.setTimeout(180_000)

const PLATFORM = 'prepaid-card'
const BIG = 'paxum'
/** The digit of a template whose claim holds on every alert: see plain-templates.ts. */
const PLAIN = '5'
/** The digit of the built-in template that says a payment fits the customer. */
const FITS = '1'

/** A keyboard that counts. */
class Hand {
  presses = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key)
      this.presses += 1
    }
  }
  /** Presses since the last time. */
  take(): number {
    const { presses } = this
    this.presses = 0
    return presses
  }
}

const line = (page: Page) => page.getByRole('contentinfo')
/** In the palette where every match was loaded, else in the status line once all have been read. */
const question = (page: Page) =>
  line(page)
    .getByRole('button', { name: 'confirm' })
    .or(palette(page).getByText('confirm', { exact: true }))
const triage = (page: Page) => page.getByRole('region', { name: 'Triage' })

/** Lets the guards against bouncing keys pass, ms. */
async function wait(page: Page, ms: number): Promise<void> {
  const since = await page.evaluate(() => performance.now())
  await page.waitForFunction(([from, enough]) => performance.now() - from! > enough!, [since, ms])
}

interface Recorded {
  commandId: string
  presses: number
  source: string
  template: string | null
  targets: string[]
  heldMs: number | null
  undone: number
}

/** The record as the palette's command hands it out. */
async function record(page: Page): Promise<{ presses: { perDisposition: number }; acts: Recorded[] }> {
  const download = page.waitForEvent('download')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('download activity log')
  await expect(
    palette(page)
      .getByRole('option', { name: /activity log/ })
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  return JSON.parse(await readFile((await (await download).path())!, 'utf8'))
}

/** Passes over cases that only wait for a recommendation, uncounted; the id of the one under the cursor then. */
async function toOpenAlert(page: Page, world: World): Promise<string> {
  for (;;) {
    const id = await caseAtCursor(page)
    const { open_alert_count: open } = await world.db
      .selectFrom('monitoring_case')
      .select('open_alert_count')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (open > 0) return id
    await page.keyboard.press('j')
    await expect.poll(() => caseAtCursor(page)).not.toBe(id)
  }
}

/** Cases of one customer whose payments are usual: the newer ones have enough earlier and larger ones to compare with. */
async function raiseUsual({ db }: World, customerId: string): Promise<void> {
  await customersIn(db)({ platform: PLATFORM, id: customerId, name: `Usual ${customerId}` })
  const payments = ['150.00', '120.00'].flatMap((usd) => Array.from({ length: 10 }, () => ({ usd, country: 'US' })))
  await addAlikeCases(db, { platform: PLATFORM, customerId, rule: `Usual ${customerId}` }, payments)
}

test('key presses per disposition and per bulk change match the table', async ({ page, world }) => {
  const hand = new Hand(page)
  const table: Record<string, number> = {}
  await openQueue(page, world.url, PLATFORM)

  // queue: r and a digit, the next row under the cursor
  const queued: number[] = []
  for (let time = 0; time < 3; time++) {
    const taken = await toOpenAlert(page, world)
    await hand.press('r', PLAIN)
    if (await question(page).isVisible()) {
      await wait(page, 260)
      await hand.press('Enter')
    }
    await expect.poll(() => caseAtCursor(page)).not.toBe(taken)
    queued.push(hand.take())
  }
  table['queue, r 5'] = median(queued)

  // the same again
  const again: number[] = []
  for (let time = 0; time < 3; time++) {
    const taken = await toOpenAlert(page, world)
    await hand.press('.')
    if (await question(page).isVisible()) {
      await wait(page, 260)
      await hand.press('Enter')
    }
    await expect.poll(() => caseAtCursor(page)).not.toBe(taken)
    again.push(hand.take())
  }
  table['same again, .'] = median(again)

  // triage, by a built-in template where the facts support what it says
  await raiseUsual(world, '7902')
  await page.goto(`${world.url}/admin/${PLATFORM}/cases/?customerId=%227902%22`)
  await queueIsThere(page)
  await canDecide(page)
  await page.keyboard.press('t')
  await expect(triage(page)).toBeVisible()
  const progress = triage(page).getByLabel('Progress')
  const usual = triage(page)
    .getByRole('list', { name: 'Claims of Fits profile', includeHidden: true })
    .getByText('Supported: The amount is within the usual range')
  const triaged: number[] = []
  while (triaged.length < 5) {
    await expect(usual).toBeAttached()
    const before = await progress.innerText()
    await wait(page, 410)
    await hand.press(FITS)
    await expect(nextAfter(page, before)).toBeVisible()
    triaged.push(hand.take())
  }
  table['triage, a digit'] = median(triaged)
  // out by way of what came of it
  await page.keyboard.press('Escape')
  await expect(triage(page).getByText('Triage paused')).toBeVisible()
  await expect(triage(page).getByRole('region', { name: 'Counts' })).toContainText('Not decided')
  await page.keyboard.press('Escape')
  await queueIsThere(page)

  const { presses, acts } = await record(page)
  expect(presses.perDisposition).toBeLessThanOrEqual(2)
  expect(acts.filter(({ commandId }) => commandId === 'alert.macro').length).toBeGreaterThanOrEqual(5)
  expect(acts.find(({ source }) => source === 'repeat')).toMatchObject({ commandId: 'alert.resolve', presses: 1 })
  expect(acts.at(-1)).toMatchObject({ template: expect.stringMatching(/^fits-profile@\d+$/), undone: 0 })

  // everything that matches, with one note
  await openQueue(page, world.url, BIG)
  hand.take()
  await hand.press('*', 'm', 'r', PLAIN)
  // the facts of some two hundred cases are read first
  await expect(question(page)).toBeVisible({ timeout: 90_000 })
  expect(await violations(page), 'the question before a write').toEqual([])
  await wait(page, 260)
  await hand.press('Enter')
  await expect(line(page)).toContainText(/Resolved \d+ alerts of \d+ cases, \d+ cases without an STR/)
  table['bulk, * m r 5 Enter'] = hand.take()
  await page.keyboard.press('z')
  await expect(line(page)).toContainText(/Undone|undone/)

  // thirty-seven to somebody, and again to the same
  await page.keyboard.press('Escape')
  await page.keyboard.press('3')
  await page.keyboard.press('7')
  await page.keyboard.press('x')
  await expect(page.getByText('37 selected')).toBeVisible()
  hand.take()
  await hand.press('a')
  await expect(palette(page).getByRole('option', { name: /Ingrid/ })).toBeVisible()
  await hand.press('i', 'n')
  await expect(palette(page)).toContainText(/changes/)
  await hand.press('Enter')
  await expect(line(page)).toContainText(/→ Ingrid/)
  table['assign 37, a i n Enter'] = hand.take()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+G')
  await page.keyboard.press('x')
  await hand.press('a')
  await expect(palette(page).getByRole('option', { name: /Ingrid.*last used/, selected: true })).toBeVisible()
  await hand.press('Enter')
  await expect(line(page)).toContainText(/→ Ingrid/)
  table['assign, last one right, a Enter'] = hand.take()

  for (const [way, count] of Object.entries(table)) console.log(`${way.padEnd(36)}${count}`)
  expect(table).toEqual({
    'queue, r 5': 2,
    'same again, .': 1,
    'triage, a digit': 1,
    'bulk, * m r 5 Enter': 5,
    'assign 37, a i n Enter': 4,
    'assign, last one right, a Enter': 2,
  })
})

test('* m selects all matches, also unloaded ones', async ({ page, world }) => {
  // others close cases in the same world: there have to be more than are loaded at once
  await customersIn(world.db)({ platform: BIG, id: '7904', name: 'Many 7904' })
  const many = Array.from({ length: 120 }, () => ({ usd: '50.00', country: 'US' }))
  await addAlikeCases(world.db, { platform: BIG, customerId: '7904', rule: 'Many 7904' }, many)
  await openQueue(page, world.url, BIG)
  const total = Number(await queue(page).getAttribute('aria-rowcount')) - 1
  expect(total).toBeGreaterThan(200)
  await page.keyboard.press('*')
  await page.keyboard.press('m')
  await expect(page.getByText(`All ${total.toLocaleString('en')} matching`)).toBeVisible()
  await page.keyboard.press('y')
  await expect(line(page)).toContainText(`Copied ${total.toLocaleString('en')} cases`)
  const ids = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  expect(new Set(ids).size).toBe(total)
  await page.keyboard.press('x')
  await expect(page.getByText(`${(total - 1).toLocaleString('en')} selected`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/selected|matching/)).toHaveCount(0)
})
