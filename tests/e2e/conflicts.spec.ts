// Operations that the server rejected: before, now and yours, and the ways out. The numbers are those of the failure
// matrix.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'
import {
  effectsOn,
  expect,
  goesOut,
  isDrained,
  press,
  test,
  unsent,
  violations,
  type World,
  isOpen,
  cutOff,
} from './support.ts'

test.use({ account: 'analyst', serviceWorkers: 'allow' })
test.setTimeout(120_000)

const PLATFORM = 'paxum'
const conflictCount = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: /^\d+ conflicts?$/ })
const alerts = (page: Page) => page.getByRole('grid', { name: 'Alerts' })
const desk = (page: Page) => page.getByRole('region', { name: 'Conflicts' })
const said = (page: Page) => page.getByRole('contentinfo')

const taken = new Set<string>()

/** A new case that nobody has or wrote about, with one alert that stops nothing; another one each time. */
async function freshCase({ db }: World): Promise<string> {
  const rows = await db
    .selectFrom('monitoring_case as c')
    .innerJoin('alert as a', (join) => join.onRef('a.case_id', '=', 'c.id').onRef('a.platform', '=', 'c.platform'))
    .select('c.id')
    .where('c.platform', '=', PLATFORM)
    .where('c.status', '=', 'new')
    .where('c.manager_id', 'is', null)
    .where('c.alert_count', '=', 1)
    .where('a.status', '=', 'new')
    .where('a.level', '=', 'alert')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('note as n')
            .select('n.id')
            .whereRef('n.case_id', '=', 'c.id')
            .whereRef('n.platform', '=', 'c.platform'),
        ),
      ),
    )
    .orderBy('c.id')
    .execute()
  const id = rows.find((row) => !taken.has(row.id))?.id
  if (!id) throw new Error('the demo world has no such case left')
  taken.add(id)
  return id
}

async function openCase(page: Page, { url }: World, id: string): Promise<void> {
  await page.goto(`${url}/admin/${PLATFORM}/case/${id}`)
  await expect(page.getByRole('heading', { name: id }).first()).toBeVisible()
  await expect(alerts(page)).toBeFocused()
  await isOpen(page)
}

/** Somebody else, in a browser of their own, with the case in front. */
async function colleagueOn(browser: Browser, world: World, id: string): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const value = await tokenOf(world.url, 'analyst2')
  await context.addCookies([{ name: 'token', value, url: world.url, sameSite: 'Strict' }])
  const page = await context.newPage()
  await openCase(page, world, id)
  return page
}

/** Decides while cut off; the colleague is first; then the network is back. */
async function meet(
  { page, context, browser, world }: { page: Page; context: BrowserContext; browser: Browser; world: World },
  id: string,
  mine: readonly string[],
  theirs: readonly string[],
): Promise<void> {
  const colleague = await colleagueOn(browser, world, id)
  await openCase(page, world, id)
  await cutOff(page)
  await press(page, ...mine)
  await expect(unsent(page)).toBeVisible()
  await press(colleague, ...theirs)
  await expect(unsent(colleague)).toBeVisible()
  await isDrained(colleague)
  await colleague.context().close()
  await context.setOffline(false)
}

const actorsOn = async ({ db }: World, id: string) =>
  (await db.selectFrom('audit').select('actor').where('object_id', '=', id).orderBy('n').execute()).map((r) => r.actor)

const alertOf = ({ db }: World, id: string) =>
  db
    .selectFrom('alert')
    .select(['id', 'status'])
    .where('platform', '=', PLATFORM)
    .where('case_id', '=', id)
    .executeTakeFirstOrThrow()

const notesOn = async ({ db }: World, id: string) =>
  (
    await db
      .selectFrom('note')
      .select('author_id')
      .where('platform', '=', PLATFORM)
      .where('case_id', '=', id)
      .orderBy('created_at')
      .execute()
  ).map((note) => note.author_id)

test('a colleague’s change appears in the open case', async ({ page, browser, world }) => {
  const id = await freshCase(world)
  await openCase(page, world, id)
  const colleague = await colleagueOn(browser, world, id)
  const status = page.getByRole('main').getByText('Awaiting Response')
  await expect(status).toHaveCount(0)
  await press(colleague, 'w')
  await expect(status.first()).toBeVisible()
  await press(colleague, 'r', '5')
  await isDrained(colleague)
  await expect(alerts(page).getByText('Resolved')).toBeVisible()
  await colleague.context().close()
  // the colleague's facts are shown first, and are in the history with the rest
  const decided = page.getByRole('region', { name: 'Facts of the decision' })
  await expect(decided).toContainText('Decided by Tomás Herrera on these facts')
  await expect(decided.getByRole('row', { name: /^Amount / })).toContainText('The same')
  await press(page, 'Shift+L')
  const history = page.getByRole('list', { name: `History of ${id}` })
  await expect(history.getByRole('listitem').filter({ hasText: 'Resolve alert' })).toContainText('facts on screen')
  await expect(history).toContainText('Change status')
  expect(await violations(page)).toEqual([])
})

