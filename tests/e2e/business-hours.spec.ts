// Business hours by keyboard: what is wrong, what a change does to open work, a conflict, and the history.
import type { Page } from '@playwright/test'
import { DEFAULT_BUSINESS_HOURS } from '#contract/model/business-hours/policy.ts'
import { expect, palette, press, test, violations } from './support.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Business hours', exact: true })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Business hours' })

test.describe('a manager', () => {
  test.use({ account: 'manager' })

  test('reads the business hours, and is told who changes them', async ({ page, world }) => {
    await page.goto(`${world.url}/admin/paxum/team`)
    await expect(page.getByRole('grid', { name: 'Team', exact: true })).toBeFocused({ timeout: 30_000 })
    await press(page, 'g', 'Shift+H')
    await expect(grid(page)).toBeFocused({ timeout: 30_000 })
    await expect(grid(page).getByRole('row', { name: /Default/ })).toBeVisible()
    await page.keyboard.press('e')
    await expect(page.getByRole('contentinfo')).toContainText('Only administrators can do this')
  })
})

test.describe('an administrator', () => {
  test.use({ account: 'admin' })

  test('changes them by keyboard, sees a preview, and resolves a conflict', async ({ page, world }) => {
    await page.goto(`${world.url}/admin/paxum/team/hours`)
    await expect(grid(page)).toBeFocused({ timeout: 30_000 })
    await press(page, 'Control+k')
    await page.keyboard.type('change business hours')
    await expect(palette(page).getByRole('option').first()).toContainText('Change business hours and due times')
    await page.keyboard.press('Enter')
    await expect(drawer(page)).toBeVisible()

    // an invalid value is named at its field, and nothing is counted or saved
    const monday = drawer(page).getByLabel('Monday, open')
    await monday.fill('09:00–08:00')
    await expect(drawer(page).getByText('Monday closes before it opens.')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(drawer(page).getByRole('alert')).toHaveText('Correct what is marked.')
    await monday.fill('09:00–12:00, 13:00–17:00')

    const cases = drawer(page).getByLabel('Cases, alert')
    await cases.fill('1')
    const effect = drawer(page).getByRole('table', { name: 'Effect on open work' })
    await expect(effect.getByRole('row', { name: /^Cases/ })).toContainText('→')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await expect(drawer(page).getByRole('alert')).toHaveText('Enter a reason.')

    // somebody else is quicker
    const value = JSON.stringify({ ...DEFAULT_BUSINESS_HOURS, soon: 3 })
    const row = { platform: 'paxum', value, version: 1, updated_by: 'admin', updated_at: new Date() }
    await world.db.insertInto('business_hours').values(row).execute()
    await drawer(page).getByLabel('Reason').fill('Sooner from now on.')
    await page.keyboard.press('Control+Enter')
    await expect(drawer(page).getByRole('alert')).toContainText('somebody else changed the business hours')
    const theirs = drawer(page).getByRole('region', { name: 'Their changes' })
    await expect(theirs).toContainText('Due soon: within 2 h → within 3 h')
    await theirs.getByRole('button', { name: /Keep mine/ }).focus()
    await page.keyboard.press('Enter')
    await expect(drawer(page).getByRole('list', { name: 'What changes' })).toContainText('within 3 h → within 2 h')
    await drawer(page).getByLabel('Due soon, hours before').fill('3')
    await page.keyboard.press('Control+Enter')
    await expect(drawer(page)).toBeHidden()

    await expect(grid(page).getByRole('row', { name: /Cases, alert: 24 h → 1 h.*Sooner from now on/ })).toBeVisible()
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await expect(preview.getByRole('heading', { name: 'In force', exact: true })).toBeVisible()
    await expect(preview).toContainText('Helen Marchetti')
    const kept = await world.db
      .selectFrom('business_hours')
      .select(['value', 'version'])
      .where('platform', '=', 'paxum')
      .executeTakeFirstOrThrow()
    expect(kept).toMatchObject({ version: '2', value: { soon: 3, hours: { case: { alert: 1 } } } })
  })
})
