// A narrow window, or one at 200 %: nothing that can be pressed lies outside it, and what stood beside stands below.
import type { Page } from '@playwright/test'
import { expect, openQueue, press, preview, test } from './support.ts'

test.use({ account: 'manager' })

/** Controls outside of the window, except those that a list or a pane scrolls. */
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

const SIZES = [
  { width: 720, height: 450 },
  { width: 600, height: 800 },
  { width: 400, height: 800 },
]

test('every button is within a window of 720, 600 and 400 pixels', async ({ page, world }) => {
  await openQueue(page, world.url)
  const grid = page.getByRole('grid', { name: 'Cases' })
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect.poll(() => cutOffIn(page), `queue, ${size.width}`).toEqual([])
    await page.getByRole('button', { name: /^Account: / }).click()
    await expect(page.getByRole('menuitem', { name: /^Logout/ })).toBeVisible()
    await page.keyboard.press('Escape')
    // both have their final size once the preview has its facts
    await expect(async () => {
      const list = await grid.boundingBox()
      const beside = await preview(page).boundingBox()
      expect(beside?.width).toBeGreaterThan(250)
      if (size.width < 600) expect(beside?.y).toBeGreaterThanOrEqual((list?.y ?? 0) + (list?.height ?? 0))
    }).toPass()
  }

  await grid.focus()
  await press(page, 'Enter')
  const about = page.getByRole('complementary', { name: 'About the case' })
  await expect(about).toBeVisible()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect.poll(() => cutOffIn(page), `case, ${size.width}`).toEqual([])
    await expect.poll(async () => (await about.boundingBox())?.width).toBe(size.width)
  }
  // it lies below, and is reached by its key
  await press(page, 'F6', 'F6')
  await expect(about).toBeInViewport()

  await press(page, 'u')
  await expect(page.getByRole('complementary', { name: 'About the customer' })).toBeVisible()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect.poll(() => cutOffIn(page), `customer, ${size.width}`).toEqual([])
  }
})

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
