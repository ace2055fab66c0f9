// The remains on the disk of a real browser after each way in which a vault ends: no customer's word, no key, and nothing
// that a copy of the disk opens with what the server still says.
import type { Page } from '@playwright/test'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'
import { readDisk } from '#tests/support/browser-databases.ts'
import { opensWith, sealedIn, sharesOf, tallied, type Captured, type Found } from '#tests/support/stolen-disk.ts'
import { CANARIES, databasesIn, expectNothingLeft, plantCanaries, readCanaries, sharesIn } from './disk-traces.ts'
import { enrolPassphrase, expect, openQueue, palette, press, preview, test as base, type World } from './support.ts'

const test = base.extend<{ profile: string }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures it needs from here
  profile: async ({}, use) => {
    const profile = makeFolder()
    await use(profile)
    await removeFolder(profile)
  },
})
test.setTimeout(180_000)
test.use({ serviceWorkers: 'allow' })

const [NAME] = CANARIES

/** A copy of the disk while it was in use and has what is looked for, which opens with the halves of then, to the last row. */
async function copyOf(world: World, page: Page, account = 'analyst') {
  let disk = await readDisk(page)
  await expect(async () => {
    disk = await readDisk(page)
    const opened = await opensNow(world, disk.device, disk.copy, account)
    expect(tallied(opened)).toEqual(tallied(sealedIn(disk.copy, account)))
    for (const store of ['snap', 'chunks'])
      expect(opened.filter((one) => one.store === store && one.text.includes(NAME))).not.toEqual([])
  }).toPass({ timeout: 30_000 })
  return { ...disk, halves: await sharesIn(world) }
}

const isOver = (page: Page, name: string) => expect(page.getByRole('button', { name })).toBeVisible({ timeout: 30_000 })

test('after a lock', async ({ world, profile }) => {
  await plantCanaries(world, 'multifi')
  const { context, page } = await readCanaries(world, profile, 'multifi')
  await enrolPassphrase(context, world, 'multifi')
  await press(page, 'Control+Shift+L')
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(NAME)
  const { device, copy } = await readDisk(page)
  expect(await opensWith({}, copy)).toEqual([])
  expect(tallied(await opensNow(world, device, copy))).toEqual(tallied(sealedIn(copy)))
  await expectNothingLeft(context, profile, await sharesIn(world))
})

test('after signing out with nothing unsent', async ({ world, profile }) => {
  await plantCanaries(world, 'fundstr')
  const { context, page } = await readCanaries(world, profile, 'fundstr')
  const { device, copy, halves } = await copyOf(world, page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('logout')
  await expect(palette(page).getByRole('option', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('Enter')
  await isOver(page, 'Sign in again')
  expect(await databasesIn(page)).toEqual([])
  expect(await opensNow(world, device, copy)).toEqual([])
  await expectNothingLeft(context, profile, halves)
})

test('23: after a platform is withdrawn while its queue is open', async ({ world, profile }) => {
  for (const platform of ['paydek', 'aplus']) await plantCanaries(world, platform)
  const { context, page } = await readCanaries(world, profile, 'paydek', 'docadmin')
  await openQueue(page, world.url, 'aplus')
  await expect(preview(page)).toContainText(CANARIES[1])
  await openQueue(page, world.url, 'paydek')
  const { device, copy, halves } = await copyOf(world, page, 'docadmin')
  const account = world.db.updateTable('account').where('id', '=', 'docadmin')
  const { platforms } = await world.db
    .selectFrom('account')
    .select('platforms')
    .where('id', '=', 'docadmin')
    .executeTakeFirstOrThrow()
  await account.set({ platforms: platforms.filter((each) => each !== 'paydek') }).execute()
  // at once, not with the next batch; a refusal may lead away from its queue before all of it is destroyed
  await expect(page).not.toHaveURL(/paydek/)
  await expect(async () => {
    const { copy: after } = await readDisk(page)
    expect(sealedIn(after, 'docadmin').filter(({ platform }) => platform === 'paydek')).toEqual([])
  }).toPass({ timeout: 30_000 })
  const opened = await opensNow(world, device, copy, 'docadmin')
  const others = sealedIn(copy, 'docadmin').filter(({ platform }) => platform !== 'paydek')
  expect(tallied(opened)).toEqual(tallied(others))
  expect(opened.filter(({ text }) => text.includes('on aplus'))).not.toEqual([])
  await account.set({ platforms }).execute()
  await expectNothingLeft(context, profile, halves)
})

test('24: after a remote wipe', async ({ world, profile }) => {
  await plantCanaries(world, 'prepaid-upi')
  const { context, page } = await readCanaries(world, profile, 'prepaid-upi')
  const { device, copy, halves } = await copyOf(world, page)
  await wipe(world, device)
  await isOver(page, 'Sign in')
  // the page may still be on its way to the sign-in
  await expect(async () => {
    expect(await databasesIn(page)).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('docket.sentinel'))).toBeNull()
  }).toPass({ timeout: 30_000 })
  expect(await opensNow(world, device, copy)).toEqual([])
  await expectNothingLeft(context, profile, halves)
})

/** The rows of a copy that open with all of the server's current answers. */
async function opensNow(world: World, device: string, copy: Captured, account = 'analyst'): Promise<Found[]> {
  return opensWith(await sharesOf(world, device), copy, account)
}

/** As its owner does it in another browser. */
async function wipe({ url }: World, device: string): Promise<void> {
  const headers = { 'auth-token': await tokenOf(url, 'analyst') }
  const { status } = await fetch(`${url}/api/sync/device/${device}`, { method: 'DELETE', headers })
  expect(status).toBe(200)
}
