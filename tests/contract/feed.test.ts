// The replica's snapshot and feed, and the messages to devices.
import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { replicaRows, snapshotEnd, snapshotHead, sync, type FeedItem } from '#contract/calls/sync.ts'
import { beginIncarnation } from '#server/sync/cursor.ts'
import { sequenceGapsWorker } from '#server/sync/sequence-gaps-task.ts'
import { allSequenceGaps, gapLine } from '#server/sync/sequence-gaps.ts'
import { gapsOf } from '#server/sync/device-gaps.ts'
import { testServer, type As } from '#tests/support/server.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'
import { syncOp, targetOf } from '#tests/support/sync-op.ts'

const platform = 'paxum'
const { server, world } = await startWorld({ now: () => NOON })

const query = { platform, kind: 'case' } as const
async function snapshot(as?: As) {
  const response = await server.send(sync.snapshot, { query }, as)
  const [head, ...lines] = (await response.text()).trim().split('\n')
  const end = z.parse(snapshotEnd, JSON.parse(lines.pop() ?? ''))
  const rows = lines.map((line) => z.parse(replicaRows.case, JSON.parse(line)))
  return { ...z.parse(snapshotHead, JSON.parse(head ?? '')), rows, end: end.end }
}
const since = (cursor: string, limit?: number, as?: As) =>
  server.call(sync.rows, { query: { platform, since: cursor, ...(limit && { limit }) } }, as)

describe('refusals', () => {
  test.each([
    ['snapshot', { query }],
    ['rows', { query: { platform, since: 'x' } }],
    ['stream', { query: { platform } }],
  ] as const)('%s of a platform the account lacks', async (verb, input) => {
    const send = (as: As) => server.send(sync[verb], input as never, as)
    expect((await send({ as: 'outsider', platform: null })).status).toBe(403)
    expect((await send({ as: 'analyst-px', platform: 'paxum' })).status).toBe(200)
    const other = { query: { ...input.query, platform: 'paydek' } }
    expect((await server.send(sync[verb], other as never, { as: 'analyst-px' })).status).toBe(403)
  })

  test('an unknown kind, and more rows than the maximum', async () => {
    const kind = await server.send(sync.snapshot, { query: { platform, kind: 'note' as never } })
    const limit = await server.send(sync.rows, { query: { platform, since: 'x', limit: 2001 } })
    expect([kind.status, limit.status]).toEqual([400, 400])
  })
})

describe('a snapshot', () => {
  test('has the unfinished cases of its platform, newest first, with their search text', async () => {
    const statuses = ['new', 'await', 'error', 'process', 'complete', 'reject'] as const
    const made = await Promise.all(
      statuses.map((status, i) => world.addCase({ status, createdAt: new Date(NOON.getTime() - i * 1000) })),
    )
    const other = await world.addCase({ platform: 'paydek' })
    const { rows, total, end } = await snapshot()
    expect([total, end]).toEqual([rows.length, rows.length])
    const ids = rows.map(({ id }) => id)
    expect(ids.filter((id) => made.some((one) => one.id === id))).toEqual(made.slice(0, 4).map(({ id }) => id))
    expect(ids).not.toContain(other.id)
    expect(rows[0]?.search.split('\n')).toHaveLength(10)
  })

  test('is compressed where the client accepts it', async () => {
    const response = await server.send(sync.snapshot, { query }, { headers: { 'accept-encoding': 'br, gzip' } })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString()
    expect(text.trim().split('\n').at(-1)).toMatch(/^\{"end":\d+\}$/)
  })

  test('has no last line where it is cut off', async () => {
    const response = await server.send(sync.snapshot, { query })
    const reader = response.body?.getReader()
    await reader?.cancel()
    expect(await snapshot()).toMatchObject({ end: expect.any(Number) })
  })
})

