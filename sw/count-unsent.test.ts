import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { Dexie } from 'dexie'
import { expect, it } from 'vitest'
import { countUnsent } from './count-unsent.ts'

it('counts unsent operations of every outbox in this browser, and nothing else', async () => {
  const indexedDB = new IDBFactory()
  const states = ['held', 'ready', 'sending', 'uncertain', 'auth', 'conflict', 'dead', 'acked']
  for (const name of ['docket-engine-0123456789abcdef-outbox', 'docket-engine-fedcba9876543210-outbox', 'other']) {
    const db = new Dexie(name, { indexedDB, IDBKeyRange })
    db.version(1).stores({ ops: '++seq, state' })
    await db.table('ops').bulkAdd(states.map((state) => ({ state })))
    db.close()
  }
  expect(await countUnsent(indexedDB)).toBe(10)
  expect(await countUnsent(new IDBFactory())).toBe(0)
})
