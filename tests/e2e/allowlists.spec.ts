// Allow lists by keyboard: found, added from an alert, tried, resolved by, changed by two, read version by version.
import type { Page } from '@playwright/test'
import type { Allowlist } from '#contract/model/rules/allowlist.ts'
import { bodyOf, draftOf } from '#src/features/allowlists/editor/draft.ts'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'
import { BOUNCE_MS, takeIn } from './triage-record.ts'
import { expect, openQueue, palette, press, test, violations, type World } from './support.ts'

const PLATFORM = 'paxum'
test.use({ account: 'manager' })
test.setTimeout(90_000)

const list = (page: Page) => page.getByRole('grid', { name: 'Allow lists' })
const row = (page: Page, name: string | RegExp) => list(page).getByRole('row', { name })
const footer = (page: Page) => page.getByRole('contentinfo')
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const side = (page: Page) => page.getByRole('complementary', { name: 'What it does' })

async function openList(page: Page, { url }: World): Promise<void> {
  await page.goto(`${url}/admin/${PLATFORM}/allowlists`)
  await expect(list(page)).toBeFocused({ timeout: 30_000 })
  await expect(row(page, /Busy merchants/)).toBeVisible()
}

/** Moves the cursor of the list to a row, and opens it. */
async function openOne(page: Page, name: RegExp): Promise<void> {
  const index = Number(await row(page, name).getAttribute('aria-rowindex')) - 1
  await press(page, ...String(index), 'g', 'g', 'Enter')
  await expect(field(page, 'Name')).toBeFocused()
}

/** The change of an administrator in another window. */
async function elsewhere<T>({ url }: World, method: string, path: string, body?: object): Promise<T> {
  const headers = {
    'auth-token': await tokenOf(url, 'admin'),
    'client-version': '2.0.9',
    platform: PLATFORM,
    'content-type': 'application/json',
  }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await fetch(`${url}/api/management/${path}`, init)
  expect(answer.ok).toBe(true)
  return (await answer.json()) as T
}

/** Makes one of the test's own, after one that is there. */
async function makeOne(world: World, name: string): Promise<Allowlist> {
  const { items } = await elsewhere<{ items: Allowlist[] }>(
    world,
    'GET',
    `allowlists/?platform=${PLATFORM}&search=payroll`,
  )
  const like = draftOf(items.at(-1)!)
  return elsewhere(
    world,
    'POST',
    'allowlist/',
    bodyOf({ ...like, name }, [], (criteria) => criteria),
  )
}

