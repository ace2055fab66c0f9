// The managers' pages beside Team and Approvals, by keyboard: trend, quality, handover.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, palette, press, test, violations, type World } from './support.ts'

test.use({ account: 'manager' })

const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true })
const open = (page: Page, { url }: World, path: string) => page.goto(`${url}/admin/paxum/${path}`)
const countOf = async ({ db }: World, query: string) =>
  Number((await sql<{ n: string }>`${sql.raw(query)}`.execute(db)).rows[0]?.n)
const isAccessible = async (page: Page, what: string) => expect(await violations(page), what).toEqual([])

test.describe('an analyst', () => {
  test.use({ account: 'analyst' })

  test('is refused the trend', async ({ page, world }) => {
    await open(page, world, 'team/trend')
    await expect(page.getByRole('heading', { name: 'No permission' })).toBeVisible({ timeout: 30_000 })
    await press(page, 'Control+k')
    await page.keyboard.type('trend of the team')
    await expect(palette(page).getByRole('option').first()).toContainText('Only managers can do this')
  })
})

test('each trend row links to its queue, and an impossible period is named', async ({ page, world }) => {
  await open(page, world, 'team/trend')
  const rules = page.getByRole('table', { name: 'False positives by rule' })
  await expect(rules.getByRole('link').first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/mean absolute error \d+\.\d\d days \(\d+ %\)/)).toBeVisible()
  await isAccessible(page, 'trend')

  // a digit leads to a chart, Enter to the queue with that filter set
  await press(page, '3')
  const first = rules.getByRole('row').nth(1)
  await expect(first.getByRole('link')).toBeFocused()
  const decided = await first.getByRole('cell').nth(1).textContent()
  await page.keyboard.press('Enter')
  await expect(grid(page, 'Cases')).toBeFocused({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: /Remove filter Closed from/ })).toBeVisible()
  await expect(grid(page, 'Cases')).toHaveAttribute('aria-rowcount', String(Number(decided) + 1))

  await press(page, 'g', 'b')
  const ages = page.getByRole('table', { name: 'Open cases by age' })
  await expect(ages.getByRole('link').first()).toBeVisible()
  await press(page, '5')
  await expect(ages.getByRole('link').first()).toBeFocused()
  const download = page.waitForEvent('download')
  await page.keyboard.press('Shift+E')
  const csv = await readFile((await (await download).path()) ?? '', 'utf8')
  const openCases = `select count(*) n from monitoring_case where platform = 'paxum' and status in ('new', 'await')`
  const counted = [...csv.matchAll(/,"(\d+)"\r\n/g)].reduce((sum, [, n]) => sum + Number(n), 0)
  expect(csv).toContain('"Age","Count"\r\n')
  expect(counted).toBe(await countOf(world, openCases))

  // an error is at its field, and the rest of the page works
  await open(page, world, 'team/trend?from=2026-03-02&to=2026-03-01')
  await expect(page.getByText('To 2026-03-01 is before From 2026-03-02.', { exact: true })).toBeVisible()
  await expect(rules).toBeHidden()
  await expect(ages.getByRole('link').first()).toBeVisible()
  await isAccessible(page, 'trend with a fault')
  await press(page, 'f')
  await page.keyboard.type('2024-03-02 2026-03-01')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A period is at most 366 days long; this one has 730.', { exact: true })).toBeVisible()
  await press(page, 'f')
  await page.keyboard.type('last 90')
  await page.keyboard.press('Enter')
  await expect(rules.getByRole('link').first()).toBeVisible()
})

test('the trend leads to the account alerts that were decided on a day', async ({ page, world }) => {
  const { rows } = await sql<{ day: string; decided: string }>`
    select (resolved_at at time zone 'UTC')::date::text as day, count(*) as decided from alert
    where platform = 'paxum' and kind = 'account' and resolved_at >= current_date - 28 and resolved_at < current_date
    group by 1 order by count(*) desc, 1 limit 1`.execute(world.db)
  const [{ day, decided }] = rows as [(typeof rows)[0] & object]
  await open(page, world, 'team/trend')
  const inTime = page.getByRole('table', { name: 'Account alerts decided in time' })
  await expect(inTime.getByRole('link').first()).toBeVisible({ timeout: 30_000 })
  await press(page, '8')
  await expect(inTime.getByRole('link').first()).toBeFocused()
  await inTime.getByRole('link', { name: day, exact: true }).focus()
  await page.keyboard.press('Enter')
  const alerts = grid(page, 'Account alerts')
  await expect(alerts).toBeFocused({ timeout: 30_000 })
  await expect(alerts).toHaveAttribute('aria-rowcount', String(Number(decided) + 1))

  // an end before the start is named at its field, in the panel of the same list
  await press(page, '/')
  const until = page.getByRole('textbox', { name: 'Decided to' })
  await expect(until).toHaveValue(day)
  await until.fill('2020-01-01')
  await page.keyboard.press('Enter')
  await expect(until).toHaveAccessibleDescription(`Decided to 2020-01-01 is before Decided from ${day}.`)
})

