// Alike cases folded into stacks, by keyboard: reviewed as the policy asks, over a reload too, decided as one, offline too.
import type { Page } from '@playwright/test'
import { customersIn } from '#tests/support/account-world.ts'
import { addAlikeCases } from '#tests/support/alike-cases.ts'
import {
  connection,
  cutOff,
  enrolPassphrase,
  expect,
  isDrained,
  palette,
  press,
  preview,
  test,
  unlock,
  violations,
  type World,
} from './support.ts'

test.use({ account: 'manager' })
test.setTimeout(180_000)

const PLATFORM = 'paydek'
const grid = (page: Page) => page.getByRole('treegrid', { name: 'Cases' })
const flat = (page: Page) => page.getByRole('grid', { name: 'Cases' })
const footer = (page: Page) => page.getByRole('contentinfo')
const rows = (page: Page) => grid(page).getByRole('row', { name: /./ })
const rowAtCursor = (page: Page) =>
  grid(page).evaluate((list) => {
    const row = document.getElementById(list.getAttribute('aria-activedescendant') ?? '')
    return `${row?.getAttribute('aria-label')} | ${row?.getAttribute('aria-expanded')}`
  })

const statusesOf = async ({ db }: World, ids: readonly string[]) => {
  const found = await db.selectFrom('monitoring_case').select(['id', 'status']).where('id', 'in', ids).execute()
  return ids.map((id) => found.find((row) => row.id === id)?.status)
}

/** The customer's first payment, three alike ones, and a hard stop, a far larger amount and another country. */
async function raise({ db }: World, customerId: string): Promise<string[]> {
  await customersIn(db)({ platform: PLATFORM, id: customerId, name: `Folded ${customerId}` })
  const usual = { usd: '120.00', country: 'US' }
  return addAlikeCases(db, { platform: PLATFORM, customerId, rule: `Alike ${customerId}` }, [
    { usd: '110.00', country: 'US' },
    usual,
    usual,
    usual,
    { ...usual, level: 'hardstop' },
    { ...usual, usd: '98000.00' },
    { ...usual, country: 'IR' },
  ])
}

/** The queue of one customer, flat, and then folded. */
async function openFolded(page: Page, { url }: World, customerId: string): Promise<void> {
  await page.goto(`${url}/admin/${PLATFORM}/cases/?customerId=%22${customerId}%22`)
  await expect(flat(page)).toBeFocused({ timeout: 30_000 })
  await expect(flat(page)).toHaveAttribute('aria-rowcount', '8')
  await expect(page.getByRole('button', { name: 'Fold similar' })).toBeVisible()
  await press(page, 'g', '=')
  await expect(grid(page)).toBeFocused()
  await expect(rows(page).filter({ hasText: '3 similar' })).toHaveCount(1, { timeout: 30_000 })
}

