// Alike alerts folded into stacks, by keyboard: opened in place, looked at as the policy asks, decided as one and taken back.
import type { Page } from '@playwright/test'
import { accountAlertsIn, customersIn } from '#tests/support/account-world.ts'
import { connection, expect, isDrained, loseNetwork, palette, press, test, violations, type World } from './support.ts'

test.use({ account: 'manager' })
test.setTimeout(180_000)

const PLATFORM = 'paydek'
const grid = (page: Page) => page.getByRole('treegrid', { name: 'Account alerts' })
const footer = (page: Page) => page.getByRole('contentinfo')
const rows = (page: Page) => grid(page).getByRole('row', { name: /./ })
const rowAtCursor = (page: Page) =>
  grid(page).evaluate((list) => {
    const row = document.getElementById(list.getAttribute('aria-activedescendant') ?? '')
    return `${row?.getAttribute('aria-label')} | ${row?.getAttribute('aria-expanded')}`
  })

/** Four alerts of a rule on one customer, one of them a hard stop, and one on each of two others. */
async function raise({ db }: World, rule: string): Promise<string[]> {
  const add = accountAlertsIn(db)
  // without a score and without an STR
  const [first, ...others] = [1, 2, 3].map((n) => `${rule.length}90${n}`)
  for (const id of [first!, ...others]) await customersIn(db)({ platform: PLATFORM, id, name: `Folded ${id}` })
  const ids: string[] = []
  const plan = [
    { customerId: first! },
    { customerId: first! },
    { customerId: first! },
    { customerId: first!, level: 'hardstop' as const },
    ...others.map((customerId) => ({ customerId })),
  ]
  for (const [i, one] of plan.entries()) {
    const createdAt = new Date(Date.now() - (i + 1) * 3_600_000)
    ids.push((await add({ platform: PLATFORM, rule, ...one, createdAt })).id)
  }
  return ids
}

const statusesOf = async ({ db }: World, ids: readonly string[]) =>
  (await db.selectFrom('alert').select('status').where('id', 'in', ids).orderBy('id').execute()).map(
    ({ status }) => status,
  )

async function openFolded(page: Page, world: World, rule: string, ids: readonly string[]): Promise<void> {
  const { rule_id } = await world.db
    .selectFrom('alert')
    .select('rule_id')
    .where('id', '=', ids[0]!)
    .executeTakeFirstOrThrow()
  await page.goto(`${world.url}/admin/${PLATFORM}/account-alerts/?rule=%22${rule_id}%22`)
  const flat = page.getByRole('grid', { name: 'Account alerts' })
  await expect(flat).toBeFocused({ timeout: 30_000 })
  await expect(flat).toHaveAttribute('aria-rowcount', '7')
  await press(page, 'g', '=')
  await expect(grid(page)).toBeFocused()
  await expect.poll(() => rowAtCursor(page), { timeout: 30_000 }).toContain(`3 similar: ${rule}`)
}

test('a stack is opened in place, reviewed, decided together and undone; the hard stop stays outside', async ({
  page,
  world,
}) => {
  const rule = 'Phone changed thrice'
  const ids = await raise(world, rule)
  await openFolded(page, world, rule, ids)

  await test.step('similar rows are one row, the outlier says why, and the counts stay', async () => {
    await expect(rows(page).filter({ hasText: '3 similar' })).toHaveCount(1)
    await expect(rows(page).filter({ hasText: 'Hard stop · ' })).toHaveCount(1)
    await expect(rows(page).filter({ hasText: '2 similar' })).toHaveCount(1)
    await expect(page.getByText('6 alerts', { exact: true })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  await test.step('deciding is refused before a sufficient sample', async () => {
    await press(page, 'r')
    await expect(footer(page)).toContainText('Review 2 more of 3 first')
    await expect(palette(page)).toHaveCount(0)
  })

  await test.step('opens in place, closes and opens again', async () => {
    await press(page, 'Enter')
    await expect.poll(() => rowAtCursor(page)).toMatch(/3 similar.*true$/)
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '7')
    await press(page, 'ArrowLeft')
    await expect.poll(() => rowAtCursor(page)).toMatch(/3 similar.*false$/)
    await press(page, 'ArrowRight')
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '7')
    expect(await violations(page)).toEqual([])
  })

  await test.step('counts two reviewed alerts', async () => {
    await press(page, 'j')
    await expect(rows(page).filter({ hasText: 'Reviewed 1 of 2' })).toHaveCount(1)
    await press(page, 'j')
    await expect(rows(page).filter({ hasText: 'Sample reviewed' })).toHaveCount(1)
    await press(page, 'ArrowLeft')
    await expect.poll(() => rowAtCursor(page)).toMatch(/3 similar.*false$/)
  })

  await test.step('is decided together and undone together', async () => {
    await press(page, 'r')
    await expect(palette(page).getByRole('option').first()).toBeVisible()
    await press(page, '5')
    await expect(footer(page)).toContainText('Resolved: 3 account alerts')
    await expect(rows(page).filter({ hasText: '3 similar' })).toHaveCount(0)
    await expect(page.getByText('3 alerts', { exact: true })).toBeVisible()
    await press(page, 'z')
    await expect(rows(page).filter({ hasText: '3 similar' })).toHaveCount(1)
  })

  await test.step('decided offline, and sent with its sample', async () => {
    await loseNetwork(page)
    await expect(connection(page)).not.toHaveText('Online', { timeout: 30_000 })
    await press(page, 'g', 'g', 'r')
    await expect(palette(page).getByRole('option').first()).toBeVisible()
    await press(page, '5')
    await expect(rows(page).filter({ hasText: '3 similar' })).toHaveCount(0)
    await page.context().setOffline(false)
    await isDrained(page)
    await expect.poll(() => statusesOf(world, ids)).toEqual(['resolved', 'resolved', 'resolved', 'new', 'new', 'new'])
    const [decision] = await world.db.selectFrom('stack_decision').selectAll().where('kind', '=', 'alert').execute()
    expect(decision).toMatchObject({ size: 3, rows: expect.arrayContaining(ids.slice(0, 3)) })
    expect(ids.slice(0, 3)).toEqual(expect.arrayContaining(decision!.looked))
  })
})

test('by the mouse: folded by the button, opened by a click on its row, unfolded', async ({ page, world }) => {
  const rule = 'Mail changed thrice'
  const ids = await raise(world, rule)
  await openFolded(page, world, rule, ids)
  await page.getByRole('button', { name: 'Unfold' }).click()
  await expect(page.getByRole('grid', { name: 'Account alerts' })).toHaveAttribute('aria-rowcount', '7')
  await page.getByRole('button', { name: 'Fold similar' }).click()
  const stack = rows(page).filter({ hasText: '3 similar' })
  await expect(stack).toHaveAttribute('aria-expanded', 'false')
  await stack.click()
  await expect(stack).toHaveAttribute('aria-expanded', 'true')
  await expect(rows(page).and(page.locator('[aria-level="2"]'))).toHaveCount(3)
  await stack.click()
  await expect(stack).toHaveAttribute('aria-expanded', 'false')
})
