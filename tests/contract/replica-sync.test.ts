// The replica of a tab against the real server: filled, fed, kept, shared between tabs, and made anew when it must be.
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { REPLICA_KINDS, sync } from '#contract/calls/sync.ts'
import { UNFINISHED_CASES, type CaseItem } from '#contract/model/cases/case.ts'
import { openDatabases, type Databases } from '#engine/base/database.ts'
import { Replica, type ReplicaState } from '#engine/replica/replica.ts'
import { ReplicaStore } from '#engine/replica/store.ts'
import { beginIncarnation } from '#server/sync/cursor.ts'
import { Pending, type PendingOp } from '#src/data/engine-client/pending.ts'
import { pendingCases } from '#src/data/lists/case-source.ts'
import { createPagedSource } from '#src/data/lists/paged-source.ts'
import { markRead } from '#src/data/net/read-time.ts'
import { MemoryLocks, VirtualClock } from '#tests/support/engine-world.ts'
import { testRing } from '#tests/support/ring.ts'
import { withoutSearch } from '#tests/support/rows.ts'
import { startWorld } from '#tests/support/start-world.ts'

const platform = 'paxum'
const open = { 'status[]': [...UNFINISHED_CASES] }
const { server, world } = await startWorld()
beforeAll(async () => {
  for (let i = 0; i < 5; i += 1) await world.addCase({ alerts: [] })
})

const opened: { stop(): Promise<void> }[] = []
afterEach(async () => {
  // the database, which was opened first, is closed last
  for (const one of opened.splice(0).toReversed()) await one.stop()
})

/** A browser: one disk, one set of locks, any number of tabs. */
class Browser {
  readonly locks = new MemoryLocks()
  readonly clock = new VirtualClock()
  readonly idb = { indexedDB: new IDBFactory(), IDBKeyRange }
  readonly tabs: Replica[] = []
  databases!: Databases
  isOnline = true
  most = 1000
  /** The change of the next answer of a path. */
  spoil: ((path: string, response: Response) => Promise<Response>) | null = null
  readonly asked: string[] = []
  readonly troubles: unknown[] = []

  snapshots(): number {
    return this.asked.filter((path) => path === '/sync/snapshot').length
  }

  static async start(): Promise<Browser> {
    const browser = new Browser()
    browser.databases = await openDatabases('test', browser.idb, () => {})
    opened.push({ stop: async () => browser.databases.close() })
    return browser
  }

  async tab(): Promise<{ replica: Replica; states: ReplicaState[]; heard: Set<string> }> {
    const ring = await testRing(this.databases.vault, this.clock)
    const token = await server.token('analyst')
    const states: ReplicaState[] = []
    const heard = new Set<string>()
    const replica: Replica = new Replica(platform, {
      store: new ReplicaStore(this.databases.cache, ring),
      clock: this.clock,
      locks: this.locks,
      base: '/api',
      device: 'd',
      stem: 'test',
      token: () => token,
      isOnline: () => this.isOnline,
      hasFeed: async () => true,
      most: this.most,
      fetch: async (url, init) => {
        if (!this.isOnline) throw new TypeError('no route')
        const path = url.replace(/^\/api/, '').replace(/\?.*/, '')
        this.asked.push(path)
        const response = await server.fetch(url, init)
        return this.spoil ? this.spoil(path, response) : response
      },
      onState: (state, changed) => {
        states.push(state)
        for (const id of changed) heard.add(id)
      },
      onStored: (_, all) => {
        for (const other of this.tabs) if (other !== replica) void other.stored(all)
      },
      onTrouble: (error) => this.troubles.push(error),
    })
    this.tabs.push(replica)
    opened.push(replica)
    return { replica, states, heard }
  }
}

const ids = async (replica: Replica) =>
  (await replica.page('case', open, { page: 1, pageSize: 1000 }))?.items.map(({ id }) => id)
const listed = async () =>
  (await server.call(cases.list, { query: { ...open, platform, pageSize: 1000 } })).items.map(({ id }) => id)
const same = async (replica: Replica) => expect.poll(() => ids(replica)).toEqual(await listed())

test('a tab is filled, and receives changes', async () => {
  const browser = await Browser.start()
  const { replica, states, heard } = await browser.tab()
  const other = await browser.tab()
  await same(replica)
  expect(states.at(-1)).toMatchObject({ phase: 'ready', platform })
  // changes during the snapshot are sent again
  await replica.sync()
  heard.clear()
  const one = await world.addCase({ alerts: [] })
  await server.call(cases.note, { params: { caseId: one.id }, body: { note: 'Asked.' } })
  await same(replica)
  const body = { note: 'Why.', action: 'reject' } as const
  await server.call(cases.recommendStr, { params: { caseId: one.id }, body })
  await same(replica)
  expect(await ids(replica)).not.toContain(one.id)
  // by name, in the tab that reads the feed and in one that reads what is stored
  expect([...heard]).toEqual([one.id])
  await expect.poll(() => other.heard.has(one.id)).toBe(true)
})

