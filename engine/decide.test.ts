// A decision, and the first look at the queue, wait for few transactions: they are counted.
import { IDBFactory, IDBKeyRange, IDBDatabase } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { draft, World } from '#tests/support/engine-world.ts'
import { Engine } from './engine.ts'
import { readHealth } from './health.ts'
import type { CallName, FromEngine } from './protocol.ts'

afterEach(() => vi.restoreAllMocks())

/** Transactions that are begun in databases opened from now on: of which one, in which mode, on what. */
function watchTransactions(): string[] {
  const seen: string[] = []
  const begin = IDBDatabase.prototype.transaction
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, stores, mode, how) {
    const part = this.name.split('-').at(-1)
    seen.push(
      `${part} ${mode ?? 'readonly'} ${(typeof stores === 'string' ? [stores] : [...stores]).toSorted().join(' ')}`,
    )
    return begin.call(this, stores, mode, how)
  })
  return seen
}

const decided = (n: number) => ({ ...draft('case.await', `PX${n}`), expect: { version: 3 } })

test('one decision, and a thousand at once, take one read and one write; so do the counts', async () => {
  const seen = watchTransactions()
  const world = new World()
  const { outbox, databases } = await world.tab()
  const ofOutbox = () => seen.splice(0).filter((one) => one.startsWith('outbox'))
  // the first makes the keys
  await outbox.enqueue(world.newOps([decided(0)]))
  ofOutbox()
  await outbox.enqueue(world.newOps([decided(1)]))
  expect(ofOutbox()).toEqual(['outbox readonly ops', 'outbox readwrite ops'])
  await outbox.enqueue(world.newOps(Array.from({ length: 1000 }, (_, n) => decided(n))))
  expect(ofOutbox()).toEqual(['outbox readonly ops', 'outbox readwrite ops'])
  // an operation without a precondition reads nothing
  await outbox.enqueue(world.newOps([draft('case.note', 'PX1', { note: 'seen' })]))
  expect(ofOutbox()).toEqual(['outbox readwrite ops'])
  await readHealth(databases.outbox, 'stem', 'i')
  expect(ofOutbox()).toEqual(['outbox readonly meta ops'])
})

function startEngine() {
  const world = new World()
  const told: FromEngine[] = []
  const engine = new Engine({
    idb: { indexedDB: new IDBFactory(), IDBKeyRange },
    locks: world.locks,
    clock: world.clock,
    fetch: world.server.fetch,
    channel: () => ({ postMessage: () => undefined, onmessage: null, close: () => undefined }),
    random: () => 0.5,
    post: (message) => told.push(message),
  })
  let last = 0
  /** Answers when its answer is there. */
  const call = async (name: CallName, ...args: unknown[]) => {
    const id = (last += 1)
    engine.handle({ type: 'call', id, name, args })
    await expect.poll(() => told.some((one) => one.type === 'reply' && one.id === id)).toBe(true)
  }
  const user = { uid: 'u1', origin: 'https://docket.example', label: 'this device', isFresh: false }
  engine.handle({ type: 'start', ...user, base: '/api', token: 'token', appV: '1', isProven: false, sentinels: {} })
  return { world, engine, told, call }
}

/** With one held operation, whose counts have been told; `seen` holds the transactions from then on. */
async function startWithOneHeld() {
  const seen = watchTransactions()
  const parts = startEngine()
  const { world, told, call } = parts
  await expect.poll(() => told.some(({ type }) => type === 'opened')).toBe(true)
  await call('enqueue', world.newOps([decided(0)], 'a', 30_000))
  await expect.poll(() => told.findLast(({ type }) => type === 'health')).toMatchObject({ sentinel: { pending: 1 } })
  seen.splice(0)
  return { ...parts, seen }
}

test('checks held operations when their hold ends, and no decision waits for the audit record', async () => {
  const { seen, world, engine, told, call } = await startWithOneHeld()
  const both = [
    call('auditAppend', { group: 'a', at: 1, act: {}, query: null }),
    call('enqueue', world.newOps([decided(1)], 'b', 30_000)),
  ]
  await Promise.all(both)
  await expect.poll(() => told.findLast(({ type }) => type === 'health')).toMatchObject({ sentinel: { pending: 2 } })
  // the decision's reads, its writes, and the counts
  expect(seen.filter((one) => one.startsWith('outbox'))).toEqual([
    'outbox readonly ops',
    'outbox readwrite ops',
    'outbox readonly meta ops',
  ])
  // asked for later, it is on its way before the record is on disk
  const isWriting = (part: string) => seen.findIndex((one) => one.startsWith(part))
  expect(isWriting('outbox readonly')).toBeLessThan(isWriting('audit readwrite'))
  expect(world.server.ledger).toEqual([])
  // when it comes due, and not when the sender would have looked up anyhow
  world.clock.advance(30_000)
  await expect.poll(() => world.server.ledger.length).toBe(2)
  await engine.stop()
})

test('no decision waits for snapshots, even when the platforms are compared in between', async () => {
  const { seen, world, engine, call } = await startWithOneHeld()
  const puts = Array.from({ length: 20 }, (_, n) => call('snapshotPut', `case ${n}`, 'paxum', { n }, 1))
  const compared = call('platforms', ['paxum'])
  await Promise.all([call('enqueue', world.newOps([decided(1)], 'b', 30_000)), ...puts, compared])
  const written = seen.flatMap((one, n) => (one.startsWith('cache readwrite') ? [n] : []))
  expect(written.length).toBeGreaterThanOrEqual(20)
  expect(seen.findIndex((one) => one.startsWith('outbox readwrite'))).toBeLessThan(written[5]!)
  await engine.stop()
})

test('computes the clock offset as soon as the server has sent its time', async () => {
  const { world, engine, told, call } = startEngine()
  await expect.poll(() => told.some(({ type }) => type === 'opened')).toBe(true)
  await call('enqueue', world.newOps([draft('case.note', 'PX1', { note: 'before' })]))
  await expect.poll(() => world.server.ops.length).toBe(1)
  await expect.poll(() => told.findLast(({ type }) => type === 'health')).toMatchObject({ sentinel: { pending: 0 } })
  await call('enqueue', world.newOps([draft('case.note', 'PX2', { note: 'after' })]))
  await expect.poll(() => world.server.ops.length).toBe(2)
  expect(world.server.ops.map(({ skewMs }) => skewMs)).toEqual([null, 0])
  await engine.stop()
})

test('reads the snapshot of a list before the open work', async () => {
  const seen = watchTransactions()
  const { engine, call } = startEngine()
  const asked = [call('replicaFollow', 'paxum'), call('snapshotGet', 'the queue as it was')]
  await Promise.all(asked)
  await expect.poll(() => seen).toContain('cache readonly chunks deltas')
  expect(seen.indexOf('cache readonly snap')).toBeGreaterThan(0)
  expect(seen.indexOf('cache readonly snap')).toBeLessThan(seen.indexOf('cache readonly chunks deltas'))
  await engine.stop()
})
