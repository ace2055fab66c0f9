import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Criteria, RuleOptions } from '#contract/model/rules/rule.ts'
import type { IncomingTransaction } from '#server/monitoring/ingestion/incoming.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { compileCriteria } from '#server/monitoring/active-rules.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addRule, pay } from '#tests/support/payments.ts'
import { alertsOf, known, listNames, newPlatform, NOW, said } from './world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await listNames(database, ['VOLKOV, Boris Ivanovich', 'Boris Volkov'])
})
afterAll(() => database.close())

test.each<[place: string, criteria: Criteria]>([
  ['accountType', { permission_transaction: { accountType: 'minor' } }],
  ['keywords', { bank_identification: { keywords: [] } }],
  ['distance', { ip_different_from_account: { distance: 20_041, customerCountries: [] } }],
  ['customerCountries', { ip_different_from_account: { distance: 1, customerCountries: ['Canada'] } }],
  ['percentTransactions', { high_risk_transactionality: { countries: ['IR'], percentTransactions: 0, period: 30 } }],
  ['maxTransactions', { high_disputes: { percentDisputes: 1, maxTransactions: 0, period: 30 } }],
  ['addressType', { multi_parties_address: { addressType: 'work', repeatedCount: 3 } }],
  ['repeatedCount', { multi_parties_address: { addressType: 'home', repeatedCount: 1 } }],
  ['ratio', { infolaft_sanction: { ratio: 59 } }],
  ['maxSpeed', { CrossCountryAtmUsage: { maxSpeed: 5001, period: 1 } }],
  ['inactivePeriod', { CardActivationIpMismatch: { distance: 500, inactivePeriod: 0 } }],
])('an invalid %s is refused by name (%#)', (place, criteria) => {
  expect(() => compileCriteria(criteria)).toThrow(new RegExp(place))
})

interface World {
  criteria: Criteria
  options?: RuleOptions
  payments: readonly IncomingTransaction[]
  /** By construction. */
  hits: string[]
  /** The text of the first of them. */
  text: string
}

const data = (more: Record<string, unknown>) => ({ data: { transactionDesc: 'rent', ...more } })
const from = (country: string | null) => ({ country })
const withdrawal = (card: string, country: string, code = '6011') => ({
  service: 'debit card',
  ...data({ clientCardNumber: card, merchantCode: code, merchantCountry: country }),
})
const disputing = (id: string) => data({ disputedTransactionId: id })
const home = { address: { line: '1 Quay ', city: 'Cork', zip: 'T12', country: 'IE' } }
const card = (number: string, activationDate: string, activationCountry: string) => ({
  cards: [{ cardNumber: number, issuedDate: '2026-01-01', activationDate, activationCountry }],
})

