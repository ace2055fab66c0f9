// The list of customers by keyboard: narrowed, looked into, opened and come back to, saved as a view, without a network.
import type { Page } from '@playwright/test'
import { connection, expect, palette, preview, press, test, violations, workerIsReady, cutOff } from './support.ts'

test.use({ account: 'manager' })
test.setTimeout(180_000)

const grid = (page: Page) => page.getByRole('grid', { name: 'Clients' })

/** The text for assistive technology on the row under the cursor. */
const rowAtCursor = (page: Page) =>
  grid(page).evaluate((list) => {
    const id = list.getAttribute('aria-activedescendant') ?? ''
    return document.getElementById(id)?.getAttribute('aria-label') ?? ''
  })

async function openList(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/paxum/customers/`)
  await expect(grid(page)).toBeFocused({ timeout: 30_000 })
  await expect.poll(() => rowAtCursor(page), { timeout: 30_000 }).toMatch(/Business|Personal/)
}

const count = async (page: Page) => Number(await grid(page).getAttribute('aria-rowcount')) - 1

test('the list is gone through, narrowed, searched, and kept as a view', async ({ page, world }) => {
  await test.step('Enter opens the row under the cursor, brackets move on, Escape returns to the row', async () => {
    await openList(page, world.url)
    await press(page, 'j', 'j', 'j')
    // the first keys may wait for the screen
    await expect(grid(page)).toHaveAttribute('aria-activedescendant', /-3$/)
    const third = await rowAtCursor(page)
    // the preview follows when the cursor rests
    const name = third.split(', ')[1] ?? ''
    await expect(preview(page).getByRole('heading', { level: 2 })).toHaveText(name)
    await press(page, 'Enter')
    // the preview's heading is the same
    await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(name)
    await press(page, ']')
    await expect(page.getByRole('heading', { level: 2 })).not.toHaveText(name)
    const next = (await page.getByRole('heading', { level: 2 }).textContent()) ?? ''
    await press(page, 'Escape')
    await expect(grid(page)).toBeFocused()
    await expect.poll(() => rowAtCursor(page)).toContain(next)
  })
  await test.step('a field and its value filter the list; backspace and shift+f remove them', async () => {
    await openList(page, world.url)
    const all = await count(page)
    await press(page, 'f')
    await page.keyboard.type('type')
    await press(page, 'Enter')
    await page.keyboard.type('bus')
    await press(page, 'Enter')
    await expect(page.getByRole('button', { name: 'Remove filter Type: Business' })).toBeVisible()
    const businesses = await world.db
      .selectFrom('customer')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .where('platform', '=', 'paxum')
      .where('type', '=', 'business')
      .executeTakeFirstOrThrow()
    await expect.poll(() => count(page)).toBe(Number(businesses.n))
    await expect.poll(() => rowAtCursor(page)).toMatch(/Business/)
    await press(page, 'f')
    await page.keyboard.type('active al')
    await press(page, 'Enter')
    await page.keyboard.type('with active')
    await press(page, 'Enter')
    await expect.poll(() => rowAtCursor(page)).toMatch(/active alerts/)
    await press(page, 'Shift+F')
    await expect.poll(() => count(page)).toBe(all)
  })
  await test.step('a typed search finds, and is not in the address', async () => {
    const someone = await world.db
      .selectFrom('customer')
      .select(['id', 'name'])
      .where('platform', '=', 'paxum')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await openList(page, world.url)
    await press(page, '/')
    await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toBeFocused()
    await page.keyboard.type(someone.name.toUpperCase().replaceAll(' ', '-'))
    await press(page, 'Enter')
    await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toHaveCount(0)
    await expect(page.getByRole('grid', { name: 'Clients' })).toBeFocused()
    await expect.poll(() => rowAtCursor(page)).toContain(someone.name)
    expect(decodeURIComponent(page.url())).not.toContain(someone.name.split(' ')[0])
    await press(page, 'Backspace')
    await expect(palette(page)).toBeVisible()
    await press(page, 'Enter')
    await expect(page.getByRole('button', { name: /Remove filter/ })).toHaveCount(0)
  })
  await test.step('axe finds nothing, with the panel and without', async () => {
    await openList(page, world.url)
    expect(await violations(page)).toEqual([])
    await press(page, '/')
    await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toBeFocused()
    expect(await violations(page)).toEqual([])
  })
  await test.step('a filter is saved as a view and opened by its key from the case queue', async () => {
    await openList(page, world.url)
    await press(page, 'f')
    // the palette takes Enter once it has what is typed
    await page.keyboard.type('kyc')
    await expect(palette(page).getByRole('option', { name: 'KYC', exact: true })).toBeVisible()
    await press(page, 'Enter')
    await expect(palette(page).getByRole('option', { name: /Unconfirmed/ })).toBeVisible()
    await page.keyboard.type('unc')
    await press(page, 'Enter')
    await expect(page.getByRole('button', { name: 'Remove filter KYC: KYC Unconfirmed' })).toBeVisible()
    await press(page, 'b')
    await page.keyboard.type('Not confirmed')
    await press(page, 'Enter')
    await expect(page.getByText(/Saved “Not confirmed”: g 1/).first()).toBeVisible()
    await press(page, 'g', 'c')
    await expect(page.getByRole('grid', { name: 'Cases' })).toBeFocused()
    await press(page, 'g', '1')
    await expect(page.getByRole('button', { name: 'Remove filter KYC: KYC Unconfirmed' })).toBeVisible()
  })
})

test(
  'offline, stored customers show their age, and the rest says what it needs',
  { tag: '@worker' },
  async ({ page, context, world }) => {
    await openList(page, world.url)
    await workerIsReady(page)
    await press(page, 'Shift+O')
    await expect(page.getByText('1 client is available offline').first()).toBeVisible({ timeout: 30_000 })
    await cutOff(page)
    await expect(connection(page)).toContainText('Offline')
    await press(page, 'Enter', '6')
    await expect(page.getByRole('tab', { name: 'Notes' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText(/^read (just now|.* ago)$/).first()).toBeVisible()
    await press(page, 'Escape')
    await expect(grid(page)).toBeFocused()
    await expect(page.getByText(/The list, read (just now|.* ago)/)).toBeVisible()
    await press(page, 'f')
    await page.keyboard.type('type')
    await press(page, 'Enter')
    await page.keyboard.type('bus')
    await press(page, 'Enter')
    await expect(page.getByText('The clients need the network')).toBeVisible()
    await context.setOffline(false)
  },
)
