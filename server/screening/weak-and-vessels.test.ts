// Aliases that a list calls weak, and ships: when each is a hit.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { storeCustomers } from '#server/monitoring/ingestion/store-transactions.ts'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import type { WeakAliases } from '#server/policies/data-policies.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { anEntry } from '#tests/support/lists.ts'
import { pay } from '#tests/support/payments.ts'
import type { ListEntry } from './lists/entry.ts'
import { screenAll } from './screen-parties.ts'
import { storeList } from './store-list.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const platform = 'paxum'
let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  await saveAccounts(database.db, DEMO_ACCOUNTS)
})
afterEach(() => database.close())

const keep = (...entries: ListEntry[]) =>
  storeList(database.db, { source: 'test', name: 'Test list', digest: 'a', entries, unusable: [] }, NOW)
const openHits = async () => {
  const rows = await database.db
    .selectFrom('sanctions_hit')
    .select(['party_name', 'name', 'details'])
    .where('outcome', '=', 'potential_match')
    .orderBy('party_name')
    .execute()
  return rows.map(({ party_name, name }) => `${party_name}: ${name}`)
}

test('a weak alias makes a hit with a birth date that agrees, and otherwise as the policy of the platform says', async () => {
  const entry: ListEntry = {
    ...anEntry('1', 'ROEGATE, Jane Wilhelmina'),
    names: [
      { kind: 'primary', name: 'ROEGATE, Jane Wilhelmina' },
      { kind: 'aka', name: 'Ada Kestrelby', isWeak: true },
    ],
    births: ['1970-03-14'],
  }
  await keep(entry)
  await storeCustomers(database.db, platform, [
    { id: '1', type: 'personal', name: 'Ada Kestrelby', createdAt: NOW },
    { id: '2', type: 'personal', name: 'ADA KESTRELBY', createdAt: NOW, profile: { dateOfBirth: '1970-03-14' } },
    { id: '3', type: 'personal', name: 'Jane Wilhelmina Roegate', createdAt: NOW },
  ])
  let version = 0
  const set = async (value: WeakAliases) => {
    version += 1
    const fields = { value: JSON.stringify(value), version, updated_by: 'manager', updated_at: NOW }
    await database.db
      .insertInto('policy')
      .values({ platform, id: 'weakAliases', ...fields })
      .onConflict((conflict) => conflict.columns(['platform', 'id']).doUpdateSet(fields))
      .execute()
    await screenAll(database.db, NOW)
    return openHits()
  }
  await screenAll(database.db, NOW)
  const primary = 'Jane Wilhelmina Roegate: ROEGATE, Jane Wilhelmina'
  const supported = ['ADA KESTRELBY: Ada Kestrelby', primary]
  expect(await openHits()).toEqual(supported)
  expect(await set('off')).toEqual([primary])
  expect(await set('alone')).toEqual(
    ['ADA KESTRELBY: Ada Kestrelby', 'Ada Kestrelby: Ada Kestrelby', primary].toSorted(),
  )
  expect(await set('supported')).toEqual(supported)
})

test('ships and aircraft are compared with payees: by two words, or by the whole of one', async () => {
  const ship = (id: string, ...names: string[]): ListEntry => ({ ...anEntry(id, ...names), type: 'vessel' })
  await keep(ship('1', 'NORTHERN KESTREL'), ship('2', 'AMOR'), { ...anEntry('3', 'YV2030'), type: 'aircraft' })
  const payees = [
    'M/V Northern Kestrel',
    'Northern Kestrell',
    'Amor',
    'Amor Fernandez',
    'YV2030',
    'Northern Bakery',
    'Grace Hopper',
  ]
  await ingest(
    database.db,
    payees.map((name, n) =>
      pay(`p${n}`, `03-01 10:${10 + n}`, 'ann > x!', 10, { counterparty: { name, country: null, account: null } }),
    ),
    { platform, now: NOW },
  )
  await storeCustomers(database.db, platform, [{ id: 'c', type: 'business', name: 'Northern Kestrel', createdAt: NOW }])
  await screenAll(database.db, NOW)
  expect(await openHits()).toEqual([
    'Amor: AMOR',
    'M/V Northern Kestrel: NORTHERN KESTREL',
    'Northern Kestrell: NORTHERN KESTREL',
    'YV2030: YV2030',
  ])
})
