// Administration by keyboard: who is signed in, who may do what, the audit, reads, jobs, notices, policies.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'
import { expect, palette, press, test, violations, type World } from './support.ts'

test.use({ account: 'admin' })

const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true })
const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' })

/** The newest entry of an action. */
const lastOf = async ({ db }: World, action: string) =>
  db.selectFrom('audit').selectAll().where('action', '=', action).orderBy('n', 'desc').limit(1).executeTakeFirst()

/** Moves the cursor down to a row. */
async function cursorTo(page: Page, list: string, name: RegExp): Promise<void> {
  const row = grid(page, list).getByRole('row', { name }).first()
  await expect(grid(page, list).getByRole('gridcell').first()).toBeVisible()
  // only the rows in view are drawn
  await expect
    .poll(async () => {
      const isDrawn = await row.isVisible()
      if (!isDrawn) await grid(page, list).press('PageDown')
      return isDrawn
    })
    .toBe(true)
  await row.click()
  await expect(preview(page).getByRole('heading', { level: 2 })).toBeVisible()
}

async function because(page: Page, reason: string): Promise<void> {
  await expect(palette(page)).toBeVisible()
  await page.keyboard.type(reason)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
}

test('an analyst is shown no section', async ({ page, world, context }) => {
  await context.addCookies([
    { name: 'token', value: await tokenOf(world.url, 'analyst'), url: world.url, sameSite: 'Strict' },
  ])
  for (const section of ['presence', 'access', 'audit', 'reads', 'jobs', 'notices', 'policies', 'screening-lists']) {
    await page.goto(`${world.url}/admin/paxum/administration/${section}`)
    await expect(page.getByText('Your account may not open this screen.'), section).toBeVisible({ timeout: 30_000 })
  }
})

