import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileStore } from '#server/files/file-store.ts'
import { MARK_LIFE } from '#server/store/pages.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { makeWorld } from '#tests/support/world.ts'
import { RETENTION_PERIODS, PURGE, purge } from './purge.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const HOUR = 3_600_000
const after = (ms: number) => new Date(NOW + ms)
let server: TestServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docket-files-'))
  server = await testServer({ now: () => new Date(NOW), env: { DATA_DIR: folder } })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

test('expired data are deleted, usable data stay', async () => {
  const { db } = server
  const sessions: Record<string, [expires: number, revoked: number | null]> = {
    running: [HOUR, null],
    'just expired': [-HOUR, null],
    'just revoked': [HOUR, -HOUR],
    'long expired': [-25 * HOUR, null],
    'long revoked': [HOUR, -25 * HOUR],
  }
  const ids = new Map(Object.keys(sessions).map((name) => [name, randomUUID()]))
  for (const [name, [expires, revoked]] of Object.entries(sessions)) {
    const row = {
      account_id: 'analyst',
      expires_at: after(expires),
      revoked_at: revoked === null ? null : after(revoked),
    }
    await db
      .insertInto('session')
      .values({ ...row, id: ids.get(name) ?? '', family: ids.get(name) ?? '', family_at: after(0) })
      .execute()
  }
  for (const [hash, expires] of [
    ['good', 1],
    ['over', -1],
  ] as const) {
    const row = {
      hash: Buffer.from(hash),
      account_id: 'analyst',
      browser: Buffer.from('b'),
      expires_at: after(expires),
    }
    await db.insertInto('login_code').values(row).execute()
  }
  for (const [id, age] of [
    ['young', 1 - MARK_LIFE],
    ['old', -MARK_LIFE],
  ] as const) {
    const row = { list: Buffer.from(id), position: 20, reader: 'analyst', sort: '', id, made_at: after(age) }
    await db.insertInto('page_mark').values(row).execute()
  }

  for (const [hash, expires] of [
    ['open', 1],
    ['expired', -1],
  ] as const) {
    const row = { hash: Buffer.from(hash), account_id: 'analyst', purpose: 'form', subject: '' }
    await db
      .insertInto('ticket')
      .values({ ...row, expires_at: after(expires) })
      .execute()
  }

  const keys = { young: randomUUID(), old: randomUUID() }
  for (const [key, at] of [
    [keys.young, after(1 - RETENTION_PERIODS.answeredKey)],
    [keys.old, after(-1 - RETENTION_PERIODS.answeredKey)],
  ] as const) {
    const row = { account_id: 'analyst', key, fingerprint: Buffer.alloc(32), status: 200, body: '{}' }
    await db
      .insertInto('idempotency')
      .values({ ...row, at })
      .execute()
  }

  const asked = { id: randomUUID(), platform: 'paxum', customer_id: '1', form_type: 'source_of_funds' }
  await db
    .insertInto('customer_form')
    .values({ ...asked, created_by: 'analyst', created_at: after(0) })
    .execute()
  for (const [hash, expires] of [
    ['told that it has expired', 1 - RETENTION_PERIODS.expiredFormLink],
    ['forgotten', -1 - RETENTION_PERIODS.expiredFormLink],
  ] as const) {
    const row = { hash: Buffer.from(hash), form_id: asked.id, created_by: 'analyst', created_at: after(0) }
    await db
      .insertInto('customer_form_link')
      .values({ ...row, expires_at: after(expires) })
      .execute()
  }

  await purge(db, fileStore({ db: server.db, config: server.services.config }), new Date(NOW))

  const answers = await db.selectFrom('idempotency').select('key').execute()
  expect(answers).toEqual([{ key: keys.young }])
  const links = await db.selectFrom('customer_form_link').select('hash').execute()
  expect(links.map(({ hash }) => hash.toString())).toEqual(['told that it has expired'])
  const left = (await db.selectFrom('session').select('id').execute()).map(({ id }) => id)
  expect([...ids].filter(([, id]) => left.includes(id)).map(([name]) => name)).toEqual([
    'running',
    'just expired',
    'just revoked',
  ])
  const codes = await db.selectFrom('login_code').select('hash').execute()
  expect(codes.map(({ hash }) => hash.toString())).toEqual(['good'])
  const tickets = await db.selectFrom('ticket').select('hash').execute()
  expect(tickets.map(({ hash }) => hash.toString())).toEqual(['open'])
  expect(await db.selectFrom('page_mark').select('id').execute()).toEqual([{ id: 'young' }])
})

