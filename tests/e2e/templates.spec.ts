// Data of the user: templates, snippets, saved views and cases that come back on a day, by keyboard.
import type { Page } from '@playwright/test'
import { FACTS } from '#contract/model/facts/facts.ts'
import {
  caseAtCursor,
  connection,
  enrolPassphrase,
  expect,
  goesOut,
  isDrained,
  isOpen,
  openQueue,
  preview,
  palette,
  press,
  queue,
  queueIsThere,
  rowOf,
  test,
  unlock,
  unsent,
  type World,
  cutOff,
} from './support.ts'

const PLATFORM = 'paxum-colombia'
test.use({ account: 'analyst' })
// data that one of these saves would be there for the next: the queue would open with its view
test.beforeEach(
  async ({ world }) => void (await world.db.deleteFrom('setting').where('owner', '=', 'analyst').execute()),
)

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const templates = (page: Page) => page.getByRole('grid', { name: 'Templates' })
const footer = (page: Page) => page.getByRole('contentinfo')

/** The documents that the server keeps of somebody. */
const settingsOf = ({ db }: World, owner: string, kind: string) =>
  db.selectFrom('setting').select(['id', 'value']).where('owner', '=', owner).where('kind', '=', kind).execute()

/** Makes a template by keyboard, from the queue and back to it. */
async function makeTemplate(page: Page, title: string, text: string, digit?: string): Promise<void> {
  await press(page, 'g', 'm')
  await expect(templates(page)).toBeFocused()
  await page.keyboard.press('c')
  await expect(field(page, 'Name')).toBeFocused()
  await page.keyboard.type(title)
  await field(page, 'Text').focus()
  await page.keyboard.type(text)
  if (digit) {
    await page.getByRole('combobox', { name: 'Key in triage' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: digit, exact: true }).press('Enter')
  }
  await page.keyboard.press('Control+s')
  await expect(footer(page)).toContainText(`Saved “${title}”`)
}

/** Adds a claim on the alert itself to the template in the editor: one that speaks to nothing asks for words. */
async function addClaim(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a claim' }).press('Enter')
  const claim = page.getByRole('group', { name: 'Claim 1' })
  await claim.getByRole('textbox', { name: 'Sentence' }).fill('The allow lists were looked up')
  for (const [name, option] of [
    ['Fact', FACTS['allowlist.covering'].label],
    ['Comparison', 'is at least'],
  ] as const) {
    await claim.getByRole('combobox', { name, exact: true }).press('Enter')
    await page.getByRole('option', { name: option, exact: true }).press('Enter')
  }
  await claim.getByRole('spinbutton', { name: 'Value' }).fill('0')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('list', { name: 'Claims of the preview' })).toContainText(
    'The allow lists were looked up',
  )
}

