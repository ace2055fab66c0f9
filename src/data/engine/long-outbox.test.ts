// A start with a long outbox: the first rows do not wait for it, and it drains in batches.
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { draft, World } from '#tests/support/engine-world.ts'
import { testRing } from '#tests/support/ring.ts'
import { openDatabases, stemOf } from './database.ts'
import { Engine } from './engine.ts'
import { Outbox } from './outbox.ts'
import { BATCH_OPS } from './pick.ts'
import type { FromEngine } from './protocol.ts'

const OPS = 1000
const LANES = 150
const user = { uid: 'u1', origin: 'https://docket.example' }

test('54: a long outbox at the start keeps no row waiting, and goes out in batches, in order', async () => {
  const world = new World()
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange }
  const databases = await openDatabases(await stemOf(user.origin, user.uid), idb, () => undefined)
  const ring = await testRing(databases.vault, world.clock)
  const { clock } = world
  const outbox = new Outbox({
    db: databases.outbox,
    ring,
    clock,
    uid: user.uid,
    appV: '1',
    publish: () => undefined,
    makeRoom: async () => false,
  })
  const drafts = Array.from({ length: OPS }, (_, i) => draft('case.note', `PX${i % LANES}`, { note: `note ${i}` }))
  const ops = world.newOps(drafts)
  await outbox.enqueue(ops)
  databases.close()

  const told: FromEngine[] = []
  const engine = new Engine({
    idb,
    locks: world.locks,
    clock,
    fetch: world.server.fetch,
    channel: () => ({ postMessage: () => undefined, onmessage: null, close: () => undefined }),
    random: () => 0.5,
    post: (message) => told.push(message),
  })
  const sentinels = {}
  engine.handle({ type: 'start', ...user, base: '/api', token: 'token', appV: '1', sentinels })
  engine.handle({ type: 'call', id: 1, name: 'snapshotGet', args: ['the queue as it was'] })
  await expect.poll(() => told.some(({ type }) => type === 'opened'), { timeout: 20_000 }).toBe(true)
  const types = told.map(({ type }) => type)
  expect(types.indexOf('reply')).toBeLessThan(types.indexOf('change'))
  const changes = told.slice(0, types.indexOf('opened')).filter((one) => one.type === 'change')
  expect(Math.max(...changes.map(({ put }) => put.length))).toBeLessThanOrEqual(500)
  expect(changes.flatMap(({ put }) => put).map(({ op }) => op.opId)).toEqual(ops.map(({ op }) => op.opId))

  await expect.poll(() => world.server.ledger.length, { timeout: 60_000 }).toBe(OPS)
  const batches = world.server.requests.filter((request) => request.endsWith('/sync/ops')).length
  expect(batches).toBeLessThan((OPS / BATCH_OPS) * 1.5)
  const { ledger } = world.server
  expect(new Set(ledger.map(({ opId }) => opId)).size).toBe(OPS)
  const numbersOf = (lane: string) => ledger.filter((one) => one.lane === lane).map(({ devSeq }) => devSeq)
  for (const lane of new Set(ledger.map((one) => one.lane))) {
    expect(numbersOf(lane)).toEqual(numbersOf(lane).toSorted((a, b) => a - b))
  }
  await engine.stop()
}, 120_000)