const WORLDS: Record<string, World> = {
  'permission_transaction: the type of account the service is not for, on whichever side': {
    criteria: { permission_transaction: { accountType: 'personal' } },
    options: { transaction_services: ['cryptoEft3rdParty'] },
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 10),
      pay('b', '03-01 11:00', 'ann > x!', 10, { service: 'cryptoEft3rdParty' }),
      pay('c', '03-01 12:00', 'ACME > x!', 10, { service: 'cryptoEft3rdParty' }),
      pay('d', '03-01 13:00', 'ACME > bob', 10, { service: 'cryptoEft3rdParty' }),
    ],
    hits: ['b ann', 'd bob'],
    text: 'Service not permitted for a personal account: cryptoEft3rdParty',
  },
  'bank_identification: a name in whole words, the beginning of a code or of a card, on either side': {
    criteria: { bank_identification: { keywords: ['Mercantile Trust', 'DEUT', '411111'] } },
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 10, data({ beneficiaryBankName: 'First Mercantile-Trust, London' })),
      pay('b', '03-01 11:00', 'ann > x!', 10, data({ beneficiaryBankName: 'Mercantile Trustees' })),
      pay('c', '03-01 12:00', 'ann > x!', 10, data({ originatorSwiftCode: 'DEUTDEFF500' })),
      pay('d', '03-01 13:00', 'ann > x!', 10, data({ originatorSwiftCode: 'XDEUTDEF' })),
      pay('e', '03-01 14:00', 'ann > x!', 10, data({ clientCardNumber: '4111 11** **** 1234' })),
      pay('f', '03-01 15:00', 'ann > x!', 10, data({ clientCardNumber: '4111 21** **** 1234' })),
      pay('g', '03-01 16:00', 'ann > x!', 10),
    ],
    hits: ['a ann', 'c ann', 'e ann'],
    text: 'The bank First Mercantile-Trust, London is on the list',
  },
  'ip_different_from_account: from border to border; a neighbour is never far, nowhere is nowhere': {
    criteria: { ip_different_from_account: { distance: 1800, customerCountries: [] } },
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 10, from('GB')),
      pay('b', '03-01 11:00', 'ann > x!', 10, from('US')),
      pay('c', '03-01 12:00', 'ann > x!', 10, from('CA')),
      pay('d', '03-01 13:00', 'ann > x!', 10, from(null)),
      pay('e', '03-01 14:00', 'ann > x!', 10, from('ZZ')),
    ],
    hits: ['a ann'],
    text: 'Initiated from GB, ≥ 1870 km from the country of residence (CA)',
  },
  'ip_different_from_account: of the countries that are looked at': {
    criteria: { ip_different_from_account: { distance: 1000, customerCountries: ['DE'] } },
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 10, from('NG')),
      pay('b', '03-01 11:00', 'eva > x!', 10, { ...from('NG'), customer: known('eva', {}, 'DE') }),
    ],
    hits: ['b eva'],
    text: expect.stringContaining('(DE)') as never,
  },
  'high_risk_transactionality: the payment that lifts the part to the limit, and those after it': {
    criteria: { high_risk_transactionality: { countries: ['IR'], percentTransactions: 50, period: 10 } },
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 10),
      pay('b', '03-02 10:00', 'ann > x!', 10),
      pay('c', '03-03 10:00', 'ann > x!', 10, from('IR')),
      pay('d', '03-04 10:00', 'ann > x!', 10, { counterparty: { name: 'y', country: 'IR', account: null } }),
      pay('e', '03-05 10:00', 'ann > x!', 10),
      pay('f', '03-13 11:00', 'ann > x!', 10),
      pay('g', '03-14 11:00', 'ann > x!', 10, from('IR')),
    ],
    // c is one of three, d two of four; at g the first four are out of the period: one of three
    hits: ['d ann'],
    text: '2 of 4 transactions within 10 days are with IR',
  },
  'high_disputes: with enough transactions in the period, told at each dispute': {
    criteria: { high_disputes: { percentDisputes: 50, maxTransactions: 3, period: 10 } },
    payments: [
      pay('a', '03-01 10:00', 'x! > SHOP', 10),
      pay('b', '03-01 11:00', 'x! > SHOP', 10),
      pay('c', '03-01 12:00', 'SHOP > x!', 10, disputing('a')),
      pay('d', '03-01 13:00', 'x! > SHOP', 10),
      pay('e', '03-01 14:00', 'x! > SHOP', 10),
      pay('f', '03-02 14:00', 'SHOP > x!', 10, disputing('b')),
      pay('g', '03-02 15:00', 'x! > SHOP', 10),
    ],
    // c: one of two, too few; f: two of four
    hits: ['f SHOP'],
    text: '2 disputes of 4 transactions within 10 days',
  },
  'multi_parties_address: customers of one kind at one address, whatever its case': {
    criteria: { multi_parties_address: { addressType: 'home', repeatedCount: 3 } },
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 10, { customer: known('ann', home) }),
      pay('b', '03-01 11:00', 'bob > x!', 10, {
        customer: known('bob', { address: { ...home.address, line: '1 QUAY' } }),
      }),
      pay('c', '03-01 12:00', 'SHOP > x!', 10, { customer: known('SHOP', home) }),
      pay('d', '03-01 13:00', 'cat > x!', 10, {
        customer: known('cat', { address: { ...home.address, line: '2 Quay' } }),
      }),
      pay('e', '03-01 14:00', 'dan > x!', 10, { customer: known('dan', { address: { city: 'Cork' } }) }),
      pay('f', '03-02 10:00', 'eve > x!', 10, { customer: known('eve', home) }),
    ],
    hits: ['f eve'],
    text: '3 customers at one home address',
  },
  'multi_parties_address: anybody who registered from one address on the net': {
    criteria: { multi_parties_address: { addressType: 'ip', repeatedCount: 2 } },
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 10, { customer: known('ann', { registrationIp: '198.18.0.1' }) }),
      pay('b', '03-02 10:00', 'SHOP > x!', 10, { customer: known('SHOP', { registrationIp: '198.18.0.1' }) }),
      pay('c', '03-03 10:00', 'bob > x!', 10, { customer: known('bob', { registrationIp: '198.18.0.2' }) }),
      pay('d', '03-04 10:00', 'cat > x!', 10),
    ],
    hits: ['b SHOP'],
    text: '2 customers at one IP address',
  },
  'infolaft_sanction: the customer, or the other party of that payment': {
    criteria: { infolaft_sanction: { ratio: 85 } },
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 10),
      pay('b', '03-01 11:00', 'ann > x!', 10, { counterparty: { name: 'Volkov Boris', country: null, account: null } }),
      pay('c', '03-01 12:00', 'ann > x!', 10),
      pay('d', '03-01 13:00', 'bo > x!', 10, { customer: { ...known('bo', {}), name: 'Boris VOLKOV' } }),
      pay('e', '03-01 14:00', 'ann > x!', 10, { counterparty: { name: 'Boris Vulkan', country: null, account: null } }),
    ],
    hits: ['b ann', 'd bo'],
    text: 'Potential match: “Volkov Boris” / list entry “Boris Volkov”, score 100',
  },
  'CrossCountryAtmUsage: one card, at machines, faster than the speed': {
    criteria: { CrossCountryAtmUsage: { maxSpeed: 900, period: 1 } },
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 10, withdrawal('4*1', 'CA')),
      pay('b', '03-01 11:00', 'ann > x!', 10, withdrawal('4*1', 'GB')),
      pay('c', '03-01 13:00', 'ann > x!', 10, withdrawal('4*2', 'NG')),
      pay('d', '03-01 14:00', 'ann > x!', 10, withdrawal('4*1', 'FR')),
      pay('e', '03-01 15:00', 'ann > x!', 10, withdrawal('4*1', 'JP', '5411')),
      pay('f', '03-02 14:00', 'ann > x!', 10, withdrawal('4*1', 'JP')),
    ],
    // b: 1,870 km in an hour; c is another card; d next door; e no machine; f a day later
    hits: ['b ann'],
    text: 'ATM withdrawal in GB 1 h after one in CA, ≥ 1870 km away',
  },
  'CardActivationIpMismatch: the first use of a card that lay unused and was activated far away': {
    criteria: { CardActivationIpMismatch: { distance: 1000, inactivePeriod: 30 } },
    payments: [
      pay('a', '03-01 10:00', 'ann > x!', 10, {
        ...withdrawal('4*1', 'CA'),
        customer: known('ann', card('4*1', '2026-03-01', 'NG')),
      }),
      pay('b', '03-02 10:00', 'ann > x!', 10, {
        ...withdrawal('4*1', 'CA'),
        customer: known('ann', card('4*1', '2026-03-01', 'NG')),
      }),
      pay('c', '03-02 11:00', 'ann > x!', 10, withdrawal('4*9', 'CA')),
      pay('d', '03-01 11:00', 'bob > x!', 10, {
        ...withdrawal('4*2', 'CA'),
        customer: known('bob', card('4*2', '2026-01-20', 'NG')),
      }),
      pay('e', '03-01 12:00', 'cat > x!', 10, {
        ...withdrawal('4*3', 'CA'),
        customer: known('cat', card('4*3', '2026-03-01', 'US')),
      }),
      pay('f', '04-15 12:00', 'dan > x!', 10, {
        ...withdrawal('4*4', 'CA'),
        customer: known('dan', card('4*4', '2026-03-01', 'NG')),
      }),
    ],
    // b is not the first; c has another card; bob's lay unused for 19 days; cat's was activated next door; dan's use is late
    hits: ['a ann'],
    text: 'Card 4*1 was activated in NG, at least 6280 km from CA, after 59 days',
  },
}

