// The screens that watch over the work, by keyboard: dashboard, reports, contracts, test page, assistant.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'
import { expect, palette, press, test, violations, type World } from './support.ts'

test.use({ account: 'admin' })

const countOf = async ({ db }: World, query: string) =>
  Number((await sql<{ n: string }>`${sql.raw(query)}`.execute(db)).rows[0]?.n)

const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true })

test('the dashboard counts, leads to lists with as many rows, and follows changes of others', async ({
  page,
  world,
}) => {
  await test.step('the dashboard counts what the database counts, and each row leads to its list', async () => {
    await page.goto(`${world.url}/admin/paxum/dashboard/`)
    const managers = page.getByRole('table', { name: 'Open cases by manager' })
    const unassigned = managers.getByRole('row', { name: /^Unassigned/ })
    await expect(unassigned).toBeVisible({ timeout: 30_000 })
    const open = `select count(*) n from monitoring_case where platform = 'paxum' and status in ('new', 'await')`
    const free = await countOf(world, `${open} and manager_id is null`)
    await expect(unassigned.getByRole('cell').last()).toHaveText(String(free))
    const statuses = page.getByRole('table', { name: 'Cases by status' })
    const errors = await countOf(
      world,
      `select count(*) n from monitoring_case where platform = 'paxum' and status = 'error'`,
    )
    await expect(
      statuses
        .getByRole('row', { name: /^Error/ })
        .getByRole('cell')
        .last(),
    ).toHaveText(String(errors))
    expect(await violations(page)).toEqual([])

    // a digit leads to a panel, Enter to the queue with that filter set
    await press(page, '1')
    await expect(managers.getByRole('link').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(grid(page, 'Cases')).toBeFocused({ timeout: 30_000 })
    await expect(grid(page, 'Cases')).toHaveAttribute('aria-rowcount', String(free + 1))
    await press(page, 'g', 'h')

    await press(page, '3')
    await expect(statuses.getByRole('link').first()).toBeFocused()
    const download = page.waitForEvent('download')
    await page.keyboard.press('Shift+E')
    const csv = await readFile((await (await download).path()) ?? '', 'utf8')
    expect(csv).toContain('"Status","Count"\r\n')
    expect(csv).toContain(`"Error","${errors}"\r\n`)
  })
  await test.step('figures, bars and rows of the dashboard lead to lists with as many rows', async () => {
    const { url } = world
    await page.goto(`${url}/admin/paxum/dashboard/`)
    const panel = (name: string) => page.getByRole('region', { name, exact: true })
    const figureOf = async (row: Locator) =>
      Number((await row.getByRole('cell').last().textContent())?.replaceAll(',', ''))
    const leadsTo = async (name: string, count: number) => {
      await expect(grid(page, name)).toBeFocused({ timeout: 30_000 })
      await expect(grid(page, name)).toHaveAttribute('aria-rowcount', String(count + 1))
      await page.goBack()
    }
    const active = page.getByRole('link', { name: /^Active cases: \d/ })
    await expect(active).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('of both kinds: no list shows them together')).toBeVisible()
    const open = Number((await active.textContent())?.replaceAll(',', ''))
    await active.focus()
    await page.keyboard.press('Enter')
    await leadsTo('Cases', open)

    // a row of alerts leads to their cases, and the panel says so
    await expect(panel('Transaction alerts by status')).toContainText('leads to the cases of its alerts')
    const rejected = panel('Transaction alerts by status').getByRole('row', { name: /^Rejected/ })
    // the link of a row spans its bar and its figure
    await rejected.getByRole('cell').last().click({ force: true })
    await expect(page.getByRole('button', { name: /Remove filter .*Alerts: Rejected/ })).toBeVisible()
    const cases = `select count(distinct case_id) n from alert where platform = 'paxum' and status = 'rejected'`
    await leadsTo('Cases', await countOf(world, cases))

    const today = panel('New cases by day, 30 days')
    const arrived = await figureOf(today.getByRole('row').nth(1))
    await today.locator('svg a').last().click()
    await leadsTo('Cases', arrived)

    await expect(panel('Clients with a first alert by rule, 30 days').getByRole('link').first()).toBeVisible()
    await press(page, '7')
    const clients = panel('Clients with a first alert by rule, 30 days').getByRole('row').nth(1)
    await expect(clients.getByRole('link')).toBeFocused()
    const found = await figureOf(clients)
    await page.keyboard.press('Enter')
    await leadsTo('Clients', found)
  })
  await test.step('the open dashboard follows changes of others', async () => {
    await page.goto(`${world.url}/admin/paxum/dashboard/`)
    const unassigned = page
      .getByRole('table', { name: 'Open cases by manager' })
      .getByRole('row', { name: /^Unassigned/ })
    const free = `select count(*) n from monitoring_case where platform = 'paxum' and status in ('new', 'await')
    and manager_id is null`
    const before = await countOf(world, free)
    await expect(unassigned.getByRole('cell').last()).toHaveText(String(before), { timeout: 30_000 })
    const one = await world.db
      .selectFrom('monitoring_case')
      .select('id')
      .where('platform', '=', 'paxum')
      .where('status', '=', 'new')
      .where('manager_id', 'is', null)
      .executeTakeFirstOrThrow()
    const headers = { 'auth-token': await tokenOf(world.url, 'manager'), platform: 'paxum', 'client-version': '2.0.9' }
    const address = `${world.url}/api/management/case/assign/${one.id}/analyst2`
    const answer = await fetch(address, { method: 'PATCH', headers })
    expect(answer.status).toBe(200)
    // well before the minute after which it would read again by itself
    await expect(unassigned.getByRole('cell').last()).toHaveText(String(before - 1), { timeout: 30_000 })
  })
})

