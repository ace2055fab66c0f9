// Every screen by axe, in light and in dark.
import { expect, openQueue, palette, press, preview, test, violations, workerIsReady } from './support.ts'

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

  test('triage, a question and the outbox', { tag: '@worker' }, async ({ page, context }) => {
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
