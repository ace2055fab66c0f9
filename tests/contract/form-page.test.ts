// The page on which a customer hands a form in: whoever has no good link first, then what cannot be taken, then the file.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cases } from '#contract/calls/cases/cases.ts'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import { UPLOAD_MAX } from '#contract/model/upload.ts'
import { fakeClamd, type FakeClamd } from '#tests/support/clamd.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { auditOf, makeWorld, NOON } from '#tests/support/world.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const platform = 'paxum'
const customerId = '100'
const DAY = 86_400_000
const clock = { now: NOON.getTime() }
const { folder, server, world } = await startInFolder({ now: () => new Date(clock.now), env: { SESSION_HOURS: '720' } })
// another minute: what an address may ask for in one is counted
beforeEach(() => {
  clock.now += 60_000
})

const asked = { params: { platform, customerId, formType: 'source_of_funds' } }
const ask = () => server.call(helpdesk.createForm, asked)
const read = async (url: string) => pageOf(await server.fetch(url))
const ANSWERS = { source: 'Salary or pension', explanation: 'From my work.', amount: '1,500.00', since: '2026-01-31' }
const answered = (answers: Readonly<Record<string, string>> = ANSWERS) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(answers)) body.append(name, value)
  return body
}
const handIn = async (url: string, ...files: readonly File[]) => {
  const body = answered()
  for (const file of files) body.append('file', file)
  return pageOf(await server.fetch(url, { method: 'POST', body }))
}
const pageOf = async (response: Response) => {
  const text = await response.text()
  return {
    status: response.status,
    title: /<title>(.*)<\/title>/.exec(text)?.[1],
    text,
    headers: response.headers,
  }
}
const answer = new File(['My house was sold.'], 'answer.txt')
/** The number of contents, and of chunks that belong to none. */
const kept = async () => {
  const { rows } = await sql<{
    n: number
  }>`select (select count(*) from file_content)::int + (select count(*) from file_chunk
    where file_id not in (select id from file_content))::int as n`.execute(server.db)
  return rows[0]?.n ?? 0
}
const formOf = async (id: string) => {
  const { items } = await server.call(helpdesk.forms, { params: { platform, customerId } })
  return items.find((form) => form.id === id)
}

describe('an invalid link', () => {
  test.each([['x'], ['A'.repeat(43)], ['00000000-0000-4000-8000-000000000404']])('is unknown: %s', async (token) => {
    const url = `/api/form/${token}`
    expect((await read(url)).status).toBe(404)
    expect((await handIn(url, answer)).status).toBe(404)
  })

  test('was used, and what was submitted stays', async () => {
    const { id, url } = await ask()
    expect((await handIn(url, answer)).status).toBe(303)
    const before = await kept()
    expect((await handIn(url, new File(['Another.'], 'other.txt'))).status).toBe(409)
    expect([await kept(), (await formOf(id))?.status]).toEqual([before, 'submitted'])
  })

  test('was withdrawn, with all others to the same form', async () => {
    const { id, url } = await ask()
    const more = await server.call(helpdesk.formLink, { params: { formId: id } })
    await server.call(helpdesk.withdrawForm, { params: { formId: id } })
    for (const each of [url, more.url]) {
      expect(await read(each)).toMatchObject({ status: 410, title: 'No longer asked for - Paxum' })
      expect((await handIn(each, answer)).status).toBe(410)
    }
    expect((await formOf(id))?.status).toBe('withdrawn')
  })

  test('is looked up at most thirty times a minute, without blocking valid links', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 30; n += 1) statuses.push((await read('/api/form/guess')).status)
    expect(new Set(statuses)).toEqual(new Set([404]))
    expect(await read('/api/form/guess')).toMatchObject({ status: 429, title: 'Too many requests - Documents' })
    // customers behind one proxy have one address
    const [{ url }, other] = [await ask(), await ask()]
    for (let n = 0; n < 30; n += 1) expect((await read(url)).status).toBe(200)
    expect(await handIn(url, answer)).toMatchObject({ status: 429, title: 'Too many requests - Documents' })
    expect((await read(other.url)).status).toBe(200)
    clock.now += 60_000
    expect((await read(url)).status).toBe(200)
  })
})