test('the list is searched and filtered, and warns of expiring entries', async ({ page, world }) => {
  await page.goto(`${world.url}/admin/${PLATFORM}/cases/`)
  await expect(page.getByRole('grid', { name: 'Cases' })).toBeFocused({ timeout: 30_000 })
  await press(page, 'g', 'w')
  await expect(list(page)).toBeFocused()
  await expect(row(page, /Busy merchants.+ends in 4 days/)).toBeVisible()
  await expect(row(page, /Payroll of the spring.+ended 30 days ago/)).toBeVisible()
  const soon = page.getByRole('button', { name: 'One ends soon' })
  await expect(soon).toBeVisible()
  await expect(page.getByRole('list', { name: 'Tasks' })).toContainText('Processed')
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('/')
  await page.keyboard.type('payroll')
  await expect(row(page, /Busy merchants/)).toBeHidden()
  await expect(row(page, /Payroll of the spring/)).toBeVisible()
  expect(page.url()).not.toContain('payroll')
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeFocused()
  await expect(row(page, /Busy merchants/)).toBeVisible()

  await soon.press('Enter')
  await expect(row(page, /Payroll of the spring/)).toBeHidden()
  await expect(row(page, /Busy merchants/)).toBeVisible()
  await expect(page).toHaveURL(/expiry=ending/)
  await press(page, 'Shift+F')
  await expect(row(page, /Payroll of the spring/)).toBeVisible()

  await page.keyboard.press('f')
  await expect(palette(page).getByRole('option', { name: 'Rule' })).toBeVisible()
  await page.keyboard.type('rule')
  await page.keyboard.press('Enter')
  await page.keyboard.type('velocity')
  await expect(
    palette(page)
      .getByRole('option', { name: /Velocity/ })
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(row(page, /Payroll of the spring/)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Remove filter Rule' })).toBeVisible()
  await page.reload()
  await expect(row(page, /Busy merchants/)).toBeVisible({ timeout: 30_000 })
  await expect(row(page, /Payroll of the spring/)).toBeHidden()
  await press(page, 'Shift+F')
  await expect(row(page, /Payroll of the spring/)).toBeVisible()
})

test('an allow list is added from an alert with its fields filled, tested, and resolves open alerts', async ({
  page,
  world,
}) => {
  await openQueue(page, world.url, PLATFORM)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Alerts' })).toBeFocused()
  await page.keyboard.press('l')
  const drawer = page.getByRole('dialog', { name: 'Allow list from the alert' })
  await expect(drawer.getByLabel('Name', { exact: true })).toHaveValue(/.+: .+/)
  // the limits have headroom already, and only the reason is missing
  await expect(drawer.getByRole('button', { name: /^Save/ })).toBeDisabled()
  await drawer.getByLabel('Reason', { exact: true }).fill('Regular payments, documented at onboarding.')
  await expect(drawer.getByRole('status').filter({ hasText: 'This alert is one.' })).toBeVisible({ timeout: 30_000 })
  expect(await violations(page)).toEqual([])
  const name = await drawer.getByLabel('Name', { exact: true }).inputValue()
  await page.keyboard.press('Control+Enter')

  const resolving = page.getByRole('dialog', { name: 'Resolve what an allow list covers' })
  await expect(resolving.getByRole('button', { name: /^Resolve \d/ })).toBeFocused()
  const made = await world.db
    .selectFrom('allowlist_version')
    .selectAll()
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(made).toMatchObject({ ignore_criteria: false, comment: 'Regular payments, documented at onboarding.' })
  const count = Number(/\d+/.exec(await resolving.getByRole('button', { name: /^Resolve \d/ }).innerText())?.[0])
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(resolving.getByRole('status').first()).toHaveText(/being resolved|^Resolving|resolved/)
  const taskOf = () =>
    world.db
      .selectFrom('task as t')
      .innerJoin('task_alert as a', 'a.task', 't.uuid')
      .select(['t.status', 'a.outcome'])
      .where('t.allowlist_id', '=', made.allowlist_id)
      .execute()
  await expect.poll(async () => (await taskOf())[0]?.status, { timeout: 30_000 }).toBe('Processed')
  expect(await taskOf()).toHaveLength(count)
  // the drawer says so by itself, and offers nothing more to resolve
  await expect(resolving.getByRole('status').first()).toHaveText(/resolved.*\.$/)
  await expect(resolving.getByRole('button', { name: /^Resolve/ })).toHaveAttribute('aria-disabled', 'true')
  await press(page, 'Escape')
  await press(page, 'g', 'o')
  await expect(page.getByRole('list', { name: 'Tasks' })).toBeVisible()
})

test('an allow list is added from an account alert, in its queue and in the customer’s alerts', async ({
  page,
  world,
}) => {
  await page.goto(`${world.url}/admin/${PLATFORM}/account-alerts/`)
  const queue = page.getByRole('grid', { name: 'Account alerts' })
  await expect(queue).toBeFocused({ timeout: 30_000 })
  await expect(queue.getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('l')
  const drawer = page.getByRole('dialog', { name: 'Allow list from the alert' })
  await expect(drawer.getByRole('region', { name: 'Values that triggered the rule' })).not.toBeEmpty()
  await drawer.getByLabel('Reason', { exact: true }).fill('Explained by the client.')
  const name = await drawer.getByLabel('Name', { exact: true }).inputValue()
  // nothing is known of what it saw, so that no limit has headroom
  await expect(drawer.getByLabel('All values, without a limit')).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: 'Resolve what an allow list covers' })).toBeVisible()
  const made = await world.db
    .selectFrom('allowlist_version as v')
    .innerJoin('allowlist as a', 'a.id', 'v.allowlist_id')
    .select(['v.customer_id', 'a.rule_id'])
    .where('v.name', '=', name)
    .orderBy('v.id', 'desc')
    .executeTakeFirstOrThrow()
  const alerts = world.db.selectFrom('alert').select('id').where('kind', '=', 'account')
  const ofBoth = alerts.where('customer_id', '=', made.customer_id).where('rule_id', '=', made.rule_id)
  expect(await ofBoth.executeTakeFirst()).toBeDefined()

  await page.goto(`${world.url}/admin/${PLATFORM}/customers/customer/${made.customer_id}?section=alerts`)
  await expect(page.getByRole('grid', { name: 'Alerts' })).toBeFocused({ timeout: 30_000 })
  await page.keyboard.press('l')
  await expect(drawer.getByRole('region', { name: 'Values that triggered the rule' })).not.toBeEmpty()
})

