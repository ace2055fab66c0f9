// Every screen by axe, in light and in dark; and the queue's promise to assistive technology under any keys.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { caseAtCursor, expect, openQueue, palette, press, preview, test } from './support.ts'

test.setTimeout(120_000)

/** What axe finds wrong, in both colour schemes: rule and place, one line each. In the dark only colours differ. */
async function violations(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const axe = new AxeBuilder({ page })
    const { violations: wrong } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze()
    for (const { id, nodes } of wrong)
      found.push(
        ...nodes.map(({ target, failureSummary }) => `${colorScheme} ${id} ${String(target)} ${failureSummary}`),
      )
  }
  return found
}

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

  test('triage, a question and the outbox', async ({ page, context }) => {
    await press(page, 't')
    await expect(page.getByRole('region', { name: 'Triage' })).toBeVisible()
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

  test('under any keys the grid points at a row that is there', async ({ page }) => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
    console.log(`random walk: SEED=${seed}`)
    test.info().annotations.push({ type: 'seed', description: String(seed) })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))

    const next = randomOf(seed)
    const walked: string[] = []
    for (let step = 0; step < 150; step++) {
      const keys = WALK[Math.floor(next() * WALK.length)]!.split(' ')
      walked.push(...keys)
      await press(page, ...keys)
      const last = walked.slice(-12).join(' ')
      expect(await danglingIn(page), `SEED=${seed} after ${last}`).toBeNull()
    }
    await press(page, 'Escape', 'Escape', 'Escape', 'Escape', 'Shift+F', 'g', 'n')
    await expect.poll(() => caseAtCursor(page)).toMatch(/\d/)
    expect(errors).toEqual([])
  })
})

/** Everything that moves, selects, opens and closes in the queue; nothing that decides or leaves. */
const WALK = [
  ['j', 'k', 'ArrowDown', 'ArrowUp', 'Shift+J', 'Shift+K', 'x', 'Shift+X', 'g g', 'Shift+G', 'Home', 'End'],
  ['PageDown', 'PageUp', '5 j', '3 x', '1 2 g g', 'n', 'Shift+N', '* a', '* n', '* i', '* o', '* h', '* c', '* r'],
  ['v', 'Space', ',', 'Escape', '/', '?', 'Control+k', 'r', 'a', 'f', 'Shift+F', 'g n', 'g x', 'z', 'Tab'],
].flat()

/** What is wrong with the cursor that the grid names; null where nothing is, or no grid is there. */
function danglingIn(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const grid = document.querySelector('[role="grid"][aria-label="Cases"]')
    if (!grid || grid.getAttribute('aria-rowcount') === '1') return null
    const id = grid.getAttribute('aria-activedescendant')
    if (id === null) return 'no row is named'
    return grid.contains(document.getElementById(id)) ? null : `${id} is not in the grid`
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
