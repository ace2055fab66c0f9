import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Input } from '#contract/call.ts'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import { seedHelpdesk } from '#server/demo/helpdesk.ts'
import { addAddress, addCustomerForm, addTicket } from '#tests/support/helpdesk.ts'
import { auditOf, NOON, type MadeCase } from '#tests/support/world.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const platform = 'paxum'
const email = 'ada@mail.example'
const stamp = { date: '2026-03-10 12:00:00', timezone: 'UTC' }
let one: MadeCase
const { server, world } = await startInFolder({ now: () => NOON })
beforeAll(async () => {
  await seedHelpdesk(server.db, ['paxum', 'paydek'])
  for (const id of ['100', '200']) await addAddress(server.db, platform, id, email)
  // another customer's, and this one's on another platform
  await addAddress(server.db, platform, '200', 'office@acme.example')
  await addAddress(server.db, 'paydek', '100', 'ada@paydek.example')
  one = await world.addCase({ status: 'await' })
})

type TicketInput = Input<typeof helpdesk.createTicket>
const ticketOn = (about: MadeCase, change: Partial<TicketInput['body']> = {}): TicketInput => ({
  params: { platform },
  body: {
    transactionId: about.transactionId,
    teamId: 'compliance',
    subject: ' Your payment ',
    description: 'Please tell us\nwhat it was for.',
    contact: { email },
    customer_id: about.customerId,
    case_uuid: about.uuid,
    ...change,
  },
})
const status = async (response: Promise<Response>) => {
  const answer = await response
  return [answer.status, ((await answer.json()) as { message?: string }).message]
}
const UUID = '00000000-0000-4000-8000-000000000000'

describe('a ticket', () => {
  test.each([
    ['a team of another name', { teamId: 'nobody' }, 400, /no team nobody/],
    ['an unknown customer', { customer_id: '9' }, 404, /no customer 9/],
    ["another customer's case", { customer_id: '200' }, 400, /transactionId/],
    ["another customer's case alone", { customer_id: '200', transactionId: undefined }, 400, /case_uuid/],
    ['an unknown case', { case_uuid: UUID }, 400, /case_uuid/],
    ['a case that is no id', { case_uuid: 'x' }, 400, /case_uuid/],
    ['an unknown transaction', { transactionId: '1' }, 400, /transactionId/],
    ['an address that is none', { contact: { email: 'ada' } }, 400, /contact.email/],
    ['a stranger’s address', { contact: { email: 'eve@mail.example' } }, 400, /contact.email: eve/],
    ['another customer’s address', { contact: { email: 'office@acme.example' } }, 400, /contact.email: office/],
    ['an address of another platform', { contact: { email: 'ada@paydek.example' } }, 400, /contact.email: ada@paydek/],
    ['no subject', { subject: ' ' }, 400, /subject/],
    ['no text', { description: '' }, 400, /description/],
  ] as const)('is refused with %s', async (_, change, code, message) => {
    const input = ticketOn(one, change as Partial<TicketInput['body']>)
    expect(await status(server.send(helpdesk.createTicket, input))).toEqual([code, expect.stringMatching(message)])
  })

  test('is refused on a case of another platform', async () => {
    const other = await world.addCase({ platform: 'paydek' })
    const input = ticketOn(one, { case_uuid: other.uuid, transactionId: undefined })
    expect(await status(server.send(helpdesk.createTicket, input, { as: 'superadmin' }))).toEqual([
      400,
      expect.stringMatching(/case_uuid/),
    ])
  })

  test('is refused where case and transaction differ', async () => {
    const other = await world.addCase()
    const input = ticketOn(one, { transactionId: other.transactionId })
    expect(await status(server.send(helpdesk.createTicket, input))).toEqual([400, expect.stringMatching(/not about/)])
  })

  test('is stored with its first message, and its case shows it', async () => {
    const ticket = await server.call(helpdesk.createTicket, ticketOn(one))
    expect(ticket).toEqual({
      id: ticket.id,
      number: ticket.id,
      subject: 'Your payment',
      status: 'pending',
      teamId: 'compliance',
      customerId: one.customerId,
      caseUuid: one.uuid,
      transactionId: one.transactionId,
      // the case waits for the customer
      state: 2,
      createAt: stamp,
      webUrl: null,
    })
    const { items } = await server.call(helpdesk.tickets, { params: { platform, customerId: one.customerId } })
    expect(items[0]).toEqual(ticket)
    const threads = await server.call(helpdesk.threads, { params: { platform, ticketId: ticket.id } })
    expect(threads.items).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        from: 'compliance@paxum.example',
        to: email,
        direction: 'out',
        summary: 'Please tell us what it was for.',
        createAt: stamp,
      },
    ])
    const threadId = threads.items[0]?.id ?? ''
    const thread = await server.call(helpdesk.thread, { params: { platform, ticketId: ticket.id, threadId } })
    expect(thread).toEqual({ ...threads.items[0], content: 'Please tell us\nwhat it was for.', attachments: [] })
    expect(await auditOf(server.db, 'case', one.id)).toMatchObject([
      { action: 'add ticket link', actor: 'analyst', after: { ticket: ticket.id, subject: 'Your payment', to: email } },
    ])
  })

  test('has a number that says whether its case waits for an answer', async () => {
    const made = await Promise.all([world.addCase({ customer: 'acme' }), world.addCase({ customer: 'acme' })])
    await server.call(helpdesk.createTicket, ticketOn(made[0]))
    const nothing = ticketOn(made[1], { case_uuid: undefined, transactionId: undefined })
    await server.call(helpdesk.createTicket, nothing)
    const { items } = await server.call(helpdesk.tickets, { params: { platform, customerId: made[0].customerId } })
    expect(items.map(({ state }) => state)).toEqual([0, 1])
    expect(await auditOf(server.db, 'customer', made[1].customerId)).toMatchObject([{ action: 'add ticket link' }])
  })
})

