// The queue of account alerts by keyboard: cleared singly and in bulk, with a network and without; what came of it.
import type { Page } from '@playwright/test'
import { accountAlertsIn } from '#tests/support/account-world.ts'
import { isReadable } from './triage-record.ts'
import {
  canDecide,
  connection,
  expect,
  goesOut,
  isDrained,
  palette,
  press,
  preview,
  test,
  unsent,
  violations,
  type World,
  loseNetwork,
  withWhom,
} from './support.ts'

test.use({ account: 'manager' })
test.setTimeout(240_000)

const grid = (page: Page) => page.getByRole('grid', { name: 'Account alerts' })
const triage = (page: Page) => page.getByRole('region', { name: 'Triage' })
const footer = (page: Page) => page.getByRole('contentinfo')
const count = async (page: Page) => Number(await grid(page).getAttribute('aria-rowcount')) - 1

/** The text for assistive technology on the row under the cursor. */
const rowAtCursor = (page: Page) =>
  grid(page).evaluate((list) => {
    const id = list.getAttribute('aria-activedescendant') ?? ''
    return document.getElementById(id)?.getAttribute('aria-label') ?? ''
  })

/** Three alerts of a rule on each of ten customers; nobody has them. */
async function raise({ db }: World, platform: string, rule: string): Promise<string[]> {
  const add = accountAlertsIn(db)
  const customers = await db
    .selectFrom('customer')
    .select('id')
    .where('platform', '=', platform)
    .orderBy('id')
    .limit(10)
    .execute()
  const ids: string[] = []
  for (const { id: customerId } of customers)
    for (const hours of [1, 2, 3]) {
      const createdAt = new Date(Date.now() - hours * 3_600_000)
      ids.push((await add({ platform, rule, customerId, createdAt })).id)
    }
  return ids
}

const statusesOf = async ({ db }: World, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('alert')
    .select(({ fn }) => ['status', fn.countAll<string>().as('n')])
    .where('id', 'in', ids)
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]))
}

async function openAlerts(page: Page, url: string, platform: string): Promise<void> {
  await page.goto(`${url}/admin/${platform}/account-alerts/`)
  await expect(grid(page)).toBeFocused({ timeout: 30_000 })
  await expect.poll(() => rowAtCursor(page), { timeout: 30_000 }).toMatch(/ old/)
  await canDecide(page)
}

/** Narrows the queue to a rule, by the palette. */
async function narrowTo(page: Page, rule: string): Promise<void> {
  await press(page, 'f')
  await page.keyboard.type('rule')
  await press(page, 'Enter')
  await page.keyboard.type(rule)
  // the rule, and the words as they were typed
  await expect(palette(page).getByRole('option', { name: rule })).toHaveCount(2)
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: `Remove filter Rule: ${rule}` })).toBeVisible()
  await expect.poll(() => rowAtCursor(page)).toContain(rule)
}

/** Has the facts of every match read, which a decision without a network rests on. */
async function readFactsOfAll(page: Page): Promise<void> {
  await press(page, '*', 'm', 'r')
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await expect(palette(page)).not.toContainText('not read')
  await press(page, 'Escape', 'Escape')
  await expect(page.getByText(/selected|All \d+ matching/)).toHaveCount(0)
}