test('51: two people take one case; the later one sees before, now and yours, and may override', async ({
  page,
  context,
  browser,
  world,
}) => {
  const id = await freshCase(world)
  await meet({ page, context, browser, world }, id, ['m'], ['m'])
  await expect(conflictCount(page)).toHaveText('1 conflict')
  await press(page, 'g', 'q')
  const row = desk(page).getByRole('table', { name: 'Before, now and yours' }).getByRole('row').nth(1)
  await expect(row).toHaveText('ManagerNobodyTomás HerreraMara Lindqvist')
  await expect(desk(page)).toContainText(/Somebody else changed it.*Tomás Herrera/)
  expect(await violations(page)).toEqual([])

  // insisting can be taken back while it is held
  await page.keyboard.press('2')
  await expect(desk(page)).toContainText('No conflicts')
  await page.keyboard.press('z')
  await expect(row).toHaveText('ManagerNobodyTomás HerreraMara Lindqvist')
  await page.keyboard.press('2')
  await goesOut(page)
  await expect(conflictCount(page)).toBeHidden()
  expect(await effectsOn(world, id)).toEqual(['assign', 'assign'])
  expect((await actorsOn(world, id)).slice(-2)).toEqual(['analyst2', 'analyst'])
})

test('14: a contradicting decision is not lost: its text is kept as a note on the case', async ({
  page,
  context,
  browser,
  world,
}) => {
  const id = await freshCase(world)
  await meet({ page, context, browser, world }, id, ['r', '5'], ['Shift+R', '1'])
  await expect(page.getByText('This case: the server rejected your decision')).toBeVisible()
  await expect(alerts(page)).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'The server rejected your decision' })
  await expect(dialog.getByRole('row', { name: 'Status' })).toHaveText('StatusNewRejectedResolved')
  expect(await violations(page)).toEqual([])
  // a decided operation cannot be decided again: that choice says why
  await page.keyboard.press('2')
  await expect(said(page)).toContainText('already')
  await page.keyboard.press('3')
  await expect(dialog).toBeHidden()
  await goesOut(page)
  expect((await alertOf(world, id)).status).toBe('rejected')
  // the words on the alert, and those on the case that was to be closed with it
  expect(await notesOn(world, id)).toEqual(['analyst2', 'analyst', 'analyst'])
  const noted = await world.db
    .selectFrom('audit')
    .select('after')
    .where('object_id', '=', id)
    .where('action', '=', 'add note')
    .executeTakeFirstOrThrow()
  expect(noted.after).toEqual({ supersedes: expect.stringMatching(/^[\da-f-]{36}$/) })
})

test('15: the same decision by two people is done once, with both notes', async ({ page, context, browser, world }) => {
  const id = await freshCase(world)
  await meet({ page, context, browser, world }, id, ['r', '5'], ['r', '5'])
  await isDrained(page)
  await expect(conflictCount(page)).toBeHidden()
  const alert = await alertOf(world, id)
  expect(alert.status).toBe('resolved')
  expect(await effectsOn(world, alert.id)).toEqual(['resolve alert', 'add note'])
  // of the alert, and of the case that was closed with it
  expect(await notesOn(world, id)).toEqual(['analyst2', 'analyst2', 'analyst', 'analyst'])
})

test('25: an operation on a deleted case can be copied, discarded with a reason, and restored', async ({
  page,
  context,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await freshCase(world)
  await openCase(page, world, id)
  await cutOff(page)
  await press(page, 'c')
  await page.getByRole('textbox', { name: /Note on/ }).fill('The customer sent a contract.')
  await page.keyboard.press('Control+Enter')
  await expect(unsent(page)).toHaveText('1 unsent')
  await world.db.deleteFrom('monitoring_case').where('platform', '=', PLATFORM).where('id', '=', id).execute()
  await context.setOffline(false)
  await expect(conflictCount(page)).toHaveText('1 conflict', { timeout: 30_000 })

  await press(page, 'g', 'o')
  const outbox = page.getByRole('region', { name: 'Outbox' })
  await expect(outbox.getByRole('table', { name: 'Attempts' })).toContainText('404')
  await page.keyboard.press('Enter')
  await expect(desk(page)).toContainText('The customer sent a contract.')
  await page.keyboard.press('y')
  await expect(said(page)).toContainText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('The customer sent a contract.')
  await press(page, '#', '1')
  await expect(desk(page)).toContainText('No conflicts')
  await page.keyboard.press('z')
  await expect(desk(page)).toContainText('The customer sent a contract.')
  await press(page, '#', '1')
  await expect(conflictCount(page)).toBeHidden()

  await press(page, 'g', 'o', '2')
  await expect(page.getByRole('grid', { name: 'History' }).getByRole('row').nth(1)).toContainText(
    'DiscardedNo longer needed',
  )
})