test.each(Object.entries(WORLDS))('%s', async (_, { hits, text, ...world }) => {
  const one = await said(database, world, 1)
  expect(one.map(({ on }) => on)).toEqual(hits)
  expect(one[0]?.text).toEqual(text)
})

test('splitting into batches makes no difference without other changes', async () => {
  const changing = /^(multi_parties|CardActivation)/
  for (const [name, { hits, text: _text, ...world }] of Object.entries(WORLDS)) {
    if (changing.test(name)) continue
    expect(
      (await said(database, world, 100)).map(({ on }) => on),
      name,
    ).toEqual(hits)
  }
})

test('the values of a rule’s config sets count as entries of its lists, after every change', async () => {
  const platform = newPlatform()
  const set = (name: string, value: string[]) =>
    database.db
      .insertInto('config_set')
      .values({ platform, name, comment: '', value, created_at: NOW, updated_at: NOW })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [places, others] = [await set('Places', ['IR', 'no country']), await set('Others', ['MM'])]
  await addRule(database, platform, { ip_prohibited_country: { countries: ['KP'] } }, { configSets: [places.id] })
  const batch = (n: number) =>
    ['KP', 'IR', 'MM'].map((country) => pay(`${country}${n}`, `03-0${n} 10:00`, 'ann > x!', 10, { country }))
  await ingest(database.db, batch(1), { platform, now: NOW })
  await database.db
    .updateTable('config_set')
    .set({ value: ['MM'] })
    .where('id', '=', places.id)
    .execute()
  await ingest(database.db, batch(2), { platform, now: NOW })
  expect((await alertsOf(database, platform)).map(({ on }) => on)).toEqual(['IR1 ann', 'KP1 ann', 'KP2 ann', 'MM2 ann'])
  const kept = await database.db.selectFrom('alert').select('criteria').where('case_id', '=', 'IR1').executeTakeFirst()
  expect([kept?.criteria, others.id]).toEqual([{ ip_prohibited_country: { countries: ['KP', 'IR'] } }, others.id])
})

