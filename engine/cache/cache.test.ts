import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabases, type Databases } from '#engine/base/database.ts'
import { VirtualClock } from '#tests/support/engine-world.ts'
import { testRing } from '#tests/support/ring.ts'
import { SNAPSHOT_TTL_MS, SnapshotCache } from './cache.ts'

const HOUR = 3_600_000
let databases: Databases
let clock: VirtualClock
beforeEach(async () => {
  databases = await openDatabases('test', { indexedDB: new IDBFactory(), IDBKeyRange }, () => undefined)
  clock = new VirtualClock()
})
afterEach(() => databases.close())

async function cacheOf(rows: number, bytes: number): Promise<SnapshotCache> {
  return new SnapshotCache(databases.cache, await testRing(databases.vault, clock), clock, { rows, bytes })
}
const there = async (cache: SnapshotCache, keys: readonly string[]) => {
  const ages = await cache.ages(keys)
  return keys.filter((_, i) => ages[i] !== null)
}

test('tells when an entry was read, and nothing of absent or expired entries', async () => {
  const cache = await cacheOf(10, 1_000_000)
  const at = clock.now()
  await cache.put('a', 'paxum', 'x', at)
  clock.advance(HOUR)
  await cache.put('b', 'paxum', 'x', clock.now())
  expect(await cache.ages(['a', 'none', 'b'])).toEqual([at, null, at + HOUR])
  clock.advance(SNAPSHOT_TTL_MS - HOUR)
  expect(await cache.ages(['a', 'b'])).toEqual([null, at + HOUR])
})

test('evicts the least recently used rows above the limit of rows', async () => {
  const cache = await cacheOf(3, 1_000_000)
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    await cache.put(key, 'paxum', key, clock.now())
    clock.advance(HOUR)
  }
  // read first, wanted last
  expect(await cache.get('a')).toMatchObject({ value: 'a' })
  await cache.trim()
  expect(await there(cache, ['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'd', 'e'])
})

test('evicts rows above the limit of bytes, whatever their number', async () => {
  const cache = await cacheOf(100, 5000)
  for (const key of ['a', 'b', 'c', 'd']) {
    await cache.put(key, 'paxum', 'x'.repeat(2000), clock.now())
    clock.advance(1)
  }
  await cache.trim()
  expect(await there(cache, ['a', 'b', 'c', 'd'])).toEqual(['c', 'd'])
})

test('removes expired entries with the next write, however long the window is open', async () => {
  const cache = await cacheOf(100, 1_000_000)
  await cache.put('old', 'paxum', 'x', clock.now())
  clock.advance(SNAPSHOT_TTL_MS)
  for (let i = 0; i < 24; i += 1) await cache.put(String(i), 'paxum', i, clock.now())
  expect(await databases.cache.snap.count()).toBe(24)
})

test('keeps to its limits without any read', async () => {
  const cache = await cacheOf(20, 1_000_000)
  for (let i = 0; i < 100; i += 1) {
    await cache.put(String(i), 'paxum', i, clock.now())
    clock.advance(1)
  }
  const kept = await databases.cache.snap.count()
  expect(kept).toBe(20)
  expect(await there(cache, ['99', '0'])).toEqual(['99'])
})