test('a date is moved by keys, read as people write it, and named in its place where it is none', async ({
  page,
  world,
}) => {
  await open(page, world, 'team/trend?from=2026-03-02&to=2026-03-08')
  const [from, to] = ['From', 'To'].map((name) => page.getByRole('textbox', { name, exact: true })) as [
    Locator,
    Locator,
  ]
  await expect(from).toHaveValue('2026-03-02', { timeout: 30_000 })
  await from.focus()
  await page.keyboard.press('ArrowDown')
  await expect(from).toHaveValue('2026-03-01')
  await page.keyboard.press('PageDown')
  await expect(from).toHaveValue('2026-02-01')
  // nothing is asked for before Enter, and the field keeps the cursor after it
  await expect(page).toHaveURL(/from=2026-03-02/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=2026-02-01/)
  await expect(from).toBeFocused()
  await from.fill('20260203')
  await page.keyboard.press('Enter')
  await expect(from).toHaveValue('2026-02-03')

  await to.fill('soon')
  await page.keyboard.press('Tab')
  const unreadable = page.getByText('Enter a date: mon, +3, 2 dec, today or YYYY-MM-DD.', { exact: true })
  await expect(unreadable).toBeVisible()
  await expect(to).toHaveAttribute('aria-invalid', 'true')
  await expect(to).toHaveAccessibleDescription(/Enter a date: mon, \+3/)
  await expect(page).toHaveURL(/to=2026-03-08/)
  await to.fill('2026-01-31')
  await page.keyboard.press('Enter')
  await expect(page.getByText('To 2026-01-31 is before From 2026-02-03.', { exact: true })).toBeVisible()
  await to.fill('2026/3/9')
  await page.keyboard.press('Enter')
  await expect(to).toHaveValue('2026-03-09')
  await expect(to).not.toHaveAttribute('aria-invalid', 'true')
  await expect(unreadable).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open the calendar' })).toHaveCount(2)
})

test('in a narrow window the trend scrolls below its header, and no column is cut off', async ({ page, world }) => {
  await page.setViewportSize({ width: 600, height: 900 })
  await open(page, world, 'team/trend')
  const last = page.getByRole('table', { name: 'Account alerts decided in time' })
  await expect(last.getByRole('link').first()).toBeVisible({ timeout: 30_000 })
  await press(page, '8')
  await expect(last.getByRole('link').first()).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Trend', level: 2 })).toBeInViewport({ ratio: 1 })
  for (const [path, name] of [
    ['team/', 'Team'],
    ['reports', 'Transaction report'],
  ] as const) {
    await open(page, world, path)
    await expect(grid(page, name)).toBeVisible({ timeout: 30_000 })
    const cut = await grid(page, name).evaluate((list) => {
      const { right } = list.getBoundingClientRect()
      const headers = [...list.querySelectorAll('[role=columnheader]')]
      return headers.filter((one) => one.getBoundingClientRect().right > right + 1).map((one) => one.textContent)
    })
    expect(cut, name).toEqual([])
  }
})