test('mail that was sent or discarded is deleted after its time; pending mail stays, however old', async () => {
  const { db } = server
  const letters: Record<string, { sent?: number; attempts: number; due: number }> = {
    waiting: { attempts: 4, due: -RETENTION_PERIODS.failedMail - 1 },
    'sent lately': { sent: 1 - RETENTION_PERIODS.sentMail, attempts: 1, due: -RETENTION_PERIODS.failedMail },
    'sent long ago': { sent: -1 - RETENTION_PERIODS.sentMail, attempts: 1, due: -RETENTION_PERIODS.sentMail },
    'given up lately': { attempts: 5, due: 1 - RETENTION_PERIODS.failedMail },
    'given up long ago': { attempts: 5, due: -1 - RETENTION_PERIODS.failedMail },
  }
  for (const [subject, { sent, attempts, due }] of Object.entries(letters)) {
    const row = { id: randomUUID(), platform: 'paxum', recipient: 'a@b.example', subject, text: '', attachment: null }
    const times = { created_at: after(due), due_at: after(due), sent_at: sent === undefined ? null : after(sent) }
    await db
      .insertInto('mail')
      .values({ ...row, ...times, attempts, reply_to: null, last_error: null })
      .execute()
  }
  await purge(db, fileStore({ db: server.db, config: server.services.config }), new Date(NOW))
  const left = await db.selectFrom('mail').select('subject').execute()
  expect(left.map(({ subject }) => subject).toSorted()).toEqual(['given up lately', 'sent lately', 'waiting'])
})

test('an unreferenced upload is deleted with its content after a while', async () => {
  const { db } = server
  const world = await makeWorld(db)
  const files = fileStore({ db: server.db, config: server.services.config })
  const form_id = await world.addForm()
  const { alertIds } = await world.addCase()
  const old = after(-1 - RETENTION_PERIODS.unnamedUpload)
  const uploads: Record<string, { form_id?: string; alert_id?: string; stored_as?: string; created_at: Date }> = {
    young: { created_at: after(1 - RETENTION_PERIODS.unnamedUpload) },
    'of a form': { form_id, created_at: old },
    'of an alert': { alert_id: alertIds[0] ?? '', created_at: old },
    'with the bytes of another': { stored_as: randomUUID(), created_at: old },
    forgotten: { created_at: old },
  }
  const ids = new Map<string, string>()
  for (const [name, facts] of Object.entries(uploads)) {
    const id = randomUUID()
    ids.set(name, id)
    const row = { id, platform: 'paxum', name, type: 'text/plain', size: 1, created_by: 'analyst' }
    await db
      .insertInto('file')
      .values({ ...row, ...facts })
      .execute()
    await files.keep([{ id, bytes: Buffer.from('x') }], async () => {})
  }
  await purge(db, files, new Date(NOW))
  const left = new Set((await db.selectFrom('file').select('name').execute()).map(({ name }) => name))
  expect([...ids.keys()].filter((name) => !left.has(name))).toEqual(['forgotten'])
  const bytes = await Promise.all([...ids].map(async ([name, id]) => [name, (await files.get(id)) !== undefined]))
  expect(bytes.filter(([, isThere]) => !isThere)).toEqual([['forgotten', false]])
})

test('the purge runs as a scheduled job, once over all instances', async () => {
  await server.services.tasks.start()
  const { rows } = await sql`select name, cron from pgboss.schedule where name = ${PURGE}`.execute(server.db)
  expect(rows).toEqual([{ name: PURGE, cron: '*/10 * * * *' }])
})
