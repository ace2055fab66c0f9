// The team by keyboard: a skill is entered and counts, and what auto-assignment would do.
import type { Page } from '@playwright/test'
import { expect, palette, press, test, violations } from './support.ts'

test.use({ account: 'manager' })

const grid = (page: Page) => page.getByRole('grid', { name: 'Team', exact: true })

test('a skill is entered, shown and removed', async ({ page, world }) => {
  await page.goto(`${world.url}/admin/paxum/team`)
  await expect(grid(page)).toBeFocused({ timeout: 20_000 })
  await grid(page)
    .getByRole('row', { name: /Tomás Herrera/ })
    .click()
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'Tomás Herrera' })).toBeVisible()
  const enter = async (area: string, level: string) => {
    await page.keyboard.press('s')
    await expect(palette(page).getByRole('option', { name: area })).toBeVisible()
    await page.keyboard.type(area)
    await page.keyboard.press('Enter')
    await expect(palette(page).getByRole('option', { name: level })).toBeVisible()
    await page.keyboard.type(level)
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeHidden()
  }
  await enter('Amounts', 'Expert')
  const skills = preview.getByRole('region', { name: 'Skills' })
  await expect(skills).toContainText('Amounts')
  await expect(skills).toContainText('Expert')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), colorScheme).toEqual([])
  }
  await expect(grid(page)).toBeFocused()
  await enter('Amounts', 'Not entered')
  await expect(skills).toBeHidden()
  const kept = await world.db.selectFrom('staff_skill').selectAll().execute()
  expect(kept).toEqual([])
})

test('auto-assignment shows a dry run before it is switched on', async ({ page, world }) => {
  await page.goto(`${world.url}/admin/paxum/team`)
  await expect(grid(page)).toBeFocused({ timeout: 20_000 })
  await press(page, 'Shift+A')
  const drawer = page.getByRole('dialog', { name: /Auto-assignment/ })
  await expect(drawer).toContainText('Off')
  await expect(drawer.getByRole('table', { name: 'Who gets what' })).toBeVisible()
  const { n } = await world.db
    .selectFrom('monitoring_case')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('platform', '=', 'paxum')
    .where('status', '=', 'new')
    .where('manager_id', 'is', null)
    .executeTakeFirstOrThrow()
  await expect(drawer).toContainText(new RegExp(`${n.replace(/\B(?=(\d{3})+$)/g, ',')} cases? unassigned`))
  expect(await violations(page)).toEqual([])
  await drawer.getByLabel('Most open a person').fill('0')
  await expect(drawer).toContainText('Enter a whole number from 1 to 10000.')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(grid(page)).toBeFocused()
})
