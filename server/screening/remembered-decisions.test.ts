// Decisions are remembered with the facts they rest on.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import type { IncomingTransaction, Party } from '#server/monitoring/ingestion/incoming.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { anEntry } from '#tests/support/lists.ts'
import { hitsOf } from './hits.ts'
import { storeList } from './store-list.ts'
import type { ListEntry } from './lists/entry.ts'
import { screenAll } from './screen-parties.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const LATER = new Date('2026-03-11T12:00:00Z')
const platform = 'paxum'
const LISTED = anEntry('1', 'DOE, Jane')
let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  await saveAccounts(database.db, DEMO_ACCOUNTS)
})
afterEach(() => database.close())

let payments = 0
/** A payment of Jane Doe, who is stored with this profile. */
function pay(profile: Record<string, string>) {
  const customer: Party = { id: '1', type: 'personal', name: 'Jane Doe', createdAt: NOW, profile }
  const payment: IncomingTransaction = {
    id: `payment-${(payments += 1)}`,
    at: NOW,
    customer,
    counterparty: { name: 'Grace Hopper', country: null, account: null },
    direction: 'outgoing',
    service: null,
    amount: '1',
    currency: 'USD',
    usd: '1',
    country: null,
  }
  return ingest(database.db, [payment], { platform, now: NOW })
}
async function bring(source: string, digest: string, ...entries: ListEntry[]) {
  await storeList(database.db, { source, name: `List ${source}`, digest, entries, unusable: [] }, LATER)
  await screenAll(database.db, LATER)
}
const decide = (outcome: 'false_positive' | 'true_positive') =>
  database.db
    .updateTable('sanctions_hit')
    .set({ outcome, decided_by: 'analyst', decided_at: NOW, note: 'Another person.' })
    .execute()
const hits = () => hitsOf(database.db, platform, '1')

test('a false positive reopens when the customer’s facts change, and shows the change and the decision', async () => {
  await bring('test', 'a', LISTED)
  await pay({ dateOfBirth: '1970-03-14' })
  await decide('false_positive')
  await pay({ dateOfBirth: '1970-03-14' })
  expect(await hits()).toMatchObject([{ outcome: 'false_positive' }])
  await pay({ dateOfBirth: '1971-05-20' })
  expect(await hits()).toMatchObject([
    {
      outcome: 'potential_match',
      reopened: {
        changed: { 'party.birth': { before: '1970-03-14', after: '1971-05-20' } },
        before: { outcome: 'false_positive', by: 'analyst', note: 'Another person.' },
      },
    },
  ])
})

test('a false positive reopens when the entry’s facts change', async () => {
  await bring('test', 'a', LISTED)
  await pay({})
  await decide('false_positive')
  await bring('test', 'b', { ...LISTED, births: ['1970-03-14'] })
  const changed = { 'entry.births': { before: [], after: ['1970-03-14'] } }
  expect(await hits()).toMatchObject([
    { outcome: 'potential_match', reopened: { changed, before: { outcome: 'false_positive' } } },
  ])
})

test('a confirmed match stays confirmed when the entry’s facts change, and shows the change', async () => {
  await bring('test', 'a', LISTED)
  await pay({})
  await decide('true_positive')
  await bring('test', 'b', { ...LISTED, countries: ['MX'] })
  const changed = { 'entry.countries': { before: [], after: ['MX'] } }
  expect(await hits()).toMatchObject([{ outcome: 'true_positive', reopened: { changed } }])
})

test('a false positive whose entry was removed keeps its decision when the same entry returns', async () => {
  await bring('test', 'a', LISTED)
  await pay({})
  await decide('false_positive')
  await bring('test', 'b', anEntry('2', 'SOMEBODY ELSE'))
  expect(await hits()).toMatchObject([{ outcome: 'no_match' }])
  await bring('test', 'c', LISTED)
  expect(await hits()).toMatchObject([{ outcome: 'false_positive', details: { note: 'Another person.' } }])
})

test('a decision on one list does not apply to the same name on another', async () => {
  await bring('one', 'a', LISTED)
  await pay({})
  await decide('false_positive')
  await bring('two', 'b', LISTED)
  const found = (await hits()).map(({ list, outcome }) => `${list}: ${outcome}`)
  expect(found.toSorted()).toEqual(['List one: false_positive', 'List two: potential_match'])
})
