// A narrow window, or one at 200 %: nothing that can be pressed lies outside it, and what stood beside stands below.
import type { Page } from '@playwright/test'
import { expect, openQueue, press, preview, test } from './support.ts'

test.use({ account: 'manager' })

/** What can be pressed and does not lie within the window, but for what a list or a pane scrolls. */
const cutOffIn = (page: Page) =>
  page.evaluate(() => {
    const isScrolled = (element: Element) => element.closest('[role="grid"], [data-scrolls], .beside > *') !== null
    return [...document.querySelectorAll('a[href], button')]
      .filter((one) => one.checkVisibility() && !isScrolled(one))
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect()
        return width > 0 && (left < 0 || Math.floor(right) > innerWidth)
      })
      .map((one) => one.getAttribute('aria-label') ?? one.textContent)
  })

for (const [width, height] of [
  [720, 450],
  [600, 800],
  [400, 800],
] as const) {
  test(`every button is within a window of ${width} pixels`, async ({ page, world }) => {
    await page.setViewportSize({ width, height })
    await openQueue(page, world.url)
    await expect.poll(() => cutOffIn(page), 'queue').toEqual([])
    await page.getByRole('button', { name: /^Account: / }).click()
    await expect(page.getByRole('menuitem', { name: /^Logout/ })).toBeVisible()
    await page.keyboard.press('Escape')
    // both have their final size once the preview has its facts
    await expect(async () => {
      const grid = await page.getByRole('grid', { name: 'Cases' }).boundingBox()
      const beside = await preview(page).boundingBox()
      expect(beside?.width).toBeGreaterThan(250)
      if (width < 600) expect(beside?.y).toBeGreaterThanOrEqual((grid?.y ?? 0) + (grid?.height ?? 0))
    }).toPass()

    await page.getByRole('grid', { name: 'Cases' }).focus()
    await press(page, 'Enter')
    const about = page.getByRole('complementary', { name: 'About the case' })
    await expect(about).toBeVisible()
    await expect.poll(() => cutOffIn(page), 'case').toEqual([])
    expect((await about.boundingBox())?.width).toBe(width)
    // it lies below, and is reached by its key
    await press(page, 'F6', 'F6')
    await expect(about).toBeInViewport()

    await press(page, 'u')
    await expect(page.getByRole('complementary', { name: 'About the customer' })).toBeVisible()
    expect(await cutOffIn(page), 'customer').toEqual([])
  })
}

test.describe('an administrator', () => {
  test.use({ account: 'admin' })

  test('sees the mark among the tabs, and the assistant beside what is read, not over it', async ({ page, world }) => {
    await page.setViewportSize({ width: 600, height: 800 })
    await page.goto(`${world.url}/admin/paxum/reports`)
    const assistant = page.getByRole('button', { name: 'Assistant' })
    await expect(assistant).toBeVisible({ timeout: 30_000 })
    const topOf = async (name: string) =>
      (await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).boundingBox())?.y ?? 0
    expect(Math.abs((await topOf('Docket')) - (await topOf('Clients')))).toBeLessThan(8)
    const main = await page.getByRole('main').boundingBox()
    expect((await assistant.boundingBox())?.y).toBeGreaterThanOrEqual((main?.y ?? 0) + (main?.height ?? 0))
    expect(await cutOffIn(page)).toEqual([])
  })
})
