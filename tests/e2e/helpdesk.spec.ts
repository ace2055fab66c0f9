// The helpdesk by keyboard: a ticket from a case, its thread and a reply, a form that is asked for and handed in.
import {
  expect,
  isDrained,
  openQueue,
  press,
  preview,
  test,
  violations,
  workerIsReady,
  type World,
  cutOff,
  OURS,
} from './support.ts'

test.use({ account: 'manager' })
test.setTimeout(240_000)

const hrefOf = ({ url }: World, id: string) => `${url}/admin/paxum/customers/customer/${id}?section=helpdesk`

/** A customer whose ticket was answered and waits for us. */
async function findAnswered({ db }: World) {
  return db
    .selectFrom('helpdesk_ticket')
    .select(['id', 'customer_id', 'subject', 'contact_email'])
    .where('platform', '=', 'paxum')
    .where('status', '=', 'open')
    .orderBy('id')
    .executeTakeFirstOrThrow()
}

const lastMessage = ({ db }: World, ticketId: string) =>
  db
    .selectFrom('helpdesk_message')
    .select(['direction', 'to_email', 'content'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

test('a ticket is opened from a case with a template, and one is written with a variable', async ({ page, world }) => {
  await test.step('a ticket is opened from a case with a template, after a confirmation', async () => {
    const { id: caseId } = await world.db
      .selectFrom('monitoring_case as c')
      .innerJoin('alert as a', (join) => join.onRef('a.case_id', '=', 'c.id').onRef('a.platform', '=', 'c.platform'))
      .select('c.id')
      .where('c.platform', '=', 'paxum')
      .where('c.status', '=', 'new')
      .orderBy('c.id')
      .executeTakeFirstOrThrow()
    await page.goto(`${world.url}/admin/paxum/case/${caseId}`)
    await expect(page.getByRole('grid', { name: 'Alerts' })).toBeFocused()
    await press(page, 'i')
    const drawer = page.getByRole('dialog', { name: /^New ticket for/ })
    await expect(drawer).toContainText(`About case ${caseId}`)
    const message = drawer.getByRole('textbox', { name: 'Message' })
    await expect(message).toBeFocused()
    // without a word it does not go, and says so
    await press(page, 'Control+Enter')
    await expect(drawer.getByRole('alert')).toContainText('give it a subject')
    await page.keyboard.type(';purp')
    await expect(drawer.getByRole('option', { name: /Purpose of a payment/ })).toBeVisible()
    await press(page, 'Enter')
    await expect(message).toHaveValue(/what it is for/)
    await expect(drawer.getByRole('textbox', { name: 'Subject' })).toHaveValue('A question about your payment')
    expect(await violations(page)).toEqual([])
    await press(page, 'Control+Enter')
    await expect(drawer.getByRole('alert')).toContainText('cannot be undone')
    await expect(drawer.getByRole('button', { name: /Send now/ })).toBeFocused()
    await press(page, 'Enter')
    await expect(drawer).toBeHidden()
    await expect
      .poll(() =>
        world.db
          .selectFrom('helpdesk_ticket as t')
          .innerJoin('monitoring_case as c', 'c.uuid', 't.case_uuid')
          .select(['t.subject', 't.status'])
          .where('c.id', '=', caseId)
          .orderBy('t.id', 'desc')
          .executeTakeFirst(),
      )
      .toEqual({ subject: 'A question about your payment', status: 'pending' })
    await press(page, 'Shift+I')
    const list = page.getByRole('grid', { name: 'Tickets and forms' })
    await expect(list.getByRole('row', { name: /A question about your payment/ }).first()).toBeVisible()
  })
  await test.step('a ticket template is written with a variable, and a message has its value', async () => {
    const { customer_id: id } = await findAnswered(world)
    await openQueue(page, world.url)
    await expect(preview(page).getByRole('region', { name: 'Evidence' })).toBeVisible()
    await press(page, 'g', 'z')
    const list = page.getByRole('grid', { name: 'Ticket templates' })
    await expect(list).toBeFocused()
    const form = page.getByRole('form', { name: 'Ticket template' })
    await expect(form.getByRole('textbox', { name: 'Name' })).not.toHaveValue('')
    expect(await violations(page)).toEqual([])
    await press(page, 'c')
    const name = form.getByRole('textbox', { name: 'Name' })
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('')
    await page.keyboard.type('Payslip')
    await press(page, 'Tab')
    await page.keyboard.type('Your payslip')
    await press(page, 'Tab')
    await page.keyboard.type('Dear {{customer.nam}}')
    await expect(form.getByText(/no variable called customer\.nam/)).toBeVisible()
    await press(page, 'ArrowLeft', 'ArrowLeft')
    await page.keyboard.type('e')
    await press(page, 'Control+s')
    await expect(list.getByRole('row', { name: /Payslip/ })).not.toContainText('not saved')
    await expect(form.getByText('Version 1')).toBeVisible()
    await expect(list).toBeFocused()

    await page.goto(hrefOf(world, id))
    await expect(page.getByRole('grid', { name: 'Tickets and forms' })).toBeFocused()
    await press(page, 'i')
    const drawer = page.getByRole('dialog', { name: /^New ticket for/ })
    const customer = ((await drawer.getByRole('heading').textContent()) ?? '').replace('New ticket for ', '')
    await expect(drawer.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await page.keyboard.type(';pay')
    await expect(drawer.getByRole('option', { name: /Payslip/ })).toBeVisible()
    await page.keyboard.type('slip')
    await press(page, 'Enter')
    await expect(drawer.getByRole('textbox', { name: 'Message' })).toHaveValue(`Dear ${customer}`)
  })
})

test('a thread is read and answered, forms are asked for, handed in and mailed, and an upload is cancelled', async ({
  page,
  world,
}) => {
  await test.step('a thread is read and answered; a draft survives the drawer and a reload', async () => {
    const ticket = await findAnswered(world)
    await page.goto(hrefOf(world, ticket.customer_id))
    const list = page.getByRole('grid', { name: 'Tickets and forms' })
    await expect(list).toBeFocused()
    expect(await violations(page)).toEqual([])
    const drawer = page.getByRole('dialog', { name: ticket.subject })
    await press(page, 'g', 'g')
    while (!(await isAtTicket(page, ticket.id))) await press(page, 'j')
    await press(page, 'Enter')
    await expect(drawer.getByRole('list', { name: 'Messages' }).getByText('received').first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await press(page, 'r')
    const message = drawer.getByRole('textbox', { name: 'Message' })
    await expect(message).toBeFocused()
    await page.keyboard.type('Thank you, one more thing')
    await press(page, 'Escape')
    await expect(drawer.getByRole('alert')).toContainText('the words are there when you come back')
    await press(page, 'Escape')
    await expect(drawer).toBeHidden()

    await page.reload()
    await expect(list).toBeFocused()
    while (!(await isAtTicket(page, ticket.id))) await press(page, 'j')
    await press(page, 'Enter')
    await expect(message).toHaveValue('Thank you, one more thing')
    await expect(message).toBeFocused()
    await press(page, 'End')
    await page.keyboard.type('.')
    await press(page, 'Control+Enter')
    await expect(drawer.getByRole('alert')).toContainText(ticket.contact_email)
    await press(page, 'Enter')
    // there is a report on this customer: nothing goes out without a reason
    const guard = page.getByRole('dialog', { name: 'This message may tip the customer off' })
    await expect(guard.getByRole('textbox', { name: 'Reason for sending it' })).toBeFocused()
    expect(await violations(page)).toEqual([])
    await page.keyboard.type('Answers his question alone')
    await press(page, 'Control+Enter')
    await expect(message).toBeHidden()
    await expect(drawer.getByText('Thank you, one more thing.')).toBeVisible()
    expect(await lastMessage(world, ticket.id)).toEqual({
      direction: 'out',
      to_email: ticket.contact_email,
      content: 'Thank you, one more thing.',
    })
  })
  await test.step('a reply without a recipient is not sent, and says why', async () => {
    const ticket = await findAnswered(world)
    await page.route('**/helpdesk/contacts/**', (route) => route.fulfill({ headers: OURS, json: { items: [] } }))
    await page.goto(hrefOf(world, ticket.customer_id))
    await expect(page.getByRole('grid', { name: 'Tickets and forms' })).toBeFocused()
    await press(page, 'g', 'g')
    while (!(await isAtTicket(page, ticket.id))) await press(page, 'j')
    const before = await lastMessage(world, ticket.id)
    await press(page, 'Enter')
    const drawer = page.getByRole('dialog', { name: ticket.subject })
    await expect(drawer.getByRole('button', { name: /^Reply/ })).toBeVisible()
    await press(page, 'r')
    await expect(drawer.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await page.keyboard.type('Hello')
    await press(page, 'Control+Enter')
    await expect(drawer.getByRole('alert')).toContainText('Not sent: this customer has no e-mail address')
    expect(await lastMessage(world, ticket.id)).toEqual(before)
    await page.unroute('**/helpdesk/contacts/**')
  })
  await test.step('a form is requested; a file of the wrong kind is refused, the right one submitted', async () => {
    const { customer_id: id } = await findAnswered(world)
    await page.goto(hrefOf(world, id))
    const list = page.getByRole('grid', { name: 'Tickets and forms' })
    await expect(list).toBeFocused()
    await press(page, 'Shift+F')
    await page.keyboard.type('wealth')
    await press(page, 'Enter')
    await expect(page.getByText(/Source of wealth: 0 submitted, 1 not/)).toBeVisible()
    await press(page, 'g', 'g')
    await expect.poll(() => rowAtCursor(page)).toContain('Source of wealth')
    await press(page, 'Enter')
    const drawer = page.getByRole('dialog', { name: 'Source of wealth' })
    await expect(drawer.getByRole('button', { name: 'Choose a file…' })).toBeFocused()
    expect(await violations(page)).toEqual([])
    const file = drawer.getByLabel('Completed form').locator('input')
    await file.setInputFiles({ name: 'form.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') })
    await expect(drawer.getByRole('alert')).toContainText('not of a kind')
    // the server refuses an address that only looks valid
    await file.setInputFiles({ name: 'form.pdf', mimeType: 'application/pdf', buffer: Buffer.from([0x4d, 0x5a, 0, 1]) })
    await expect(drawer.getByRole('alert')).toContainText('was rejected')
    await file.setInputFiles({ name: 'form.txt', mimeType: 'text/plain', buffer: Buffer.from('My house was sold.') })
    const download = drawer.getByRole('button', { name: 'Download submission' })
    await expect(download).toBeVisible()
    const [saved] = await Promise.all([page.waitForEvent('download'), download.press('Enter')])
    expect(saved.suggestedFilename()).toBe('form.txt')
    await press(page, 'Escape')
    await expect(page.getByText(/Source of wealth: 1 submitted, 0 not/)).toBeVisible()
  })
  await test.step('the link to a form is mailed like any message', async () => {
    const { customer_id: id } = await world.db
      .selectFrom('customer_email')
      .select('customer_id')
      .where('platform', '=', 'paxum')
      // nobody about whom a report is open: of those a reason is asked
      .where('customer_id', 'not in', (eb) => eb.selectFrom('document_form').select('customer_id'))
      .where('customer_id', 'not in', (eb) =>
        eb.selectFrom('monitoring_case').select('customer_id').where('recommended_str', '=', 1),
      )
      .orderBy('customer_id')
      .executeTakeFirstOrThrow()
    await page.goto(hrefOf(world, id))
    await expect(page.getByRole('button', { name: /^Ask for a form/ })).toBeVisible()
    await press(page, 'Shift+F')
    await page.keyboard.type('identity')
    await press(page, 'Enter')
    await page.getByRole('row', { name: /Update of identity documents/ }).dblclick()
    await page.getByRole('button', { name: /^E-mail the link/ }).click()
    const drawer = page.getByRole('dialog', { name: /^New ticket for/ })
    await expect(drawer.getByRole('textbox', { name: 'Subject' })).toHaveValue('Update of identity documents')
    await expect(drawer.getByRole('textbox', { name: 'Message' })).toHaveValue(
      /^Please complete this form: .*\/api\/form\//s,
    )
    await press(page, 'Control+Enter')
    await expect(drawer.getByRole('button', { name: /^Send/ })).toBeFocused()
    await press(page, 'Enter')
    await expect(drawer).toBeHidden()
    const mail = await world.db.selectFrom('mail').select('text').orderBy('created_at', 'desc').executeTakeFirst()
    expect(mail?.text).toContain('/api/form/')
  })
  await test.step('an upload shows its progress and can be cancelled', async () => {
    const { customer_id: id } = await findAnswered(world)
    await page.goto(hrefOf(world, id))
    await expect(page.getByRole('grid', { name: 'Tickets and forms' })).toBeFocused()
    await press(page, 'Shift+F')
    await page.keyboard.type('owners')
    await press(page, 'Enter')
    await expect(page.getByText(/Beneficial owners: 0 submitted, 1 not/)).toBeVisible()
    await press(page, 'g', 'g', 'Enter')
    const drawer = page.getByRole('dialog', { name: 'Beneficial owners' })
    // no answer comes until it is given up
    await page.route('**/customer-forms/submit/**', () => {})
    await drawer
      .getByLabel('Completed form')
      .locator('input')
      .setInputFiles({ name: 'owners.txt', mimeType: 'text/plain', buffer: Buffer.from('Nobody else.') })
    await expect(drawer.getByRole('progressbar')).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(page, 'Enter')
    await expect(drawer.getByRole('alert')).toContainText('owners.txt was not sent: you cancelled it')
  })
})

test('a customer submits a form by its link, without signing in, once', async ({ page, context, browser, world }) => {
  const { customer_id: id } = await findAnswered(world)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(hrefOf(world, id))
  await expect(page.getByRole('grid', { name: 'Tickets and forms' })).toBeFocused()
  await press(page, 'Shift+F')
  await page.keyboard.type('activity')
  await press(page, 'Enter')
  await expect(page.getByText(/Expected activity: 0 submitted, 1 not/)).toBeVisible()
  // as whoever comes later finds it: the link is told once
  await page.reload()
  await expect(page.getByRole('grid', { name: 'Tickets and forms' })).toBeFocused()
  // forms come after the tickets, and stand above them
  await expect(page.getByRole('row', { name: /Expected activity/ })).toBeVisible()
  await press(page, 'g', 'g', 'Enter')
  const drawer = page.getByRole('dialog', { name: 'Expected activity' })
  await expect(drawer.getByRole('button', { name: /Copy link/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await press(page, 'y')
  await expect(drawer.getByText(/\/api\/form\//)).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const [, link = ''] = /^Expected activity: (http:\S+)$/.exec(copied) ?? []

  const outside = await browser.newContext({ colorScheme: 'dark' })
  const customer = await outside.newPage()
  const blocked: string[] = []
  customer.on('console', (message) => message.type() === 'error' && blocked.push(message.text()))
  await customer.goto(link)
  await expect(customer.getByRole('heading', { level: 1, name: 'Expected activity' })).toBeVisible()
  // before the checker asks for what the page's policy forbids
  expect(blocked).toEqual([])
  expect(await violations(customer)).toEqual([])
  await customer.emulateMedia({ colorScheme: 'light' })
  expect(await violations(customer)).toEqual([])
  const file = customer.getByLabel('File')
  const send = customer.getByRole('button', { name: 'Submit' })
  await customer.getByLabel('What will you use the account for?').fill('My salary and my rent.')
  await customer.getByLabel(/expect to receive/).fill('a lot')
  await customer.getByLabel(/expect to send/).fill('900')
  await customer.getByLabel(/which countries/).fill('Canada')
  await customer.getByLabel(/cash be paid/).selectOption('No')
  await send.click()
  await expect(customer.getByRole('alert')).toHaveText('Give an amount, such as 1,500.00.')
  await expect(customer.getByLabel(/expect to send/)).toHaveValue('900')
  expect(await violations(customer)).toEqual([])
  await customer.getByLabel(/expect to receive/).fill('1,000.00')
  await file.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from([0x4d, 0x5a, 0, 1]) })
  await send.click()
  await expect(customer.getByRole('alert')).toContainText('is not accepted')
  expect(await violations(customer)).toEqual([])
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.alloc(12 * 1024 * 1024, 32) })
  await send.click()
  await expect(customer.getByRole('alert')).toContainText('larger than 10 MiB')
  await file.setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Rent, 900 a month.') })
  await send.click()
  await expect(customer.getByRole('heading', { level: 1, name: 'Received' })).toBeVisible()
  await customer.reload()
  await expect(customer.getByRole('status')).toContainText('it is with us')
  await outside.close()

  await press(page, 'Escape')
  await page.reload()
  await expect(page.getByText(/Expected activity: 1 submitted, 0 not/)).toBeVisible()
  await page.getByRole('row', { name: /Expected activity/ }).click()
  await press(page, 'Enter')
  await expect(drawer.getByText('My salary and my rent.')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test(
  'offline, tickets say that they need the network, and a message draft stays',
  { tag: '@worker' },
  async ({ page, context, world }) => {
    await openQueue(page, world.url)
    await workerIsReady(page)
    await isDrained(page)
    await press(page, 'i')
    const drawer = page.getByRole('dialog', { name: /^New ticket for/ })
    const message = drawer.getByRole('textbox', { name: 'Message' })
    await expect(message).toBeFocused()
    await drawer.getByRole('textbox', { name: 'Subject' }).focus()
    await page.keyboard.type('A question')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Where does it come from?')
    await cutOff(page)
    // the drawer has the page's attention: what lies below it is hidden from assistive technology
    await expect(page.locator('[aria-label="Connection"]')).toContainText('Offline')
    await press(page, 'Control+Enter')
    await expect(drawer.getByRole('alert')).toContainText('it needs the network')
    await expect(message).toHaveValue('Where does it come from?')
    await press(page, 'Escape', 'Escape')
    await expect(drawer).toBeHidden()
    await press(page, 'i')
    await expect(page.getByRole('contentinfo')).toContainText('Needs a connection')
    await context.setOffline(false)
    await expect(page.getByRole('status', { name: 'Connection' })).toContainText('Online')
    await press(page, 'i')
    await expect(message).toHaveValue('Where does it come from?')
  },
)

test.describe('an analyst', () => {
  test.use({ account: 'analyst' })

  test('reads ticket templates and is told who changes them', async ({ page, world }) => {
    await page.goto(`${world.url}/admin/paxum/zoho-form`)
    await expect(page.getByRole('grid', { name: 'Ticket templates' })).toBeFocused()
    await expect(page.getByText('Only managers can change this template')).toBeVisible()
    await press(page, 'c')
    await expect(page.getByRole('contentinfo')).toContainText('Only managers')
  })
})

type Page = Parameters<typeof violations>[0]

/** The row under the cursor, as assistive technology is told. */
const rowAtCursor = (page: Page) =>
  page.getByRole('grid', { name: 'Tickets and forms' }).evaluate((grid) => {
    const id = grid.getAttribute('aria-activedescendant') ?? ''
    return document.getElementById(id)?.getAttribute('aria-label') ?? ''
  })

const isAtTicket = async (page: Page, id: string) => (await rowAtCursor(page)).includes(`Ticket #${id}`)