describe('a rejected submission says why, and the link stays valid:', () => {
  const program = new File([new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0])], 'answer.pdf')
  const sized = (bytes: number) => new File([new Uint8Array(bytes)], 'a.txt')
  test.each([
    ['nothing', [], 400, /Choose one file/],
    ['an empty file', [new File([], '')], 400, /Choose one file/],
    ['two files', [answer, answer], 400, /Choose one file/],
    ['a program', [program], 415, /is not accepted/],
    ['a file over the limit', [sized(UPLOAD_MAX + 1)], 413, /larger than 10 MiB/],
    ['more than is read at all', [sized(2 * UPLOAD_MAX)], 413, /larger than 10 MiB/],
  ] as const)('%s', async (_, files, status, words) => {
    const { id, url } = await ask()
    const before = await kept()
    const said = await handIn(url, ...files)
    expect(said).toMatchObject({ status, title: 'Not submitted: Source of funds - Paxum' })
    expect(said.text).toMatch(words)
    expect(said.text).toContain('role="alert"')
    expect([await kept(), (await formOf(id))?.status]).toEqual([before, 'not_submitted'])
    expect((await handIn(url, answer)).status).toBe(303)
  })

  const odd: [what: string, answers: Record<string, string>, words: string][] = [
    ['no answer', { explanation: ' ' }, 'Answer this question.'],
    ['an answer that was not offered', { source: 'Crime' }, 'Choose one of the answers.'],
    ['no amount', { amount: '1.500,00' }, 'Give an amount, such as 1,500.00.'],
    ['a day that is none', { since: '2026-02-30' }, 'Give a day of the calendar'],
    ['too long an answer', { explanation: 'x'.repeat(2001) }, 'Answer in at most 2,000 characters.'],
  ]
  test.each(odd)('%s', async (_, answers, words) => {
    const { id, url } = await ask()
    const body = answered({ ...ANSWERS, ...answers })
    body.append('file', answer)
    const before = await kept()
    const said = await pageOf(await server.fetch(url, { method: 'POST', body }))
    expect(said).toMatchObject({ status: 400, title: 'Not submitted: Source of funds - Paxum' })
    expect(said.text).toContain(words)
    const [name = ''] = Object.keys(answers)
    expect(said.text).toMatch(new RegExp(`id="${name}"[^>]* aria-invalid="true" aria-describedby="${name}-fault"`))
    // correct answers stay filled in
    expect(said.text).toContain(name === 'amount' ? 'From my work.' : 'value="1,500.00"')
    expect([await kept(), (await formOf(id))?.status]).toEqual([before, 'not_submitted'])
  })

  test('everything at once, each with a way to it', async () => {
    const { url } = await ask()
    const { status, text } = await pageOf(await server.fetch(url, { method: 'POST', body: answered({ source: 'x' }) }))
    expect(status).toBe(400)
    expect(text).toContain('5 answers are missing or cannot be taken:')
    for (const name of ['source', 'explanation', 'amount', 'since', 'file']) expect(text).toContain(`href="#${name}"`)
    expect(text).not.toContain('href="#bank"')
  })

  test('an answer twice', async () => {
    const { url } = await ask()
    const body = answered()
    body.append('amount', '2')
    body.append('file', answer)
    expect((await server.fetch(url, { method: 'POST', body })).status).toBe(400)
  })

  test('an additional field, and no form at all', async () => {
    const { url } = await ask()
    const body = answered()
    body.append('file', answer)
    body.append('customerId', '200')
    expect((await server.fetch(url, { method: 'POST', body })).status).toBe(400)
    expect((await server.fetch(url, { method: 'POST', body: 'file=1' })).status).toBe(400)
  })
})

test.each([
  ['<script>new ActiveXObject("WScript.Shell")</script>', 'invoice.hta', 'invoice.hta.txt'],
  ['@echo off', 'statement.bat', 'statement.bat.txt'],
])('an executable file is stored and downloaded as text: %j as %s', async (content, name, kept) => {
  const { id, url } = await ask()
  expect((await handIn(url, new File([content], name))).status).toBe(303)
  const file = await server.fetch((await formOf(id))?.url ?? '', {
    headers: { 'auth-token': await server.token('analyst2'), platform },
  })
  expect(file.headers.get('content-disposition')).toContain(`filename="${kept}"`)
})

