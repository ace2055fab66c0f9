// The queue: what is shown, how it is narrowed, and that the hands always come back to it.
import { customersIn } from '#tests/support/account-world.ts'
import { addAlikeCases } from '#tests/support/alike-cases.ts'
import { signIn as signInAs } from '#tests/support/sign-in.ts'
import { caseAtCursor, expect, openQueue, palette, press, preview, queue, rowOf, test, withWhom } from './support.ts'

test.use({ account: 'analyst' })
const PLATFORM = 'paxum-colombia'

test.beforeEach(async ({ page, world }) => {
  await openQueue(page, world.url, PLATFORM)
})

const newCases = (world: { db: import('kysely').Kysely<import('#server/schema/database.ts').Database> }) =>
  world.db.selectFrom('monitoring_case').where('platform', '=', PLATFORM).where('status', '=', 'new')

test('the queue shows every new case, is narrowed and searched, waits with changes of others, and has the focus back', async ({
  page,
  world,
}) => {
  await test.step('shows every new case, and the preview follows the cursor', async () => {
    const all = await newCases(world).select('id').execute()
    await expect(queue(page)).toHaveAttribute('aria-rowcount', String(all.length + 1))
    await expect(page.getByText(`${all.length} cases`)).toBeVisible()
    for (const key of ['j', 'Shift+G', 'k']) {
      await page.keyboard.press(key)
      const id = await caseAtCursor(page)
      expect(all.map((one) => one.id)).toContain(id)
      await expect(preview(page).getByRole('heading', { name: id })).toBeVisible()
    }
  })
  await test.step('a decision appears in its case’s preview at once, and z removes it', async () => {
    await openQueue(page, world.url, PLATFORM)
    await world.db
      .updateTable('monitoring_case')
      .set({ manager_id: null })
      .where('platform', '=', PLATFORM)
      .where('status', '=', 'new')
      .execute()
    await page.reload()
    await expect(withWhom(page)).toHaveText('Unassigned')
    await press(page, 'm')
    await expect(withWhom(page)).not.toHaveText('Unassigned')
    await press(page, 'z')
    await expect(withWhom(page)).toHaveText('Unassigned')
  })
  await test.step('a filter is in the address, typed text is not', async () => {
    await openQueue(page, world.url, PLATFORM)
    const { client_name: name } = await newCases(world).select('client_name').limit(1).executeTakeFirstOrThrow()
    const known = await newCases(world)
      .where((where) => where.or([where('client_name', '=', name), where('counterparty_name', '=', name)]))
      .select('id')
      .execute()

    await page.keyboard.press('f')
    await expect(palette(page).getByRole('option', { name: 'Assigned' })).toBeVisible()
    await page.keyboard.type('assigned')
    await page.keyboard.press('Enter')
    await expect(palette(page).getByRole('option', { name: 'Unassigned' })).toBeVisible()
    await press(page, '1')
    await expect(page).toHaveURL(/assign=/)
    await press(page, 'Shift+F')
    await expect(page).not.toHaveURL(/assign=/)

    await page.keyboard.press('/')
    await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(queue(page)).toHaveAttribute('aria-rowcount', String(known.length + 1))
    for (const { id } of known) await expect(rowOf(page, id)).toBeVisible()
    expect(decodeURIComponent(page.url())).not.toContain(name.split(' ')[0])

    await page.reload()
    await expect(queue(page)).toHaveAttribute('aria-rowcount', String(known.length + 1))
  })
  await test.step('a search shows matches outside the status filter on Enter; reversed dates are named', async () => {
    await openQueue(page, world.url, PLATFORM)
    const closed = await world.db
      .selectFrom('monitoring_case')
      .select(['id', 'transaction_id'])
      .where('platform', '=', PLATFORM)
      .where('status', '=', 'complete')
      .executeTakeFirstOrThrow()
    await page.keyboard.press('/')
    await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toBeFocused()
    await page.keyboard.type(closed.transaction_id)
    await page.keyboard.press('Enter')
    await expect(page.getByText('No results in New')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: '1 match outside New' })).toBeVisible()
    await expect(page.getByText('Queue clear')).toBeHidden()
    // out of the field first: in it Enter searches
    await page.getByRole('button', { name: /outside New: show/ }).focus()
    await press(page, 'Enter')
    await expect(rowOf(page, closed.id)).toBeVisible()

    await page.goto(`${world.url}/admin/${PLATFORM}/cases/?timeS=2026-05-02&timeE=2026-05-01`)
    await expect(page.getByRole('alert').filter({ hasText: 'To 2026-05-01 is before From 2026-05-02.' })).toBeVisible()
  })
  await test.step('changes of others wait for g n', async () => {
    await openQueue(page, world.url, PLATFORM)
    await page.keyboard.press('Shift+G')
    const last = await caseAtCursor(page)
    const { uuid } = await newCases(world).select('uuid').where('id', '=', last).executeTakeFirstOrThrow()
    const answer = await fetch(`${world.url}/api/management/case/awaitCustomer/${uuid}`, {
      method: 'PATCH',
      headers: { 'auth-token': await signInAs(world.url, 'manager'), 'client-version': '2.0.9', platform: PLATFORM },
    })
    expect(answer.status).toBe(200)
    await expect(rowOf(page, last)).toBeVisible()
    await press(page, 'g', 'n')
    await expect(rowOf(page, last)).toHaveCount(0)
  })
  await test.step('the palette opens a case by its id, or the number in it, and decides nothing', async () => {
    await openQueue(page, world.url, PLATFORM)
    await press(page, 'j', 'j')
    const id = await caseAtCursor(page)
    await press(page, 'g', 'g', 'Control+k')
    await page.keyboard.type(`#${id}`)
    await expect(palette(page).getByRole('option', { name: id })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/case/${id}`)
    await expect(page.getByRole('heading', { name: id })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect.poll(() => caseAtCursor(page)).toBe(id)

    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/sync/ops') && sent.push(request.url()))
    await press(page, 'Control+k')
    await page.keyboard.type(id.replace(/^\D+/, ''))
    await expect(palette(page).getByRole('option').first()).toContainText(id)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/case/${id}`)
    expect([sent, await page.getByText('Undo').count()]).toEqual([[], 0])
    await page.keyboard.press('Escape')
  })
  await test.step('focus returns from every overlay to the queue', async () => {
    await openQueue(page, world.url, PLATFORM)
    const overlays = {
      'Control+k': palette(page),
      '?': page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
      r: palette(page),
      c: page.getByRole('dialog', { name: /note/i }),
      '/': page.getByRole('textbox', { name: 'Search', exact: true }),
    }
    const first = await caseAtCursor(page)
    await page.keyboard.press('j')
    await expect.poll(() => caseAtCursor(page)).not.toBe(first)
    const id = await caseAtCursor(page)
    for (const [key, overlay] of Object.entries(overlays)) {
      await page.keyboard.press(key)
      await expect(overlay, key).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(overlay, key).toBeHidden()
      await expect(queue(page), key).toBeFocused()
      expect(await caseAtCursor(page)).toBe(id)
    }
  })
})