/** Takes a template by its title: words that are no template's would be a note of one's own, which closes no case. */
async function decideAs(page: Page, title: string): Promise<void> {
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await page.keyboard.type(title)
  await expect(palette(page).getByRole('option', { name: title, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
}

const toStack = async (page: Page) => {
  for (let i = 0; i < 6 && !(await rowAtCursor(page)).includes('similar'); i += 1) await press(page, 'j')
  await expect.poll(() => rowAtCursor(page)).toContain('similar')
}

test(
  'a stack of cases: outliers outside, reviewed, found again after a reload, decided as one, taken back, and offline',
  { tag: '@worker' },
  async ({ page, world, context }) => {
    const ids = await raise(world, '7901')
    await enrolPassphrase(context, world, PLATFORM)
    await openFolded(page, world, '7901')

    await test.step('each outlier stands outside and says why; the counts stay', async () => {
      for (const why of ['Hard stop', 'Unusual amount', 'New country']) {
        await expect(
          rows(page)
            .filter({ hasText: `${why} · ` })
            .first(),
        ).toBeVisible()
      }
      await expect(page.getByText('7 cases', { exact: true })).toBeVisible()
      expect(await violations(page)).toEqual([])
    })

    await test.step('without its column an outlier says why in another one, and in its preview', async () => {
      const folded = page.url()
      await page.goto(`${folded}&columns=${JSON.stringify(['mark', 'id', 'usd', 'rule'])}`)
      for (const why of ['Hard stop', 'Unusual amount', 'New country'])
        await expect(
          rows(page)
            .filter({ hasText: `${why} · Alike` })
            .first(),
        ).toBeVisible()
      await expect(preview(page)).toContainText('Outlier: New country')
      await page.goto(folded)
      await expect(grid(page)).toBeFocused()
      await expect(rows(page).filter({ hasText: '3 similar' })).toHaveCount(1)
    })

    await test.step('keys that are pressed after unfolding wait for the rows', async () => {
      // from the fifth of seven rows on, where the folded list has five lines; faster than anything is drawn
      await page.evaluate(() => {
        for (const key of ['g', '=', 'j', 'j', 'j', 'j', 't'])
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      })
      await expect(page.getByRole('region', { name: 'Triage' })).toContainText('0 / 3 alerts')
      await press(page, 'Escape', 'g', '=')
      await expect(rows(page).filter({ hasText: '3 similar' })).toHaveCount(1)
    })

    await test.step('not before enough was reviewed', async () => {
      await toStack(page)
      await expect(preview(page)).toContainText('Reviewed 0, at least 2 before all are decided')
      await press(page, 'r')
      await expect(footer(page)).toContainText('Review 2 more of 3 first')
      await expect(palette(page)).toHaveCount(0)
    })

    await test.step('opened in place: its cases are indented and say their level and place', async () => {
      await press(page, 'Enter')
      await expect.poll(() => rowAtCursor(page)).toMatch(/similar.*true$/)
      const members = rows(page).and(page.locator('[aria-level="2"]'))
      await expect(members.first()).toHaveAttribute('aria-label', /^1 of 3 in the stack/)
      const startOf = (row: ReturnType<typeof rows>) =>
        row
          .getByRole('gridcell')
          .nth(1)
          .evaluate((cell) => Number.parseFloat(getComputedStyle(cell).paddingInlineStart))
      const head = rows(page).filter({ hasText: 'similar' })
      expect(await startOf(members.first())).toBeGreaterThan((await startOf(head)) + 10)
      expect(await violations(page)).toEqual([])
    })

    await test.step('reviewed one, and after a reload it still is', async () => {
      await press(page, 'j')
      await expect(rows(page).filter({ hasText: 'Reviewed 1 of 2' })).toHaveCount(1)
      await page.reload()
      await expect(rows(page).filter({ hasText: 'Reviewed 1 of 2' })).toHaveCount(1, { timeout: 30_000 })
    })

    await test.step('after the lock too', async () => {
      await press(page, 'Control+Shift+L')
      await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
      await unlock(page)
      await expect(rows(page).filter({ hasText: 'Reviewed 1 of 2' })).toHaveCount(1, { timeout: 30_000 })
    })

    await test.step('reviewed another, decided as one and taken back as one', async () => {
      await expect(grid(page)).toBeFocused()
      await press(page, 'g', 'g')
      await toStack(page)
      await press(page, 'ArrowRight', 'j')
      await press(page, 'j')
      await expect(rows(page).filter({ hasText: 'Sample reviewed' })).toHaveCount(1)
      await press(page, 'ArrowLeft')
      await expect.poll(() => rowAtCursor(page)).toMatch(/similar.*false$/)
      await press(page, 'r')
      await decideAs(page, 'Data error')
      await expect(rows(page).filter({ hasText: 'similar' })).toHaveCount(0)
      await press(page, 'z')
      await expect(rows(page).filter({ hasText: 'similar' })).toHaveCount(1)
    })

    await test.step('decided offline, and sent with what was reviewed', async () => {
      await cutOff(page)
      await expect(connection(page)).not.toHaveText('Online', { timeout: 30_000 })
      await press(page, 'g', 'g')
      await toStack(page)
      await press(page, 'r')
      await decideAs(page, 'Data error')
      await expect(rows(page).filter({ hasText: 'similar' })).toHaveCount(0)
      await page.context().setOffline(false)
      await isDrained(page)
      const [decision] = await world.db.selectFrom('stack_decision').selectAll().where('kind', '=', 'case').execute()
      expect(decision?.rows).toHaveLength(decision?.size ?? -1)
      const decided = decision?.rows ?? []
      expect(decided.toSorted()).toEqual(ids.slice(1, 4).toSorted())
      const outside = ids.filter((id) => !decided.includes(id))
      await expect.poll(() => statusesOf(world, decided)).toEqual(['complete', 'complete', 'complete'])
      expect(await statusesOf(world, outside)).toEqual(['new', 'new', 'new', 'new'])
    })
  },
)
