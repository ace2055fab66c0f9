// The replica on a server that speaks the catalogue alone: its lists are read slowly, whole and again.
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import type { ReplicaKind } from '#contract/calls/sync.ts'
import { UNFINISHED_CASES } from '#contract/model/cases/case.ts'
import { openDatabases, type Databases } from '#engine/base/database.ts'
import type { Queries } from '#engine/replica/kinds.ts'
import { Replica, type ReplicaState } from '#engine/replica/replica.ts'
import { ReplicaStore } from '#engine/replica/store.ts'
import { MemoryLocks, VirtualClock } from '#tests/support/engine-world.ts'
import { testRing } from '#tests/support/ring.ts'
import { withoutSearch } from '#tests/support/rows.ts'
import { NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const platform = 'paxum'
const MINUTE = 60_000
const open = { 'status[]': [...UNFINISHED_CASES] }
const openAlerts = { 'status[]': ['new' as const, 'await' as const] }
const { server, world } = await startWorld({ env: { CATALOGUE_ONLY: '1' } })
beforeAll(async () => {
  for (let i = 0; i < 3; i += 1) await world.addCase({ alerts: [], createdAt: new Date(NOON.getTime() - i * MINUTE) })
  await world.addAccountAlert()
  await world.addAccountAlert({ customerId: '200', rule: 'Name changed' })
})

let clock: VirtualClock
let databases: Databases
let replica: Replica
let state: ReplicaState
let asked: string[]
let refuse: ((path: string) => Response | null) | null
let isOnline: boolean

beforeEach(async () => {
  clock = new VirtualClock()
  asked = []
  refuse = null
  isOnline = true
  databases = await openDatabases('test', { indexedDB: new IDBFactory(), IDBKeyRange }, () => {})
  await start()
})
afterEach(async () => {
  await replica.stop()
  databases.close()
})

async function start(): Promise<void> {
  const token = await server.token('analyst')
  replica = new Replica(platform, {
    store: new ReplicaStore(databases.cache, await testRing(databases.vault)),
    clock,
    locks: new MemoryLocks(),
    base: '/api',
    device: 'd',
    stem: 'test',
    token: () => token,
    isOnline: () => isOnline,
    hasFeed: async () => false,
    fetch: async (url, init) => {
      const path = url.replace(/^\/api/, '').replace(/\?.*/, '')
      asked.push(path)
      return refuse?.(path) ?? server.fetch(url, init)
    },
    onState: (next) => (state = next),
    onStored: () => {},
    onTrouble: (error) => {
      throw error
    },
  })
}

/** Lets pauses pass until something holds. */
const until = (check: () => boolean | Promise<boolean>) =>
  expect.poll(async () => (await check()) || (clock.advance(250), false), { timeout: 20_000, interval: 5 }).toBe(true)
/** Everything has been read, and the reader rests. */
const rests = () => until(() => state?.phase === 'ready' && state.alerts > 0 && asked.length > 4)
const kept = async <K extends ReplicaKind>(kind: K, query: Queries[K]) =>
  (await replica.page(kind, query, { page: 1, pageSize: 100, isUnanswered: true }))?.items ?? []
const ids = async () => (await kept('case', open)).map(({ id }) => id)
const listed = async () =>
  (await server.call(cases.list, { query: { ...open, platform, pageSize: 100 } })).items.map(({ id }) => id)

test('waits as long as a busy server asks', async () => {
  await replica.stop()
  asked = []
  refuse = (path) =>
    path === '/management/cases' ? new Response(null, { status: 429, headers: { 'retry-after': '30' } }) : null
  await start()
  await expect.poll(() => asked).toEqual(['/management/cases'])
  await expect.poll(() => clock.waiting).toBeGreaterThan(1)
  clock.advance(29_000)
  await Promise.resolve()
  expect(asked).toHaveLength(1)
  refuse = null
  clock.advance(1000)
  await rests()
})

test('lists come from the server while it answers; else from the replica, with its age', async () => {
  await rests()
  expect(state).toMatchObject({ isFed: false, rows: 3, alerts: 2, partial: [] })
  expect(state.asOf).toBeLessThanOrEqual(clock.now())
  expect(await replica.page('case', open, { page: 1, pageSize: 10 })).toBeNull()
  const own = (await kept('case', open)).map(withoutSearch)
  const { items } = await server.call(cases.list, { query: { ...open, platform, pageSize: 100 } })
  expect(own).toEqual(items.map((row) => ({ ...row, isDay: expect.any(Boolean) })))
  const queue = await plainQueue()
  expect((await kept('accountAlert', openAlerts)).map(withoutSearch)).toEqual(queue)
  expect((await replica.search('acme', 5)).accountAlerts).toHaveLength(1)
})

/** The queue of a server that has one, for the same alerts. */
async function plainQueue() {
  const rows = await server.db
    .selectFrom('alert')
    .selectAll()
    .where('kind', '=', 'account')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) =>
    expect.objectContaining({ id: row.id, customerId: row.customer_id, ruleName: row.rule_name }),
  )
}

test('new rows are found in a minute, rows that others finished with the second full read', async () => {
  await rests()
  const old = await ids()
  const one = await world.addCase({ alerts: [], createdAt: new Date(NOON.getTime() + MINUTE) })
  clock.advance(MINUTE)
  await until(async () => (await ids()).includes(one.id))
  const { asOf } = state
  const finished = old.at(-1)!
  await server.call(cases.recommendStr, { params: { caseId: finished }, body: { note: 'Why.', action: 'reject' } })
  clock.advance(10 * MINUTE)
  await until(() => state.asOf !== asOf)
  // pages move under whoever reads them: missed once it may still be there
  expect(await ids()).toContain(finished)
  const before = state.asOf
  clock.advance(10 * MINUTE)
  await until(() => state.asOf !== before)
  await until(async () => !(await ids()).includes(finished))
  expect(await ids()).toEqual(await listed())
})

test('a row decided here is read again at once', async () => {
  await rests()
  const { id: caseId } = await world.addCase({ alerts: [], createdAt: NOON })
  clock.advance(MINUTE)
  await until(async () => (await ids()).includes(caseId))
  await server.call(cases.recommendStr, { params: { caseId }, body: { note: 'Why.', action: 'reject' } })
  replica.touched('case', [caseId])
  await until(async () => !(await ids()).includes(caseId))
  const [alert] = await kept('accountAlert', openAlerts)
  const alertId = alert?.id ?? ''
  await server.call(accountAlerts.changeStatus, { params: { alertId, status: 'await' }, body: {} })
  replica.touched('accountAlert', [alertId])
  await until(async () =>
    (await kept('accountAlert', openAlerts)).some(({ id, status }) => id === alertId && status === 'await'),
  )
})

test('the replica is there after an offline start', async () => {
  await rests()
  const before = await ids()
  await replica.stop()
  isOnline = false
  await start()
  expect(await ids()).toEqual(before)
})