test('ineffective limits are marked while typing, and the draft survives the window', async ({ page, world }) => {
  await openList(page, world)
  await page.keyboard.press('c')
  await expect(field(page, 'Name')).toBeFocused()
  await page.keyboard.type('For the payroll')
  await press(page, 'Escape', 'r')
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await page.keyboard.type('daily total')
  await expect(
    palette(page)
      .getByRole('option', { name: /Daily total/ })
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  // nothing is an error before it was written
  await expect(page.getByRole('region', { name: 'Errors' })).toBeHidden()
  await press(page, 'Escape', 'u')
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await page.keyboard.type('every')
  await palette(page).getByRole('option', { name: 'Every client of a type' }).click()
  await expect(side(page)).toContainText('Raise a limit above the rule’s own')
  const limit = page.getByLabel(/^Total/)
  await limit.fill('1')
  const errors = page.getByRole('alert', { name: 'Errors' })
  await expect(errors).toContainText('is stricter than the rule')
  await field(page, 'Name').focus()
  await errors.getByRole('button').first().click()
  await expect(limit).toBeFocused()
  await page.reload()
  await expect(field(page, 'Name')).toHaveValue('For the payroll', { timeout: 30_000 })
  await expect(page.getByRole('group', { name: 'Rule', exact: true })).toContainText('Daily total')
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await expect(field(page, 'Name')).toHaveValue('')
})

test('of two editors the second loses nothing; each version can be read and restored', async ({ page, world }) => {
  const mine = await makeOne(world, 'Two hands')
  await openList(page, world)
  await openOne(page, /Two hands/)
  await expect(side(page)).toContainText(/It covers/)
  expect(await violations(page)).toEqual([])
  const theirs = bodyOf({ ...draftOf(mine), comment: 'Theirs' }, [], (criteria) => criteria)
  await elsewhere(world, 'PATCH', 'allowlist/', { ...theirs, id: mine.id })
  await field(page, 'Name').fill('One hand')
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+s')
  const versus = page.getByRole('alert').filter({ hasText: 'changed it since you began' })
  await expect(versus.getByRole('row', { name: /Reason .*Theirs/ })).toBeVisible()
  await expect(versus.getByRole('row', { name: /Name Two hands Two hands One hand Yours/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await versus.getByRole('button', { name: 'Merge' }).press('Enter')
  await expect(versus).toBeHidden()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Not saved', { exact: true })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'One hand' })).toBeVisible()
  await page.reload()
  await expect(field(page, 'Reason')).toHaveValue('Theirs', { timeout: 30_000 })
  await expect(field(page, 'Name')).toHaveValue('One hand')

  await field(page, 'Name').focus()
  await press(page, 'Escape', 'h')
  const versions = page.getByRole('grid', { name: 'Versions' })
  await expect(versions).toBeFocused()
  const changes = page.getByRole('table', { name: 'Changes of the version' })
  await expect(changes.getByRole('row', { name: 'Name Two hands One hand' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await field(page, 'Name').fill('A third hand')
  await press(page, 'Escape', 'h')
  await expect(versions).toBeFocused()
  await press(page, 'Shift+G', 'Enter')
  await page.waitForURL('**/allowlists/version/**')
  await expect(page.getByText('A version, to be read')).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Two hands')
  await expect(field(page, 'Name')).toBeDisabled()
  await page.getByRole('button', { name: 'Restore this version' }).press('Enter')
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Two hands')
  await press(page, 'Escape', 'z')
  await expect(field(page, 'Name')).toHaveValue('A third hand')
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await expect(field(page, 'Name')).toHaveValue('One hand')
  await elsewhere(world, 'DELETE', `allowlist/${mine.id}`)
})

test('an allow list is deleted after a confirmation', async ({ page, world }) => {
  await makeOne(world, 'Not for long')
  await openList(page, world)
  await openOne(page, /Not for long/)
  await press(page, 'Escape', '#')
  await expect(footer(page)).toContainText('this cannot be undone')
  await takeIn(page, BOUNCE_MS)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/allowlists$/, { timeout: 30_000 })
  await expect(row(page, /Busy merchants/)).toBeVisible()
  await expect(row(page, /Not for long/)).toBeHidden()
})

test.describe('an analyst', () => {
  test.use({ account: 'analyst' })

  test('reads them, sees what they cover, and is told why they cannot be changed', async ({ page, world }) => {
    await openList(page, world)
    await page.keyboard.press('c')
    await expect(footer(page)).toContainText('Only managers can do this')
    await page.keyboard.press('Enter')
    await expect(field(page, 'Name')).toBeDisabled()
    await expect(side(page)).toContainText(/It covers/)
    await page.keyboard.press('Shift+R')
    await expect(footer(page)).toContainText('Only managers can do this')
  })
})