test(
  'a template is created by keyboard and used in the queue, online and offline',
  { tag: '@worker' },
  async ({ page, context, world }) => {
    await openQueue(page, world.url, PLATFORM)
    const first = await caseAtCursor(page)
    const text = 'Salary of {{customer.name}}, {{amount}}, as every month on {{date}}. {{claims}}'
    await makeTemplate(page, 'Salary', text, '3')
    await addClaim(page)
    await expect(page.getByText(`On ${first}`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(templates(page)).toBeFocused()
    await expect(templates(page).getByRole('row', { name: /key 3, Salary/ })).toBeVisible()
    await expect.poll(async () => (await settingsOf(world, 'analyst', 'template')).length).toBe(1)

    await press(page, 'g', 'c')
    await queueIsThere(page)
    await page.keyboard.press('r')
    await expect(palette(page).getByRole('option', { name: /Salary/ })).toBeVisible()
    await page.keyboard.press('3')
    await goesOut(page)
    const note = await world.db
      .selectFrom('note')
      .select(['text', 'template'])
      .where('case_id', '=', first)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const [{ id } = { id: '' }] = await settingsOf(world, 'analyst', 'template')
    expect(note).toEqual({
      text: expect.stringMatching(/^Salary of .+, as every month on \d{4}-/),
      template: `${id}@2`,
    })

    await enrolPassphrase(context, world)
    // an offline decision rests on facts that were read before
    await page.keyboard.press('j')
    await expect(preview(page)).toContainText(await caseAtCursor(page))
    await expect(preview(page).getByRole('region', { name: 'Evidence' })).toContainText('Payments compared')
    await cutOff(page)
    await page.reload()
    await unlock(page)
    await queueIsThere(page)
    await expect(connection(page)).toContainText('Offline')
    // the first has nothing left to decide
    await page.keyboard.press('j')
    const second = await caseAtCursor(page)
    expect(second).not.toBe(first)
    await page.keyboard.press('r')
    await expect(palette(page).getByRole('option', { name: /Salary/ })).toBeVisible()
    await page.keyboard.type('Salary')
    await expect(palette(page).getByRole('option').first()).toContainText('Salary')
    await page.keyboard.press('Enter')
    await expect(footer(page)).toContainText('Resolved')
    await expect(unsent(page)).toBeVisible()
    await context.setOffline(false)
    await isDrained(page)
    const texts = await world.db.selectFrom('note').select('text').where('case_id', '=', second).execute()
    expect(texts.map(({ text }) => text)).toContainEqual(expect.stringContaining('as every month'))
  },
)

test('a semicolon inserts a template into a note; a view is saved, opened by its key, made the default', async ({
  page,
  world,
}) => {
  await openQueue(page, world.url, PLATFORM)
  await press(page, 'j', 'j')
  await makeTemplate(page, 'Called', 'Called {{customer.name}}: {{?what was said}}.')
  await press(page, 'Escape', 'g', 'c')
  await queueIsThere(page)
  const id = await caseAtCursor(page)
  await page.keyboard.press('c')
  const note = field(page, `Note on ${id}`)
  await expect(note).toBeFocused()
  await page.keyboard.type('On the phone; then ;call')
  await expect(page.getByRole('listbox', { name: 'Snippets' }).getByRole('option')).toHaveText(/Called/)
  await page.keyboard.press('Enter')
  await expect(note).toHaveValue(/^On the phone; then Called [^[]+: \[what was said\]\.$/)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Fill in [what was said] first')).toBeVisible()
  await page.keyboard.type('a gift')
  await expect(note).toHaveValue(/: a gift\.$/)
  await page.keyboard.press('Control+Enter')
  await expect(note).toBeHidden()
  await goesOut(page)
  const texts = await world.db.selectFrom('note').select('text').where('case_id', '=', id).execute()
  expect(texts.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/^On the phone; then Called .+: a gift\.$/),
  )

  // a view is saved, opened by its key, made the default, deleted and brought back
  const { client_name: name } = await world.db
    .selectFrom('monitoring_case')
    .select('client_name')
    .where('platform', '=', PLATFORM)
    .where('status', '=', 'new')
    .limit(1)
    .executeTakeFirstOrThrow()
  const known = await world.db
    .selectFrom('monitoring_case')
    .where('platform', '=', PLATFORM)
    .where('status', '=', 'new')
    .where((where) => where.or([where('client_name', '=', name), where('counterparty_name', '=', name)]))
    .select('id')
    .execute()
  const some = String(known.length + 1)
  const all = await queue(page).getAttribute('aria-rowcount')
  await page.keyboard.press('/')
  await expect(field(page, 'Search')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(queue(page)).toHaveAttribute('aria-rowcount', some)
  await queue(page).focus()
  await page.keyboard.press('b')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.type('Watched')
  await page.keyboard.press('Enter')
  await expect(footer(page)).toContainText('Saved “Watched”: g 1')

  await page.keyboard.press('Shift+F')
  await expect(queue(page)).toHaveAttribute('aria-rowcount', all!)
  await press(page, 'g', '1')
  await expect(queue(page)).toHaveAttribute('aria-rowcount', some)
  expect(decodeURIComponent(page.url())).not.toContain(name.split(' ')[0])

  await page.keyboard.press('Control+k')
  await page.keyboard.type('~wat')
  await expect(palette(page).getByRole('option', { name: /Watched/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('queue opens with')
  await page.keyboard.press('Enter')
  await expect(palette(page).getByRole('option', { name: /Watched/ })).toBeVisible()
  await page.keyboard.press('2')
  await expect(footer(page)).toContainText('The queue opens with “Watched”')
  await expect
    .poll(async () => (await settingsOf(world, 'analyst', 'layout'))[0]?.value, { timeout: 30_000 })
    .toMatchObject({ opensWith: expect.any(String) })

  await openQueue(page, world.url, PLATFORM)
  await expect(queue(page)).toHaveAttribute('aria-rowcount', some)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('delete a saved view')
  await page.keyboard.press('Enter')
  await expect(palette(page).getByRole('option', { name: /Watched/ })).toBeVisible()
  await page.keyboard.press('1')
  await expect(footer(page)).toContainText('Deleted “Watched”')
  await press(page, 'z', 'g', 'v')
  await expect(palette(page).getByRole('option', { name: /Watched.*g 1/ })).toBeVisible()
})

test('a snoozed case returns on its day, here and on another device', async ({ page, world, browser }) => {
  await openQueue(page, world.url, PLATFORM)
  const id = await caseAtCursor(page)
  await page.keyboard.press('h')
  await expect(palette(page).getByRole('option', { name: /Tomorrow/ })).toBeVisible()
  await page.keyboard.type('2w')
  await page.keyboard.press('Enter')
  await expect(footer(page)).toContainText(`${id} awaiting response, back on`)
  await expect(rowOf(page, id)).toBeHidden()
  await isDrained(page)
  await expect.poll(async () => (await settingsOf(world, 'analyst', 'snooze')).map((one) => one.id)).toEqual([id])

  // two weeks later, as far as the window knows
  const later = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await later.newPage()
  await other.clock.setFixedTime(Date.now() + 15 * 86_400_000)
  // not by openQueue: a page whose clock is set has no performance entries
  await other.goto(`${world.url}/admin/${PLATFORM}/cases/`)
  await queueIsThere(other)
  await isOpen(other)
  const back = footer(other).getByRole('button', { name: '1 back today' })
  await expect(back).toBeVisible()
  await press(other, 'g', '0')
  await expect(rowOf(other, id)).toBeVisible()
  await expect(queue(other)).toHaveAttribute('aria-rowcount', '2')
  await later.close()
})
