// The pages for people without access, and for addresses without a record.
import type { Page } from '@playwright/test'
import { expect, queueIsThere, signIn, test } from './support.ts'

async function isNotFound(page: Page): Promise<void> {
  await page.waitForURL('**/notFound')
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
}

test('an account without any platform ends at /notFound', async ({ page, world }) => {
  await signIn(page, world.url, 'outsider', '**/notFound')
  await isNotFound(page)
  await page.goto(`${world.url}/admin/paxum/cases/`)
  await isNotFound(page)
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Signed out' })).toBeVisible({ timeout: 30_000 })
})

test.describe('an account of one platform', () => {
  test.use({ account: 'analyst-px' })

  test('another platform’s address falls back to an allowed one', async ({ page, world }) => {
    await page.goto(`${world.url}/admin/aplus/cases/`)
    await page.waitForURL('**/admin/paxum/cases/')
    await queueIsThere(page)
  })
})

test('an analyst comes to the requested page, and is led back from what is not there or not allowed', async ({
  page,
  world,
}) => {
  await test.step('an unknown address leads to /notFound, signed in or not', async () => {
    await page.goto(`${world.url}/nowhere/at/all`)
    await isNotFound(page)
  })
  await test.step('an unauthenticated user signs in first, and then sees the requested page', async () => {
    await signIn(page, `${world.url}/admin/paxum/outbox`, 'analyst', '**/admin/paxum/outbox')
    await expect(page.getByRole('region', { name: 'Outbox' })).toBeVisible()
  })
  await test.step('the same unknown addresses once signed in', async () => {
    for (const path of ['/nowhere', '/admin/paxum/nowhere', '/admin/paxum/foo/bar']) {
      await page.goto(world.url + path)
      await isNotFound(page)
    }
  })
  await test.step('an unknown case shows an error, with a way back', async () => {
    await page.goto(`${world.url}/admin/paxum/case/PX1`)
    await expect(page.getByText('PX1 could not be read')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.waitForURL('**/admin/paxum/cases/')
  })
  await test.step('the error page leads back to the cases', async () => {
    await page.goto(`${world.url}/admin/paxum/500`)
    await page.getByRole('link', { name: 'Back to the cases' }).click()
    await page.waitForURL('**/admin/paxum/cases/')
    await queueIsThere(page)
  })
  await test.step('an administrators’ screen tells an analyst that there is no permission', async () => {
    await expect(page.getByRole('link', { name: 'Contracts' })).toBeHidden()
    await page.goto(`${world.url}/admin/paxum/contracts/`)
    await page.waitForURL('**/admin/paxum/403')
    await expect(page.getByRole('heading', { name: 'No permission' }).last()).toBeVisible()
  })
})