describe('with a virus scanner', () => {
  let clamd: FakeClamd
  let scanned: TestServer
  const link = async () => (await scanned.call(helpdesk.createForm, asked)).url
  const hand = async (content: string) => {
    const body = answered()
    body.append('file', new File([content], 'answer.txt'))
    return pageOf(await scanned.fetch(await link(), { method: 'POST', body }))
  }
  beforeAll(async () => {
    clamd = await fakeClamd({
      answer: (content) =>
        content.includes('EICAR')
          ? 'stream: Eicar-Test-Signature FOUND'
          : content.includes('broken')
            ? ''
            : 'stream: OK',
    })
    const at = 'port' in clamd.address ? `${clamd.address.host}:${clamd.address.port}` : clamd.address.path
    const env = { DATA_DIR: folder, CLAMD: at }
    scanned = await testServer({ now: () => new Date(clock.now), env })
    await makeWorld(scanned.db)
  })
  afterAll(async () => {
    await scanned.close()
    await clamd.close()
  })

  test('an infected file is refused, audited, and not stored', async () => {
    const before = await kept()
    const said = await hand('EICAR')
    expect([said.status, await kept()]).toEqual([422, before])
    expect(said.text).toMatch(/found a threat/)
    const recorded = scanned.db.selectFrom('audit').selectAll().where('action', '=', 'refuse file')
    expect(await recorded.execute()).toMatchObject([
      { actor: 'customer 100', after: { name: 'answer.txt', threat: 'Eicar-Test-Signature' } },
    ])
  })

  test('a file that cannot be scanned is refused', async () => {
    const before = await kept()
    const said = await hand('broken')
    expect([said.status, await kept()]).toEqual([503, before])
    expect(said.text).toMatch(/could not be checked/)
  })

  test('a clean file is accepted', async () => expect((await hand('A salary.')).status).toBe(303))
})

test('answers are shown in the order of the questions, as asked, and are audited', async () => {
  const { id, url } = await ask()
  const body = answered({ ...ANSWERS, explanation: '  From <b>work</b>.\r\nAnd my wife. ' })
  body.append('file', answer)
  expect((await server.fetch(url, { method: 'POST', body })).status).toBe(303)
  expect((await formOf(id))?.answers).toEqual([
    { question: 'Where does it come from?', answer: 'Salary or pension' },
    {
      question: 'Tell us more: from whom, for what, and why it came to this account.',
      answer: 'From <b>work</b>.\r\nAnd my wife.',
    },
    { question: 'How much of it is it, in US dollars?', answer: '1,500.00' },
    { question: 'Since when do you have it, or when did you receive it?', answer: '2026-01-31' },
  ])
  expect((await auditOf(server.db, 'customer form', id)).at(-1)).toMatchObject({
    action: 'submit form',
    after: { answers: { amount: '1,500.00' } },
  })
})

test('a form whose file is optional is handed in by its answers alone', async () => {
  const params = { platform, customerId, formType: 'expected_activity' }
  const { id, url } = await server.call(helpdesk.createForm, { params })
  const body = answered({ purpose: 'Rent', incoming: '900', outgoing: '900', countries: 'Canada', cash: 'No' })
  // as a browser sends a file that was not chosen
  body.append('file', new File([], ''))
  expect((await server.fetch(url, { method: 'POST', body })).status).toBe(303)
  const form = await formOf(id)
  expect([form?.status, form?.url, form?.file]).toEqual(['submitted', '', undefined])
  expect(form?.answers?.at(-1)).toEqual({ question: 'Will cash be paid in or out?', answer: 'No' })
})

test('a form keeps its questions when the library changes, and one from before asks for a file', async () => {
  const { id, url } = await ask()
  const text =
    "update customer_form set template = jsonb_set(template, '{questions,0,label}', '\"Whence?\"') where id = "
  await sql`${sql.raw(text)}${id}`.execute(server.db)
  expect((await read(url)).text).toContain('Whence?')
  const before = await ask()
  await sql`update customer_form set template = null where id = ${before.id}`.execute(server.db)
  expect((await read(before.url)).text).not.toContain('<textarea')
  const body = new FormData()
  body.append('file', answer)
  expect((await server.fetch(before.url, { method: 'POST', body })).status).toBe(303)
  expect((await formOf(before.id))?.answers).toBeUndefined()
})

test('of two concurrent submissions one is accepted', async () => {
  const { url } = await ask()
  const before = await kept()
  const both = await Promise.all([handIn(url, answer), handIn(url, answer)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409])
  expect(await kept()).toBe(before + 1)
})

test('the page shows the questions, nothing of the customer, and runs no script', async () => {
  const { url } = await ask()
  const page = await read(url)
  expect(page).toMatchObject({ status: 200, title: 'Source of funds - Paxum' })
  expect(page.text).toContain('where the money in your account comes from')
  expect(page.text).toContain('Where does it come from?')
  expect(page.text).not.toMatch(/Ada|Byron|\b100\b|<script|style=/)
  expect(page.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  )
  expect([page.headers.get('referrer-policy'), page.headers.get('cache-control')]).toEqual(['no-referrer', 'no-store'])
  const style = await server.fetch('/api/form/page.css')
  expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
})

