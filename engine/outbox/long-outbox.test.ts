// A start with a long outbox: the first rows do not wait for it, and it drains in batches.
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { Engine } from '#engine/engine.ts'
import type { FromEngine } from '#engine/protocol.ts'
import { draft, World } from '#tests/support/engine-world.ts'
import { BATCH_OPS } from './pick.ts'

/** Of the 5,000 of the matrix so many: the disk of these tests takes the square of it, 10 s for these and 200 s for all. */
const OPS = 1000
const LANES = 150
const user = { uid: 'u1', origin: 'https://docket.example', label: 'this device', isFresh: false }

test('54: a long outbox at the start delays no row, and is sent in batches, in order', async () => {
  const world = new World()
  const { clock, server, locks } = world
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange }
  const start = () => {
    const told: FromEngine[] = []
    const engine = new Engine({
      idb,
      locks,
      clock,
      fetch: server.fetch,
      channel: () => ({ postMessage: () => undefined, onmessage: null, close: () => undefined }),
      random: () => 0.5,
      post: (message) => told.push(message),
    })
    engine.handle({ type: 'start', ...user, base: '/api', isProven: false, token: 'token', appV: '1', sentinels: {} })
    return { engine, told, has: (type: FromEngine['type']) => told.some((one) => one.type === type) }
  }

  const before = start()
  const drafts = Array.from({ length: OPS }, (_, i) => draft('case.note', `PX${i % LANES}`, { note: `note ${i}` }))
  // held, so that nothing has gone out when the window is closed
  const ops = world.newOps(drafts, 'g', 30_000)
  before.engine.handle({ type: 'call', id: 1, name: 'enqueue', args: [ops] })
  await expect.poll(() => before.has('reply'), { timeout: 30_000 }).toBe(true)
  await before.engine.stop()

  const { engine, told, has } = start()
  engine.handle({ type: 'call', id: 1, name: 'snapshotGet', args: ['the queue as it was'] })
  await expect.poll(() => has('opened'), { timeout: 30_000 }).toBe(true)
  const types = told.map(({ type }) => type)
  expect(types.indexOf('reply')).toBeLessThan(types.indexOf('change'))
  const changes = told.slice(0, types.indexOf('opened')).flatMap((one) => (one.type === 'change' ? [one.put] : []))
  expect(Math.max(...changes.map(({ length }) => length))).toBeLessThanOrEqual(500)
  expect(changes.flat().map(({ op }) => op.opId)).toEqual(ops.map(({ op }) => op.opId))

  await expect.poll(() => (clock.advance(1000), server.ledger.length), { timeout: 60_000, interval: 100 }).toBe(OPS)
  const batches = server.requests.filter((request) => request.endsWith('/sync/ops')).length
  expect(batches).toBeLessThan((OPS / BATCH_OPS) * 2)
  expect(new Set(server.ledger.map(({ opId }) => opId)).size).toBe(OPS)
  for (const lane of new Set(server.ledger.map((one) => one.lane))) {
    const numbers = server.ledger.filter((one) => one.lane === lane).map(({ devSeq }) => devSeq)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  }
  await engine.stop()
}, 120_000)
