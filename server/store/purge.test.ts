import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { purge } from './purge.ts'
import { MARK_LIFE } from './queries/paging.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const HOUR = 3_600_000
const after = (ms: number) => new Date(NOW + ms)
let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => new Date(NOW) })
})
afterAll(() => server.close())

test('what has ended a while ago goes, what may still be used stays', async () => {
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
      .values({ ...row, id: ids.get(name) ?? '' })
      .execute()
  }
  for (const [hash, expires] of [
    ['good', 1],
    ['over', -1],
  ] as const) {
    const row = { hash: Buffer.from(hash), account_id: 'analyst', expires_at: after(expires) }
    await db.insertInto('login_code').values(row).execute()
  }
  for (const [id, age] of [
    ['young', 1 - MARK_LIFE],
    ['old', -MARK_LIFE],
  ] as const) {
    const row = { list: Buffer.from(id), position: 20, reader: 'analyst', sort: '', id, made_at: after(age) }
    await db.insertInto('page_mark').values(row).execute()
  }

  await purge(db, new Date(NOW))

  const left = (await db.selectFrom('session').select('id').execute()).map(({ id }) => id)
  expect([...ids].filter(([, id]) => left.includes(id)).map(([name]) => name)).toEqual([
    'running',
    'just expired',
    'just revoked',
  ])
  const codes = await db.selectFrom('login_code').select('hash').execute()
  expect(codes.map(({ hash }) => hash.toString())).toEqual(['good'])
  expect(await db.selectFrom('page_mark').select('id').execute()).toEqual([{ id: 'young' }])
})