describe('the feed', () => {
  let start: string
  beforeEach(async () => {
    start = (await snapshot()).cursor
  })

  test('sends what was created, changed and finished since, each in its current state', async () => {
    const one = await world.addCase({ alerts: [] })
    const two = await world.addCase({ alerts: [] })
    await server.call(cases.note, { params: { caseId: one.id }, body: { note: 'Asked.' } })
    const body = { note: 'Why.', action: 'reject' } as const
    await server.call(cases.recommendStr, { params: { caseId: two.id }, body })
    const { items, more, next } = await since(start)
    expect(items.map(({ id, version, row }) => [id, version, row === null])).toEqual([
      [one.id, 2, false],
      [two.id, 2, true],
    ])
    expect(more).toBe(false)
    expect(await since(next)).toMatchObject({ items: [], more: false })
  })

  test('sends a case whose alert was decided', async () => {
    const one = await world.addCase()
    const { next } = await since(start)
    const alertId = one.alertIds[0] as string
    await server.call(alerts.resolve, { params: { alertId }, body: { note: 'Known payer.' } })
    const { items } = await since(next)
    expect(items).toMatchObject([{ id: one.id, row: { alerts: [{ id: alertId, status: 'resolved' }] } }])
  })

  test('sends account alerts beside the cases, and when they are decided', async () => {
    const one = await world.addAccountAlert()
    const two = await world.addAccountAlert({ status: 'resolved' })
    const other = await world.addAccountAlert({ platform: 'paydek' })
    const { items, next } = await since(start)
    const seen = items.map(({ kind, id, row }) => [kind, id, row?.platform ?? null])
    expect(seen).toContainEqual(['accountAlert', one.id, 'paxum'])
    expect(seen).toContainEqual(['accountAlert', two.id, null])
    expect(seen.map(([, id]) => id)).not.toContain(other.id)
    const note = 'Known payer.'
    await server.call(accountAlerts.changeStatus, { params: { alertId: one.id, status: 'resolved' }, body: { note } })
    expect((await since(next)).items).toEqual([{ kind: 'accountAlert', id: one.id, version: 2, row: null }])
    const response = await server.send(sync.snapshot, { query: { platform, kind: 'accountAlert' } })
    const [, ...lines] = (await response.text()).trim().split('\n')
    const rows = lines.slice(0, -1).map((line) => z.parse(replicaRows.accountAlert, JSON.parse(line)))
    expect(rows.every((row) => row.status !== 'resolved' && row.platform === platform)).toBe(true)
  })

  test('continues within one large transaction, sending nothing twice', async () => {
    const made = []
    for (let i = 0; i < 7; i++) made.push(await world.addCase())
    // all of them in one transaction
    await sql`update monitoring_case set version = version + 1 where id in (${sql.join(made.map(({ id }) => id))})`.execute(
      server.db,
    )
    const told: FeedItem[] = []
    let cursor = start
    for (let isMore = true; isMore;) {
      const { items, next, more } = await since(cursor, 3)
      expect(items.length).toBeLessThanOrEqual(3)
      told.push(...items)
      cursor = next
      isMore = more
    }
    expect(told.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toSorted())
  })

  test('does not wait for a running transaction, and sends its rows when it has committed', async () => {
    const slow = await world.addCase()
    const fast = await world.addCase()
    const { next } = await since(start)
    const running = await server.db.startTransaction().execute()
    await running.updateTable('monitoring_case').set({ version: '7' }).where('id', '=', slow.id).execute()
    await server.call(cases.note, { params: { caseId: fast.id }, body: { note: 'Later, and done sooner.' } })
    const meanwhile = await since(next)
    await running.commit().execute()
    const after = await since(meanwhile.next)
    expect([meanwhile, after].map(({ items }) => items.map(({ id, version }) => [id, version]))).toEqual([
      [[fast.id, 2]],
      [[slow.id, 7]],
    ])
  })

  test('sends rows that change during a long read after the others', async () => {
    const made = []
    for (let i = 0; i < 4; i++) made.push(await world.addCase({ alerts: [] }))
    const late = await world.addCase({ alerts: [] })
    const { next } = await since(start)
    const running = await server.db.startTransaction().execute()
    await running.updateTable('monitoring_case').set({ version: '7' }).where('id', '=', late.id).execute()
    for (const { id } of made) await server.call(cases.note, { params: { caseId: id }, body: { note: 'One.' } })
    const first = await since(next, 2)
    await running.commit().execute()
    await server.call(cases.note, { params: { caseId: made[3]!.id }, body: { note: 'Two.' } })
    const told: unknown[] = []
    let cursor = first.next
    for (let isMore = true; isMore;) {
      const { items, next: onwards, more } = await since(cursor, 2)
      told.push(...items.map(({ id, version }) => [id, version]))
      cursor = onwards
      isMore = more
    }
    const rest = (await since(cursor)).items.map(({ id, version }) => [id, version])
    expect([...told, ...rest]).toEqual([
      [made[2]!.id, 2],
      [late.id, 7],
      [made[3]!.id, 3],
    ])
  })

  test('starts over with a cursor of another history, a future or an unknown one', async () => {
    const [incarnation = ''] = start.split('~')
    const others = [
      '0123456789abcdef~1:1:',
      `${incarnation}~1:99999999999:`,
      `${incarnation}~1:1:~drop table`,
      `${incarnation}~5:1:`,
      `${incarnation}~1:3:2,1`,
    ]
    for (const cursor of ['', 'nonsense', ...others]) {
      expect(await since(cursor), cursor).toMatchObject({ items: [], reset: true, more: false })
    }
    await beginIncarnation(server.db)
    expect(await since(start)).toMatchObject({ reset: true })
    start = (await snapshot()).cursor
    expect((await since(start)).reset).toBeUndefined()
  })

  test('always adds up with the snapshot to the list', async () => {
    const pool = await Promise.all(Array.from({ length: 6 }, () => world.addCase({ alerts: [] })))
    const act = fc.record({
      on: fc.nat(5),
      what: fc.constantFrom('note', 'await', 'renew', 'close'),
      ask: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), async (acts, limit) => {
        const begun = await snapshot()
        const replica = new Map(begun.rows.map((row) => [row.id, row.version]))
        let cursor = begun.cursor
        const ask = async () => {
          for (let isMore = true; isMore;) {
            const { items, next, more } = await since(cursor, limit)
            for (const { id, version, row } of items) {
              if (row) replica.set(id, version)
              else replica.delete(id)
            }
            cursor = next
            isMore = more
          }
        }
        for (const { on, what, ask: isAsked } of acts) {
          const { id, uuid } = pool[on]!
          const all = {
            note: () => server.send(cases.note, { params: { caseId: id }, body: { note: 'x' } }),
            await: () => server.send(cases.await, { params: { caseUuid: uuid } }),
            renew: () => server.send(cases.renew, { params: { caseUuid: uuid } }),
            close: () =>
              server.send(cases.recommendStr, { params: { caseId: id }, body: { note: 'x', action: 'reject' } }),
          }
          await all[what]()
          if (isAsked) await ask()
        }
        await ask()
        const now = new Map((await snapshot()).rows.map((row) => [row.id, row.version]))
        expect(new Map([...replica].toSorted())).toEqual(new Map([...now].toSorted()))
      }),
      { numRuns: 15 },
    )
  })
})

