// Docket can be installed, and its service worker stays out of the way of what it has no part in.
import { chooseAccount, expect, palette, queueIsThere, signIn, test, workerIsReady } from './support.ts'

test.use({ serviceWorkers: 'allow' })

interface Manifest {
  name: string
  start_url: string
  display: string
  icons: { src: string; type: string }[]
}

test('the manifest is complete, and signing out and in again works under the service worker', async ({
  page,
  context,
  request,
  world,
}) => {
  await signIn(page, world.url, 'analyst')
  await workerIsReady(page)
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = (await (await request.get(new URL(href ?? '', world.url).href)).json()) as Manifest
  expect(manifest).toMatchObject({ name: 'Docket', start_url: '/', display: 'standalone' })
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(new URL(src, world.url).href)
    expect([icon.status(), icon.headers()['content-type']], src).toEqual([200, type])
  }
  const devtools = await context.newCDPSession(page)
  expect((await devtools.send('Page.getAppManifest')).errors).toEqual([])
  await page.reload()
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')

  await queueIsThere(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('logout')
  await expect(palette(page).getByRole('option', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in again' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(/demo-idp|admin/)
  if (page.url().includes('demo-idp')) await chooseAccount(page, 'analyst2')
  await page.waitForURL('**/admin/**')
  await queueIsThere(page)
})
