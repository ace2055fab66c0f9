// E-mails that come in: onto the ticket they answer, onto the list of unmatched ones, or refused.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { cases } from '#contract/calls/cases/cases.ts'
import { files } from '#contract/calls/files.ts'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import { seedHelpdesk } from '#server/demo/helpdesk.ts'
import { addAddress } from '#tests/support/helpdesk.ts'
import { testServer } from '#tests/support/server.ts'
import { auditOf, NOON, type MadeCase } from '#tests/support/world.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const platform = 'paxum'
const email = 'ada@mail.example'
const secret = 'a-secret-of-the-mail-service'
let team: string
const { folder, server, world } = await startInFolder({ now: () => NOON, env: { INBOUND_SECRET: secret } })
beforeAll(async () => {
  await seedHelpdesk(server.db, ['paxum', 'paydek'])
  await addAddress(server.db, platform, '100', email)
  const { items } = await server.call(helpdesk.replyAddresses, { params: { platform } })
  team = items[0]?.email ?? ''
  await server.services.tasks.start()
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
/** An e-mail as a mail program writes it. */
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
/** Posts an e-mail; the status, and the message of a refusal or what became of the e-mail. */
const post = async (mail: string | Buffer, shown = secret) => {
  const headers = { authorization: `Bearer ${shown}`, 'content-type': 'message/rfc822' }
  const response = await server.fetch('/api/inbound-mail', {
    method: 'POST',
    headers,
    body: new Uint8Array(Buffer.from(mail)),
  })
  const { id, message } = (await response.json()) as { id?: string; message?: string }
  if (id === undefined) return [response.status, message]
  const row = () =>
    server.db.selectFrom('inbound_letter').select(['status', 'reason']).where('id', '=', id).executeTakeFirst()
  await expect.poll(async () => (await row())?.status).not.toBe('received')
  const { status = 'duplicate', reason = null } = (await row()) ?? {}
  return [response.status, status, reason].filter((one) => one !== null)
}
/** A ticket on a case, and what its first e-mail is called. */
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
  test('has no secret or no body', async () => {
    expect(await post(eml({}), 'wrong')).toEqual([401, 'The secret is wrong.'])
    expect(await post('')).toEqual([400, 'There is no message in the body.'])
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
    expect(attachments).toMatchObject([{ name: 'lease.txt', size: 13 }, { name: 'message as it came.eml' }])
    const [lease, whole] = attachments.map(({ id }) => ({ params: { platform, fileId: id } }))
    expect(await (await server.send(files.fetch, lease ?? { params: { platform, fileId: '' } })).text()).toBe(
      'Lease of 2026',
    )
    const letter = await server.send(files.fetch, whole ?? { params: { platform, fileId: '' } })
    expect(letter.headers.get('content-disposition')).toContain('attachment; filename="message as it came.eml"')
    expect(await letter.text()).toContain('\r\n\r\nIt was for my rent.')
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
      `It names ticket ${ticket.id}, and its sender is not a contact of that customer.`,
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
    expect(attachments).toMatchObject([{ name: 'message as it came.eml' }])
  })
})

