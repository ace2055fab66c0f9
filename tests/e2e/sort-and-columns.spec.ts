// How the queue looks: by what it is sorted, which columns it has, and ranges that narrow it; by keyboard and by mouse.
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, openQueue, palette, press, queue, test, violations } from './support.ts'

test.use({ account: 'analyst' })
const PLATFORM = 'paxum-colombia'

const header = (page: Page, name: string | RegExp) => queue(page).getByRole('columnheader', { name })
const headers = (page: Page) =>
  queue(page)
    .getByRole('columnheader')
    .evaluateAll((all) => all.map((one) => one.textContent))
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Columns' })

/** The amounts on the screen, from the top; null while one is not loaded. */
async function amounts(page: Page): Promise<number[] | null> {
  const at = (await headers(page)).indexOf('Amount USD')
  const texts = await queue(page)
    .getByRole('row')
    .evaluateAll(
      (rows, column) =>
        rows
          .filter((row) => Number(row.ariaRowIndex ?? row.getAttribute('aria-rowindex')) > 1)
          .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
          .slice(0, 15)
          .map((row) => row.children[column]?.textContent ?? ''),
      at,
    )
  const read = texts.map((text) => Number(text.replaceAll(',', '')))
  return read.length === 0 || read.some(Number.isNaN) ? null : read
}

async function sortBy(page: Page, column: string): Promise<void> {
  await page.keyboard.press('Shift+S')
  await expect(palette(page).getByRole('option', { name: column })).toBeVisible()
  await page.keyboard.type(column)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
}

test('the queue is sorted and narrowed by ranges, also offline', async ({ page, world }) => {
  await test.step('the due date is a column, an order and a filter', async () => {
    const areLate = async () => {
      const at = (await headers(page)).indexOf('Due')
      const cells = await queue(page)
        .getByRole('row')
        .evaluateAll((rows, column) => rows.slice(1).map((row) => row.children[column]?.textContent?.trim() ?? ''), at)
      return cells.length > 0 && cells.every((text) => /^(\d+ (min|h|d|mo|y) late|now)$/.test(text))
    }
    const { rows } =
      await sql`update monitoring_case set due_at = now() - interval '3 hours', due_soon_at = now() - interval '5 hours'
    where platform = ${PLATFORM} and id in (select id from monitoring_case where platform = ${PLATFORM} and status = 'new' limit 3)
    returning id`.execute(world.db)
    expect(rows).toHaveLength(3)
    await openQueue(page, world.url, PLATFORM)
    await sortBy(page, 'Due')
    await expect(header(page, 'Due')).toHaveAttribute('aria-sort', 'ascending')
    await page.keyboard.press('f')
    await expect(palette(page).getByRole('option', { name: 'Due', exact: true })).toBeVisible()
    await page.keyboard.type('due')
    await page.keyboard.press('Enter')
    await expect(palette(page).getByRole('option', { name: 'Breached' })).toBeVisible()
    await page.keyboard.type('breached')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /Remove filter Due/ })).toBeVisible()
    await expect.poll(areLate).toBe(true)
    expect(await violations(page)).toEqual([])
  })
  await test.step('ranges filter the queue, and a reversed one is named', async () => {
    await openQueue(page, world.url, PLATFORM)
    await page.keyboard.press('f')
    await expect(palette(page).getByRole('option', { name: 'Least amount' })).toBeVisible()
    await page.keyboard.type('least amount')
    await page.keyboard.press('Enter')
    await page.keyboard.type('500.50')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /Remove filter Least amount/ })).toBeVisible()
    await sortBy(page, 'Amount')
    await header(page, 'Amount USD').getByRole('button').click()
    await expect.poll(async () => Math.min(...((await amounts(page)) ?? [0]))).toBeGreaterThanOrEqual(500.5)
    // clearing filters leaves the order as it is
    await press(page, 'Shift+F')
    await expect(page).toHaveURL(/sort=amount/)
    await expect(page).not.toHaveURL(/amountFrom/)
    await page.goto(`${world.url}/admin/${PLATFORM}/cases/?riskFrom=50&riskTo=20`)
    await expect(page.getByRole('alert').filter({ hasText: 'Greatest risk 20 is before Least risk 50.' })).toBeVisible()
  })
  await test.step('the queue is sorted by any column, by key and by name, also offline', async () => {
    const found = await world.db
      .selectFrom('monitoring_case')
      .where('platform', '=', PLATFORM)
      .where('status', '=', 'new')
      .select('usd')
      .execute()
    const all = found.map(({ usd }) => Number(usd)).toSorted((a, b) => b - a)
    await openQueue(page, world.url, PLATFORM)
    await sortBy(page, 'Amount')
    await expect(header(page, 'Amount USD')).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(() => amounts(page)).toEqual(all.slice(0, 15))
    await expect(page).toHaveURL(/sort=-amount/)
    expect(await violations(page)).toEqual([])

    await header(page, 'Amount USD').getByRole('button').click()
    await expect(header(page, 'Amount USD')).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => amounts(page)).toEqual(all.toReversed().slice(0, 15))

    await page.context().setOffline(true)
    await sortBy(page, 'Amount')
    await expect(header(page, 'Amount USD')).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(() => amounts(page)).toEqual(all.slice(0, 15))
  })
})

