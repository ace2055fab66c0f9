import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import type { IncomingTransaction, Party } from '#server/monitoring/ingestion/incoming.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { storeCustomers } from '#server/monitoring/ingestion/store-transactions.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { anEntry } from '#tests/support/lists.ts'
import { hitsOf } from './hits.ts'
import { storeList, listsInForce } from './store-list.ts'
import type { ListEntry } from './lists/entry.ts'
import { screenAll } from './screen-parties.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const LATER = new Date('2026-03-11T12:00:00Z')
const platform = 'paxum'
let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  await saveAccounts(database.db, DEMO_ACCOUNTS)
})
afterEach(() => database.close())

const entry = anEntry
const listOf = (digest: string, ...entries: ListEntry[]) => ({
  source: 'test',
  name: 'Test list',
  digest,
  entries,
  unusable: [],
})
const party = (id: string, name: string): Party => ({ id, type: 'personal', name, createdAt: NOW })
const keep = (digest: string, ...entries: ListEntry[]) => storeList(database.db, listOf(digest, ...entries), NOW)
const store = (...parties: Party[]) => storeCustomers(database.db, platform, parties)
const hits = async (id: string) =>
  (await hitsOf(database.db, platform, id)).map(({ name, outcome, details }) => [name, outcome, details['party']])
const decide = (outcome: 'false_positive' | 'true_positive') =>
  database.db
    .updateTable('sanctions_hit')
    .set({ outcome, decided_by: 'analyst', decided_at: NOW, note: 'Seen.' })
    .execute()

test('a list is stored once, and a changed one replaces it', async () => {
  expect(await keep('a', entry('1', 'DOE, Jane'))).toBe(true)
  expect(await keep('a', entry('1', 'DOE, Jane'))).toBe(false)
  expect(await keep('b', entry('2', 'ROE, Jane', 'ROE, J.'))).toBe(true)
  expect(await listsInForce(database.db)).toMatchObject([{ digest: 'b', entries: 1, names: 2, screened_at: null }])
  const kept = await database.db.selectFrom('sanctions_entry').select(['source', 'id']).execute()
  expect(kept).toEqual([{ source: 'test', id: '2' }])
})

test('names are similar whatever their case, accents, punctuation, word order and legal form', async () => {
  await keep(
    'a',
    entry('1', 'AL-MANŞOŪRI, Khālid'),
    { ...entry('2', 'ØRSTED & SØN, S.A.'), type: 'entity' },
    entry('3', "O'NEILL, Séan"),
  )
  await store(
    party('1', 'Khalid al mansoori'),
    { ...party('2', 'Orsted & Son SA'), type: 'business' },
    party('3', 'Sean O’Neill'),
    party('4', 'Grace Hopper'),
  )
  expect(await screenAll(database.db, NOW)).toEqual({ customers: 4, names: 4, hits: 3 })
  const found = await Promise.all(['1', '2', '3'].map((id) => hitsOf(database.db, platform, id)))
  for (const [hit] of found) expect(hit?.score).toBeGreaterThan(0.95)
  expect(await hits('4')).toEqual([['Grace Hopper', 'no_match', undefined]])
  expect(await hits('5')).toEqual([])
})

test('a name in another script is compared by its transliteration, on either side', async () => {
  await keep('a', entry('1', 'KOVALCHUK, Yuriy'), entry('2', 'Северный ветер'), entry('3', 'DOE, Jane'))
  await store(party('1', 'Юрий Ковальчук'), party('2', 'Severnyy Veter OOO'), party('3', 'Ада Лавлейс'))
  await screenAll(database.db, NOW)
  const found = await Promise.all(['1', '2', '3'].map((id) => hitsOf(database.db, platform, id)))
  expect(found.map((each) => each.map(({ outcome }) => outcome))).toEqual([
    ['potential_match'],
    ['potential_match'],
    ['no_match'],
  ])
})

test('an alias is found; a stranger with one common name and a ship are not', async () => {
  const ship = { ...entry('9', 'GRACE HOPPER'), type: 'vessel' as const }
  await keep('a', entry('1', 'DOE, Jane', 'BLACK, Jana'), ship)
  await store(party('1', 'Jana Black'), party('2', 'Jane Smith-Fothergill'), party('3', 'Grace Hopper'))
  await screenAll(database.db, NOW)
  expect(await hits('1')).toEqual([['BLACK, Jana', 'potential_match', 'customer']])
  expect((await Promise.all([hits('2'), hits('3')])).map(([one]) => one?.[1])).toEqual(['no_match', 'no_match'])
})

test('a business is also found by its trading name', async () => {
  await keep('a', entry('1', 'ZENITH GALLERY'))
  await store({ ...party('1', 'Hopper Holdings'), type: 'business', profile: { tradingName: 'The Zenith Gallery' } })
  await screenAll(database.db, NOW)
  expect(await hits('1')).toEqual([['ZENITH GALLERY', 'potential_match', 'customer']])
})

const payment = (id: string, customer: Party, name: string, account: Party | null = null): IncomingTransaction => ({
  id,
  at: NOW,
  customer,
  counterparty: { name, country: null, account },
  direction: 'outgoing',
  service: null,
  amount: '1',
  currency: 'USD',
  usd: '1',
  country: null,
})