test('thirty alerts of a rule are cleared with templates: singly, similar ones together, offline, and the rest at once', async ({
  page,
  context,
  world,
}) => {
  const ids = await raise(world, 'paydek', 'Owner changed twice')
  await openAlerts(page, world.url, 'paydek')
  await narrowTo(page, 'Owner changed twice')
  await expect.poll(() => count(page)).toBe(30)

  await test.step('one by one in queue and triage', async () => {
    await press(page, 'r', '5')
    await expect(footer(page)).toContainText('Resolved: Owner changed twice')
    await expect.poll(() => count(page)).toBe(29)
    await press(page, 't')
    await expect(triage(page).getByRole('heading', { level: 2 })).toHaveText('Owner changed twice')
    const progress = triage(page).getByLabel('Progress')
    for (const n of [1, 2]) {
      await isReadable(page, '5')
      await page.keyboard.press('5')
      await expect(progress).toContainText(`${n} / `)
    }
    await press(page, 'z')
    await expect(progress).toContainText('1 / ')
  })

  await test.step('all similar ones with one more key', async () => {
    await expect(triage(page).getByText(/same rule and customer: decide together/)).toBeVisible()
    await press(page, 'x')
    await expect(triage(page).getByText(/same rule and customer: decided together/)).toBeVisible()
    await isReadable(page, '5')
    await page.keyboard.press('5')
    await expect(footer(page)).toContainText(/Resolved: \d account alerts/)
    await press(page, 'Escape', 'Escape')
    await expect(grid(page)).toBeFocused()
  })

  await test.step('offline', async () => {
    await isDrained(page)
    await readFactsOfAll(page)
    await loseNetwork(page)
    await expect(connection(page)).not.toHaveText('Online', { timeout: 30_000 })
    const before = await count(page)
    await press(page, '5', 'x', 'r')
    await expect(palette(page).getByRole('option').first()).toBeVisible()
    await press(page, '5')
    await expect.poll(() => count(page)).toBe(before - 5)
    await expect(unsent(page)).toContainText('5 unsent')
    await press(page, '*', 'g', 'r')
    await expect(palette(page).getByRole('option').first()).toBeVisible()
    await press(page, '5')
    await expect.poll(() => count(page)).toBeLessThan(before - 5)
    await context.setOffline(false)
    await isDrained(page)
  })

  await test.step('the rest by query', async () => {
    await press(page, '*', 'm', 'r')
    await expect(palette(page).getByRole('option').first()).toBeVisible()
    await press(page, '5')
    await expect(page.getByText('Queue clear')).toBeVisible()
    await isDrained(page)
  })
  await expect.poll(() => statusesOf(world, ids), { timeout: 30_000 }).toEqual({ resolved: 30 })
  const notes = await world.db.selectFrom('note').select('text').where('alert_id', 'in', ids).execute()
  expect(notes.filter(({ text }) => text.includes('Owner changed twice fired on'))).toHaveLength(30)
})