describe('tags', () => {
  test('answer 304 for an unchanged case', async () => {
    const one = await world.addCase()
    const input = { params: { caseId: one.id } }
    const etag = (await server.send(cases.view, input)).headers.get('etag') ?? ''
    const again = await server.send(cases.view, input, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await server.call(cases.note, { ...input, body: { note: 'Asked.' } })
    const changed = await server.send(cases.view, input, { headers: { 'if-none-match': etag } })
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, `"case.${one.id}.2"`])
  })

  test('let a recommendation name the version it was decided on', async () => {
    const one = await world.addCase({ alerts: [] })
    const recommend = (etag: string | null) =>
      server.send(
        cases.recommendStr,
        { params: { caseId: one.id }, body: { note: 'Why.', action: 'reject' } },
        { headers: { 'if-match': etag } },
      )
    expect((await recommend('7')).status).toBe(400)
    expect((await recommend(`"case.${one.id}.9"`)).status).toBe(412)
    expect((await recommend(`"case.${one.id}.1"`)).status).toBe(200)
    const another = await world.addCase({ alerts: [] })
    const body = { note: 'Why.', action: 'reject' } as const
    const plain = await server.send(cases.recommendStr, { params: { caseId: another.id }, body })
    expect(plain.status).toBe(200)
  })
})

