// Letters that come in: onto the ticket they answer, onto the list of unmatched ones, or refused.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cases } from '#contract/calls/cases.ts'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import { seedDesks } from '#server/demo/helpdesk.ts'
import { addAddress } from '#tests/support/helpdesk.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { auditOf, makeWorld, NOON, type MadeCase, type World } from '#tests/support/world.ts'

const platform = 'paxum'
const email = 'ada@mail.example'
const secret = 'a-secret-of-the-mail-service'
let server: TestServer
let world: World
let folder: string
let team: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docket-inbound-'))
  server = await testServer({ now: () => NOON, env: { DATA_DIR: folder, INBOUND_SECRET: secret } })
  world = await makeWorld(server.db)
  await seedDesks(server.db, ['paxum', 'paydek'])
  await addAddress(server.db, platform, '100', email)
  const { items } = await server.call(helpdesk.replyAddresses, { params: { platform } })
  team = items[0]?.email ?? ''
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

let last = 0
interface Mail {
  id?: string
  from?: string
  to?: string
  subject?: string
  answers?: string
  headers?: readonly string[]
  text?: string
  files?: readonly { name: string; type: string; bytes: Buffer }[]
}
/** A letter as a mail program writes it. */
const eml = ({ id = `${(last += 1)}@mail.example`, from = `Ada <${email}>`, to = team, ...more }: Mail): string => {
  const { subject = 'Re: Your payment', answers, headers = [], text = 'It was for my rent.', files = [] } = more
  const parts = files.map(
    ({ name, type, bytes }) =>
      `--cut\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n`,
  )
  const head = [
    `Message-ID: <${id}>`,
    `From: ${from}`,
    `To: Compliance <${to}>`,
    `Subject: ${subject}`,
    ...(answers === undefined ? [] : [`In-Reply-To: <${answers}>`, `References: <other@mail.example> <${answers}>`]),
    ...headers,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=cut',
  ]
  return `${head.join('\r\n')}\r\n\r\n--cut\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n${parts.join('')}--cut--\r\n`
}
const post = async (mail: string, shown = secret) => {
  const headers = { authorization: `Bearer ${shown}`, 'content-type': 'message/rfc822' }
  const response = await server.fetch('/api/inbound-mail', { method: 'POST', headers, body: mail })
  const body = (await response.json()) as { outcome?: string; reason?: string; message?: string }
  return [response.status, body.outcome ?? body.message, body.reason].filter((one) => one !== undefined)
}
/** A ticket on a case, and what its first letter is called. */
const open = async (one: MadeCase) => {
  const body = { teamId: 'compliance', subject: 'Your payment', description: 'What was it for?', contact: { email } }
  const input = { params: { platform }, body: { ...body, customer_id: one.customerId, case_uuid: one.uuid } }
  const { id } = await server.call(helpdesk.createTicket, input)
  const { message_id } = await server.db
    .selectFrom('helpdesk_message')
    .select('message_id')
    .where('ticket_id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, messageId: message_id ?? '' }
}
const threadOf = async (ticketId: string) =>
  (await server.call(helpdesk.threads, { params: { platform, ticketId } })).items
const manager = { as: 'manager' }
const unmatched = async () => (await server.call(helpdesk.unmatched, { params: { platform } }, manager)).items

describe('refused e-mail', () => {
  test('has no secret, no body, or an address of no team', async () => {
    expect(await post(eml({}), 'wrong')).toEqual([401, 'The secret is wrong.'])
    expect(await post('')).toEqual([400, 'There is no message in the body.'])
    const stray = await post(eml({ to: 'nobody@elsewhere.example' }))
    expect(stray).toEqual([422, 'No team of the helpdesk has its address.'])
  })

  test('is all e-mail where no secret is set', async () => {
    const other = await testServer({ now: () => NOON, env: { DATA_DIR: folder } })
    const response = await other.fetch('/api/inbound-mail', { method: 'POST', body: eml({}) })
    expect(response.status).toBe(404)
    await other.close()
  })
})

describe('a reply by e-mail', () => {
  test('is added to its ticket, opens it, and resumes the waiting case', async () => {
    const one = await world.addCase({ status: 'await' })
    const ticket = await open(one)
    const file = { name: 'lease.txt', type: 'text/plain', bytes: Buffer.from('Lease of 2026') }
    expect(await post(eml({ answers: ticket.messageId, files: [file] }))).toEqual([200, 'threaded'])
    const [, answer] = await threadOf(ticket.id)
    expect(answer).toMatchObject({ direction: 'in', from: email, summary: 'It was for my rent.' })
    const params = { platform, ticketId: ticket.id, threadId: answer?.id ?? '' }
    const { attachments } = await server.call(helpdesk.thread, { params })
    expect(attachments).toMatchObject([{ name: 'lease.txt', size: 13 }])
    const { items } = await server.call(helpdesk.tickets, { params: { platform, customerId: one.customerId } })
    expect(items.find(({ id }) => id === ticket.id)).toMatchObject({ status: 'open' })
    expect(await server.call(cases.view, { params: { caseId: one.id } })).toMatchObject({ status: 'new' })
    expect((await auditOf(server.db, 'case', one.id)).at(-1)).toMatchObject({
      action: 'change status',
      note: 'The customer answered.',
    })
  })

  test('is stored once, however often and concurrently it is delivered', async () => {
    const ticket = await open(await world.addCase())
    const mail = eml({ answers: ticket.messageId })
    const outcomes = await Promise.all([post(mail), post(mail), post(mail)])
    expect(outcomes.map(([status]) => status)).toEqual([200, 200, 200])
    expect(await post(mail)).toEqual([200, 'duplicate'])
    expect(await threadOf(ticket.id)).toHaveLength(2)
  })

  test('is matched by the number in its subject, from a contact of the customer alone', async () => {
    const ticket = await open(await world.addCase())
    const subject = `AW: Your payment [#${ticket.id}]`
    expect(await post(eml({ subject }))).toEqual([200, 'threaded'])
    expect(await post(eml({ subject, from: 'eve@mail.example' }))).toEqual([
      200,
      'unmatched',
      `It names ticket ${ticket.id}, and its sender is no contact of that customer.`,
    ])
    const stranger = await post(eml({ answers: ticket.messageId, from: 'eve@mail.example' }))
    expect(stranger[1]).toBe('unmatched')
    expect(await threadOf(ticket.id)).toHaveLength(2)
  })

  test('loses forbidden attachments, and says so', async () => {
    const ticket = await open(await world.addCase())
    const program = { name: 'invoice.exe', type: 'application/pdf', bytes: Buffer.from(`MZ${'\0'.repeat(200)}`) }
    expect(await post(eml({ answers: ticket.messageId, files: [program] }))).toEqual([200, 'threaded'])
    const [, answer] = await threadOf(ticket.id)
    const params = { platform, ticketId: ticket.id, threadId: answer?.id ?? '' }
    const { content, attachments } = await server.call(helpdesk.thread, { params })
    expect(content).toMatch(/rent\.\n\n\[Not kept: invoice\.exe: only documents/)
    expect(attachments).toEqual([])
  })

  test('sent automatically is not added to the ticket', async () => {
    const ticket = await open(await world.addCase())
    const absent = eml({ answers: ticket.messageId, headers: ['Auto-Submitted: auto-replied'] })
    expect((await post(absent))[1]).toBe('automatic')
    expect(await threadOf(ticket.id)).toHaveLength(1)
  })
})

describe('unmatched e-mail', () => {
  test('is matched by a manager, with its files, once', async () => {
    const ticket = await open(await world.addCase())
    const file = { name: 'lease.txt', type: 'text/plain', bytes: Buffer.from('Lease of 2026') }
    await post(eml({ id: 'matched@mail.example', from: 'partner@mail.example', subject: 'Hello', files: [file] }))
    const found = (await unmatched()).find(({ from }) => from === 'partner@mail.example')
    expect(found).toMatchObject({ subject: 'Hello', attachments: 1, reason: 'It answers no message of a ticket.' })
    const input = { params: { platform, letterId: found?.id ?? '' }, body: { ticketId: ticket.id } }
    expect((await server.send(helpdesk.matchLetter, input)).status).toBe(403)
    await server.call(helpdesk.matchLetter, input, manager)
    expect(await threadOf(ticket.id)).toMatchObject([{ direction: 'out' }, { from: 'partner@mail.example' }])
    expect((await server.send(helpdesk.matchLetter, input, manager)).status).toBe(409)
    expect((await auditOf(server.db, 'ticket', ticket.id)).at(-1)).toMatchObject({
      action: 'receive answer',
      actor: 'manager',
    })
    expect(await post(eml({ id: 'matched@mail.example', from: 'partner@mail.example' }))).toEqual([200, 'duplicate'])
  })

  test('is shown in full, with its files and possible tickets, the named one first', async () => {
    const [named, older] = [await open(await world.addCase()), await open(await world.addCase())]
    await post(
      eml({
        id: 'whole@mail.example',
        from: 'lawyer@mail.example',
        subject: `About [#${named.id}]`,
        files: [{ name: 'lease.txt', type: 'text/plain', bytes: Buffer.from('Lease of 2026') }],
      }),
    )
    await sql`update helpdesk_ticket set contact_email = 'Lawyer@Mail.example' where id = ${older.id}`.execute(
      server.db,
    )
    const found = (await unmatched()).find(({ from }) => from === 'lawyer@mail.example')
    const params = { platform, letterId: found?.id ?? '' }
    const whole = await server.call(helpdesk.unmatchedLetter, { params })
    expect(whole).toMatchObject({
      ...found,
      content: 'It was for my rent.',
      files: [{ name: 'lease.txt', size: 13 }],
      tickets: [{ id: named.id }, { id: older.id, customerId: '100' }],
    })
    expect(whole.tickets).toHaveLength(2)
    const elsewhere = { params: { ...params, platform: 'paydek' } }
    const by = { as: 'superadmin', platform: 'paydek' } as const
    expect((await server.send(helpdesk.unmatchedLetter, elsewhere, by)).status).toBe(404)
  })

  test('is discarded with an audited reason, and not from another platform', async () => {
    await post(eml({ from: 'spam@mail.example', subject: 'Win' }))
    const found = (await unmatched()).find(({ from }) => from === 'spam@mail.example')
    const params = { platform, letterId: found?.id ?? '' }
    const body = { reason: 'An advertisement.' }
    const elsewhere = { params: { ...params, platform: 'paydek' }, body }
    const statuses = [
      await server.send(helpdesk.discardLetter, elsewhere, { as: 'superadmin', platform: 'paydek' }),
      await server.send(helpdesk.discardLetter, { params, body }),
      await server.send(helpdesk.discardLetter, { params, body: { reason: ' ' } }, manager),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 403, 400])
    await server.call(helpdesk.discardLetter, { params, body }, manager)
    expect((await unmatched()).map(({ id }) => id)).not.toContain(params.letterId)
    expect((await auditOf(server.db, 'letter', params.letterId)).at(-1)).toMatchObject({
      action: 'discard letter',
      actor: 'manager',
      note: 'An advertisement.',
      after: { from: 'spam@mail.example', subject: 'Win', status: 'discarded' },
    })
  })

  test('is matched or discarded once by two concurrent managers, never both', async () => {
    for (let n = 0; n < 8; n += 1) {
      const ticket = await open(await world.addCase())
      const from = `race${n}@mail.example`
      await post(eml({ from, subject: 'Hello' }))
      const params = { platform, letterId: (await unmatched()).find((one) => one.from === from)?.id ?? '' }
      const [matched, discarded] = await Promise.all([
        server.send(helpdesk.matchLetter, { params, body: { ticketId: ticket.id } }, manager),
        server.send(helpdesk.discardLetter, { params, body: { reason: 'An advertisement.' } }, manager),
      ])
      // whoever was slower hears that it is off the list, or that its source is gone
      expect([matched.status, discarded.status].filter((status) => status === 200)).toHaveLength(1)
      expect(await threadOf(ticket.id)).toHaveLength(matched.status === 200 ? 2 : 1)
    }
  })
})