describe('a reply', () => {
  const reply = { fromEmail: 'kyc@paxum.example', to: email, content: ' Thank you. ' }
  const send = (ticketId: string, change: Partial<typeof reply> = {}) =>
    server.send(helpdesk.reply, { params: { platform, ticketId }, body: { ...reply, ...change } })

  test.each([
    ['from an address of another platform', { fromEmail: 'kyc@paydek.example' }, /fromEmail/],
    ['to a stranger', { to: 'eve@mail.example' }, /to: eve/],
    ['to nobody', { to: '' }, /to/],
    ['without a word', { content: ' ' }, /Enter a message/],
  ])('is refused %s', async (_, change, message) => {
    const id = await addTicket(server.db, one, email)
    expect(await status(send(id, change))).toEqual([400, expect.stringMatching(message)])
  })

  test.each([['9999'], ['x'], [UUID]])('is refused on ticket %s', async (id) => {
    expect(await status(send(id))).toEqual([404, `There is no ticket ${id} here.`])
  })

  test("is refused on another platform's ticket", async () => {
    const other = await world.addCase({ platform: 'paydek' })
    expect((await send(await addTicket(server.db, other, email))).status).toBe(404)
  })

  test('adds a message, reopens the ticket and waits for the customer', async () => {
    const ticketId = await addTicket(server.db, one, email)
    expect((await send(ticketId)).status).toBe(200)
    const { items } = await server.call(helpdesk.threads, { params: { platform, ticketId } })
    expect(items.map(({ from, summary }) => [from, summary])).toEqual([
      ['compliance@paxum.example', 'What was it for?'],
      ['kyc@paxum.example', 'Thank you.'],
    ])
    const letters = server.db.selectFrom('mail').select(['recipient', 'subject', 'text', 'reply_to'])
    expect(await letters.where('subject', 'like', `%[#${ticketId}]`).execute()).toEqual([
      {
        recipient: email,
        subject: `Your payment [#${ticketId}]`,
        text: 'Thank you.',
        reply_to: 'kyc@paxum.example',
      },
    ])
    const tickets = await server.call(helpdesk.tickets, { params: { platform, customerId: one.customerId } })
    expect(tickets.items.find(({ id }) => id === ticketId)?.status).toBe('pending')
    expect(await auditOf(server.db, 'ticket', ticketId)).toMatchObject([
      {
        action: 'reply to ticket',
        version: '2',
        before: { status: 'closed' },
        after: { status: 'pending', to: email },
      },
    ])
  })
})

test('goes out at once, not with the next delivery', async () => {
  const { mail } = server.services
  const unsent = async () =>
    (await server.db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute()).length
  const isOut = () => vi.waitFor(async () => expect(await unsent()).toBe(0), 30_000)
  mail.start()
  // the earlier ones went with the first round
  await isOut()
  const { id: ticketId } = await server.call(helpdesk.createTicket, ticketOn(one))
  await isOut()
  const body = { fromEmail: 'kyc@paxum.example', to: email, content: 'Thank you.' }
  await server.call(helpdesk.reply, { params: { platform, ticketId }, body })
  await isOut()
  await mail.stop()
})