test('names in a row, and the primary button of a case', async ({ page, world }) => {
  await test.step('the recommendation is the primary button of a case only where it can be made', async () => {
    const about = { platform: PLATFORM, customerId: '7802', rule: 'Primary button' }
    await customersIn(world.db)({ platform: PLATFORM, id: '7802', name: 'Folded 7802' })
    const money = { usd: '50.00', country: 'US' }
    const [open, decided] = await addAlikeCases(world.db, about, [money, { ...money, isDecided: true }])
    const recommend = page.getByRole('main').getByRole('button', { name: /^Recommend STR/ })
    await page.goto(`${world.url}/admin/${PLATFORM}/case/${open}`)
    await expect(recommend).toHaveAttribute('data-variant', 'plain', { timeout: 30_000 })
    await page.goto(`${world.url}/admin/${PLATFORM}/case/${decided}`)
    await expect(recommend).toHaveAttribute('data-variant', 'primary', { timeout: 30_000 })
    const closed = { status: 'complete', recommended_str: 0 } as const
    await world.db.updateTable('monitoring_case').set(closed).where('id', '=', decided!).execute()
    await page.reload()
    await expect(recommend).toHaveAttribute('data-variant', 'plain', { timeout: 30_000 })
  })
  await test.step('the own client stands first whichever way the money goes; a cut name is whole on hover and focus', async () => {
    const counterparty = 'Northwind Shipping and Forwarding of the Eastern Seaboard Limited'
    const about = { platform: PLATFORM, customerId: '7801', rule: 'Long names' }
    await customersIn(world.db)({ platform: PLATFORM, id: '7801', name: 'Folded 7801' })
    const money = { usd: '50.00', country: 'US', counterparty }
    const [outgoing, incoming] = await addAlikeCases(world.db, about, [money, { ...money, direction: 'incoming' }])
    await page.setViewportSize({ width: 1024, height: 700 })
    await page.goto(`${world.url}/admin/${PLATFORM}/cases/?customerId=%227801%22`)
    await expect(rowOf(page, outgoing!)).toBeVisible({ timeout: 30_000 })
    for (const [id, arrow, word] of [
      [outgoing!, '›', 'to'],
      [incoming!, '‹', 'from'],
    ] as const) {
      const whole = `Folded 7801 ${arrow} ${counterparty}`
      const cell = rowOf(page, id).getByRole('gridcell').filter({ hasText: 'Folded 7801' })
      // the page holds the whole text; a long one is cut by the style alone, and shown whole on hover
      await expect(cell).toHaveText(whole)
      await expect(cell).toHaveAttribute('title', whole)
      await expect(cell).toHaveCSS('text-overflow', 'ellipsis')
      expect(await cell.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true)
      // a row that is focused is read by its name
      expect(await rowOf(page, id).getAttribute('aria-label')).toContain(`Folded 7801 ${word} ${counterparty}`)
    }
  })
})