describe('devices', () => {
  const register = (device: string, as?: As) =>
    server.send(sync.registerDevice, { body: { device, label: 'Chromium on Linux' } }, as)

  test('get one permanent share per platform, and nobody else’s', async () => {
    const device = randomUUID()
    const first = await server.call(sync.registerDevice, { body: { device, label: 'x' } }, { as: 'analyst-px' })
    const again = await server.call(sync.registerDevice, { body: { device, label: 'x' } }, { as: 'analyst-px' })
    expect(Object.keys(first.shares).toSorted()).toEqual(['', 'paxum'])
    expect(again.shares).toEqual(first.shares)
    expect(Buffer.from(first.shares['paxum'] ?? '', 'base64')).toHaveLength(32)
    // another account's token on a device that keeps this one's work: no half, and nothing is sent in its name
    const other = await register(device, { as: 'analyst' })
    expect([other.status, other.headers.get('x-device')]).toEqual([401, null])
    expect(await auditOf(server.db, 'device', device)).toMatchObject([
      { action: 'register device', actor: 'analyst-px' },
    ])
  })

  test('lose the share of a platform that was withdrawn', async () => {
    const device = randomUUID()
    const body = { device, label: 'x' }
    const before = await server.call(sync.registerDevice, { body }, { as: 'analyst2' })
    const account = server.db.updateTable('account').where('id', '=', 'analyst2')
    const { platforms } = await server.db
      .selectFrom('account')
      .select('platforms')
      .where('id', '=', 'analyst2')
      .executeTakeFirstOrThrow()
    await account.set({ platforms: platforms.filter((each) => each !== 'paxum') }).execute()
    const less = await server.call(sync.registerDevice, { body }, { as: 'analyst2', platform: 'paydek' })
    expect(less.shares).not.toHaveProperty('paxum')
    await account.set({ platforms }).execute()
    const after = await server.call(sync.registerDevice, { body }, { as: 'analyst2' })
    expect(after.shares['paydek']).toBe(before.shares['paydek'])
    expect(after.shares['paxum']).not.toBe(before.shares['paxum'])
  })

  test('are revoked by their owner alone, and then told to wipe themselves', async () => {
    const device = randomUUID()
    await register(device)
    const revoke = (as: string) => server.send(sync.revokeDevice, { params: { device } }, { as })
    expect((await revoke('analyst2')).status).toBe(404)
    expect((await revoke('admin')).status).toBe(404)
    expect((await revoke('analyst')).status).toBe(200)
    const refused = await register(device)
    expect([refused.status, refused.headers.get('x-device'), refused.headers.get('clear-site-data')]).toEqual([
      401,
      'revoked',
      '"storage"',
    ])
    const one = await world.addCase()
    const op = syncOp('case.note', targetOf(one), { note: 'x' }, { devSeq: 1 })
    expect((await server.send(sync.ops, { body: { device, incarnation: device, ops: [op] } })).status).toBe(401)
    expect((await server.call(sync.devices, {})).items.find(({ id }) => id === device)).toMatchObject({ revoked: true })
    expect(await server.db.selectFrom('device_share').where('device_id', '=', device).selectAll().execute()).toEqual([])
  })

  test('have an effect or a tombstone for every number; anything else is a gap', async () => {
    const device = randomUUID()
    const one = await world.addCase()
    const op = (devSeq: number) => syncOp('case.note', targetOf(one), { note: 'x' }, { devSeq })
    const ops = [op(1), op(5)]
    await server.call(sync.ops, { body: { device, incarnation: device, ops } })
    expect(await gapsOf(server, 'analyst', device)).toEqual([2, 3, 4])
    const items = [
      { devSeq: 2, fate: 'undone' as const },
      { devSeq: 4, fate: 'discarded' as const, reason: 'The customer called.' },
    ]
    await server.call(sync.tombstones, { body: { device, items } })
    await server.call(sync.tombstones, { body: { device, items } })
    expect(await gapsOf(server, 'analyst', device)).toEqual([3])
    const [gap, ...more] = (await allSequenceGaps(server.db)).filter((one) => one.device === device)
    expect(gap).toMatchObject({ account: 'analyst', from: 3, to: 3 })
    expect(more).toEqual([])
    expect(gap && gapLine(gap)).toMatch(/^analyst, .*: 3 never came; /)
    // every night the log has it
    const warned: string[] = []
    const log = { warn: (_: object, line: string) => void warned.push(line), info: () => undefined }
    await sequenceGapsWorker({ db: server.db, log, now: () => NOON }).run({})
    expect(warned).toContain(gap && gapLine(gap))
    const lost = randomUUID()
    const opIds = [...ops.map(({ opId }) => opId), lost]
    expect(await server.call(sync.receipts, { body: { opIds } })).toEqual({ unknown: [lost] })
    // another account's record is not told
    expect(await server.call(sync.receipts, { body: { opIds } }, { as: 'analyst2' })).toEqual({ unknown: opIds })
  })
})