test('sessions, access, accounts, the audit, reads, jobs, notices and policies, each with its reason', async ({
  page,
  world,
  browser,
}) => {
  test.setTimeout(240_000)
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await test.step('a session of another person is ended with a reason, and is invalid', async () => {
    // journeys before this one may have signed in as the same person
    await world.db.deleteFrom('session').where('account_id', '=', 'analyst-px').execute()
    const token = await tokenOf(world.url, 'analyst-px')
    await page.goto(`${world.url}/admin/paxum/cases/`)
    await expect(grid(page, 'Cases')).toBeFocused({ timeout: 30_000 })
    await press(page, 'g', 'Shift+D')
    await expect(grid(page, 'Sessions and devices')).toBeFocused({ timeout: 30_000 })
    expect(await violations(page)).toEqual([])
    const session = /^Noor Petrov, Session/
    await cursorTo(page, 'Sessions and devices', session)
    await expect(preview(page).getByRole('heading', { name: 'Noor Petrov' })).toBeVisible()
    await page.keyboard.press('e')
    await because(page, 'Shared computer.')
    await expect(grid(page, 'Sessions and devices').getByRole('row', { name: session })).toHaveCount(0)
    expect(await lastOf(world, 'end session')).toMatchObject({
      actor: 'admin',
      object_id: 'analyst-px',
      reason: 'Shared computer.',
    })
    const headers = { 'auth-token': token, platform: 'paxum', 'client-version': '2.0.9' }
    expect((await fetch(`${world.url}/api/management/cases`, { headers })).status).toBe(401)
  })
  await test.step('a role is granted with a reason; one’s own stays', async () => {
    await page.goto(`${world.url}/admin/paxum/administration/access`)
    await expect(grid(page, 'Access')).toBeFocused({ timeout: 30_000 })
    expect(await violations(page)).toEqual([])
    await cursorTo(page, 'Access', /Helen Marchetti/)
    await expect(preview(page).getByText('You cannot change your own access.')).toBeVisible()
    await cursorTo(page, 'Access', /Tomás Herrera/)
    await expect(preview(page).getByRole('heading', { name: 'Tomás Herrera' })).toBeVisible()
    await page.keyboard.press('r')
    await expect(palette(page).getByRole('option', { name: 'Give Manager' })).toBeVisible()
    await page.keyboard.type('Give Manager')
    await page.keyboard.press('Enter')
    await expect(palette(page).getByRole('option', { name: 'Give Manager' })).toHaveCount(0)
    await because(page, 'Covers for Ingrid.')
    await expect(grid(page, 'Access').getByRole('row', { name: /Tomás Herrera.*Manager/ })).toBeVisible()
    expect(await lastOf(world, 'change access')).toMatchObject({ object_id: 'analyst2', reason: 'Covers for Ingrid.' })
  })
  await test.step('an account is added by keyboard, and an invalid address or name is refused', async () => {
    await page.goto(`${world.url}/admin/paxum/administration/access`)
    await expect(grid(page, 'Access')).toBeFocused({ timeout: 30_000 })
    await expect(page.getByRole('button', { name: /^Add account/ })).toBeVisible()
    await page.keyboard.press('a')
    for (const [wrong, right, next] of [
      ['nora', 'nora@docket.example', 'Name'],
      ['Nora', 'Nora van den Berg', 'Role'],
    ] as const) {
      await page.keyboard.type(wrong)
      await page.keyboard.press('Enter')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(right)
      await page.keyboard.press('Enter')
      await expect(palette(page)).toContainText(next)
    }
    await page.keyboard.type('Manager')
    await page.keyboard.press('Enter')
    await expect(palette(page).getByRole('option', { name: 'Manager' })).toHaveCount(0)
    await expect(palette(page).getByRole('option', { name: 'Paxum', exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await because(page, 'Joined on the first.')
    await expect(grid(page, 'Access').getByRole('row', { name: /Nora van den Berg.*Manager/ })).toBeVisible()
    expect(await lastOf(world, 'add account')).toMatchObject({ actor: 'admin', reason: 'Joined on the first.' })
  })
  await test.step('the audit is filtered, read in full, verified and downloaded', async () => {
    await page.goto(`${world.url}/admin/paxum/administration/audit`)
    await expect(grid(page, 'Audit')).toBeFocused({ timeout: 30_000 })
    await expect(preview(page).getByText('Hash')).toBeVisible()
    expect(await violations(page)).toEqual([])

    await press(page, 'f')
    await page.keyboard.type('action')
    await page.keyboard.press('Enter')
    await page.keyboard.type('add note')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /Remove filter Action/ })).toBeVisible()
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit
    where platform = 'paxum' and action = 'add note'`.execute(world.db)
    const count = rows[0]?.n ?? 0
    await expect(grid(page, 'Audit')).toHaveAttribute('aria-rowcount', String(Math.min(count, 10_000) + 1))
    await expect(preview(page).getByRole('heading', { name: /^Add note: / })).toBeVisible()

    await expect(grid(page, 'Audit')).toBeFocused()
    const download = page.waitForEvent('download')
    await page.keyboard.press('Shift+E')
    const csv = await readFile((await (await download).path()) ?? '', 'utf8')
    expect(csv).toContain('"add note"')
    expect(csv).not.toContain('"sign in"')
    expect(await lastOf(world, 'export audit')).toMatchObject({ actor: 'admin', after: { action: 'add note' } })

    await expect(grid(page, 'Audit')).toBeFocused()
    await page.keyboard.press('c')
    await expect(page.getByText(/entries whole at /)).toBeVisible({ timeout: 30_000 })
  })
  await test.step('SAR reads are listed with what was read', async () => {
    const form = await world.db
      .selectFrom('document_form')
      .select(['id', 'customer_name'])
      .where('platform', '=', 'paxum')
      .where('type', '=', 'sar')
      .limit(1)
      .executeTakeFirstOrThrow()
    const headers = { 'auth-token': await tokenOf(world.url, 'docadmin'), platform: 'paxum', 'client-version': '2.0.9' }
    expect((await fetch(`${world.url}/api/management/document_form/${form.id}`, { headers })).status).toBe(200)
    await page.goto(`${world.url}/admin/paxum/administration/reads`)
    await expect(grid(page, 'SAR access log')).toBeFocused({ timeout: 30_000 })
    await expect(
      grid(page, 'SAR access log')
        .getByRole('row', { name: /Yusuf Brandt/ })
        .first(),
    ).toContainText(form.customer_name)
    expect(await violations(page)).toEqual([])
  })
  await test.step('jobs show their schedule and result', async () => {
    await page.goto(`${world.url}/admin/paxum/administration/jobs`)
    await expect(page.getByRole('heading', { name: 'Jobs', level: 2 })).toBeVisible({ timeout: 30_000 })
    // a tick of the clock of rules comes within the minute
    await expect(grid(page, 'Jobs')).toBeVisible({ timeout: 90_000 })
    await press(page, 'j')
    await expect(preview(page).getByRole('table', { name: 'Kinds of jobs' })).toContainText('audit-headHourly at :00')
    expect(await violations(page)).toEqual([])
  })
  await test.step('a notice is published with an end, seen by others, also offline, and dismissed', async () => {
    await page.goto(`${world.url}/admin/paxum/administration/notices`)
    await expect(page.getByRole('heading', { name: 'Notices', level: 2 })).toBeVisible({ timeout: 30_000 })
    await page.keyboard.press('a')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.type('The OFAC list is renewed at 18:00.')
    await page.keyboard.press('Enter')
    await palette(page)
      .getByRole('option', { name: /^4 hours/ })
      .click()
    await expect(grid(page, 'Notices').getByRole('row', { name: /OFAC/ })).toBeVisible()
    const bar = page.getByRole('region', { name: 'Current notices' }).getByRole('status')
    await expect(bar).toContainText('The OFAC list is renewed')
    expect(await violations(page)).toEqual([])

    const other = await browser.newContext()
    await other.addCookies([
      { name: 'token', value: await tokenOf(world.url, 'analyst'), url: world.url, sameSite: 'Strict' },
    ])
    const theirs = await other.newPage()
    await theirs.goto(`${world.url}/admin/paxum/cases/`)
    await expect(grid(theirs, 'Cases')).toBeFocused({ timeout: 30_000 })
    const seen = theirs.getByRole('region', { name: 'Current notices' })
    await expect(seen).toContainText('The OFAC list is renewed')
    await other.setOffline(true)
    await expect(seen).toContainText('The OFAC list is renewed')
    await press(theirs, 'g', 'Shift+Y')
    await expect(seen).toHaveCount(0)
    await other.close()

    await grid(page, 'Notices').getByRole('row', { name: /OFAC/ }).click()
    await page.getByRole('button', { name: 'End notice' }).click()
    await expect(grid(page, 'Notices').getByRole('row', { name: /OFAC.*Over/ })).toBeVisible()
  })
  await test.step('a policy is changed where it is data, and otherwise shows where it is set', async () => {
    await page.goto(`${world.url}/admin/paxum/administration/policies`)
    await expect(grid(page, 'Policies')).toBeFocused({ timeout: 30_000 })
    expect(await violations(page)).toEqual([])
    await cursorTo(page, 'Policies', /Bulk close: alerts/)
    await expect(preview(page).getByText('Nobody (default)')).toBeVisible()
    await page.keyboard.press('e')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.type('50')
    await page.keyboard.press('Enter')
    await because(page, 'Fewer at once.')
    await expect(preview(page)).toContainText('Helen Marchetti')
    await expect(grid(page, 'Policies').getByRole('row', { name: /Bulk close: alerts.*50 alerts/ })).toBeVisible()
    expect(await lastOf(world, 'change policy')).toMatchObject({ reason: 'Fewer at once.', after: { value: 50 } })
    await cursorTo(page, 'Policies', /Lock after inactivity/)
    await expect(preview(page).getByText(/Set by the environment variable LOCK_MINUTES/)).toBeVisible()
    await page.keyboard.press('e')
    await expect(page.getByRole('contentinfo')).toContainText('It is changed in LOCK_MINUTES')
  })
})