describe('unmatched e-mail', () => {
  test('is matched by a manager, with its files, once', async () => {
    const ticket = await open(await world.addCase())
    const file = { name: 'lease.txt', type: 'text/plain', bytes: Buffer.from('Lease of 2026') }
    const mail = eml({ id: 'matched@mail.example', from: 'partner@mail.example', subject: 'Hello', files: [file] })
    await post(mail)
    const found = (await unmatched()).find(({ from }) => from === 'partner@mail.example')
    expect(found).toMatchObject({ subject: 'Hello', attachments: 1, reason: 'It answers no message of a ticket.' })
    const input = { params: { platform, emailId: found?.id ?? '' }, body: { ticketId: ticket.id } }
    expect((await server.send(helpdesk.matchEmail, input)).status).toBe(403)
    await server.call(helpdesk.matchEmail, input, manager)
    expect(await threadOf(ticket.id)).toMatchObject([{ direction: 'out' }, { from: 'partner@mail.example' }])
    expect((await server.send(helpdesk.matchEmail, input, manager)).status).toBe(409)
    expect((await auditOf(server.db, 'ticket', ticket.id)).at(-1)).toMatchObject({
      action: 'receive answer',
      actor: 'manager',
    })
    expect(await post(mail)).toEqual([200, 'duplicate'])
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
    const params = { platform, emailId: found?.id ?? '' }
    const whole = await server.call(helpdesk.unmatchedEmail, { params })
    expect(whole).toMatchObject({
      ...found,
      content: 'It was for my rent.',
      files: [{ name: 'lease.txt', size: 13 }],
      tickets: [{ id: named.id }, { id: older.id, customerId: '100' }],
    })
    expect(whole.tickets).toHaveLength(2)
    const elsewhere = { params: { ...params, platform: 'paydek' } }
    const by = { as: 'superadmin', platform: 'paydek' } as const
    expect((await server.send(helpdesk.unmatchedEmail, elsewhere, by)).status).toBe(404)
  })

  test('is discarded with an audited reason, and not from another platform', async () => {
    await post(eml({ from: 'spam@mail.example', subject: 'Win' }))
    const found = (await unmatched()).find(({ from }) => from === 'spam@mail.example')
    const params = { platform, emailId: found?.id ?? '' }
    const body = { reason: 'An advertisement.' }
    const elsewhere = { params: { ...params, platform: 'paydek' }, body }
    const statuses = [
      await server.send(helpdesk.discardEmail, elsewhere, { as: 'superadmin', platform: 'paydek' }),
      await server.send(helpdesk.discardEmail, { params, body }),
      await server.send(helpdesk.discardEmail, { params, body: { reason: ' ' } }, manager),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 403, 400])
    await server.call(helpdesk.discardEmail, { params, body }, manager)
    expect((await unmatched()).map(({ id }) => id)).not.toContain(params.emailId)
    expect((await auditOf(server.db, 'letter', params.emailId)).at(-1)).toMatchObject({
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
      const params = { platform, emailId: (await unmatched()).find((one) => one.from === from)?.id ?? '' }
      const [matched, discarded] = await Promise.all([
        server.send(helpdesk.matchEmail, { params, body: { ticketId: ticket.id } }, manager),
        server.send(helpdesk.discardEmail, { params, body: { reason: 'An advertisement.' } }, manager),
      ])
      // the slower one hears that it is off the list, or that its source is gone
      expect([matched.status, discarded.status].filter((status) => status === 200)).toHaveLength(1)
      expect(await threadOf(ticket.id)).toHaveLength(matched.status === 200 ? 2 : 1)
    }
  })
})

const message = async (ticketId: string, n = -1) => {
  const threadId = (await threadOf(ticketId)).at(n)?.id ?? ''
  return server.call(helpdesk.thread, { params: { platform, ticketId, threadId } })
}
/** An e-mail of these headers and this body, as bytes. */
const raw = (head: readonly string[], body: string | Buffer) => {
  const common = [`From: ${email}`, `To: ${team}`, `Message-ID: <${(last += 1)}@raw.example>`, 'MIME-Version: 1.0']
  return Buffer.concat([Buffer.from(`${[...common, ...head].join('\r\n')}\r\n\r\n`), Buffer.from(body as string)])
}

