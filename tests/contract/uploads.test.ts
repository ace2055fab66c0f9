// Uploads of accounts, by links and by mail: above their ceilings refused and on record, received on disk, and in memory in their turn.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documentForms } from '#contract/calls/document-forms.ts'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import { UPLOAD_MAX } from '#contract/model/upload.ts'
import { createApp } from '#server/app.ts'
import { ByteBudget, UPLOADS_IN_MEMORY } from '#server/uploads/memory.ts'
import { receiveBytes, receiveForm } from '#server/uploads/receive.ts'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { refusalOf, testServer, type TestServer } from '#tests/support/server.ts'
import { makeWorld, NOON, type World } from '#tests/support/world.ts'

const MIB = 1024 * 1024
const HOUR = 3_600_000
const clock = { now: NOON.getTime() }
const secret = 'a-secret-of-the-mail-service'
const MEMORY = 25
let server: TestServer
let world: World
let folder: string
let http: Server
let origin: string
beforeAll(async () => {
  folder = makeFolder()
  const ceilings = { UPLOAD_ACCOUNT_FILES: '14', UPLOAD_LINK_FILES: '2', UPLOAD_MAIL_FILES: '2' }
  const env = { DATA_DIR: folder, INBOUND_SECRET: secret, UPLOAD_MEMORY: `${MEMORY}`, ...ceilings }
  server = await testServer({ now: () => new Date(clock.now), env: { ...env, SESSION_HOURS: '720' } })
  world = await makeWorld(server.db)
  http = createServer(getRequestListener(createApp(server.services).fetch))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((closed) => http.close(closed))
  await server.close()
  await removeFolder(folder)
})
// another window
beforeEach(() => {
  clock.now += HOUR
})

const text = (bytes = 10, name = 'a.txt') => new File(['a'.repeat(bytes)], name)
const attach = (file = text(), as = 'analyst') => server.call(documentForms.attach, { body: { file } }, { as })
const onDisk = () => {
  const incoming = join(folder, 'incoming')
  return existsSync(incoming) ? readdirSync(incoming) : []
}
const refusals = async () => {
  const entries = server.db.selectFrom('audit').select(['object_id', 'actor']).where('action', '=', 'refuse uploads')
  return (await entries.orderBy('n').execute()).slice(seen)
}
let seen = 0
beforeEach(async () => {
  seen = 0
  seen = (await refusals()).length
})
const use = (who: string, bytes: number) =>
  server.db
    .insertInto('upload_use')
    .values({ who, since: new Date(Math.floor(clock.now / HOUR) * HOUR), bytes, files: 1, is_refused: false })
    .execute()

