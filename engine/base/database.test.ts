import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { NewerSchema, openDatabases } from './database.ts'

type Store = [name: string, key: IDBObjectStoreParameters, indexes: (string | string[])[], rows: object[]]

/** The databases of version 1.0.0, with a row in each store. This is a record: a later schema is a later version. */
const FIRST: Record<string, Store[]> = {
  outbox: [
    [
      'ops',
      { keyPath: 'seq', autoIncrement: true },
      ['opId', 'lane', ['lane', 'seq'], 'state', 'nextAt', 'group'],
      [{ seq: 4, opId: 'a', lane: 'case PX1', state: 'queued', nextAt: 0, group: 'g', devSeq: 4 }],
    ],
    ['receipts', { keyPath: 'opId' }, ['at'], [{ opId: 'b', at: 1, devSeq: 3 }]],
    ['meta', { keyPath: 'k' }, [], [{ k: 'devSeq', v: 4 }]],
  ],
  vault: [
    ['ways', { keyPath: 'id' }, [], [{ id: 'w', type: 'server', label: 'This device' }]],
    ['keys', { keyPath: 'keyId' }, ['platform', ['use', 'platform']], [{ keyId: 'k', use: 'op', platform: 'paxum' }]],
    ['notes', { keyPath: 'k' }, [], [{ k: 'n', v: 1 }]],
  ],
  user: [['documents', { keyPath: 'k' }, ['platform'], [{ k: 'd', platform: 'paxum' }]]],
  cache: [
    ['chunks', { keyPath: ['platform', 'kind', 'n'] }, [], [{ platform: 'paxum', kind: 'case', n: -1 }]],
    [
      'deltas',
      { keyPath: 'n', autoIncrement: true },
      [['platform', 'kind']],
      [{ n: 1, platform: 'paxum', kind: 'case' }],
    ],
    [
      'snap',
      { keyPath: 'k' },
      ['platform', 'at', 'exp', ['used', 'size']],
      [{ k: 's', platform: 'paxum', at: 1, exp: 2, used: 1, size: 1 }],
    ],
  ],
  audit: [['acts', { keyPath: 'n', autoIncrement: true }, [], [{ n: 1, group: 'g', at: 1 }]]],
}
const UNIQUE = new Set(['opId'])

let idb: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }
beforeEach(() => {
  idb = { indexedDB: new IDBFactory(), IDBKeyRange }
})

function open(part: string, version: number, upgrade: (request: IDBOpenDBRequest) => void = () => {}) {
  const request = idb.indexedDB.open(`docket-engine-stem-${part}`, version)
  request.addEventListener('upgradeneeded', () => upgrade(request))
  return new Promise<IDBDatabase>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
  })
}

/** Makes the databases as 1.0.0 leaves them. */
async function makeFirst() {
  for (const [part, stores] of Object.entries(FIRST)) {
    const db = await open(part, 10, ({ result }) => {
      for (const [name, key, indexes, rows] of stores) {
        const store = result.createObjectStore(name, key)
        for (const index of indexes) {
          const label = typeof index === 'string' ? index : `[${index.join('+')}]`
          store.createIndex(label, index, { unique: UNIQUE.has(label) })
        }
        for (const row of rows) store.add(row)
      }
    })
    db.close()
  }
}

const openAll = () => openDatabases('stem', idb, () => undefined)
const rowsIn = async (databases: Awaited<ReturnType<typeof openAll>>) => {
  const found: Record<string, Record<string, unknown[]>> = {}
  for (const part of ['outbox', 'vault', 'user', 'cache', 'audit'] as const) {
    for (const { name } of databases[part].tables)
      (found[part] ??= {})[name] = await databases[part].table(name).toArray()
  }
  return found
}

test('the databases of 1.0.0 open with all of their rows', async () => {
  await makeFirst()
  const databases = await openAll()
  for (const [part, stores] of Object.entries(FIRST)) {
    const rows = Object.fromEntries(stores.map(([name, , , kept]) => [name, kept]))
    expect((await rowsIn(databases))[part], part).toMatchObject(rows)
  }
  // a change of the first version in place would have made a version of Dexie's own
  expect([databases.outbox, databases.vault, databases.user].map((db) => db.backendDB().version)).toEqual([10, 10, 10])
  databases.close()
})

test.each(Object.keys(FIRST))('a newer %s is refused, and nothing in it is touched', async (part) => {
  await makeFirst()
  const newer = await open(part, 1000)
  newer.close()
  await expect(openAll()).rejects.toThrow(NewerSchema)
  const again = await open(part, 1000)
  const names = FIRST[part]?.map(([name]) => name) ?? []
  expect([...again.objectStoreNames]).toEqual(names.toSorted())
  const counts = names.map(
    (name) =>
      new Promise((resolve) => {
        const request = again.transaction(name).objectStore(name).count()
        request.addEventListener('success', () => resolve(request.result))
      }),
  )
  expect(await Promise.all(counts)).toEqual(names.map(() => 1))
  again.close()
})
