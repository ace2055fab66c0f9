// Rules by keyboard: found, written, tried on the past, fought over by two people, approved by a second one.
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { rules as calls } from '#contract/calls/rules/rules.ts'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'
import { BOUNCE_MS, takeIn } from './triage-record.ts'
import { expect, OURS, palette, press, test, violations, type World } from './support.ts'

const PLATFORM = 'paxum'
// each is a whole journey, with what axe says of every stop
test.describe.configure({ timeout: 240_000 })
test.use({ account: 'manager' })

const list = (page: Page) => page.getByRole('grid', { name: 'Rules' })
const footer = (page: Page) => page.getByRole('contentinfo')
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const form = (page: Page) => page.getByRole('form', { name: 'Rule definition' })
const address = ({ url }: World, path: string) => `${url}/admin/${PLATFORM}/${path}`

async function openList(page: Page, world: World): Promise<void> {
  await page.goto(address(world, 'rules/'))
  await expect(list(page)).toBeFocused({ timeout: 30_000 })
}

/** Opens the rule of a name from the list, by its search. */
async function openRule(page: Page, world: World, name: string): Promise<void> {
  await openList(page, world)
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await expect(list(page)).toHaveAttribute('aria-rowcount', '2')
  await press(page, 'Enter', 'Enter')
  await expect(field(page, 'Name')).toHaveValue(name)
  await expect(form(page)).toBeFocused()
}

/** A rule of the platform as the database has it. */
const ruleNamed = ({ db }: World, name: string) =>
  db
    .selectFrom('rule')
    .select(['id', 'revision_id', 'criteria', 'options', 'stage', 'deleted_at'])
    .where('platform', '=', PLATFORM)
    .where('name', '=', name)
    .executeTakeFirst()

/** Saves what is written, with a reason. */
async function save(page: Page, reason = 'Too many false positives.'): Promise<void> {
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: /^(Save|Propose)/ })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type(reason)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
}

/** Answers the question in the status line by one Enter: another would mean something else. */
async function confirm(page: Page, isDone: () => Promise<void>): Promise<void> {
  await expect(footer(page).getByRole('button', { name: 'confirm' })).toBeVisible()
  await takeIn(page, BOUNCE_MS)
  await page.keyboard.press('Enter')
  await expect(isDone).toPass({ timeout: 30_000 })
}

