import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabases, type Databases } from '#engine/base/database.ts'
import { UserDocuments } from '#engine/cache/user-documents.ts'
import { draft, World } from '#tests/support/engine-world.ts'
import { testRing } from '#tests/support/ring.ts'
import { destroyPlatform } from './purge-platform.ts'
import { deleteUser, platformsOf } from './delete-data.ts'

describe('encrypted rows', () => {
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

  test('are assigned to their platform by their encryption, even after its keys are gone', async () => {
    await databases.vault.keys.clear()
    await databases.cache.snap.add({ ...sealed, k: 'a', platform: 'paydek', at: 0, exp: 1, used: 0, size: 16 })
    await databases.cache.deltas.add({ ...sealed, platform: 'sepa', kind: 'case' })
    expect((await platformsOf(databases)).toSorted()).toEqual(['paxum', 'paydek', 'sepa'])
  })

  test('leave nothing of a purged platform that could be decrypted, including sent operations', async () => {
    await databases.cache.snap.add({ ...sealed, k: 'a', platform: 'paxum', at: 0, exp: 1, used: 0, size: 16 })
    await destroyPlatform(databases, 'paxum', world.clock.now())
    expect(await platformsOf(databases)).toEqual([])
    const [row] = await databases.outbox.ops.toArray()
    expect([row?.state, row?.ct.byteLength, row?.platform]).toEqual(['acked', 0, 'paxum'])
  })

  const place = (platform: string) => ({
    put: [{ scope: 'mine', kind: 'place', platform, id: 'cases', base: null, edit: { value: 'PX1' } } as const],
    gone: [],
  })
  const documentsLeft = async () => (await databases.user.documents.toArray()).map(({ platform }) => platform)

  test('23: a purge that got no further than the keys is ended by the next one', async () => {
    const documents = new UserDocuments(databases, await testRing(databases.vault, world.clock))
    for (const platform of ['sepa', 'paydek']) await documents.change(place(platform))
    await databases.vault.keys.where('platform').equals('sepa').delete()
    expect((await platformsOf(databases)).toSorted()).toEqual(['paxum', 'paydek', 'sepa'])
    await destroyPlatform(databases, 'sepa', world.clock.now())
    expect(await documentsLeft()).toEqual(['paydek'])
    expect(await platformsOf(databases)).not.toContain('sepa')
  })

  test('23: what was being encrypted when its platform was withdrawn does not stay', async () => {
    const ring = await testRing(databases.vault, world.clock)
    const current = ring.current.bind(ring)
    ring.current = async (use, platform) => {
      const key = await current(use, platform)
      if (platform === 'paxum') await destroyPlatform(databases, platform, world.clock.now())
      return key
    }
    const documents = new UserDocuments(databases, ring)
    for (const platform of ['paxum', 'paydek']) await documents.change(place(platform))
    expect(await documentsLeft()).toEqual(['paydek'])
  })
})

/** A factory that answers the first deletion as a browser does that clears everything meanwhile. */
class ClearedMeanwhile extends IDBFactory {
  asked = 0
  readonly #name: string

  constructor(name: string) {
    super()
    this.#name = name
  }

  override deleteDatabase(name: string): IDBOpenDBRequest {
    this.asked += 1
    const request = super.deleteDatabase(name)
    if (this.asked > 1) return request
    const error = new DOMException('The connection was closed.', this.#name)
    const aborted = Object.assign(new EventTarget(), { error, onerror: null as ((event: Event) => void) | null })
    queueMicrotask(() => {
      const event = new Event('error')
      Object.defineProperty(event, 'target', { value: aborted })
      aborted.onerror?.(event)
    })
    return aborted as unknown as IDBOpenDBRequest
  }
}

async function deleted(name: string): Promise<string[]> {
  const idb = { indexedDB: new ClearedMeanwhile(name), IDBKeyRange }
  const databases = await openDatabases('stem', idb, () => undefined)
  databases.close()
  await deleteUser('stem', idb)
  return (await idb.indexedDB.databases()).map(({ name: left }) => left ?? '')
}

test('a failed deletion is reported as failed', async () => {
  await expect(deleted('UnknownError')).rejects.toThrow('The connection was closed.')
})

test('a deletion that the browser interrupted is repeated until nothing is left', async () => {
  expect(await deleted('AbortError')).toEqual([])
})