/** Chooses in a page of the palette by typing. */
async function choose(page: Page, ...words: string[]): Promise<void> {
  for (const word of words) {
    await page.keyboard.type(word)
    await expect(palette(page).getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    // the next page takes what is typed once it is there
    const input = palette(page).getByRole('combobox')
    await expect.poll(async () => (await input.count()) === 0 || (await input.inputValue()) !== word).toBe(true)
  }
}

test.setTimeout(120_000)

test('quality reviews are drawn by a policy, read blind, and a difference becomes a finding', async ({
  page,
  world,
}) => {
  await open(page, world, 'team/quality')
  await expect(page.getByText('No results yet')).toBeVisible({ timeout: 30_000 })
  await isAccessible(page, 'quality without anything')

  await press(page, 'p')
  await choose(page, 'All decisions', 'All decisions')
  // a rate above 100 is named, and nothing is sent
  await page.keyboard.type('130')
  await expect(palette(page).getByText('A rate is between 0 and 100 percent')).toBeVisible()
  await page.keyboard.press('Control+a')
  await choose(page, '20', 'A fifth to begin with.')
  await press(page, '4')
  await expect(grid(page, 'Policy').getByRole('row', { name: /All decisions.*20 %.*In force/ })).toBeVisible()
  await isAccessible(page, 'policy')

  await press(page, 'n')
  await press(page, '1')
  await expect(page.getByText(/[1-9]\d* items waiting/)).toBeVisible()
  await press(page, 'r')
  const drawer = page.getByRole('dialog', { name: 'Quality review' })
  await expect(drawer.getByText('Why it was raised')).toBeVisible()
  await expect(drawer).not.toContainText(/PX\d/)
  await isAccessible(page, 'quality review')
  // nothing chosen, nothing sent
  await drawer.getByRole('button', { name: /Decide/ }).click()
  await expect(drawer.getByText('Choose what you decide.')).toBeVisible()
  const { expected } = await world.db
    .selectFrom('quality_review')
    .select('expected')
    .where('reader', '=', 'manager')
    .executeTakeFirstOrThrow()
  const answer = expected === 'suspicious' ? 'cleared' : 'suspicious'
  await drawer.getByRole('combobox', { name: 'Your decision' }).selectOption(answer)
  await drawer.getByRole('textbox', { name: 'Why' }).fill('Three payments just below the limit.')
  await page.keyboard.press('Control+Enter')
  await expect(drawer.getByRole('status', { name: 'The first decision' })).toBeVisible()
  await expect(drawer).toContainText('a finding was made of it')
  await isAccessible(page, 'the first decision')
  await page.keyboard.press('Escape')

  await press(page, '2')
  await expect(grid(page, 'Findings').getByRole('row', { name: /To answer/ })).toBeVisible()
  await isAccessible(page, 'findings')
  // who found it does not say who is right
  await press(page, 'd')
  await expect(page.getByRole('contentinfo')).toContainText('Somebody else has to say who is right')
  await press(page, '1')
  await expect(grid(page, 'People').getByRole('row').nth(1)).toBeVisible()
  await isAccessible(page, 'people')
})

test('a shift is handed over by one command, read with its lists, printed, and sent to a colleague', async ({
  page,
  world,
}) => {
  await open(page, world, 'team/handover')
  await expect(page.getByText('No handovers yet')).toBeVisible({ timeout: 30_000 })
  await isAccessible(page, 'handover without any')
  await press(page, 'n')
  // a shift that is too long is named
  await page.keyboard.type('30')
  await expect(palette(page).getByText('A shift is at most 24 hours long')).toBeVisible()
  await page.keyboard.press('Control+a')
  await choose(page, '24')
  await expect(grid(page, 'Handovers').getByRole('row')).toHaveCount(2)
  const brief = page.getByRole('complementary', { name: 'Preview' })
  for (const title of ['New', 'Closed', 'Pending', 'SLA', 'Unusual']) {
    await expect(brief.getByRole('heading', { name: title, exact: true })).toBeVisible()
  }
  await isAccessible(page, 'handover')
  const openCases = `select count(*) n from monitoring_case where platform = 'paxum' and status in ('new', 'await')`
  await expect(brief.locator('dt', { hasText: /^Open cases$/ }).locator('+ dd')).toHaveText(
    String(await countOf(world, openCases)),
  )

  // on paper there is the brief and nothing else
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.brief-sheet')).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await press(page, 'm')
  await choose(page, 'Mara')
  await expect(page.getByRole('contentinfo')).toContainText('Sent to one colleague')
  const { recipient } = await world.db
    .selectFrom('mail')
    .select('recipient')
    .where('subject', 'like', 'Handover%')
    .executeTakeFirstOrThrow()
  expect(recipient).toBe('analyst@docket.example')
  await brief.getByRole('link', { name: 'Unassigned' }).click()
  await expect(grid(page, 'Cases')).toBeFocused({ timeout: 30_000 })
})