describe('an account', () => {
  test('above its number of files is refused until the hour is over, once on record; others are not', async () => {
    for (let n = 0; n < 14; n += 1) await attach()
    const before = await server.db.selectFrom('file').select('id').execute()
    for (let n = 0; n < 3; n += 1) {
      const message = 'No more than 14 files and 1000 MiB in 60 minutes may be uploaded. Try again in 60 minutes.'
      expect(await refusalOf(attach())).toEqual([429, message])
    }
    expect(await refusals()).toEqual([{ object_id: 'account analyst', actor: 'analyst' }])
    expect(await server.db.selectFrom('file').select('id').execute()).toEqual(before)
    await attach(text(), 'analyst2')
    clock.now += HOUR
    await attach()
  })

  test('above its bytes is refused before the body is read', async () => {
    await use('account analyst', 1000 * MIB)
    let pulled = 0
    const body = new ReadableStream(
      {
        pull: (c) => {
          pulled += 1
          c.enqueue(new Uint8Array(1000))
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { 'auth-token': await server.token('analyst'), platform: 'paxum' }
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const sent = { method: 'POST', headers: { ...headers, ...type }, body, duplex: 'half' }
    const answer = await server.fetch('/api/management/file_attachment/', sent as RequestInit)
    expect([answer.status, answer.headers.get('retry-after'), pulled]).toEqual([429, '3600', 0])
    expect(await refusals()).toHaveLength(1)
  })

  test('is counted by what arrived, of refused bodies too', async () => {
    expect(await refusalOf(attach(text(UPLOAD_MAX + 100_000)))).toEqual([413, 'The limit is 10 MiB.'])
    await attach()
    const [used] = await server.db.selectFrom('upload_use').selectAll().where('who', '=', 'account analyst').execute()
    expect(used?.files).toBe(2)
    expect(Number(used?.bytes)).toBeGreaterThan(UPLOAD_MAX)
    expect(Number(used?.bytes)).toBeLessThan(UPLOAD_MAX + 400_000)
  })

  test('cannot pass its ceiling with uploads at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => refusalOf(attach())))
    expect(all.filter((each) => each === null)).toHaveLength(14)
    expect(all.filter((each) => each?.[0] === 429)).toHaveLength(6)
  })
})

describe('the link of a form', () => {
  const params = { platform: 'paxum', customerId: '100', formType: 'source_of_funds' }
  const handIn = async (url: string, file: File) => {
    const body = new FormData()
    body.append('file', file)
    const answer = await server.fetch(url, { method: 'POST', body })
    return { status: answer.status, page: await answer.text(), retryAfter: answer.headers.get('retry-after') }
  }

  test('above its ceiling says when to try again, and another link is not refused', async () => {
    const { id, url } = await server.call(helpdesk.createForm, { params })
    const other = await server.call(helpdesk.createForm, { params })
    expect([(await handIn(url, text())).status, (await handIn(url, text())).status]).toEqual([400, 400])
    const { status, page, retryAfter } = await handIn(url, text())
    expect([status, retryAfter]).toEqual([429, '3600'])
    expect(page).toContain('Try again in 60 minutes. Go back in the browser to find your answers.')
    expect(await refusals()).toEqual([{ object_id: `link ${id}`, actor: 'customer 100' }])
    expect((await handIn(other.url, text())).status).toBe(400)
    clock.now += HOUR
    expect((await handIn(url, text())).status).toBe(400)
  })
})

describe('the mail service', () => {
  const post = (body: BodyInit, more: object = {}) =>
    server.fetch('/api/inbound-mail', { method: 'POST', headers: { authorization: `Bearer ${secret}` }, body, ...more })

  test('above its ceiling is told to send again later, and nothing is stored of what was refused', async () => {
    const eml = (n: number) => `Message-ID: <${n}@m.example>\r\nFrom: a@b.example\r\n\r\nHello`
    expect([(await post(eml(1))).status, (await post(eml(2))).status]).toEqual([200, 200])
    const letters = () => server.db.selectFrom('inbound_letter').select('id').execute()
    const before = await letters()
    const answer = await post(eml(3))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(await letters()).toEqual(before)
    expect(await refusals()).toEqual([{ object_id: 'mail ', actor: '' }])
    clock.now += HOUR
    expect((await post(eml(3))).status).toBe(200)
  })

  test('sends no message without an end into memory or onto the disk', async () => {
    let pulled = 0
    const body = new ReadableStream(
      {
        pull: (c) => {
          pulled += MIB
          c.enqueue(new Uint8Array(MIB))
        },
      },
      { highWaterMark: 0 },
    )
    const answer = await post(body, { duplex: 'half' })
    expect([answer.status, pulled <= 27 * MIB, onDisk()]).toEqual([413, true, []])
  })
})

test('many uploads at the same time have no more in memory than the limit, and leave nothing on the disk', async () => {
  UPLOADS_IN_MEMORY.peak = 0
  const size = 8 * MIB
  const headers = { 'auth-token': await server.token('analyst'), platform: 'paxum' }
  const sent = Array.from({ length: 12 }, async () => {
    const body = new FormData()
    body.append('file', text(size))
    const answer = await fetch(`${origin}/api/management/file_attachment/`, { method: 'POST', headers, body })
    return [answer.status, ((await answer.json()) as { size?: number }).size]
  })
  expect(await Promise.all(sent)).toEqual(sent.map(() => [200, size]))
  expect(UPLOADS_IN_MEMORY.peak).toBeGreaterThanOrEqual(size)
  expect(UPLOADS_IN_MEMORY.peak).toBeLessThanOrEqual(MEMORY * MIB)
  expect([UPLOADS_IN_MEMORY.held, onDisk()]).toEqual([0, []])
})

test('a refused upload is answered over its connection, which serves on', async () => {
  await use('account analyst', 1000 * MIB)
  const headers = { 'auth-token': await server.token('analyst'), platform: 'paxum' }
  const body = new FormData()
  body.append('file', text(9 * MIB))
  const answer = await fetch(`${origin}/api/management/file_attachment/`, { method: 'POST', headers, body })
  expect([answer.status, await answer.json()]).toMatchObject([429, { status: 429 }])
})

describe('a body is refused', () => {
  const limit = { bytes: 10_000, fieldBytes: 1000, time: 5000 }
  const at = () => join(folder, 'apart')
  const formOf = (entries: readonly (readonly [string, string | File])[]) => {
    const body = new FormData()
    for (const [name, value] of entries) body.append(name, value)
    return new Request('http://x', { method: 'POST', body })
  }
  const streamed = (parts: readonly string[], end: 'closed' | 'open' | 'cut', type: string) => {
    const bytes = parts.map((part) => new TextEncoder().encode(part))
    const body = new ReadableStream({
      pull: (c) => {
        const next = bytes.shift()
        if (next) return c.enqueue(next)
        if (end === 'closed') return c.close()
        if (end === 'cut') return c.error(new Error('reset'))
        return new Promise(() => {})
      },
    })
    return new Request('http://x', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
      duplex: 'half',
    } as RequestInit)
  }
  const FORM = 'multipart/form-data; boundary=x'
  const begun = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc'
  test.each<[string, () => Promise<unknown>, object]>([
    [
      'with fields over their limit',
      () => receiveForm(formOf([['a', 'b'.repeat(1001)]]), limit, at()),
      { status: 413 },
    ],
    [
      'with many small fields over it together',
      () => receiveForm(formOf(Array.from({ length: 150 }, (_, n) => [`f${n}`, '12345678'])), limit, at()),
      { status: 413 },
    ],
    ['with a file over it', () => receiveForm(formOf([['a', text(10_001)]]), limit, at()), { status: 413 }],
    [
      'with too many fields',
      () => receiveForm(formOf(Array.from({ length: 201 }, (_, n) => [`f${n}`, '1'])), { ...limit, bytes: 1e6 }, at()),
      { name: 'TypeError' },
    ],
    [
      'with three files',
      () => receiveForm(formOf(['a', 'b', 'c'].map((name) => [name, text()])), limit, at()),
      { name: 'TypeError' },
    ],
    [
      'that is no form',
      () => receiveForm(streamed(['{}'], 'closed', 'application/json'), limit, at()),
      { name: 'TypeError' },
    ],
    ['that says it is one', () => receiveForm(streamed(['{}'], 'closed', FORM), limit, at()), { name: 'TypeError' }],
    [
      'without a boundary',
      () => receiveForm(streamed([begun], 'closed', 'multipart/form-data'), limit, at()),
      { name: 'TypeError' },
    ],
    ['that ends early', () => receiveForm(streamed([begun], 'closed', FORM), limit, at()), { name: 'TypeError' }],
    ['whose connection breaks', () => receiveForm(streamed([begun], 'cut', FORM), limit, at()), { message: 'reset' }],
    [
      'that stops coming',
      () => receiveForm(streamed([begun], 'open', FORM), { ...limit, time: 50 }, at()),
      { status: 408 },
    ],
    [
      'of bytes, that stops coming',
      () => receiveBytes(streamed(['a'], 'open', ''), { ...limit, time: 50 }, at()),
      { status: 408 },
    ],
    [
      'of bytes over the limit',
      () => receiveBytes(streamed(['a'.repeat(10_001)], 'closed', ''), limit, at()),
      { status: 413 },
    ],
  ])('%s, and leaves no file', async (_, receive, fault) => {
    await expect(receive()).rejects.toMatchObject(fault)
    expect(existsSync(at()) ? readdirSync(at()) : []).toEqual([])
  })

  test('and one within the limits arrives as it was sent, with its name in any script', async () => {
    const sent = [
      ['note', 'Grüße\r\n--x'],
      ['file', text(5000, '山田 “résumé”.txt')],
    ] as const
    const { entries, remove } = await receiveForm(formOf(sent), limit, at())
    const [note, file] = entries.map(([, value]) => value)
    expect(note).toBe(sent[0][1])
    expect(file instanceof File && [file.name, file.size, await file.text()]).toEqual([
      sent[1][1].name,
      5000,
      'a'.repeat(5000),
    ])
    await remove()
    expect(readdirSync(at())).toEqual([])
  })
})

test('memory is given in turn, and an upload that is larger than all of it has its turn alone', async () => {
  const budget = new ByteBudget()
  const first = await budget.hold(6, 10)
  const order: string[] = []
  const large = budget.hold(20, 10).then((release) => (order.push('large'), release))
  const small = budget.hold(1, 10).then((release) => (order.push('small'), release))
  expect(budget.held).toBe(6)
  first()
  first()
  const release = await large
  expect([budget.held, order]).toEqual([20, ['large']])
  release()
  ;(await small)()
  expect([budget.held, budget.peak]).toEqual([0, 20])
})

test('a document form is changed by a multipart form of the same fields, without a file', async () => {
  const uuid = await world.addForm({ type: 'sar' })
  const change = async (field: string, value: string | File) => {
    const body = new FormData()
    body.append(field, value)
    const headers = { 'auth-token': await server.token('analyst'), platform: 'paxum', 'if-match': '*' }
    const answer = await fetch(`${origin}/api/management/document_form/${uuid}`, { method: 'PATCH', headers, body })
    return [answer.status, ((await answer.json()) as { message?: string }).message]
  }
  expect(await change('narrative', text())).toEqual([400, 'body: a file is attached by a call of its own'])
  expect((await change('narrative', 'By form.'))[0]).toBe(200)
  expect(onDisk()).toEqual([])
})
