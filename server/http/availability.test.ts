// Nobody can take the service from the others: not by leaving, not by reading slowly, not by asking for much at once.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Call } from '#contract/call.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { reports } from '#contract/calls/reports.ts'
import { sync } from '#contract/calls/sync.ts'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { csvOfReport } from '#server/reports/queries.ts'
import { copyCsv } from '#server/store/copy.ts'
import { openPool } from '#server/store/pool.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const { server } = await startWorld({ now: () => NOON })
beforeAll(async () => {
  await sql`insert into transaction (platform, id, at, customer_id, direction, service, amount, currency, usd,
      client_name, counterparty_name)
    select 'paxum', 'big' || n, ${NOON}::timestamptz, '100', 'outgoing', 'p2p', 1, 'USD', 1, repeat('x', 500), 'y'
    from generate_series(1, 20000) n`.execute(server.db)
})

const csvCall = reports.csv as Call
const lent = () => server.services.store.exports.totalCount - server.services.store.exports.idleCount
const exportAs = (as: string) => server.send(csvCall, { query: {} } as never, { as })
const readRest = (response: Response) => response.arrayBuffer()

test('an export whose reader disconnects, at any moment, returns its connection', async () => {
  const headers = { 'auth-token': await server.token('analyst'), platform: 'paxum' }
  const leaving = async (at: 'at once' | 'before the answer' | 'before the first byte') => {
    const left = new AbortController()
    if (at === 'at once') left.abort()
    const answer = server.app.fetch(
      new Request('http://localhost:4280/api/management/report/report.csv', { headers, signal: left.signal }),
    )
    if (at === 'before the answer') setTimeout(() => left.abort(), 5)
    const response = await answer
    left.abort()
    return response.status
  }
  for (const at of ['at once', 'before the answer', 'before the first byte'] as const) {
    for (let n = 0; n < 3; n += 1) {
      await leaving(at)
      await expect.poll(lent).toBe(0)
    }
  }
  const response = await exportAs('analyst')
  expect(response.status).toBe(200)
  await readRest(response)
})

test('exports without a reader use separate connections, two per account, and other calls continue', async () => {
  const open = [await exportAs('analyst'), await exportAs('analyst')]
  const third = await exportAs('analyst')
  expect([third.status, third.headers.get('retry-after')]).toEqual([429, '5'])
  open.push(await exportAs('analyst2'))
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200])
  expect([lent(), server.services.store.pool.totalCount - server.services.store.pool.idleCount]).toEqual([3, 0])
  expect((await server.call(cases.list, { query: {} })).items).toEqual([])
  await Promise.all(open.map(async (response) => response.body?.cancel()))
  await expect.poll(lent).toBe(0)
  await readRest(await exportAs('analyst'))
})

test('an export that stalls, or takes too long in total, is aborted', async () => {
  const query = csvOfReport(server.db, 'paxum', { between: [null, null] })
  for (const limits of [
    { idle: 50, whole: 60_000 },
    { idle: 60_000, whole: 50 },
  ]) {
    const { signal } = new AbortController()
    let isOver = false
    await copyCsv(server.services.store.exports, query, { signal, limits, onEnd: () => (isOver = true) })
    await expect.poll(() => isOver).toBe(true)
    expect(lent()).toBe(0)
  }
})

test('readiness is answered within a second when every connection is in use', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => server.services.store.pool.connect()))
  const answers = await Promise.all(Array.from({ length: 5 }, () => server.fetch('/readyz')))
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
  // they share one query, that waits for a connection
  expect(server.services.store.pool.waitingCount).toBe(1)
  for (const client of all) client.release()
  expect((await server.fetch('/readyz')).status).toBe(200)
})

test('a request without a free connection is told to retry', async () => {
  const busy = openPool(server.store.url, { size: 1, connectionLimit: 1000 })
  const client = await busy.pool.connect()
  const other = await testServer({ database: { ...busy, db: server.db }, now: () => NOON })
  Object.assign(other.services.store, { db: busy.db })
  const response = await other.send(cases.list, { query: {} })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  client.release()
  await other.close()
})

test('a statement beyond its time limit is cancelled', async () => {
  const limited = openPool(server.store.url, { size: 1, statementLimit: 50 })
  await expect(sql`select pg_sleep(10)`.execute(limited.db)).rejects.toThrow(/statement timeout/)
  await limited.close()
})

test('a store closes although one connection is not returned', async () => {
  const store = openPool(server.store.url, { size: 2 })
  await store.pool.connect()
  const query = csvOfReport(store.db, 'paxum', { between: [null, null] })
  await copyCsv(store.exports, query, { signal: new AbortController().signal })
  await store.close()
  expect((await server.fetch('/readyz')).status).toBe(200)
})

test('an account may have ten event streams, and all are checked by one query', async () => {
  const listen = () => server.send(sync.stream, { query: { platform: 'paxum' } }, { as: 'docadmin' })
  const streams = await Promise.all(Array.from({ length: 10 }, listen))
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await listen()).status).toBe(429)
  const readers = streams.map((response) => response.body?.getReader())
  await Promise.all(readers.map(async (reader) => reader?.read()))
  const checks = vi.spyOn(server.services.store.pool, 'connect')
  const gone = readers.map(async (reader) => {
    for (let text = ''; !text.includes('event: revoke');)
      text += Buffer.from((await reader?.read())?.value ?? []).toString()
  })
  checks.mockClear()
  await server.db.updateTable('account').set({ platforms: [] }).where('id', '=', 'docadmin').execute()
  await Promise.all(gone)
  // the change itself, one question about accounts and one about devices; another two where pokes came apart
  expect(checks.mock.calls.length).toBeLessThanOrEqual(5)
  checks.mockRestore()
  await Promise.all(readers.map(async (reader) => reader?.cancel()))
  await saveAccounts(server.db, DEMO_ACCOUNTS)
  const again = await listen()
  expect(again.status).toBe(200)
  await again.body?.cancel()
})

test('batches count by their operations; two per account run at a time, and a limited number wait', async () => {
  const own = await testServer({ env: { RATE_LIMIT: '10' }, now: () => NOON })
  const batch = (n: number, as: string, at: TestServer = own) => {
    const ops = Array.from({ length: n }, (_, index) => ({
      opId: randomUUID(),
      devSeq: index + 1,
      kind: 'case.note',
      kindV: 1,
      target: { platform: 'paxum', customerId: '1', caseId: `PX${index}` },
      body: { note: 'x' },
      clientTime: NOON.toISOString(),
      skewMs: 0,
      offline: false,
    }))
    return at.send(sync.ops, { body: { device: 'd', incarnation: 'i', ops } }, { as })
  }
  expect([(await batch(6, 'analyst')).status, (await batch(6, 'analyst')).status]).toEqual([200, 429])
  // two are done, twenty wait
  const wide = await testServer({ database: openPool(server.store.url, { size: 4 }), now: () => NOON })
  const answers = await Promise.all(Array.from({ length: 24 }, () => batch(1, 'analyst2', wide)))
  const statuses = answers.map(({ status }) => status)
  expect([statuses.filter((each) => each === 200).length, statuses.filter((each) => each === 429).length]).toEqual([
    22, 2,
  ])
  await wide.close()
  await own.close()
})
