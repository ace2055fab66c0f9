import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { Dexie } from 'dexie'
import { expect, it } from 'vitest'
import { loadReference } from '#contract/reference/load.ts'
import { readReference } from './reference.ts'

it('stores the reference data of the build and replaces another version', async () => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange }
  const built = await loadReference()
  expect(await readReference(idb)).toEqual(built)
  const db = await new Dexie('docket-reference', idb).open()
  // a later start reads the database and loads nothing
  await db.table('countries').update('FR', { value: 'La France' })
  expect((await readReference(idb)).countries.find(({ id }) => id === 'FR')?.value).toBe('La France')
  await db.table('meta').put({ k: 'version', v: 'another' })
  expect((await readReference(idb)).countries).toHaveLength(built.countries.length)
  expect(await db.table('countries').get('FR')).toEqual(built.countries.find(({ id }) => id === 'FR'))
  db.close()
})