test('groups by customer and rule are selected with one key and assigned together; axe finds nothing', async ({
  page,
  world,
}) => {
  const ids = await raise(world, 'paxum-bank', 'Address changed thrice')
  await openAlerts(page, world.url, 'paxum-bank')
  await expect(preview(page).getByText('Prior alerts (same rule, same customer)')).toBeVisible()
  await press(page, 'x', 'j', 'x')
  expect(await violations(page)).toEqual([])
  await press(page, 'Escape')
  await narrowTo(page, 'Address changed thrice')
  await press(page, 'Shift+L')
  await expect(page.getByRole('button', { name: 'Remove filter Order: By customer and rule' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await press(page, 'g', 'g')
  await expect.poll(() => rowAtCursor(page)).toContain('3 × Address changed thrice')
  await press(page, '*', 'g')
  await expect(page.getByText('3 selected')).toBeVisible()
  await press(page, 'Escape', 'Shift+A')
  await expect(palette(page).getByRole('option', { name: /Ingrid/ })).toBeVisible()
  await page.keyboard.type('mara')
  await press(page, 'Enter')
  await expect(footer(page)).toContainText('3 account alerts → Mara Lindqvist')
  await goesOut(page)
  const given = await world.db
    .selectFrom('alert')
    .select('id')
    .where('id', 'in', ids)
    .where('manager_id', '=', 'analyst')
    .execute()
  expect(given).toHaveLength(3)

  // saved as a view, and opened from elsewhere
  await press(page, 'b')
  await page.keyboard.type('Thrice')
  await press(page, 'Enter')
  await expect(footer(page)).toContainText('Saved “Thrice”: g 1')
  await press(page, 'g', 'c')
  await expect(page.getByRole('grid', { name: 'Cases' })).toBeFocused()
  await press(page, 'g', '1')
  await expect(grid(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Remove filter Order: By customer and rule' })).toBeVisible()
  await press(page, 't')
  await expect(triage(page).getByRole('region', { name: 'Evidence' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('z restores an alert while it is held and after it was sent; outstanding steps are shown', async ({
  page,
  world,
}) => {
  const ids = await raise(world, 'paxum', 'Phone changed')
  const procedures = [{ id: 'call', text: 'Call the number that was known before.' }]
  await world.db
    .updateTable('rule')
    .set({ options: JSON.stringify({ procedures }) })
    .where('platform', '=', 'paxum')
    .where('name', '=', 'Phone changed')
    .execute()
  await openAlerts(page, world.url, 'paxum')
  await narrowTo(page, 'Phone changed')
  const left = page.getByRole('region', { name: 'Outstanding procedure steps' })
  await expect(left).toContainText('1 procedure step outstanding')
  await press(page, 'r')
  await page.keyboard.type('data')
  // it is closed with the reason for the step alone
  await expect(palette(page)).toContainText('the note needs your words: 1')
  await press(page, 'Escape', 'Enter')
  const step = page.getByRole('dialog', { name: 'Why the alert fired' }).getByRole('checkbox')
  await step.press('Space')
  await expect(step).toBeChecked()
  await press(page, 'Escape')
  await expect(left).toBeHidden()
  await press(page, 'Shift+P')
  await expect(footer(page)).toContainText('In progress: Phone changed')
  await press(page, 'z')
  await expect(footer(page)).toContainText('Undone')
  await press(page, 'g', 'g', 'w')
  await expect(footer(page)).toContainText('Awaiting response: Phone changed')
  await expect.poll(() => statusesOf(world, ids), { timeout: 30_000 }).toEqual({ new: 29, await: 1 })
  await press(page, 'z')
  await expect.poll(() => statusesOf(world, ids), { timeout: 30_000 }).toEqual({ new: 30 })
  await expect(withWhom(page)).toHaveText('Unassigned')
  await press(page, 'm')
  await expect(withWhom(page)).not.toHaveText('Unassigned')
})

test('a decision that somebody else made first is a conflict, explained in words', async ({ page, context, world }) => {
  const [id = ''] = await raise(world, 'paydek', 'Trading name changed')
  await openAlerts(page, world.url, 'paydek')
  await narrowTo(page, 'Trading name changed')
  await readFactsOfAll(page)
  await loseNetwork(page)
  await press(page, '*', 'r', 'r')
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await press(page, '5')
  await expect(unsent(page)).toContainText('30 unsent')
  await world.db
    .updateTable('alert')
    .set({ status: 'resolved', sar: 1, resolved_by: 'analyst2', resolved_at: new Date() })
    .set(({ eb }) => ({ version: eb('version', '+', '1') }))
    .where('id', '=', id)
    .execute()
  await context.setOffline(false)
  // the next operation on the same client waits behind it, so that the bulk is not over
  await expect(footer(page)).toContainText('1 conflict', { timeout: 60_000 })
  await press(page, 'g', 'q')
  await expect(page.getByRole('region', { name: 'Conflicts' })).toContainText('Resolved: 30 account alerts')
  const compared = page.getByRole('table', { name: 'Before, now and yours' })
  await expect(compared.getByRole('row', { name: /^SAR/ })).toHaveText('SARNoYesNo')
})

test('the customer’s screen decides with the same keys', async ({ page, world }) => {
  const [id = ''] = await raise(world, 'paxum', 'Website changed')
  const alert = await world.db.selectFrom('alert').select('customer_id').where('id', '=', id).executeTakeFirstOrThrow()
  await page.goto(`${world.url}/admin/paxum/customers/customer/${alert.customer_id}?section=alerts`)
  const alerts = page.getByRole('grid', { name: 'Alerts' })
  await expect(alerts).toBeFocused({ timeout: 30_000 })
  await press(page, 'Enter')
  await expect(page.getByRole('dialog', { name: 'Why the alert fired' })).toContainText('Triggering values')
  await press(page, 'Escape', 'c')
  const drawer = page.getByRole('dialog', { name: /Note on/ })
  await expect(drawer.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Called the customer.')
  await press(page, 'Control+Enter', 'r')
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await press(page, '5')
  await expect(footer(page)).toContainText('Resolved: Website changed')
  await isDrained(page)
  await expect.poll(() => statusesOf(world, [id]), { timeout: 30_000 }).toEqual({ resolved: 1 })
})