test('reports, contracts, the test page and the assistant', async ({ page, world }) => {
  // without a file picker the browser's own download is used
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await test.step('a report is filtered, a reversed range is named, and everything is exported as CSV', async () => {
    await page.goto(`${world.url}/admin/paxum/reports?timeS=2026-05-02&timeE=2026-05-01`)
    await expect(page.getByText('The start date 2026-05-02 is after the end date 2026-05-01.')).toBeVisible({
      timeout: 20_000,
    })
    // and at its field, where it is mended
    await press(page, '/')
    const until = page.getByRole('textbox', { name: 'To', exact: true })
    await expect(until).toHaveAccessibleDescription('To 2026-05-01 is before From 2026-05-02.')
    await until.fill('2026-05-03')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/is before From|is after the end date/)).toHaveCount(0)

    await page.goto(`${world.url}/admin/paxum/reports`)
    await expect(grid(page, 'Transaction report')).toBeFocused({ timeout: 30_000 })
    await press(page, '/')
    await page.getByRole('textbox', { name: 'At least, USD' }).fill('10,000.00')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /Remove filter At least, USD/ })).toBeVisible()
    const total = await countOf(
      world,
      `select count(*) n from transaction where platform = 'paxum' and usd >= 10000
     and at >= date_trunc('day', now() at time zone 'UTC') - interval '3 months' - interval '3 days'`,
    )
    const shown = page.getByRole('complementary', { name: 'Preview' }).getByText(/transactions? ·/)
    await expect(shown).toBeVisible()
    const [, matches = ''] = /^([\d,]+) transaction/.exec((await shown.textContent()) ?? '') ?? []
    const count = Number(matches.replaceAll(',', ''))
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(total)
    expect(await violations(page)).toEqual([])

    await expect(grid(page, 'Transaction report')).toBeFocused()
    const download = page.waitForEvent('download')
    await page.keyboard.press('Shift+E')
    const lines = (await readFile((await (await download).path()) ?? '', 'utf8')).trim().split('\n')
    expect(lines[0]).toContain('transaction_usd_amount')
    expect(lines).toHaveLength(count + 1)
    await expect(page.getByRole('contentinfo').getByText(/^Saved the CSV/)).toBeVisible()
  })
  await test.step('contracts are filtered by status, and one is shown in full', async () => {
    await page.goto(`${world.url}/admin/paxum/contracts/`)
    await expect(grid(page, 'Contracts')).toBeFocused({ timeout: 30_000 })
    await press(page, 'f')
    await page.keyboard.type('status')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Awaiting')
    await page.keyboard.press('Enter')
    const unsigned = await countOf(
      world,
      `select count(*) n from contract where platform = 'paxum' and status = 'UNSIGNED'`,
    )
    await expect(grid(page, 'Contracts')).toHaveAttribute('aria-rowcount', String(unsigned + 1))
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await expect(preview.getByRole('heading', { name: 'Terms' })).toBeVisible()
    await expect(preview.getByText('Awaiting Approval').first()).toBeVisible()
    await expect(preview.getByRole('button', { name: /^Open file/ })).toBeDisabled()
    expect(await violations(page)).toEqual([])

    // an id in the address of another system's link is a number there
    const { customer_id: id } = await world.db
      .selectFrom('contract')
      .select('customer_id')
      .where('platform', '=', 'paxum')
      .executeTakeFirstOrThrow()
    const theirs = await countOf(
      world,
      `select count(*) n from contract where platform = 'paxum' and customer_id = '${id}'`,
    )
    await page.goto(`${world.url}/admin/paxum/contracts/?customerId=${id}`)
    await expect(grid(page, 'Contracts')).toHaveAttribute('aria-rowcount', String(theirs + 1), { timeout: 30_000 })

    // a signed one has its file, which opens beside the list
    await page.goto(`${world.url}/admin/paxum/contracts/?status=ACTIVE`)
    const file = preview.getByRole('link', { name: /^contract-.*\.pdf$/ })
    await expect(file).toBeVisible({ timeout: 30_000 })
    const opened = page.waitForEvent('popup')
    await press(page, 'd')
    const document = await opened
    await expect(document.getByRole('region', { name: `Document ${await file.textContent()}` })).toBeVisible({
      timeout: 20_000,
    })
  })
  await test.step('the test page shows what works, and its bundle names no customer', async () => {
    await page.goto(`${world.url}/admin/paxum/test/`)
    const connection = page.getByRole('region', { name: 'Connection', exact: true })
    await expect(connection.getByText('Server reachable')).toBeVisible({ timeout: 30_000 })
    await expect(connection.locator('dt', { hasText: 'Assistant reachable' }).locator('+ dd')).toHaveText('yes')
    expect(await violations(page)).toEqual([])
    const download = page.waitForEvent('download')
    await page.keyboard.press('Shift+E')
    const bundle = await readFile((await (await download).path()) ?? '', 'utf8')
    expect(JSON.parse(bundle)).toMatchObject({ Connection: { 'Server reachable': 'yes' }, errors: expect.any(Array) })
    const people = await world.db.selectFrom('customer').select('name').where('platform', '=', 'paxum').execute()
    expect(people.filter(({ name }) => bundle.includes(name))).toEqual([])
    await press(page, 'Control+k')
    await page.keyboard.type('design system')
    await expect(palette(page).getByRole('option').first()).toContainText('Gallery')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Gallery' })).toBeVisible()
    expect(await violations(page), 'gallery').toEqual([])
  })
  await test.step('the assistant answers with links, keeps the conversation, and says when it has no answer', async () => {
    await page.goto(`${world.url}/admin/paxum/contracts/`)
    await expect(grid(page, 'Contracts')).toBeFocused({ timeout: 30_000 })
    await press(page, 'g', 'a')
    const drawer = page.getByRole('dialog', { name: 'Assistant' })
    const question = drawer.getByRole('textbox', { name: 'Question' })
    await expect(question).toBeFocused()
    await page.keyboard.type('Which cases are overdue?')
    await page.keyboard.press('Enter')
    await expect(drawer.getByRole('link', { name: 'Show them' })).toHaveAttribute(
      'href',
      /cases\/\?status=new&ageFrom=%221%22$/,
    )
    const link = drawer.getByRole('link', { name: /^PX/ }).first()
    await expect(link).toBeVisible()
    await question.focus()
    await page.keyboard.type('Should I buy gold?')
    await page.keyboard.press('Enter')
    await expect(drawer.getByText(/I cannot answer that/)).toBeVisible()
    expect(await violations(page)).toEqual([])

    await page.keyboard.press('Escape')
    await press(page, 'g', 'a')
    await expect(drawer.getByText('Which cases are overdue?')).toBeVisible()
    await link.click()
    await expect(page).toHaveURL(/\/case\//)
  })
})
