// Thresholds by list and kind of entry, and the preview of another one.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { storeCustomers } from '#server/monitoring/ingestion/store-transactions.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { anEntry } from '#tests/support/lists.ts'
import { hitsOf } from './hits.ts'
import { storeList } from './store-list.ts'
import { screenAll } from './screen-parties.ts'
import { previewThreshold, setThreshold, thresholdsOf } from './thresholds.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const platform = 'paxum'
const PEOPLE = { source: 'one', kind: 'individual' } as const
let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  await saveAccounts(database.db, DEMO_ACCOUNTS)
  for (const source of ['one', 'two']) {
    const entries = [anEntry('1', 'KOWALCZYK, Katarzyna')]
    await storeList(database.db, { source, name: source, digest: source, entries, unusable: [] }, NOW)
  }
  await storeCustomers(database.db, platform, [
    { id: 'same', type: 'personal', name: 'Katarzyna Kowalczyk', createdAt: NOW },
    { id: 'alike', type: 'personal', name: 'Katarzyna Kowalczik', createdAt: NOW },
  ])
  await screenAll(database.db, NOW)
})
afterEach(() => database.close())

const preview = (threshold: number) =>
  database.db.transaction().execute((tx) => previewThreshold(tx, platform, { ...PEOPLE, threshold }))
const set = (threshold: number, version: number) =>
  database.db
    .transaction()
    .execute((tx) => setThreshold(tx, { ...PEOPLE, threshold, version }, { by: 'analyst', now: NOW }))
const open = async (id: string) =>
  (await hitsOf(database.db, platform, id))
    .filter(({ outcome }) => outcome === 'potential_match')
    .map(({ list }) => list)
    .toSorted()

test('a threshold set from an outdated version is refused', async () => {
  expect(await set(0.8, 0)).toBe(true)
  expect(await set(0.9, 0)).toBe(false)
  const own = (await thresholdsOf(database.db)).filter(({ version }) => version > 0)
  expect(own).toEqual([{ source: 'one', list: 'one', kind: 'individual', threshold: 0.8, version: 1 }])
})

test('a preview of a higher threshold counts the open hits that would end, and ends none', async () => {
  expect(await preview(0.999)).toEqual({ open: 2, ended: 1, tried: 0, appearing: 0 })
  expect(await open('alike')).toEqual(['one', 'two'])
})

test('a higher threshold ends the open hits below it on its own list, and a lower one finds them again', async () => {
  await set(0.999, 0)
  expect([await open('alike'), await open('same')]).toEqual([['two'], ['one', 'two']])
  expect(await preview(0.7)).toEqual({ open: 1, ended: 0, tried: 2, appearing: 1 })
  await set(0.7, 1)
  await screenAll(database.db, NOW)
  expect(await open('alike')).toEqual(['one', 'two'])
})
