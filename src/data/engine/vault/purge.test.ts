import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Databases } from '#src/data/engine/database.ts'
import { draft, World } from '#tests/support/engine-world.ts'
import { destroyPlatform, platformsOf } from './purge.ts'

let world: World
let databases: Databases
beforeEach(async () => {
  world = new World()
  const tab = await world.tab()
  databases = tab.databases
  await tab.flusher.begin()
  await tab.outbox.enqueue(world.newOps([draft('case.note', 'PX1', { note: 'x' })]))
  await tab.flusher.pass()
})
afterEach(() => databases.close())

const sealed = { keyId: 'gone', iv: new Uint8Array(12), ct: new ArrayBuffer(16) }

it('tells platforms by what is sealed, also where their keys have gone before', async () => {
  await databases.vault.keys.clear()
  await databases.cache.snap.add({ ...sealed, k: 'a', platform: 'paydek', at: 0, exp: 1, used: 0, size: 16 })
  await databases.cache.deltas.add({ ...sealed, platform: 'sepa', kind: 'case' })
  expect((await platformsOf(databases)).toSorted()).toEqual(['paxum', 'paydek', 'sepa'])
})

it('leaves nothing of a platform that could be opened, also of what was sent', async () => {
  await databases.cache.snap.add({ ...sealed, k: 'a', platform: 'paxum', at: 0, exp: 1, used: 0, size: 16 })
  await destroyPlatform(databases, 'paxum', world.clock.now())
  expect(await platformsOf(databases)).toEqual([])
  const [row] = await databases.outbox.ops.toArray()
  expect([row?.state, row?.ct.byteLength, row?.platform]).toEqual(['acked', 0, 'paxum'])
})
