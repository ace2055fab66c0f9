// State that is remembered between visits, and its end: the platform, the last path, a link from another system.
import type { BrowserContext } from '@playwright/test'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'
import { caseAtCursor, chooseAccount, expect, openQueue, palette, press, queueIsThere, rowOf, test } from './support.ts'

const cookies = async (context: BrowserContext) =>
  Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, decodeURIComponent(value)]))

test.describe('signed in', () => {
  test.use({ account: 'analyst' })

  test('the platform is switched by key and menu, and remembered; the same one changes nothing', async ({
    page,
    context,
    world,
  }) => {
    await openQueue(page, world.url)
    const choose = async (text: string) => {
      await press(page, 'g', 'p')
      await expect(palette(page)).toBeVisible()
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      await expect(palette(page)).toBeHidden()
    }
    await choose('paydek')
    await page.waitForURL('**/admin/paydek/cases/')
    await queueIsThere(page)
    await expect.poll(() => caseAtCursor(page)).toMatch(/^PD/)
    expect((await cookies(context))['platform']).toBe('paydek')

    await press(page, 'j')
    const second = await caseAtCursor(page)
    await choose('paydek')
    await press(page, 'k', 'j')
    expect(await caseAtCursor(page)).toBe(second)

    await page.getByRole('button', { name: /^Platform: Paydek/ }).click()
    await page.getByRole('menuitemradio', { name: /Fundstr/ }).click()
    await page.waitForURL('**/admin/fundstr/cases/')
    await expect.poll(() => caseAtCursor(page)).toMatch(/^FS/)
    expect(await cookies(context)).toMatchObject({ platform: 'fundstr', patch: '/admin/fundstr/cases/' })

    // the next visit begins there
    await page.goto(world.url)
    await page.waitForURL('**/admin/fundstr/cases/')
  })

  test('clearing the cache and logging out remove what was remembered; logging out ends the session on the server', async ({
    page,
    context,
    world,
  }) => {
    await openQueue(page, world.url)
    expect(Object.keys(await cookies(context))).toEqual(expect.arrayContaining(['token', 'patch', 'platform']))
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: /Clear Cache/i }).click()
    await page.waitForURL(/\/\?\d{13}$/)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    const cleared = await cookies(context)
    expect(['token', 'patch', 'platform'].filter((name) => cleared[name])).toEqual([])

    await context.addCookies([{ name: 'token', value: await tokenOf(world.url, 'analyst'), url: world.url }])
    await openQueue(page, world.url)
    const { token = '' } = await cookies(context)
    await context.addCookies([{ name: 'version', value: '2.0.9', url: world.url }])
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByRole('heading', { name: 'Signed out' })).toBeVisible({ timeout: 30_000 })
    const left = await cookies(context)
    expect(['token', 'patch', 'version'].filter((name) => left[name])).toEqual([])
    const answer = await fetch(`${world.url}/api/login/info`, { headers: { 'auth-token': token } })
    expect(answer.status).toBe(401)
  })
})

test('a link from another system survives signing in, and shows its transaction on its platform alone', async ({
  page,
  context,
  world,
}) => {
  const find = world.db.selectFrom('monitoring_case').select(['id', 'transaction_id', 'direction'])
  const one = await find.where('platform', '=', 'paydek').where('status', '=', 'complete').executeTakeFirstOrThrow()
  const query = `transactionId=${one.transaction_id}&transactionDirection=${one.direction}`
  await page.goto(`${world.url}/redirect?${query}&platform=paydek`)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused()
  await page.keyboard.press('Enter')
  await chooseAccount(page, 'analyst')
  await page.waitForURL('**/admin/paydek/cases/**')
  await expect(rowOf(page, one.id)).toBeVisible({ timeout: 30_000 })

  // a link that was left before its list opened is not taken up by another
  await page.evaluate(() =>
    localStorage.setItem('add_panel', JSON.stringify({ search: '1', type: 'incoming', platform: 'paydek' })),
  )
  await context.addCookies([{ name: 'token', value: await tokenOf(world.url, 'analyst'), url: world.url }])
  await openQueue(page, world.url)
  expect(page.url()).toMatch(/\/cases\/$/)

  await page.goto(`${world.url}/redirect`)
  await expect(page.getByRole('heading', { name: 'Incomplete link' })).toBeVisible()
})
