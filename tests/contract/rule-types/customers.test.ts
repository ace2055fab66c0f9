import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Criteria, RuleOptions } from '#contract/model/rules/rule.ts'
import type { IncomingTransaction, Party } from '#server/monitoring/ingestion/incoming.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addRule, pay } from '#tests/support/payments.ts'
import { alertsOf, known, listNames, newPlatform, NOW, said } from './world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await listNames(database, ['Boris Volkov'])
})
afterAll(() => database.close())

interface World {
  criteria: Criteria
  options?: RuleOptions
  /** Customers, each of whom pays once; a second time is a change. */
  customers: readonly (Party | [Party, Partial<IncomingTransaction>])[]
  /** Whose accounts are alerted on, and what it says of the first. */
  hits: string[]
  text: string
}

const home = { address: { line: '1 Quay', city: 'Cork', zip: 'T12', country: 'IE' } }
const iran = { counterparty: { name: 'y', country: 'IR', account: null } }
const dispute = { data: { disputedTransactionId: 'p0' } }
const cards = (country: string, activationDate = '2026-03-01') => ({
  cards: [{ cardNumber: '4*1', issuedDate: '2026-01-01', activationDate, activationCountry: country }],
})

const WORLDS: Record<string, World> = {
  'permission_transaction: with a filter on the customer': {
    criteria: { permission_transaction: { accountType: 'personal' } },
    options: {
      customer_filters: {
        where: { combinator: 'and', rules: [{ field: 'activityDescription', operator: 'contains', value: 'taxi' }] },
      },
    },
    customers: [
      known('ann', { activityDescription: 'Taxi fleet' }),
      known('bob', {}),
      known('CAB', { activityDescription: 'Taxi fleet' }),
    ],
    hits: ['ann'],
    text: 'Activity not permitted for a personal account',
  },
  'ip_different_from_account: by where it last signed in': {
    criteria: { ip_different_from_account: { distance: 1000, customerCountries: [] } },
    customers: [
      known('ann', { currentLocationCountry: 'NG' }),
      known('bob', { currentLocationCountry: 'US' }),
      known('cat', {}),
    ],
    hits: ['ann'],
    text: 'Initiated from NG, ≥ 6280 km from the country of residence (CA)',
  },
  'high_risk_transactionality: of what was paid up to now': {
    criteria: { high_risk_transactionality: { countries: ['IR'], percentTransactions: 50, period: 365 } },
    customers: [[known('ann', {}), iran], known('ann', { industry: 'x' }), known('bob', {})],
    hits: ['ann'],
    text: '1 of 1 transactions within 365 days are with IR',
  },
  'high_disputes: of what came in up to now': {
    criteria: { high_disputes: { percentDisputes: 50, maxTransactions: 1, period: 365 } },
    customers: [known('SHOP', {}), [known('SHOP', {}), dispute], known('SHOP', { industry: 'x' }), known('ANN', {})],
    hits: ['SHOP'],
    text: '1 disputes of 2 transactions within 365 days',
  },
  'multi_parties_address: businesses at one address': {
    criteria: { multi_parties_address: { addressType: 'business', repeatedCount: 2 } },
    customers: [known('ACME', home), known('ann', home), known('BETA', {}), known('BETA', home)],
    hits: ['BETA'],
    text: '2 customers at one business address',
  },
  'infolaft_sanction: the customer, not those it pays': {
    criteria: { infolaft_sanction: { ratio: 90 } },
    customers: [
      { ...known('bo', {}), name: 'Volkov Boris' },
      [known('ann', {}), { counterparty: { name: 'Volkov Boris', country: null, account: null } }],
    ],
    hits: ['bo'],
    text: 'Potential match: “Volkov Boris” / list entry “Boris Volkov”, score 100',
  },
  'CardActivationIpMismatch: as soon as the platform tells of the activation': {
    criteria: { CardActivationIpMismatch: { distance: 1000, inactivePeriod: 30 } },
    customers: [
      known('ann', cards('NG')),
      known('bob', cards('US')),
      known('cat', cards('NG', '2026-01-15')),
      // in the future
      known('dan', cards('NG', '2026-07-01')),
      known('eve', { cards: 'none' }),
    ],
    hits: ['ann'],
    text: 'Card 4*1 was activated in NG, at least 6280 km from CA, after 59 days',
  },
}

const paymentOf = (customer: Party, n: number, more: Partial<IncomingTransaction> = {}) =>
  pay(`p${n}`, `05-0${n + 1} 10:00`, `${customer.id} > x!`, 10, { customer, ...more })

test.each(Object.entries(WORLDS))('%s', async (_, { customers, hits, text, ...rule }) => {
  const payments = customers.map((one, n) => (Array.isArray(one) ? paymentOf(one[0], n, one[1]) : paymentOf(one, n)))
  const options = { trigger_event: 'customer_update' as const, ...rule.options }
  const alerts = await said(database, { criteria: rule.criteria, options, area: 'account', payments }, 1)
  expect(alerts.map(({ on }) => on)).toEqual(hits.map((id) => `- ${id}`))
  expect(alerts[0]?.text).toBe(text)
})

test('an unchanged customer is not evaluated again, and a rule raises the same alert once', async () => {
  const platform = newPlatform()
  const criteria = { multi_parties_address: { addressType: 'home', repeatedCount: 2 } }
  await addRule(database, platform, criteria, { trigger_event: 'customer_update' }, 'account')
  const takeIn = (n: number, ...parties: Party[]) =>
    ingest(
      database.db,
      parties.map((one, k) => paymentOf(one, n, { id: `${n}-${k}` })),
      { platform, now: NOW },
    )
  const count = async () => (await alertsOf(database, platform)).map(({ on }) => on)
  expect(await takeIn(0, known('ann', home), known('bob', home))).toMatchObject({ accountAlerts: 2 })
  await takeIn(1, known('ann', home))
  expect(await takeIn(2, known('ann', { ...home, industry: 'mining' }))).toMatchObject({ accountAlerts: 0 })
  const decide = () =>
    database.db.updateTable('alert').set({ status: 'resolved' }).where('platform', '=', platform).execute()
  await decide()
  // decided, and nothing new to see
  expect(await takeIn(3, known('ann', { industry: 'media' }))).toMatchObject({ accountAlerts: 0 })
  expect(await takeIn(4, known('cat', home))).toMatchObject({ accountAlerts: 1 })
  expect(await takeIn(5, known('ann', { industry: 'food' }))).toMatchObject({ accountAlerts: 1 })
  expect(await count()).toEqual(['- ann', '- ann', '- bob', '- cat'])
})

test('an account alert stores its customer’s data too', async () => {
  const platform = newPlatform()
  await addRule(database, platform, { permission_transaction: { accountType: 'personal' } }, {}, 'account')
  const customer = known('ann', { industry: 'Gaming' })
  await ingest(database.db, [{ ...pay('a', '03-01 10:00', 'ann > bob', 10), customer }], { platform, now: NOW })
  const [alert] = await database.db.selectFrom('alert').select('enrichment').where('platform', '=', platform).execute()
  expect(alert?.enrichment).toMatchObject({ customerName: 'Name of ann', industry: 'Gaming' })
})