test('a file is submitted once: staff find it, its case is new, and the audit names the customer', async () => {
  const { id, url } = await ask()
  const [waiting, closed] = [await world.addCase({ status: 'await' }), await world.addCase({ status: 'complete' })]
  const sent = await handIn(url, answer)
  expect([sent.status, sent.headers.get('location')]).toEqual([303, url])
  expect(await read(url)).toMatchObject({ status: 200, title: 'Received - Paxum' })
  const form = await formOf(id)
  const file = await server.fetch(form?.url ?? '', {
    headers: { 'auth-token': await server.token('analyst2'), platform },
  })
  expect([form?.status, file.status, await file.text()]).toEqual(['submitted', 200, 'My house was sold.'])
  expect(form?.file).toMatchObject({ name: 'answer.txt', size: 18 })
  const statusOf = async (caseId: string) => (await server.call(cases.view, { params: { caseId } })).status
  expect([await statusOf(waiting.id), await statusOf(closed.id)]).toEqual(['new', 'complete'])
  expect((await auditOf(server.db, 'case', waiting.id)).at(-1)).toMatchObject({
    action: 'change status',
    actor: 'customer 100',
    note: 'The customer submitted “Source of funds”.',
  })
  expect(await auditOf(server.db, 'customer form', id)).toMatchObject([
    { action: 'ask for form', actor: 'analyst' },
    { action: 'submit form', actor: 'customer 100', after: { status: 'submitted', file: { name: 'answer.txt' } } },
  ])
})

describe('links', () => {
  test('are shown once and stored as hashes alone', async () => {
    const { id, url } = await ask()
    expect((await formOf(id))?.url).toBe('')
    const token = url.replace('/api/form/', '')
    expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await server.db.selectFrom('customer_form_link').selectAll().where('form_id', '=', id).execute()
    expect(rows.map(({ hash }) => hash.length)).toEqual([32])
    expect(rows.map(({ hash }) => hash.toString('base64url'))).not.toContain(token)
  })

  test('are renewed without ending earlier ones, and not for a submitted form', async () => {
    const { id, url } = await ask()
    const { url: other, expiresAt } = await server.call(helpdesk.formLink, { params: { formId: id } })
    expect(other).not.toBe(url)
    expect(Date.parse(`${expiresAt.date}Z`)).toBe(clock.now + 30 * DAY)
    expect([(await read(url)).status, (await read(other)).status]).toEqual([200, 200])
    expect(await auditOf(server.db, 'customer form', id)).toMatchObject([{}, { action: 'make form link' }])
    await handIn(other, answer)
    for (const call of [helpdesk.formLink, helpdesk.withdrawForm]) {
      expect((await server.send(call, { params: { formId: id } })).status).toBe(409)
    }
    expect(await read(url)).toMatchObject({ status: 200, title: 'Received - Paxum' })
  })

  test('to a form of another platform are refused to everybody', async () => {
    const { id } = await ask()
    const elsewhere = { as: 'superadmin', platform: 'paydek' }
    for (const call of [helpdesk.formLink, helpdesk.withdrawForm]) {
      expect((await server.send(call, { params: { formId: id } }, elsewhere)).status).toBe(404)
    }
  })
})

test('accept nothing for a withdrawn form, not from staff either', async () => {
  const { id } = await ask()
  const withdrawn = await server.call(helpdesk.withdrawForm, { params: { formId: id } })
  expect(withdrawn).toMatchObject({ status: 'withdrawn', url: '' })
  const refused = await server.send(helpdesk.submitForm, { params: { formId: id }, body: { file: answer } })
  expect([refused.status, await refused.json()]).toMatchObject([409, { message: 'This form was withdrawn.' }])
  expect((await server.send(helpdesk.withdrawForm, { params: { formId: id } })).status).toBe(409)
  expect((await auditOf(server.db, 'customer form', id)).map(({ action }) => action)).toEqual([
    'ask for form',
    'withdraw form',
  ])
})

// last: its clock goes past the end of every session
test('expire after thirty days', async () => {
  const { id, url } = await ask()
  clock.now += 30 * DAY - 1
  expect((await read(url)).status).toBe(200)
  clock.now += 1
  expect(await read(url)).toMatchObject({ status: 410, title: 'This link has expired - Paxum' })
  expect((await handIn(url, answer)).status).toBe(410)
  const query = server.db.selectFrom('customer_form').select('submitted_at').where('id', '=', id)
  expect(await query.executeTakeFirst()).toEqual({ submitted_at: null })
})