test('rows reported as changed during a read are read too', async () => {
  const browser = await Browser.start()
  const added: Promise<unknown>[] = []
  let isNext = false
  browser.spoil = async (path, response) => {
    // but for this poke it would hear of nothing before it asks by itself
    if (path === '/sync/stream') return new Response(null, { status: 503 })
    if (path !== '/sync/rows' || !isNext) return response
    isNext = false
    // the answer is on its way when the next change happens
    added.push(world.addCase({ alerts: [] }))
    await added[0]
    replica.poke()
    return response
  }
  const { replica } = await browser.tab()
  await same(replica)
  isNext = true
  replica.poke()
  await expect.poll(() => added.length).toBe(1)
  await Promise.all(added)
  await same(replica)
})

test('account alerts are in the replica with the cases, and follow changes of themselves and their customers', async () => {
  const { replica, states, heard } = await (await Browser.start()).tab()
  const query = { 'status[]': ['new' as const, 'await' as const] }
  const own = async () => (await replica.page('accountAlert', query, { page: 1, pageSize: 100 }))?.items
  const queue = async () =>
    (await server.call(accountAlerts.queue, { query: { ...query, platform, pageSize: 100 } })).items
  const asServer = async () =>
    expect
      .poll(async () => (await own())?.map((row) => ({ ...withoutSearch(row), isDay: true })))
      .toEqual(await queue())
  const one = await world.addAccountAlert({ createdAt: new Date('2026-03-01') })
  const two = await world.addAccountAlert({ customerId: '200' })
  // its snapshot may be older
  replica.poke()
  await asServer()
  expect(states.at(-1)).toMatchObject({ alerts: 2, isFed: true, partial: [] })
  await replica.sync()
  heard.clear()
  const params = { alertId: one.id, status: 'resolved' }
  await server.call(accountAlerts.changeStatus, { params, body: { note: 'Moved house.' } })
  await asServer()
  expect([...heard]).toEqual([one.id])
  const renamed = { name: 'Acme Holding Ltd' }
  await server.db
    .updateTable('customer')
    .set(renamed)
    .where('platform', '=', platform)
    .where('id', '=', '200')
    .execute()
  replica.poke()
  await expect.poll(async () => (await own())?.map(({ customerName }) => customerName)).toEqual([renamed.name])
  expect((await replica.search('holding', 5)).accountAlerts.map(({ id }) => id)).toEqual([two.id])
})

test('a case is found by an alert’s number, or its beginning, changed or not', async () => {
  await server.store.pool.query(`select setval(pg_get_serial_sequence('alert', 'id'), 4711000)`)
  const browser = await Browser.start()
  const first = await world.addCase({ alerts: [{ rule: 'limit' }, { rule: 'velocity' }] })
  const { replica } = await browser.tab()
  await same(replica)
  const second = await world.addCase({ alerts: [{ rule: 'limit' }] })
  replica.poke()
  await same(replica)
  const find = async (term: string) => (await replica.search(term, 5)).ofAlert.map(({ id }) => id)
  for (const { id, alertIds } of [first, second]) {
    for (const alertId of alertIds) await expect.poll(() => find(alertId)).toEqual([id])
  }
  expect((await find('4711')).toSorted()).toEqual([first.id, second.id].toSorted())
  // neither what is no number of an alert, nor the number of something else in the row
  expect(await Promise.all([find('471'), find('9999'), find('"'), find(first.customerId.padStart(4, '0'))])).toEqual([
    [],
    [],
    [],
    [],
  ])
  expect((await replica.search('4711', 1)).ofAlert).toHaveLength(1)
})

test('rows beyond the limit are not stored, and reported', async () => {
  const browser = await Browser.start()
  browser.most = 3
  const { replica, states } = await browser.tab()
  await expect.poll(() => states.at(-1)).toMatchObject({ phase: 'ready', rows: 3, partial: ['case'] })
  const at = { page: 1, pageSize: 10 }
  expect(await replica.page('case', open, at)).toBeNull()
  const kept = await replica.page('case', open, { ...at, isUnanswered: true })
  expect(kept).toMatchObject({ total: 3, capped: true })
  const newest = await server.call(cases.list, { query: { ...open, platform, pageSize: 3 } })
  expect(kept?.items.map(({ id }) => id)).toEqual(newest.items.map(({ id }) => id))
})

test('offline it answers from the disk, also new queries', async () => {
  const browser = await Browser.start()
  const first = await browser.tab()
  await same(first.replica)
  await first.replica.stop()
  browser.isOnline = false
  const { replica } = await browser.tab()
  await same(replica)
  expect(await replica.page('case', { 'status[]': ['await'] }, { page: 1, pageSize: 10 })).toMatchObject({
    items: [],
    total: 0,
  })
  // finished rows are not in the replica
  expect(await replica.page('case', { 'status[]': ['complete'] }, { page: 1, pageSize: 10 })).toBeNull()
})