test('rules are found, written, compared, and start in shadow mode', async ({ page, world }) => {
  await test.step('a new rule starts in shadow mode by default', async () => {
    // its options do not come at first: this device has not read them yet
    await page.route('**/criteria/info', (route) =>
      route.fulfill({ status: 404, headers: OURS, json: { message: 'Away.' } }),
    )
    await page.goto(address(world, 'rule/add'))
    await expect(field(page, 'Name')).toBeFocused({ timeout: 30_000 })
    const unread = form(page).getByRole('alert')
    await expect(unread).toContainText('The choices could not be read: Away.')
    await page.unroute('**/criteria/info')
    await unread.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(unread).toBeHidden()
    await field(page, 'Name').focus()
    await page.keyboard.type('Wires on trial')
    await expect(page.getByRole('combobox', { name: 'Start as' })).toHaveValue('shadow')
    await press(page, 'Escape', 'c')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.type('transaction limit')
    await expect(palette(page).getByRole('option', { name: /Transaction limit/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Transaction limit' }).getByRole('textbox').fill('9000')
    await save(page, 'On trial.')
    await page.waitForURL('**/rules/**')
    expect(await ruleNamed(world, 'Wires on trial')).toMatchObject({ stage: 'shadow' })
    await expect(page.getByText('Shadow mode', { exact: true })).toBeVisible()
  })
  await test.step('rules are filtered by field and text, with deleted ones on request', async () => {
    await openList(page, world)
    expect(await violations(page)).toEqual([])
    const all = Number(await list(page).getAttribute('aria-rowcount'))
    await page.keyboard.press('f')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.type('action')
    await page.keyboard.press('Enter')
    await page.keyboard.type('hard')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/action=hardstop/)
    await expect.poll(async () => Number(await list(page).getAttribute('aria-rowcount'))).toBeLessThan(all)
    await press(page, 'Shift+F')
    await expect(list(page)).toHaveAttribute('aria-rowcount', String(all))
    await press(page, 'Shift+D')
    await expect(list(page).getByRole('row', { name: /Every hundredth payment/ })).toContainText('Deleted')
  })
  await test.step('a rule is created, its faults are marked at their fields, and its revisions are compared', async () => {
    await openList(page, world)
    await page.keyboard.press('c')
    await expect(field(page, 'Name')).toBeFocused()
    await page.keyboard.type('Wires to watched places')
    await press(page, 'Escape', 'c')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.type('transaction limit')
    await page.keyboard.press('Enter')
    const limit = page.getByRole('group', { name: 'Transaction limit' }).getByRole('textbox')
    await expect(limit).toBeFocused()
    await limit.fill('0')
    await press(page, 'Escape', '5')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Field of condition 1' })).toBeFocused()
    await page.keyboard.type('Industry')
    await page.keyboard.press('Tab')
    await page.keyboard.type('contains')
    await page.keyboard.press('Tab')
    await page.keyboard.type('go')
    await page.keyboard.press('Control+s')
    await expect(footer(page)).toContainText('2 errors')
    await expect(limit).toBeFocused()
    await expect(page.getByText('needs 3 characters or more').first()).toBeVisible()
    // each error leads to its field, again and again
    const errors = page.getByRole('alert', { name: 'Errors' })
    await field(page, 'Name').focus()
    await errors.getByRole('button', { name: /Transaction limit/ }).press('Enter')
    await expect(limit).toBeFocused()
    await field(page, 'Name').focus()
    await page.keyboard.press('Control+s')
    await expect(limit).toBeFocused()
    expect(await violations(page)).toEqual([])
    await limit.fill('9,000.00')
    await page
      .getByRole('textbox', { name: 'Value of condition 1' })
      .or(page.getByRole('combobox', { name: 'Value of condition 1' }))
      .fill('gold')
    await save(page, 'Gold dealers.')
    await page.waitForURL('**/rules/**')
    await expect
      .poll(() => ruleNamed(world, 'Wires to watched places'))
      .toMatchObject({
        criteria: { limit_transaction: { limit: '9000.00' } },
        stage: 'shadow',
        options: {
          action: 'alert',
          trigger_event: 'transaction',
          customer_filters: {
            where: { combinator: 'and', rules: [{ field: 'industry', operator: 'contains', value: 'gold' }] },
          },
        },
      })

    await limit.fill('12000')
    await save(page, 'Fewer alerts.')
    await expect(page.getByText('Not saved', { exact: true })).toBeHidden()
    await limit.fill('15000')
    await press(page, 'Escape', 'h')
    await expect(page.getByRole('grid', { name: 'Revisions' })).toBeFocused()
    const differences = page.getByRole('table', { name: 'Differences' })
    await expect(differences.getByRole('row', { name: /Transaction limit .* 9,000 USD 12,000 USD/ })).toBeVisible()
    await expect(page.getByRole('region', { name: 'What it changed' })).toContainText('Reason: Fewer alerts.')
    await expect(page.getByRole('columnheader', { name: 'Revision 2' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    // the first one is put on top of the present one, as a draft
    await press(page, 'j', 'Enter')
    await expect(limit).toHaveValue('9000.00')
    await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
    // the draft comes back
    await page.keyboard.press('z')
    await expect(limit).toHaveValue('15000')

    // the form has the focus: Escape would leave the rule
    await page.keyboard.press('#')
    await expect(footer(page)).toContainText('Delete Wires to watched places')
    await expect(footer(page)).toContainText('this cannot be undone')
    await confirm(page, async () =>
      expect((await ruleNamed(world, 'Wires to watched places'))?.deleted_at).toBeTruthy(),
    )
    await expect(page).toHaveURL(/\/rules\/$/)
  })
  await test.step('a period is told in minutes or hours, and the payments that are counted by their currency', async () => {
    await openRule(page, world, 'Daily total')
    const before = await ruleNamed(world, 'Daily total')
    const criterion = form(page).getByRole('group', { name: 'Total of transactions' })
    await criterion.getByRole('combobox', { name: 'Unit' }).selectOption('minutes')
    await criterion.getByRole('textbox', { name: 'Period' }).fill('0')
    const payments = form(page).getByRole('group', { name: 'Transaction filter' })
    await payments.getByRole('button', { name: '+ Condition' }).press('Enter')
    await payments.getByRole('combobox', { name: 'Field of condition 1' }).selectOption({ label: 'Currency' })
    await payments.getByRole('combobox', { name: 'Value of condition 1' }).selectOption('EUR')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('must be 1 minute to 3,650 days').first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await criterion.getByRole('textbox', { name: 'Period' }).fill('90')
    await save(page, 'Within an hour and a half.')
    const filter = { combinator: 'and', rules: [{ field: 'transactionCurrency', operator: 'equal', value: 'EUR' }] }
    await expect
      .poll(() => ruleNamed(world, 'Daily total'))
      .toMatchObject({
        criteria: { summary_amount_transaction: { period: 'PT90M' } },
        options: { transaction_filters: { where: filter } },
      })
    await press(page, 'Escape', 'h')
    const differences = page.getByRole('table', { name: 'Differences' })
    await expect(differences.getByRole('row', { name: /Period .*1 day 90 minutes/ })).toBeVisible()
    await expect(differences.getByRole('row', { name: /Transactions .*Currency is EUR/ })).toBeVisible()
    const { criteria, options, id } = before ?? {}
    await world.db
      .updateTable('rule')
      .set({ criteria: JSON.stringify(criteria), options: JSON.stringify(options) })
      .where('id', '=', String(id))
      .execute()
  })
})

test('a draft is kept, tried on the past, merged with another person’s, and a rule is moved between stages', async ({
  page,
  world,
}) => {
  await test.step('an unsaved edit survives a reload', async () => {
    await openRule(page, world, 'Velocity')
    const allowed = page.getByRole('textbox', { name: 'Transactions allowed' })
    await allowed.fill('9')
    await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
    // from a field, and from what is pressed or chosen, the first goes to the form; from there it asks
    await press(page, 'Escape')
    await form(page).getByRole('button', { name: '+ Condition' }).first().focus()
    await press(page, 'Escape')
    await expect(form(page)).toBeFocused()
    await press(page, 'Escape')
    await confirm(page, () => expect(list(page)).toBeFocused())
    await expect(footer(page)).toContainText('your draft is kept')
    const left = list(page).getByRole('row', { name: /Velocity \(unsaved draft\)/ })
    await expect(left).toBeVisible()
    await expect(list(page)).toHaveAttribute('aria-activedescendant', (await left.getAttribute('id')) ?? '')
    await page.reload()
    await openRule(page, world, 'Velocity')
    await expect(allowed).toHaveValue('9')
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
    await expect(allowed).toHaveValue('12')
  })
  await test.step('a backtest of a draft shows what it would lose and gain, by case', async () => {
    await openRule(page, world, 'Velocity')
    await page.getByRole('textbox', { name: 'Transactions allowed' }).fill('30')
    await press(page, 'Escape', 'b')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.press('3')
    const beside = page.getByRole('table', { name: 'The rule and the draft' })
    await expect(beside).toBeVisible({ timeout: 30_000 })
    const [, inForce = 0, draft = 0] = (await beside.getByRole('row', { name: /^Alerts/ }).innerText())
      .split(/\s+/)
      .map(Number)
    expect(draft).toBeLessThan(inForce)
    await expect(page.getByRole('heading', { name: `0 alerts gained, ${inForce - draft} alerts lost` })).toBeVisible()
    // its result is beside the question for the reason
    await page.keyboard.press('Control+s')
    const saving = page.getByRole('dialog', { name: 'Save a new revision' })
    await expect(saving).toContainText('Its result is kept with the revision.')
    await page.keyboard.press('Escape')
    await expect(saving).toBeHidden()
    const lost = page.getByRole('list', { name: 'Alerts lost' }).getByRole('link').first()
    expect(await violations(page)).toEqual([])
    const caseId = await lost.innerText()
    await lost.press('Enter')
    await page.waitForURL(`**/case/${caseId}`)
    await page.goBack()
    await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
    await expect(beside).toBeVisible()
    // the report goes with the draft: a window that is loaded anew has it too
    await page.reload()
    await expect(form(page)).toBeFocused({ timeout: 30_000 })
    await page.keyboard.press('v')
    await expect(beside).toBeVisible()
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  })
  await test.step('of two editors the second sees the first one’s changes and loses nothing', async () => {
    await openRule(page, world, 'Significant deposit')
    const id = /rules\/(\d+)/.exec(page.url())?.[1] ?? ''
    await field(page, 'Description').fill('Mine')
    const token = await tokenOf(world.url, 'admin')
    const headers = { 'auth-token': token, platform: PLATFORM, 'client-version': '2.0.9' }
    const theirs = calls.view.reply.parse(
      await (await fetch(`${world.url}/api/management/rule/${id}`, { headers })).json(),
    )
    const { name, platform, type, criteria, options } = theirs
    const changed = await fetch(`${world.url}/api/management/rule/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        rule: {
          name: `${name}, theirs`,
          description: 'Theirs',
          platform,
          type,
          criteria,
          options,
          reason: 'As agreed.',
        },
      }),
    })
    expect(changed.status).toBe(200)

    await save(page)
    const conflict = page.getByRole('alert', { name: 'Changed by somebody else' })
    // nothing can be saved before it is settled
    await expect(conflict).toBeFocused()
    await expect(conflict.getByRole('row', { name: /Description .* Theirs Mine/ })).toBeVisible()
    await expect(conflict.getByRole('row', { name: /^Name / })).toContainText('Theirs')
    await expect(field(page, 'Description')).toHaveValue('Mine')
    expect(await violations(page)).toEqual([])
    await press(page, 'm')
    await expect(conflict).toBeHidden()
    await expect(field(page, 'Name')).toHaveValue(`${name}, theirs`)
    await page.keyboard.press('z')
    await expect(conflict).toBeVisible()
    await expect(field(page, 'Name')).toHaveValue(name)
    await page.keyboard.press('Shift+Z')
    await expect(conflict).toBeHidden()
    await expect(field(page, 'Name')).toHaveValue(`${name}, theirs`)
    await save(page)
    await expect(page.getByText('Not saved', { exact: true })).toBeHidden()
    await page.reload()
    await expect(field(page, 'Description')).toHaveValue('Mine')
    await expect(field(page, 'Name')).toHaveValue(`${name}, theirs`)
  })
  await test.step('a rule goes into shadow mode and back, and to another platform', async () => {
    await openRule(page, world, 'Pass-through')
    await press(page, 'Shift+P')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.type('Too many alerts')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await ruleNamed(world, 'Pass-through'))?.stage).toBe('shadow')
    await press(page, 'v', 'v')
    await expect(page.getByRole('complementary', { name: 'Shadow' })).toContainText('would have raised 0 alerts')
    expect(await violations(page)).toEqual([])
    await form(page).focus()
    await page.keyboard.press('p')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.type('Counts as expected')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await ruleNamed(world, 'Pass-through'))?.stage).toBe('live')

    await press(page, 'Shift+C')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(footer(page)).toContainText('Pass-through cloned to')
    const copies = await world.db.selectFrom('rule').select('platform').where('name', '=', 'Pass-through').execute()
    expect(new Set(copies.map(({ platform }) => platform)).size).toBeLessThan(copies.length)
  })
})

test.describe('an analyst', () => {
  test.use({ account: 'analyst' })

  test('reads rules, is told why they cannot be changed, and is asked why procedure steps are outstanding', async ({
    page,
    world,
  }) => {
    await test.step('reads rules and is told why they cannot be changed', async () => {
      await openList(page, world)
      await page.keyboard.press('c')
      await expect(footer(page)).toContainText('Only managers can do this')
      await page.keyboard.press('Enter')
      await expect(form(page)).toBeFocused()
      await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
      await expect(form(page)).toContainText('Trigger')
      expect(await violations(page)).toEqual([])
    })
    await test.step('is asked why procedure steps are outstanding, and records them', async () => {
      const { rows } = await sql<{ id: string }>`
      select a.case_id as id from alert a join rule r on r.id = a.rule_id
      join monitoring_case m on m.platform = a.platform and m.id = a.case_id
      where a.platform = ${PLATFORM} and a.status = 'new' and r.name = 'Prohibited country' and m.status = 'new'
        and not exists (select from alert b where b.platform = a.platform and b.case_id = a.case_id and b.id <> a.id)
      limit 1`.execute(world.db)
      await page.goto(address(world, `case/${rows[0]!.id}`))
      await expect(page.getByRole('grid', { name: 'Alerts' })).toBeFocused({ timeout: 30_000 })
      const left = page.getByRole('region', { name: 'Outstanding procedure steps' })
      await expect(left).toContainText('2 procedure steps outstanding')
      expect(await violations(page)).toEqual([])
      await press(page, 'Shift+V')
      await expect(footer(page)).toContainText('2 procedure steps outstanding: Compare the country')
      await press(page, 'r')
      // the facts contradict the claims of the templates above it
      await page.keyboard.type('data')
      await expect(palette(page)).toContainText('the note needs your words: 1')
      await press(page, 'Escape', 'Enter')
      const drawer = page.getByRole('dialog', { name: 'Why the alert fired' })
      const steps = drawer.getByRole('region', { name: 'Procedures' }).getByRole('checkbox')
      await steps.first().press('Space')
      await expect(steps.first()).toBeChecked()
      await page.keyboard.press('Escape')
      await expect(left).toContainText('1 procedure step outstanding')
      await press(page, 'Enter')
      await steps.last().press('Space')
      await expect(steps.last()).toBeChecked()
      await page.keyboard.press('Escape')
      await expect(left).toBeHidden()
      await press(page, 'Shift+V')
      await expect(footer(page)).toContainText('Every procedure step is done')
    })
  })
})