test('an alert stores the customer’s data at that time, and nothing more than filters need', async () => {
  const platform = newPlatform()
  await addRule(database, platform, { limit_transaction: { limit: '1000' } })
  const profile = { industry: 'Gaming', accountKycStatus: 'Confirmed', favouriteColour: 'blue' }
  const payment = pay('a', '03-01 10:00', 'ann > bob', 2000)
  await ingest(database.db, [{ ...payment, customer: known('ann', profile) }], { platform, now: NOW })
  await sql`update customer set profile = '{"industry": "Mining"}' where platform = ${platform}`.execute(database.db)
  const [alert] = await database.db.selectFrom('alert').select('enrichment').where('platform', '=', platform).execute()
  expect(alert?.enrichment).toMatchObject({
    customerName: 'Name of ann',
    industry: 'Gaming',
    accountKycStatus: 'Confirmed',
  })
  expect(alert?.enrichment).not.toHaveProperty('favouriteColour')
})

test('an alert has the rule’s own text, with the account holder’s name where requested', async () => {
  const own = { enabled: true, isFollowing: false, isAddWhl: false, customerName: true, ignoreCriteria: false }
  const rest = { criteriaGroups: [], filterGroups: [], text: ' Call the desk ', isReport: false, key: '', table: '' }
  const payments = [pay('a', '03-01 10:00', 'ann > bob', 2000)]
  const triggerInfo = { ...own, ...rest }
  const world = { criteria: { limit_transaction: { limit: '1000' } }, payments }
  const [told] = await said(database, { ...world, options: { triggerInfo } }, 1)
  expect(told?.text).toBe('Call the desk: 2,000.00 USD in one transaction; the limit is 1,000.00 USD')
  const [plain] = await said(database, { ...world, options: { triggerInfo: { ...triggerInfo, enabled: false } } }, 1)
  expect(plain?.text).toBe('2,000.00 USD in one transaction; the limit is 1,000.00 USD')
  const rows = await database.db.selectFrom('alert').select('trigger_info').where('case_id', '=', 'a').execute()
  const facts = rows.map(({ trigger_info }) => trigger_info.facts[0])
  expect(facts).toContainEqual({ label: 'Customer', saw: 'Name of ann', allows: null })
})
