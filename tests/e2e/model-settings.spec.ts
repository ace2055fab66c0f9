// Model settings by keyboard: made, changed, fought over by two people, and deleted.
import type { Page } from '@playwright/test'
import { BOUNCE_MS, takeIn } from './triage-record.ts'
import { expect, press, test, violations, type World } from './support.ts'

const PLATFORM = 'paxum-bank'
test.use({ account: 'manager' })

const list = (page: Page) => page.getByRole('grid', { name: 'Model settings' })
const footer = (page: Page) => page.getByRole('contentinfo')
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })

/** The sets of the platform as the database has them. */
const setsOf = ({ db }: World) =>
  db
    .selectFrom('config_set')
    .select(['id', 'name', 'value', 'comment', 'version'])
    .where('platform', '=', PLATFORM)
    .orderBy('id', 'desc')
    .execute()

async function openList(page: Page, { url }: World): Promise<void> {
  await page.goto(`${url}/admin/${PLATFORM}/model-setting`)
  await expect(list(page)).toBeFocused({ timeout: 30_000 })
}

test('a list of values is made, kept as a draft, refused under a taken name, and merged with another person’s', async ({
  page,
  world,
}) => {
  await test.step('a list of values is created, edited, and deleted', async () => {
    await page.goto(`${world.url}/admin/${PLATFORM}/cases/`)
    await expect(page.getByRole('grid', { name: 'Cases' })).toBeFocused({ timeout: 30_000 })
    await press(page, 'g', 's')
    await expect(list(page)).toBeFocused()
    expect(await violations(page)).toEqual([])

    await page.keyboard.press('c')
    await expect(field(page, 'Name')).toBeFocused()
    await page.keyboard.type('Watched trades')
    await page.keyboard.press('Tab')
    await page.keyboard.type('arms\ndiamonds\n\narms')
    await expect(page.getByText('2 values, 1 duplicated and kept once')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.type('For the limit rules')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await page.waitForURL('**/item-model-setting/**')
    const [made] = await setsOf(world)
    expect(made).toMatchObject({
      name: 'Watched trades',
      value: ['arms', 'diamonds'],
      comment: 'For the limit rules',
      version: '1',
    })

    await expect(page.getByRole('table', { name: 'History' })).toContainText(/Ingrid Okafor.*made; with arms, diamonds/)
    await field(page, /^Values/).fill('IR\nKP\nSY\nCU\nXQ')
    await expect(page.getByText('Not ISO country codes: XQ')).toBeVisible()
    await field(page, /^Values/).fill('arms\ndiamonds')
    await field(page, 'Name').focus()
    await expect(field(page, 'Name')).toBeFocused()
    await press(page, 'Escape', 'Escape')
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('/')
    await page.keyboard.type('diamonds')
    await expect(list(page).getByRole('row', { name: /Watched trades/ })).toBeVisible()
    await expect(list(page)).toHaveAttribute('aria-rowcount', '2')
    await press(page, 'Enter', 'Enter')
    await expect(field(page, 'Name')).toHaveValue('Watched trades')
    await press(page, 'Escape')
    await page.keyboard.press('#')
    await expect(footer(page)).toContainText('this cannot be undone')
    await takeIn(page, BOUNCE_MS)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/model-setting$/, { timeout: 30_000 })
    expect((await setsOf(world)).some(({ name }) => name === 'Watched trades')).toBe(false)
    // the rows of before stand until the server has answered
    await expect(list(page).getByRole('row', { name: /Watched trades/ })).toHaveCount(0)
  })
  await test.step('an unsaved edit survives a reload, and is discarded by a command', async () => {
    await openList(page, world)
    await page.keyboard.press('Enter')
    await expect(field(page, 'Name')).toBeFocused()
    const before = await field(page, 'Comment').inputValue()
    await field(page, 'Comment').focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Not yet agreed.')
    await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
    await press(page, 'Escape', 'Escape')
    await expect(footer(page)).toContainText('it is here when you come back')
    await expect(list(page)).toBeFocused()
    await page.reload()
    await expect(list(page)).toBeFocused({ timeout: 30_000 })
    await page.keyboard.press('Enter')
    await expect(field(page, 'Comment')).toHaveValue(`${before} Not yet agreed.`)
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
    await expect(field(page, 'Comment')).toHaveValue(before)
  })
  await test.step('a duplicate name is marked at its field', async () => {
    const [taken] = await setsOf(world)
    await page.goto(`${world.url}/admin/${PLATFORM}/add-model-setting`)
    await expect(field(page, 'Name')).toBeFocused({ timeout: 30_000 })
    await page.keyboard.type(taken!.name)
    await page.keyboard.press('Control+s')
    await expect(field(page, 'Name')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(/there is a config set called/).first()).toBeVisible()
    await expect(field(page, 'Name')).toHaveValue(taken!.name)
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
    await expect(field(page, 'Name')).toHaveValue('')
  })
  await test.step('of two editors the second is shown the difference and loses nothing', async () => {
    const theirs = `Theirs, ${crypto.randomUUID()}`
    await openList(page, world)
    await page.keyboard.press('Enter')
    await expect(field(page, 'Name')).toBeFocused()
    const id = /item-model-setting\/(\d+)/.exec(page.url())?.[1] ?? ''
    await field(page, /Values/).focus()
    await press(page, 'Control+End')
    await page.keyboard.type(`\n${theirs}`)
    await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
    // after the first key: what the window reads again before it is no difference, but where the edit begins
    await world.db
      .updateTable('config_set')
      .set(({ eb }) => ({ comment: theirs, version: eb('version', '+', '1') }))
      .where('id', '=', id)
      .execute()
    await page.keyboard.press('Control+s')
    const versus = page.getByRole('alert').filter({ hasText: 'Somebody changed it' })
    await expect(versus.getByRole('row', { name: /Comment .*Theirs/ })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await versus.getByRole('button', { name: 'Merge' }).press('Enter')
    await expect(versus).toBeHidden()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Not saved', { exact: true })).toBeHidden()
    const saved = (await setsOf(world)).find((set) => set.id === id)
    expect(saved?.value).toContain(theirs)
    expect(saved?.comment).toBe(theirs)
  })
})

test.describe('an analyst', () => {
  test.use({ account: 'analyst' })

  test('reads them and is told why they cannot be changed', async ({ page, world }) => {
    await openList(page, world)
    await page.keyboard.press('c')
    await expect(footer(page)).toContainText('Only managers can do this')
    await page.keyboard.press('Enter')
    await expect(field(page, 'Name')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  })
})
