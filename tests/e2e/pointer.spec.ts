// By the pointer alone: every list is reached, a case leads to its customer and its neighbours, files are looked at first.
import { expect, isOpen, openQueue, press, test } from './support.ts'

test.use({ account: 'manager' })

test('every list, the neighbours of a case, and the file of an alert by the pointer', async ({ page, world }) => {
  await test.step('lists without a tab are in the menu beside the tabs, also if empty', async () => {
    await openQueue(page, world.url)
    for (const [item, heading] of [
      ['Account alerts', 'Account alerts'],
      ['Sanctions hits', 'Sanctions hits'],
      ['SAR and EDD forms', 'SAR and EDD forms'],
      ['Outbox', 'Outbox'],
      ['Conflicts', 'Conflicts'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    }
  })
  await test.step('a case leads to the next one and to its customer', async () => {
    await openQueue(page, world.url)
    await press(page, 'Enter')
    const title = page.getByRole('main').getByRole('heading', { level: 2 }).first()
    const first = await title.textContent()
    await page.getByRole('button', { name: /^Next case/ }).click()
    await expect(title).not.toHaveText(first ?? '')
    await page.getByRole('button', { name: /^Previous case/ }).click()
    await expect(title).toHaveText(first ?? '')
    await page.locator('main header').getByRole('button').first().click()
    await expect(page.getByRole('complementary', { name: 'About the customer' })).toBeVisible()
  })
  await test.step('search terms that this device does not have are reported missing, and nothing is listed', async () => {
    await page.goto(`${world.url}/admin/paxum/cases/?q=5b1d0d0a-0000-4000-8000-000000000404`)
    await expect(page.getByRole('alert')).toHaveText('The words of this search are not on this device: search again.')
    // more than was searched is not listed
    await expect(page.getByRole('grid')).toHaveCount(0)
    await page.getByRole('button', { name: /^Search again/ }).click()
    await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toBeFocused()
  })
  await test.step('a file for an alert is previewed before it is sent, shows its progress, and can be cancelled', async () => {
    const { case_id: id } = await world.db
      .selectFrom('alert')
      .select('case_id')
      .where('platform', '=', 'paxum')
      .where('kind', '=', 'transaction')
      .where('status', '=', 'new')
      .where('case_id', 'is not', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    await page.goto(`${world.url}/admin/paxum/case/${id}`)
    await isOpen(page)
    await expect(page.getByRole('tab', { name: /^Alerts [1-9]/ })).toBeVisible()
    await press(page, 'e')
    const upload = page.getByRole('dialog').getByRole('group', { name: 'File to attach' })
    // its name in notes, and the time it was raised
    for (const label of ['Alert', 'Level', 'Raised', 'Assigned to']) {
      await expect(page.getByRole('dialog').getByRole('term').getByText(label, { exact: true })).toBeVisible()
    }
    await expect(upload.getByRole('button', { name: /^Choose a file/ })).toBeFocused()
    let sent = 0
    // no answer comes
    await page.route('**/attachToAlert/**', () => void (sent += 1))
    const file = upload.locator('input')
    const text = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/plain', buffer })
    await file.setInputFiles(text('large.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'x')))
    await expect(upload.getByRole('alert')).toHaveText('large.txt is larger than 10 MiB.')
    await file.setInputFiles(text('run.exe', Buffer.from('MZ')))
    await expect(upload.getByRole('alert')).toContainText('not of a kind')
    expect(sent).toBe(0)
    await file.setInputFiles(text('proof.txt', Buffer.from('Paid.')))
    await expect(upload.getByRole('progressbar')).toBeVisible()
    await press(page, 'Enter')
    await expect(upload.getByRole('alert')).toHaveText('proof.txt was not sent: you cancelled it.')
    await page.unroute('**/attachToAlert/**')
    await file.setInputFiles(text('proof.txt', Buffer.from('Paid.')))
    await expect(page.getByRole('dialog').getByRole('button', { name: 'proof.txt' })).toBeVisible()
  })
})