test('columns are chosen by keyboard and mouse, stored for the user, and saved with a view', async ({
  page,
  world,
}) => {
  // room for every column
  await page.setViewportSize({ width: 1720, height: 900 })
  await openQueue(page, world.url, PLATFORM)
  await page.keyboard.press('Shift+V')
  await expect(drawer(page)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await drawer(page).getByRole('checkbox', { name: 'Service' }).focus()
  await page.keyboard.press('Space')
  await drawer(page).getByRole('checkbox', { name: 'Amount USD' }).focus()
  // over the hidden one, and over the id
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await drawer(page).getByRole('spinbutton', { name: 'Width of Rule, pixels' }).fill('240')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  const chosen = ['Marks', 'Amount USD', 'ID', 'Client and counterparty', 'Rule', 'Status', 'Risk', 'Due', 'Age', 'Who']
  await expect.poll(() => headers(page)).toEqual(chosen)
  const widthOfRule = async () => Math.round((await header(page, 'Rule').boundingBox())?.width ?? 0)
  expect(await widthOfRule()).toBe(240)
  await page.reload()
  await expect.poll(() => headers(page)).toEqual(chosen)
  // the drawer outlives a reload as well, and is the same one
  await page.keyboard.press('Shift+V')
  await expect(drawer(page)).toBeVisible()
  await page.reload()
  const width = drawer(page).getByRole('spinbutton', { name: 'Width of Rule, pixels' })
  await expect(width).toHaveValue('240', { timeout: 30_000 })
  await width.fill('260')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  expect(await widthOfRule()).toBe(260)

  await page.keyboard.press('b')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.type('By amount')
  await page.keyboard.press('Enter')
  // keys pressed while the palette is on the screen are text of its field
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('Shift+V')
  await drawer(page).getByRole('button', { name: 'Reset columns' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => headers(page)).toContain('Service')
  await press(page, 'g', '1')
  await expect.poll(() => headers(page)).toEqual(chosen)

  // by the mouse: the end of a name, and the name itself
  const box = (await header(page, 'Rule').boundingBox())!
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 32, box.y + 10, { steps: 4 })
  await page.mouse.move(box.x + box.width - 62, box.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(widthOfRule).toBeLessThan(240)
  const age = (await header(page, 'Age').boundingBox())!
  const id = (await header(page, 'ID').boundingBox())!
  await page.mouse.move(age.x + 10, age.y + 10)
  await page.mouse.down()
  await page.mouse.move(id.x + 60, id.y + 10, { steps: 4 })
  await page.mouse.move(id.x + 10, id.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await headers(page)).indexOf('Age')).toBe(2)
  // letting go of a name is no press of it
  await expect(page).not.toHaveURL(/sort=/)
})