describe('an e-mail that cannot be processed is kept whole, unmatched, with the reason', () => {
  const nested = (depth: number) => {
    const opened = Array.from(
      { length: depth },
      (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`,
    )
    return raw(['Subject: Deep', 'Content-Type: multipart/mixed; boundary=b0'], opened.join(''))
  }
  test.each([
    ['of more than 50 nested parts', () => nested(60), /^It could not be read: .*nesting/],
    [
      'of 25 million empty lines',
      () => raw(['Subject: Slow', 'Content-Type: multipart/mixed; boundary=b'], '\n'.repeat(24 * 1024 * 1024)),
      /^It could not be read: it has more than 600000 lines\.$/,
    ],
  ])('%s', { timeout: 120_000 }, async (_, mail, reason) => {
    const source = mail()
    const [status, outcome, why] = await post(source)
    expect([status, outcome]).toEqual([200, 'unmatched'])
    expect(why).toMatch(reason)
    const found = (await unmatched()).find((one) => one.reason === why)
    expect(found).toMatchObject({ from: email, to: team })
    const params = { platform, emailId: found?.id ?? '' }
    const whole = await server.send(helpdesk.emailSource, { params })
    expect(Buffer.from(await whole.arrayBuffer()).equals(source)).toBe(true)
    const ticket = await open(await world.addCase())
    await server.call(helpdesk.matchEmail, { params, body: { ticketId: ticket.id } }, manager)
    const { content, attachments } = await message(ticket.id)
    expect(content).toMatch(/^\(no text\)\n\n\[It could not be read/)
    expect(attachments).toMatchObject([{ name: 'message as it came.eml', size: source.length }])
  })

  test('that is no e-mail at all, or is addressed to no team: for those who work for every platform', async () => {
    expect((await post(Buffer.from([0xff, 0xfe, 0, 0, 1])))[1]).toBe('unmatched')
    expect(await post(eml({ to: 'nobody@elsewhere.example', from: 'lost@mail.example' }))).toEqual([
      200,
      'unmatched',
      'It is addressed to no team of the helpdesk.',
    ])
    const list = async (as: string) => {
      const { items } = await server.call(helpdesk.unmatched, { params: { platform } }, { as })
      return items.filter(({ from }) => from === 'lost@mail.example').length
    }
    expect(await list('superadmin')).toBe(1)
    expect(await list('analyst-px')).toBe(0)
  })

  test('whose Message-ID is that of another e-mail', async () => {
    const ticket = await open(await world.addCase())
    expect((await post(eml({ id: 'same@mail.example', answers: ticket.messageId })))[1]).toBe('threaded')
    const other = eml({ id: 'same@mail.example', answers: ticket.messageId, text: 'Another text.' })
    expect(await post(other)).toEqual([200, 'unmatched', 'Its Message-ID is that of another.'])
    const again = `Received: by another way\r\n${eml({ id: 'same@mail.example', answers: ticket.messageId })}`
    expect(await post(again)).toEqual([200, 'duplicate'])
  })
})

describe('the text of an e-mail', () => {
  const html = (text: string) =>
    `<html><head><title>x</title></head><body><p>${text}</p><script>alert(1)</script></body></html>`
  const cyrillic = (text: string) =>
    Buffer.from(
      Array.from(text, (c) =>
        (c.codePointAt(0) ?? 0) > 0x7f ? (c.codePointAt(0) ?? 0) - 0x410 + 0xc0 : (c.codePointAt(0) ?? 0),
      ),
    )
  test.each([
    ['HTML alone', ['Content-Type: text/html; charset=utf-8'], html('For rent &amp; food'), 'For rent & food'],
    [
      'HTML in windows-1250',
      ['Content-Type: text/html; charset=windows-1250'],
      Buffer.from(html('\xc8\xe1stka'), 'latin1'),
      'Částka',
    ],
    [
      'HTML whose encoding its meta element names',
      ['Content-Type: text/html'],
      cyrillic('<meta http-equiv=content-type content="text/html; charset=windows-1251"><b>Деньги</b>'),
      'Деньги',
    ],
    ['bytes without a declared encoding', ['Content-Type: text/plain'], Buffer.from('caf\xe9', 'latin1'), 'café'],
    [
      'HTML beside a plain part that says nothing',
      ['Content-Type: multipart/alternative; boundary=b'],
      `--b\r\nContent-Type: text/plain\r\n\r\n \r\n--b\r\nContent-Type: text/html\r\n\r\n${html('Rent')}\r\n--b--`,
      'Rent',
    ],
    [
      'ISO-2022-JP',
      ['Content-Type: text/plain; charset=iso-2022-jp'],
      Buffer.from('\x1b$B$3$l\x1b(B', 'latin1'),
      'これ',
    ],
    [
      'flowed lines',
      ['Content-Type: text/plain; charset=utf-8; format=flowed'],
      'It was \r\nfor rent.',
      'It was for rent.',
    ],
    [
      'a closed S/MIME letter',
      [
        'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m',
        'Content-Transfer-Encoding: base64',
      ],
      'MIIB',
      /^\(no text\)\n\n\[It is encrypted, or signed in a closed form \(S\/MIME\)/,
    ],
    [
      'a letter that Outlook wrapped',
      ['Content-Type: application/ms-tnef; name=winmail.dat', 'Content-Transfer-Encoding: base64'],
      'eJ8+IgEA',
      /\[Outlook wrapped it \(winmail\.dat\)/,
    ],
  ])('is read of %s', async (_, head, body, text) => {
    const ticket = await open(await world.addCase())
    expect((await post(raw([`Subject: Re: [#${ticket.id}]`, ...head], body)))[1]).toBe('threaded')
    const { content } = await message(ticket.id)
    if (typeof text === 'string') expect(content).toBe(text)
    else expect(content).toMatch(text)
  })
})

describe('attachments', () => {
  test('are cut from the inline pictures on, and those that are cut are named', async () => {
    const ticket = await open(await world.addCase())
    const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const part = (name: string, type: string, how: string, base64: string) =>
      `--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-ID: <${name}>\r\nContent-Disposition: ${how}; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}\r\n`
    const logos = Array.from({ length: 21 }, (_, n) => part(`logo${n}.png`, 'image/png', 'inline', picture))
    const lease = part('lease.txt', 'text/plain', 'attachment', Buffer.from('Lease').toString('base64'))
    const body = `${logos.join('')}${lease}--b--\r\n`
    await post(raw([`Subject: Re: [#${ticket.id}]`, 'Content-Type: multipart/related; boundary=b'], body))
    const { content, attachments } = await message(ticket.id)
    expect(attachments.map(({ name }) => name)).toEqual([
      'lease.txt',
      ...Array.from({ length: 19 }, (_, n) => `logo${n}.png`),
      'message as it came.eml',
    ])
    expect(content).toContain('[Not kept, since a message may have 20 attachments: logo19.png, logo20.png.]')
  })
})

describe('an e-mail of a machine is shown as automatic, and the case keeps waiting', () => {
  test.each([
    ['Auto-Submitted: auto-replied'],
    ['Auto-Submitted: auto-generated; owner-email="x@mail.example"'],
    ['X-Auto-Response-Suppress: All'],
    ['Precedence: bulk'],
    ['Precedence: list'],
    ['X-Autoreply: yes'],
    ['X-Autorespond: out'],
    ['Return-Path: <>'],
    ['Subject: Out of office: [#N]'],
    ['Subject: [EXTERNAL] Automatic reply: [#N]'],
    ['Subject: =?utf-8?B?QWJ3ZXNlbmhlaXQ6IFsjTl0=?='],
    ['Subject: Réponse automatique : [#N]'],
    ['Subject: Respuesta automática: [#N]'],
    ['Subject: 自動返信: [#N]'],
    ['Subject: Автоматический ответ: [#N]'],
  ])('%s', async (line) => {
    const one = await world.addCase({ status: 'await' })
    const ticket = await open(one)
    const headers = [line.replace('[#N]', `[#${ticket.id}]`)]
    const own = line.startsWith('Subject: ')
    const mail = eml({ answers: ticket.messageId, ...(own ? { subject: 'x' } : {}), headers: own ? [] : headers })
    const sent = own ? mail.replace('Subject: x', headers[0] ?? '') : mail
    expect((await post(Buffer.from(sent)))[1]).toBe('threaded')
    expect((await threadOf(ticket.id)).at(-1)).toMatchObject({ direction: 'in', isAutomatic: true })
    expect(await server.call(cases.view, { params: { caseId: one.id } })).toMatchObject({ status: 'await' })
    const { items } = await server.call(helpdesk.tickets, { params: { platform, customerId: one.customerId } })
    expect(items.find(({ id }) => id === ticket.id)?.status).not.toBe('open')
  })

  test('a delivery report is on the ticket of the message that it reports', async () => {
    const one = await world.addCase({ status: 'await' })
    const ticket = await open(one)
    const report = eml({ answers: ticket.messageId, from: 'MAILER-DAEMON@relay.example' })
    expect((await post(report.replace('multipart/mixed;', 'multipart/report; report-type=delivery-status;')))[1]).toBe(
      'threaded',
    )
    expect(await server.call(cases.view, { params: { caseId: one.id } })).toMatchObject({ status: 'await' })
  })

  test('a person’s answer is none, whatever its words', async () => {
    for (const subject of [
      'Re: Automatic reply to my rent',
      'Absent documents',
      'Ooops',
      'Abwesenheitspfleger: Vertrag',
    ]) {
      const one = await world.addCase({ status: 'await' })
      const ticket = await open(one)
      await post(eml({ answers: ticket.messageId, subject }))
      expect((await threadOf(ticket.id)).at(-1)?.isAutomatic, subject).toBeUndefined()
      expect(await server.call(cases.view, { params: { caseId: one.id } })).toMatchObject({ status: 'new' })
    }
  })
})
