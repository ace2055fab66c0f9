// Templates that prove: a digit whose claims the facts contradict refuses and says why, one that they support closes in one
// press; the same without a network.
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { takeIn } from './triage-record.ts'
import {
  caseAtCursor,
  caseIdIn,
  cutOff,
  expect,
  isDrained,
  openQueue,
  palette,
  test,
  unsent,
  violations,
  workerIsReady,
  type World,
} from './support.ts'

const PLATFORM = 'paydek'
test.use({ account: 'analyst' })
test.setTimeout(120_000)

const triage = (page: Page) => page.getByRole('region', { name: 'Triage' })
const footer = (page: Page) => page.getByRole('contentinfo')
const digit = (page: Page, name: string) =>
  triage(page)
    .getByRole('group', { name: 'Decide' })
    .getByRole('button', { name: new RegExp(name) })
const claims = (page: Page, name: string) => triage(page).getByRole('list', { name: `Claims of ${name}` })
const DWELL_MS = 410

/** Nobody on the platform resembles a list entry, and everybody was screened. */
async function withoutMatches({ db }: World): Promise<void> {
  await sql`delete from sanctions_hit where platform = ${PLATFORM}`.execute(db)
  await sql`insert into sanctions_check (platform, customer_id, checked_at)
    select platform, id, now() from customer where platform = ${PLATFORM} on conflict do nothing`
    .execute(db)
    .catch(() => undefined)
}

async function caseInFront(page: Page): Promise<string> {
  return caseIdIn(await triage(page).locator('header').innerText())
}

async function noteOn({ db }: World, caseId: string): Promise<string> {
  const { text } = await db
    .selectFrom('note')
    .select('text')
    .where('case_id', '=', caseId)
    .where('alert_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return text
}

test(
  'a digit checks its claims, or refuses and says why; online and offline',
  { tag: '@worker' },
  async ({ page, world }) => {
    await withoutMatches(world)
    await openQueue(page, world.url, PLATFORM)
    await workerIsReady(page)
    await page.keyboard.press('t')
    await expect(triage(page)).toBeVisible()

    const refuses = async () => {
      await expect(digit(page, 'Allowlisted')).toBeDisabled()
      await takeIn(page, DWELL_MS)
      await page.keyboard.press('7')
      await expect(footer(page)).toContainText('the facts contradict “An allowlist covers the alert”')
      await expect(footer(page)).toContainText('Allowlists that cover the alert: 0')
    }
    const proves = async () => {
      await triage(page).getByText('8 Monitor').first().click()
      await expect(claims(page, 'Monitor').getByRole('listitem').first()).toContainText(
        'Supported: No sanctions match is confirmed (Confirmed sanctions matches: 0)',
      )
      await takeIn(page, DWELL_MS)
      await page.keyboard.press('8')
      await expect(page.getByRole('textbox', { name: /^Monitor: / })).toBeFocused()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('Incoming wires, by me.')
      await page.keyboard.press('Control+Enter')
      // without a day nothing would bring the case back
      await expect(page.getByRole('textbox', { name: 'Review on' })).toBeFocused()
      await page.keyboard.type('2w')
      await page.keyboard.press('Enter')
      await expect(footer(page)).toContainText('Resolved')
    }

    const first = await caseInFront(page)
    await refuses()
    expect(await violations(page), 'claims in triage').toEqual([])
    await proves()
    await isDrained(page)
    const note = await noteOn(world, first)
    expect(note).toContain('No sanctions match is confirmed (Confirmed sanctions matches: 0).')
    const sealed = await world.db
      .selectFrom('audit')
      .select('after')
      .where('action', '=', 'resolve alert')
      .where(sql<boolean>`after -> 'facts' -> 'claims' is not null`)
      .orderBy('n', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(sealed.after).toMatchObject({
      facts: { claims: [{ stated: 'supported', now: 'supported', isSame: true }, {}] },
    })

    await expect(digit(page, 'Allowlisted')).toBeDisabled()
    await cutOff(page)
    const second = await caseInFront(page)
    await refuses()
    await proves()
    await expect(unsent(page)).toBeVisible()
    await page.context().setOffline(false)
    await isDrained(page)
    expect(await noteOn(world, second)).toContain('No sanctions match is confirmed')
  },
)

test('a bulk change beyond what was read ahead is checked on its facts, too', async ({ page, world }) => {
  // other journeys decide on the platform's matches, so they come back
  const matches = await world.db
    .updateTable('sanctions_hit')
    .set({ outcome: 'false_positive' })
    .where('platform', '=', 'paxum')
    .where('outcome', '=', 'potential_match')
    .returning('id')
    .execute()
  const read = new Set<string>()
  page.on('response', (response) => {
    const [, id] = /case\/facts\/(\w+)/.exec(response.url()) ?? []
    if (id && response.ok()) read.add(id)
  })
  await openQueue(page, world.url, 'paxum')
  // rows below the cursor are read ahead
  await page.keyboard.press('Shift+g')
  await expect.poll(() => caseAtCursor(page)).toMatch(/\d/)
  const rows: string[] = []
  for (let count = 0; count < 8; count++) {
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    rows.push(await caseAtCursor(page))
  }
  await page.keyboard.press('r')
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await expect.poll(() => rows.filter((id) => !read.has(id))).toEqual([])
  // the one that asks for no words: see plain-templates.ts
  await page.keyboard.type('data')
  await expect(palette(page).getByRole('option', { name: /Data error/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(footer(page)).toContainText(/Resolved \d+ alerts/)
  await isDrained(page)
  const sealed = await world.db
    .selectFrom('audit')
    .select('after')
    .where('action', '=', 'resolve alert')
    .where('n', '>', world.before)
    .execute()
  expect(sealed.length).toBeGreaterThan(2)
  for (const { after } of sealed)
    expect(after).toMatchObject({ facts: { claims: [{ stated: 'supported', isSame: true }] } })
  const ids = matches.map(({ id }) => id)
  await world.db.updateTable('sanctions_hit').set({ outcome: 'potential_match' }).where('id', 'in', ids).execute()
})

/** Holds every answer about facts until it is called. */
async function holdFacts(page: Page): Promise<() => void> {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/\/facts(\/|$)/, async (route) => {
    await held
    await route.continue()
  })
  return letThrough
}

test.describe('claims are checked again when the facts arrive after the alert', () => {
  test('of a case, and of an account', async ({ page, world }) => {
    await test.step('of a case', async () => {
      await withoutMatches(world)
      const letThrough = await holdFacts(page)
      await openQueue(page, world.url, PLATFORM)
      await page.keyboard.press('t')
      await expect(triage(page)).toContainText('not read')
      letThrough()
      await expect(triage(page)).not.toContainText('not read')
      await expect(digit(page, 'Allowlisted')).toBeDisabled()
    })
    await test.step('of an account', async () => {
      await withoutMatches(world)
      const letThrough = await holdFacts(page)
      await page.goto(`${world.url}/admin/${PLATFORM}/account-alerts/`)
      const alerts = page.getByRole('grid', { name: 'Account alerts' })
      await expect(alerts).toBeFocused({ timeout: 30_000 })
      // before its rows are there nothing can be gone through
      await expect(alerts.getByRole('row').nth(1)).toBeVisible()
      await page.keyboard.press('t')
      await expect(triage(page)).toContainText('not read')
      letThrough()
      await expect(triage(page)).not.toContainText('not read')
    })
  })
})