describe('the event stream', () => {
  const read = async (reader: ReadableStreamDefaultReader<Uint8Array>, word: string) => {
    const decoder = new TextDecoder()
    for (let text = ''; ;) {
      const { done, value } = await reader.read()
      text += decoder.decode(value)
      if (text.includes(`event: ${word}\n`)) return text
      if (done) throw new Error(`the stream ended after ${text}`)
    }
  }

  test('notifies of changes on its platform at once, and tells a revoked device to wipe itself', async () => {
    const device = randomUUID()
    await server.call(sync.registerDevice, { body: { device, label: 'x' } })
    const response = await server.send(sync.stream, { query: { platform, device } })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = response.body!.getReader()
    await read(reader, 'poke')
    const one = await world.addCase()
    await server.call(cases.note, { params: { caseId: one.id }, body: { note: 'x' } })
    await read(reader, 'poke')
    await server.call(sync.revokeDevice, { params: { device } })
    await read(reader, 'purge')
    await reader.cancel()
  })

  test('notifies a listener that the platform was withdrawn, and nobody else', async () => {
    const account = (id: string) => server.db.updateTable('account').where('id', '=', id)
    const before = await server.db
      .selectFrom('account')
      .select('platforms')
      .where('id', '=', 'docadmin')
      .executeTakeFirstOrThrow()
    const listen = async (as: string) => {
      const response = await server.send(sync.stream, { query: { platform } }, { as })
      return response.body!.getReader()
    }
    const [losing, keeping] = [await listen('docadmin'), await listen('analyst')]
    await account('docadmin')
      .set({ platforms: before.platforms.filter((each) => each !== platform) })
      .execute()
    await read(losing, 'revoke')
    expect((await server.send(sync.stream, { query: { platform } }, { as: 'docadmin' })).status).toBe(403)
    const one = await world.addCase()
    await server.call(cases.note, { params: { caseId: one.id }, body: { note: 'x' } })
    expect(await read(keeping, 'poke')).not.toContain('revoke')
    await account('docadmin').set(before).execute()
    await Promise.all([losing.cancel(), keeping.cancel()])
  })

  test('ends by itself when the server stops, which waits for no listener', async () => {
    const stopping = await testServer({ now: () => NOON })
    const response = await stopping.send(sync.stream, { query: { platform } })
    const reader = response.body!.getReader()
    await read(reader, 'poke')
    await stopping.close()
    await expect(read(reader, 'none')).rejects.toThrow('the stream ended')
  })
})