test('ingested customers and their counterparties are screened', async () => {
  await keep('a', entry('1', 'DOE, Jane'), entry('2', 'ROE, Richard'))
  const [ada, jane] = [party('1', 'Ada Byron'), party('2', 'Jane Doe')]
  const batch = [
    payment('a', ada, 'RICHARD ROE'),
    payment('b', ada, 'Roe, Richard'),
    payment('c', ada, 'Jane Doe', jane),
  ]
  await ingest(database.db, batch, { platform, now: NOW })
  expect(await hits('1')).toEqual([['ROE, Richard', 'potential_match', 'counterparty']])
  expect(await hits('2')).toEqual([['DOE, Jane', 'potential_match', 'customer']])
})

test('a name without a match is compared again when the list changes, and not before', async () => {
  const pay = (id: string, from: Party) =>
    ingest(database.db, [payment(id, from, 'Richard Roe')], { platform, now: NOW })
  await keep('a', entry('1', 'DOE, Jane'))
  await pay('a', party('1', 'Ada Byron'))
  // as if somebody had put it there unseen
  await insertRows(database.db, 'sanctions_entry', [
    { source: 'test', id: '9', list_id: 1, digest: '9', facts: entry('9', 'Richard Roe') },
  ])
  await pay('b', party('2', 'Grace Hopper'))
  expect(await hits('2')).toEqual([['Grace Hopper', 'no_match', undefined]])
  await keep('b', entry('2', 'ROE, Richard'))
  await pay('c', party('3', 'Mary Wu'))
  expect(await hits('3')).toEqual([['ROE, Richard', 'potential_match', 'counterparty']])
})

test('a customer is compared again when the name changes, and not for another payment', async () => {
  await keep('a', entry('1', 'DOE, Jane'))
  const checked = async () => {
    const query = database.db.selectFrom('sanctions_check').select(['checked_at', 'facts'])
    return await query.where('platform', '=', platform).where('customer_id', '=', '1').executeTakeFirst()
  }
  await ingest(database.db, [payment('a', party('1', 'Ada Byron'), 'X')], { platform, now: NOW })
  await ingest(database.db, [payment('b', party('1', 'Ada Byron'), 'X')], { platform, now: LATER })
  expect(await checked()).toEqual({ checked_at: NOW, facts: expect.stringContaining('Ada Byron') })
  await ingest(database.db, [payment('c', party('1', 'Jane Doe'), 'X')], { platform, now: LATER })
  expect(await checked()).toEqual({ checked_at: LATER, facts: expect.stringContaining('Jane Doe') })
  expect(await hits('1')).toEqual([['DOE, Jane', 'potential_match', 'customer']])
})

test('without a list nobody is screened', async () => {
  await ingest(database.db, [payment('a', party('1', 'Jane Doe'), 'X')], { platform, now: NOW })
  expect(await screenAll(database.db, NOW)).toEqual({ customers: 0, names: 0, hits: 0 })
  expect(await hits('1')).toEqual([])
})

describe('repeated screening', () => {
  const rescreen = async (digest: string, ...entries: ListEntry[]) => {
    await storeList(database.db, listOf(digest, ...entries), LATER)
    return await screenAll(database.db, LATER)
  }

  test('compares only new parties while the list is the same', async () => {
    await keep('a', entry('1', 'DOE, Jane'))
    await store(party('1', 'Jane Doe'))
    await screenAll(database.db, NOW)
    await store(party('2', 'John Doe'))
    expect(await rescreen('a', entry('1', 'DOE, Jane'))).toMatchObject({ customers: 1 })
  })

  test('after a list change finds added entries and ends hits on removed ones, for counterparties too', async () => {
    await keep('a', entry('1', 'DOE, Jane'))
    await ingest(database.db, [payment('a', party('1', 'Jane Doe'), 'Richard Roe')], { platform, now: NOW })
    await rescreen('b', entry('2', 'ROE, Richard'))
    expect(await hits('1')).toEqual([
      ['ROE, Richard', 'potential_match', 'counterparty'],
      ['DOE, Jane', 'no_match', 'customer'],
    ])
    await rescreen('c', entry('1', 'DOE, Jane'))
    expect(await hits('1')).toEqual([
      ['DOE, Jane', 'potential_match', 'customer'],
      ['ROE, Richard', 'no_match', 'counterparty'],
    ])
  })

  test('keeps decisions when the list changes elsewhere', async () => {
    await keep('a', entry('1', 'DOE, Jane'))
    await store(party('1', 'Jane Doe'))
    await screenAll(database.db, NOW)
    await decide('false_positive')
    await rescreen('b', entry('1', 'DOE, Jane'), entry('3', 'SOMEBODY ELSE'))
    expect(await hitsOf(database.db, platform, '1')).toMatchObject([
      { outcome: 'false_positive', details: { decidedBy: expect.stringMatching(/\w/), note: 'Seen.' } },
    ])
  })

  test.each([
    ['false_positive', 'potential_match'],
    ['true_positive', 'true_positive'],
  ] as const)('turns a %s into a %s when the name changes', async (before, after) => {
    await keep('a', entry('1', 'DOE-MILLER, Jane'))
    await store(party('1', 'Jane Doe Miller'))
    await screenAll(database.db, NOW)
    await decide(before)
    await rescreen('b', entry('1', 'DOE-MILLER, Janet'))
    expect(await hits('1')).toEqual([['DOE-MILLER, Janet', after, 'customer']])
  })

  test('keeps a confirmed hit when its entry is removed', async () => {
    await keep('a', entry('1', 'DOE, Jane'))
    await store(party('1', 'Jane Doe'))
    await screenAll(database.db, NOW)
    await decide('true_positive')
    await rescreen('b', entry('2', 'SOMEBODY ELSE'))
    expect(await hits('1')).toEqual([['DOE, Jane', 'true_positive', 'customer']])
  })
})