test('with a message of another ticket or platform is not shown', async () => {
  const [mine, other] = [await addTicket(server.db, one, email), await addTicket(server.db, one, email)]
  const { items } = await server.call(helpdesk.threads, { params: { platform, ticketId: other } })
  const threadId = items[0]?.id ?? ''
  const read = (ticketId: string, id = threadId, where = platform) =>
    server.send(
      helpdesk.thread,
      { params: { platform: where, ticketId, threadId: id } },
      { platform: where, as: 'superadmin' },
    )
  const answers = await Promise.all([read(other), read(mine), read(other, 'x'), read(other, threadId, 'paydek')])
  expect(answers.map((answer) => answer.status)).toEqual([200, 404, 404, 404])
})

describe('a customer form', () => {
  const ask = (formType: string, customerId = '200') =>
    server.send(helpdesk.createForm, { params: { platform, customerId, formType } })
  const submit = (formId: string, file: File, where = platform) =>
    server.send(helpdesk.submitForm, { params: { formId }, body: { file } }, { platform: where, as: 'superadmin' })
  const text = new File(['A salary.'], 'answer.txt')

  test.each([['toString'], ['sar']])('of kind %s does not exist', async (kind) => {
    expect(await status(ask(kind))).toEqual([400, expect.stringMatching(/^formType: one of/)])
  })

  test('needs a recipient', async () => {
    expect((await ask('source_of_funds', '9')).status).toBe(404)
  })

  test('is requested, submitted once, and its file found', async () => {
    const params = { platform, customerId: '200' }
    const form = await server.call(helpdesk.createForm, { params: { ...params, formType: 'source_of_funds' } })
    expect(form).toEqual({
      id: form.id,
      title: 'Source of funds',
      url: expect.stringMatching(/^\/api\/form\/[\w-]{43}$/),
      formType: 'source_of_funds',
      status: 'not_submitted',
      createAt: stamp,
    })
    const done = await server.call(helpdesk.submitForm, { params: { formId: form.id }, body: { file: text } })
    expect(done).toEqual({
      ...form,
      status: 'submitted',
      url: expect.stringMatching(/^\/api\/files\/paxum\/[\da-f-]+$/),
      file: { name: text.name, size: text.size, at: stamp },
    })
    const file = await server.fetch(done.url, {
      headers: { 'auth-token': await server.token('analyst2'), platform },
    })
    expect([file.status, await file.text()]).toEqual([200, 'A salary.'])
    expect(await status(submit(form.id, text))).toEqual([409, 'This form was submitted already.'])
    expect((await server.call(helpdesk.forms, { params })).items).toEqual([done])
    expect((await auditOf(server.db, 'customer form', form.id)).map(({ action }) => action)).toEqual([
      'ask for form',
      'submit form',
    ])
  })

  test('accepts no empty or executable file', async () => {
    const id = await addCustomerForm(server.db, one)
    const program = new File([new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0])], 'answer.pdf')
    const answers = await Promise.all([submit(id, new File([], 'x')), submit(id, program)])
    expect(answers.map((answer) => answer.status)).toEqual([400, 415])
    expect((await submit(id, text)).status).toBe(200)
  })

  test('is not found on another platform, or under an invalid id', async () => {
    const id = await addCustomerForm(server.db, one)
    const answers = await Promise.all([submit(id, text, 'paydek'), submit(UUID, text), submit('x', text)])
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404])
  })
})

