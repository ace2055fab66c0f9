// Every screen by axe, in light and in dark; and the queue's promise to assistive technology under any keys.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signIn } from '#tests/support/sign-in.ts'
import {
  caseAtCursor,
  expect,
  openQueue,
  openWorld,
  palette,
  press,
  preview,
  queue,
  test,
  violations,
  workerIsReady,
} from './support.ts'

test.setTimeout(120_000)

test('the pages outside the workbench', async ({ page, world }) => {
  await page.goto(world.url)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sign in to Docket' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto(`${world.url}/notFound`)
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test.describe('signed in', () => {
  test.use({ account: 'manager' })

  test.beforeEach(async ({ page, world }) => {
    await openQueue(page, world.url, 'paxum-bank')
    await expect(preview(page).getByText('Before, same rule and customer')).toBeVisible()
  })

  test('the queue and what opens over it', async ({ page }) => {
    await press(page, 'x', 'j', 'x')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('/')
    await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toBeFocused()
    expect(await violations(page)).toEqual([])
    await press(page, 'Escape', 'Control+k')
    await expect(palette(page).getByRole('option').first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await press(page, 'Escape', 'a')
    await expect(palette(page).getByRole('option', { name: /Ingrid/ })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await press(page, 'Escape', '?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await press(page, 'Escape', 'c')
    await expect(page.getByRole('dialog', { name: /note/i })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  test('a case, tab by tab, and its drawer', async ({ page }) => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab').first()).toBeVisible()
    for (const [index, tab] of ['Alerts', 'Similar', 'Flow', 'Notes'].entries()) {
      await page.keyboard.press(String(index + 1))
      await expect(page.getByRole('tab').nth(index)).toHaveAttribute('aria-selected', 'true')
      expect(await violations(page), tab).toEqual([])
    }
    await press(page, '1')
    await expect(page.getByRole('grid', { name: 'Alerts' })).toBeFocused()
    await press(page, 'Enter')
    await expect(page.getByRole('dialog', { name: 'Why the alert fired' })).toContainText('What it saw')
    expect(await violations(page)).toEqual([])
  })

  test('the templates and the keys', async ({ page }) => {
    await press(page, 'g', 'm')
    await expect(page.getByRole('grid', { name: 'Templates' })).toBeFocused()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Control+,')
    await page.waitForURL('**/settings/keyboard**')
    await expect(page.getByRole('grid').first()).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  test('triage, a question and the outbox', async ({ page, context }) => {
    await press(page, 't')
    await expect(page.getByRole('region', { name: 'Triage' })).toBeVisible()
    await workerIsReady(page)
    await context.setOffline(true)
    expect(await violations(page)).toEqual([])
    await press(page, '1')
    await expect(page.getByRole('contentinfo')).toContainText('1 unsent')
    await press(page, 'Escape', 'g', 'o')
    const outbox = page.getByRole('region', { name: 'Outbox' })
    await expect(outbox.getByRole('grid', { name: 'Operations' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('z')
    await expect(outbox).toContainText('Everything is on the server')
    expect(await violations(page)).toEqual([])
  })
})

/** How many keys the random walk presses, and how many of them at most between two looks: BATCH=1 finds the culprit. */
const KEYS = Number(process.env['KEYS'] ?? 2000)
const BATCH = Number(process.env['BATCH'] ?? 20)

/** Everything a hand reaches: moving, selecting, deciding, opening and closing. What leaves the workbench is left out. */
const WALK = {
  move: ['j', 'k', 'ArrowDown', 'ArrowUp', 'Shift+J', 'Shift+K', 'g g', 'Shift+G', 'Home', 'End', 'PageDown', 'PageUp'],
  select: [
    'x',
    'Shift+X',
    '5 j',
    '3 x',
    '1 2 g g',
    'n',
    'Shift+N',
    '* a',
    '* n',
    '* i',
    '* o',
    '* h',
    '* c',
    '* r',
    '* l',
  ],
  look: ['v', 'Space', ',', '/', '?', 'Control+k', 'f', 'Shift+F', 'g n', 'g x', 'Tab', 'Enter', 'd', 'q'],
  decide: ['r', 'r 1', 'Shift+R', 'a', 'a Enter', 'm', 'w', 'Shift+W', 's', 'c', '.', 'z', 'Shift+Z', 'Control+Enter'],
  go: [
    't',
    'e 3',
    '1',
    '2',
    '3',
    ']',
    '[',
    ...Array.from({ length: 10 }, () => 'Escape'),
    'g o',
    'g m',
    'Control+,',
    'g c',
    '* m y',
  ],
}
const STROKES = Object.values(WALK).flat()

test('two thousand keys: the grid always points at a row, nothing fails, no write goes unsaid', async ({ browser }) => {
  // one walk for a machine that judges, another each time for whoever looks for trouble
  const seed = Number(process.env['SEED'] ?? (process.env['CI'] ? 987_942 : Date.now() % 1_000_000))
  console.log(`random walk: SEED=${seed} KEYS=${KEYS}`)
  test.info().annotations.push({ type: 'seed', description: `${seed}, ${KEYS} keys` })
  test.setTimeout(300_000)
  const began = Date.now()
  // it decides at will: a world of its own
  const world = await openWorld()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })
  const value = await signIn(world.url, 'manager')
  await context.addCookies([{ name: 'token', value, url: world.url, sameSite: 'Strict' }])
  const page = await context.newPage()
  try {
    await openQueue(page, world.url)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await listen(page)

    const next = randomOf(seed)
    const walked: string[] = []
    while (walked.length < KEYS) {
      // keys go out without waiting for each other, up to one that may lead out of the workbench: signing out, another
      // platform
      const before = walked.length
      const pressing: Promise<void>[] = []
      while (walked.length - before < BATCH) {
        for (const key of STROKES[Math.floor(next() * STROKES.length)]!.split(' ')) {
          if (isChoosing(key)) await Promise.all(pressing.splice(0))
          const pressed = isChoosing(key) && (await leads(page)) ? 'Escape' : key
          walked.push(pressed)
          pressing.push(page.keyboard.press(pressed))
        }
      }
      await Promise.all(pressing)
      const last = walked.slice(-BATCH - 12).join(' ')
      expect(await danglingIn(page), `SEED=${seed} BATCH=${BATCH} after ${last}`).toBeNull()
    }
    const seconds = Math.round((Date.now() - began) / 1000)
    // out of whatever is open, and back to every case
    await press(page, ...Array.from({ length: 8 }, () => 'Escape'), 'g', 'c')
    await page.waitForURL('**/cases/**')
    await press(page, 'Escape', 'Shift+F', 'g', 'n')
    const clear = page.getByRole('heading', { name: 'Queue clear' })
    await expect(queue(page).or(clear)).toBeVisible()
    if (await queue(page).isVisible()) await expect.poll(() => caseAtCursor(page)).toMatch(/\d/)
    expect(errors).toEqual([])

    const written = await acts(page)
    expect(written.length).toBeGreaterThan(0)
    const unsaid = async () => {
      const said = await heard(page)
      return written.filter(({ label }) => !said.some((text) => text.includes(label))).map(({ label }) => label)
    }
    await expect.poll(unsaid).toEqual([])
    console.log(`random walk: ${walked.length} keys in ${seconds} s, ${written.length} writes, each of them announced`)
  } finally {
    await context.close()
    await world.close()
  }
})

/** Keeps everything that the live regions say. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const regions = document.querySelectorAll('footer [aria-live]')
    const note = () => said.push(...[...regions].map(({ textContent }) => textContent))
    for (const region of regions)
      new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true })
  })
const heard = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said)

const isChoosing = (key: string) => /^([1-9]|Enter|Space|Control\+Enter)$/.test(key)

/** Whether Enter would act on something outside the workbench: the palette's first page, the frame, a link, or the keys themselves. */
const leads = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    const isOpenPalette = at?.matches('[cmdk-input]') && at.getAttribute('placeholder') !== null
    const isOnKeys = location.pathname.includes('/settings/')
    return Boolean(isOpenPalette || isOnKeys || at?.closest('header, footer, a, [role=menu], [role=menuitem]'))
  })

/** What was written, by the record on the device. */
async function acts(page: Page): Promise<{ label: string }[]> {
  const download = page.waitForEvent('download')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('download record')
  await expect(
    palette(page)
      .getByRole('option', { name: /record/ })
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  const text = await readFile((await (await download).path())!, 'utf8')
  return (JSON.parse(text) as { acts: { label: string }[] }).acts
}

/** What is wrong with the cursor that a grid names; null where nothing is, or no grid is there. */
function danglingIn(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    for (const grid of document.querySelectorAll('[role="grid"]')) {
      if (grid.getAttribute('aria-rowcount') === '1') continue
      const id = grid.getAttribute('aria-activedescendant')
      if (id === null) return `no row of ${grid.getAttribute('aria-label')} is named`
      if (!grid.contains(document.getElementById(id))) return `${id} is not in ${grid.getAttribute('aria-label')}`
    }
    return null
  })
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
