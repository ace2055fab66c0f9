// The screening lists by keyboard: what is in force, a threshold after its preview, a name of one's own added and removed.
import type { Page } from '@playwright/test'
import { expect, palette, press, test, violations } from './support.ts'

test.use({ account: 'admin' })
test.setTimeout(120_000)

const lists = (page: Page) => page.getByRole('grid', { name: 'Screening lists', exact: true })
const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' })

async function typed(page: Page, ...answers: string[]): Promise<void> {
  for (const answer of answers) {
    const before = await palette(page).getByRole('combobox').getAttribute('aria-label')
    if (answer !== '') await page.keyboard.type(answer)
    await page.keyboard.press('Enter')
    await expect(palette(page).getByRole('combobox', { name: before ?? '', exact: true })).toHaveCount(0)
  }
}

test('a threshold is set with a reason after a preview of the affected open hits; a name is added and removed', async ({
  page,
  world,
}) => {
  await page.goto(`${world.url}/admin/paxum/administration/policies`)
  await expect(page.getByRole('grid', { name: 'Policies', exact: true })).toBeFocused({ timeout: 30_000 })
  await press(page, 'g', 'Shift+W')
  await expect(lists(page)).toBeFocused({ timeout: 30_000 })
  await lists(page)
    .getByRole('row', { name: /Sample list/ })
    .click()
  await expect(preview(page).getByText('First version: every entry is new.')).toBeVisible()
  await expect(preview(page).getByRole('table', { name: 'Thresholds' })).toContainText('70 (default)')
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('e')
  await page.keyboard.type('People')
  await page.keyboard.press('Enter')
  await page.keyboard.type('95')
  await page.keyboard.press('Enter')
  await expect(palette(page).getByRole('option', { name: /^Set 70 to 95: .* open hits? (end|stay)/ })).toBeVisible()
  const kept = await world.db.selectFrom('sanctions_threshold').selectAll().execute()
  expect(kept).toEqual([])
  await page.keyboard.press('Enter')
  await page.keyboard.type('Too many strangers.')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await expect(preview(page).getByRole('table', { name: 'Thresholds' })).toContainText('95')
  const set = await world.db.selectFrom('audit').selectAll().where('action', '=', 'set screening threshold').execute()
  expect(set).toMatchObject([{ actor: 'admin', reason: 'Too many strangers.' }])

  // an added name is a list with a report, and is removed
  await page.getByRole('button', { name: /Add name/ }).click()
  await expect(palette(page)).toBeVisible()
  await typed(page, 'Zebedee Quillfeather', 'A person', 'Zeb Quill; Z. Quillfeather', '1970-03-14', '')
  await page.keyboard.type('Adverse media.')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await lists(page)
    .getByRole('row', { name: /Own adverse names/ })
    .click()
  const names = preview(page).getByRole('table', { name: 'Own adverse names' })
  await expect(names).toContainText('Zebedee Quillfeather; Zeb Quill; Z. Quillfeather, 1970-03-14')
  await expect(names).toContainText('Adverse media.')
  expect(await violations(page)).toEqual([])

  await lists(page).focus()
  await page.keyboard.press('Shift+X')
  await expect(palette(page).getByRole('option', { name: /Zebedee/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Somebody else.')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await expect(preview(page).getByText('0 added, 0 changed, 1 removed. Hits touched: 0 open, 0 decided.')).toBeVisible()
})