describe('the sender and the recipients', () => {
  test('belong to the platform', async () => {
    const of = async (where: string) => {
      const as = { as: 'superadmin', platform: where }
      const params = { platform: where }
      const [addresses, teams, templates] = await Promise.all([
        server.call(helpdesk.replyAddresses, { params }, as),
        server.call(helpdesk.teams, { params }, as),
        server.call(helpdesk.templates, { params }, as),
      ])
      return [addresses.items[0]?.email, teams.items.length, templates.items.length]
    }
    expect([await of('paxum'), await of('paydek'), await of('aplus')]).toEqual([
      ['compliance@paxum.example', 3, 5],
      ['compliance@paydek.example', 3, 5],
      [undefined, 0, 0],
    ])
  })

  test('have templates that are read one by one', async () => {
    const template = await server.call(helpdesk.template, { params: { platform, tempId: 'purpose' } })
    expect(template).toMatchObject({ name: 'Purpose of a payment', content: expect.stringContaining('invoice') })
    expect((await server.send(helpdesk.template, { params: { platform, tempId: 'x' } })).status).toBe(404)
  })

  test('are the addresses of the customer’s profile, and no others', async () => {
    await server.db
      .insertInto('customer')
      .values({
        platform,
        id: '300',
        type: 'personal',
        name: 'Grace Hopper',
        created_at: NOON,
        profile: '{}',
      })
      .execute()
    await addAddress(server.db, platform, '300', 'grace@mail.example')
    const contacts = () => server.call(helpdesk.contacts, { params: { platform, customerId: '300' } })
    const grace = { id: 'grace@mail.example', name: 'Grace Hopper', email: 'grace@mail.example' }
    expect((await contacts()).items).toEqual([grace])
    // a ticket of before the address left the profile
    await addTicket(server.db, { ...one, customerId: '300' }, email)
    expect((await contacts()).items).toEqual([grace])
    expect((await server.send(helpdesk.contacts, { params: { platform, customerId: '9' } })).status).toBe(404)
  })
})

describe('a template', () => {
  const body = { name: 'Receipt', subject: 'Your receipt', content: 'Hello {{customer.name}}.' }
  const manager = { as: 'manager' } as const
  const add = (change: Partial<typeof body> = {}) =>
    server.call(helpdesk.createTemplate, { params: { platform }, body: { ...body, ...change } }, manager)
  const change = (tempId: string, part: object = {}, as: { as: string; platform?: string } = manager) =>
    server.send(helpdesk.changeTemplate, { params: { platform, tempId }, body: { ...body, ...part } }, as)

  test.each([
    ['without a name', { name: ' ' }, 400, /name/],
    ['without a subject', { subject: '' }, 400, /subject/],
    ['without a word', { content: '' }, 400, /Enter a message/],
    ['under a name that is taken', { name: 'reminder' }, 409, /called/],
  ] as const)('is refused %s', async (_, part, code, message) => {
    const input = { params: { platform }, body: { ...body, ...part } }
    expect(await status(server.send(helpdesk.createTemplate, input, manager))).toEqual([
      code,
      expect.stringMatching(message),
    ])
  })

  test('is written by managers alone, and only on its platform', async () => {
    const { id } = await add({ name: 'Only here' })
    expect((await change(id, {}, { as: 'analyst' })).status).toBe(403)
    expect((await change('x')).status).toBe(404)
    const elsewhere = { params: { platform: 'paydek', tempId: id }, body }
    const as = { as: 'superadmin', platform: 'paydek' }
    expect((await server.send(helpdesk.changeTemplate, elsewhere, as)).status).toBe(404)
    expect((await server.send(helpdesk.deleteTemplate, { params: elsewhere.params }, as)).status).toBe(404)
  })

  test('keeps its text, refuses an outdated version, and is deleted', async () => {
    const made = await add({ name: 'Kept' })
    const params = { platform, tempId: made.id }
    expect(await server.call(helpdesk.template, { params })).toEqual({ ...body, name: 'Kept', id: made.id, version: 1 })
    expect((await change(made.id, { name: 'Kept', content: 'Hello.', version: 1 })).status).toBe(200)
    expect(await status(change(made.id, { name: 'Kept', version: 1 }))).toEqual([
      409,
      expect.stringMatching(/Somebody changed/),
    ])
    expect(await server.call(helpdesk.template, { params })).toMatchObject({ content: 'Hello.', version: 2 })
    await server.call(helpdesk.deleteTemplate, { params }, manager)
    expect((await server.send(helpdesk.template, { params })).status).toBe(404)
    expect((await auditOf(server.db, 'ticket template', made.id)).map(({ action }) => action)).toEqual([
      'add ticket template',
      'change ticket template',
      'delete ticket template',
    ])
  })
})

test('shows the latest of many messages', async () => {
  const ticketId = await addTicket(server.db, await world.addCase(), 'ada@example.com')
  const [first] = await server.db.selectFrom('helpdesk_message').selectAll().where('ticket_id', '=', ticketId).execute()
  const { id: _, attachments: __, ...message } = first!
  const more = Array.from({ length: 500 }, (_unused, n) => ({ ...message, content: `Email ${n}` }))
  await server.db.insertInto('helpdesk_message').values(more).execute()
  const { items } = await server.call(helpdesk.threads, { params: { platform: 'paxum', ticketId } })
  expect([items.length, items[0]?.summary, items.at(-1)?.summary]).toEqual([500, 'Email 0', 'Email 499'])
})
