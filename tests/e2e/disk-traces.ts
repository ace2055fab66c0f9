/** The traces of a browser on the disk, and the requests it would make. */
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { findInProfile } from '#tests/support/byte-scan.ts'
import { launchOptions } from '#tests/support/chromium.ts'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'
import { expect, openQueue, preview, type World } from './support.ts'

/** Of a customer's name, and of a note. Random letters do not compress: see `findInProfile`. */
export const CANARIES = ['Quilvanterre', 'Brostwickel'] as const
/** The search works: this text is in the browser's history, which is plain. */
const CONTROL = 'Zembrathkin'

/** The server's halves of vaults: what no file of a profile may hold. */
export async function sharesIn({ db }: World): Promise<Buffer[]> {
  const rows = await db.selectFrom('device_share').select('share').execute()
  return rows.map(({ share }) => share)
}

/** New cases of a platform are of customers whose name is nobody's, with a note that is nobody's. */
export async function plantCanaries({ db }: World, platform: string): Promise<void> {
  const [name, note] = CANARIES
  const rows = await db
    .selectFrom('monitoring_case')
    .select(['id', 'customer_id'])
    .where('platform', '=', platform)
    .where('status', '=', 'new')
    .execute()
  for (const { customer_id } of rows) {
    await db
      .updateTable('customer')
      .set({ name, first_name: name, last_name: name })
      .where('id', '=', customer_id)
      .where('platform', '=', platform)
      .execute()
  }
  const cases = db.updateTable('monitoring_case').where('platform', '=', platform).where('status', '=', 'new')
  await cases.set({ client_name: name }).execute()
  const notes = rows.map(({ id, customer_id }) => ({
    id: crypto.randomUUID(),
    platform,
    case_id: id,
    customer_id,
    author_id: 'analyst',
    text: `${note} on ${platform}`,
  }))
  await db.insertInto('note').values(notes).execute()
}

/** A browser with files of its own, in which somebody reads the canaries of a platform. */
export async function readCanaries(
  world: World,
  profile: string,
  platform: string,
  account = 'analyst',
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    viewport: { width: 1440, height: 900 },
  })
  const value = await tokenOf(world.url, account)
  await context.addCookies([{ name: 'token', value, url: world.url, sameSite: 'Strict' }])
  const page = await context.newPage()
  await openQueue(page, world.url, platform)
  await expect(preview(page)).toContainText(CANARIES[1], { timeout: 30_000 })
  const visit = await context.newPage()
  await visit.goto(`${world.url}/healthz?${CONTROL}`)
  await visit.close()
  return { context, page }
}

/** Closes the browser and reads its files: no customer's word and no key is in them, though what is plain is found. */
export async function expectNothingLeft(context: BrowserContext, profile: string, keys: readonly Buffer[]) {
  await context.close()
  expect(keys.length).toBeGreaterThan(0)
  expect(findInProfile(profile, [CONTROL])).not.toEqual([])
  expect(findInProfile(profile, [...CANARIES, ...keys])).toEqual([])
}

/** Names of the databases with anything of a user. */
export const databasesIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('docket-engine-') ? [name] : [])),
  )