test('of two tabs one reads the feed, and both are current', async () => {
  const browser = await Browser.start()
  const one = await browser.tab()
  await same(one.replica)
  const two = await browser.tab()
  await same(two.replica)
  await world.addCase({ alerts: [] })
  one.replica.poke()
  await same(one.replica)
  await same(two.replica)
  expect(browser.snapshots()).toBe(REPLICA_KINDS.length)
  // the one that led is closed: the other goes on
  await one.replica.stop()
  await world.addCase({ alerts: [] })
  await expect.poll(() => (two.replica.poke(), ids(two.replica))).toEqual(await listed())
})

test('a tab stopped during a read has finished with the database when stop resolves', async () => {
  const browser = await Browser.start()
  const one = await browser.tab()
  await same(one.replica)
  const two = await browser.tab()
  await same(two.replica)
  await world.addCase({ alerts: [] })
  const reading = [two.replica.stored(false), two.replica.stored(true)]
  // one that has only begun to load what is on the disk, and one that reads the feed
  const three = await browser.tab()
  one.replica.poke()
  await Promise.all([one, two, three].map(({ replica }) => replica.stop()))
  const told = [two, three].map(({ states }) => states.length)
  browser.databases.close()
  await Promise.all(reading)
  // neither after the end of it
  await two.replica.stored(false)
  expect([two, three].map(({ states }) => states.length)).toEqual(told)
  expect(browser.troubles).toEqual([])
})

test('an interrupted snapshot changes nothing, and is requested again', async () => {
  const browser = await Browser.start()
  let isFirst = true
  browser.spoil = async (path, response) => {
    // a poke of what an earlier test changed would have it ask again at once
    if (path === '/sync/stream') return new Response(null, { status: 503 })
    if (path !== '/sync/snapshot' || !isFirst) return response
    isFirst = false
    const text = await response.text()
    return new Response(text.slice(0, text.lastIndexOf('{"end"')))
  }
  const { replica } = await browser.tab()
  await expect.poll(() => browser.clock.waiting).toBeGreaterThan(0)
  expect(await replica.page('case', open, { page: 1, pageSize: 10 })).toBeNull()
  // the stream waits for another try, too: whichever of them was first
  const later = () => (browser.clock.advance(5000), ids(replica))
  await expect.poll(later).toEqual(await listed())
})

test('tampered data on the disk are dropped and fetched again', async () => {
  const browser = await Browser.start()
  const first = await browser.tab()
  await same(first.replica)
  await first.replica.stop()
  const { chunks } = browser.databases.cache
  const row = (await chunks.toArray()).find(({ kind }) => kind === 'case')!
  new Uint8Array(row.ct)[100]! ^= 1
  await chunks.put(row)
  const { replica } = await browser.tab()
  await same(replica)
  expect(browser.troubles.map(String)).toEqual(['Unreadable: the record is damaged'])
})

test('49: after the server is restored from backup the replica is read from the start', async () => {
  const browser = await Browser.start()
  const { replica } = await browser.tab()
  await same(replica)
  await beginIncarnation(server.db)
  replica.poke()
  await expect.poll(() => browser.snapshots()).toBe(2 * REPLICA_KINDS.length)
  await same(replica)
})

test('50: an unknown cursor is answered with a full read, and pending operations stay', async () => {
  const browser = await Browser.start()
  const { replica } = await browser.tab()
  await same(replica)
  const pending = new Pending()
  const source = createPagedSource<CaseItem>({
    load: async (page, pageSize) => {
      const found = await replica.page('case', open, { page, pageSize })
      return found ? markRead(found, found.at) : Promise.reject(new Error('the replica is empty'))
    },
    keyOf: ({ id }) => id,
    belongs: ({ status }) => status === 'new',
    pending: pendingCases(pending),
    clock: browser.clock,
    connectivity: { isOnline: () => true, subscribe: () => () => undefined },
    keep: null,
  })
  await expect.poll(() => source.state).toBe('ready')
  const shown = () => Array.from({ length: source.total }, (_, i) => source.idAt(i))
  const [mine = '', ...others] = shown().map(String)
  pending.change([decided(mine)])
  expect(shown()).toEqual(others)

  browser.spoil = async (path, response) => {
    if (path !== '/sync/rows') return response
    browser.spoil = null
    return server.send(sync.rows, { query: { platform, since: 'nothing you know' } })
  }
  const late = await world.addCase({ alerts: [] })
  replica.poke()
  await expect.poll(() => browser.snapshots()).toBe(2 * REPLICA_KINDS.length)
  await same(replica)
  source.refresh()
  await expect.poll(() => source.arrivals()).toEqual([late.id])
  expect([shown(), source.rowOf(mine)?.status]).toEqual([others, 'await'])
  source.remake()
  await expect.poll(() => shown()).toEqual([late.id, ...others])
  source.dispose()
})

/** A case put to await, and not sent yet. */
const decided = (caseId: string): PendingOp => ({
  op: {
    opId: 'o',
    kind: 'case.await',
    target: { platform, customerId: '100', caseId, caseUuid: 'u' },
    body: {},
    at: 1,
    by: { id: 'u', name: 'Ana' },
  },
  group: 'g',
  commandId: 'case.await',
  label: 'Await',
  state: 'ready',
  holdUntil: 0,
  seq: 1,
  attempts: 0,
  nextAt: 0,
})
