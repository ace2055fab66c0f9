import { describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { customers } from '#contract/calls/customers.ts'
import { testServer } from '#tests/support/server.ts'
import { makeWorld, NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const { server, world } = await startWorld({ now: () => NOW })

const ofCustomer = (customerId: string, platform = 'paxum') => ({ params: { platform, customerId } })
const READS = [
  customers.info,
  customers.transactions,
  customers.riskProfile,
  customers.sanctions,
  customers.documents,
  customers.notes,
  customers.companyTree,
  customers.log,
] as const

describe('refusals', () => {
  test('an unknown customer, and one of another platform', async () => {
    await world.addCustomer({ id: '700', name: 'Elsewhere', platform: 'paydek' })
    for (const call of READS) {
      for (const id of ['404', '700']) {
        expect(await server.refusal(call, ofCustomer(id)), call.path).toEqual([404, `There is no customer ${id} here.`])
      }
      expect((await server.refusal(call, ofCustomer('100', 'paydek'), { as: 'analyst-px' }))[0], call.path).toBe(403)
    }
  })

  test.each<[string, Call, object]>([
    ['accountStatus', customers.list, { accountStatus: 'Open' }],
    ['accountKycStatus', customers.list, { accountKycStatus: 'yes' }],
    ['customerStatus', customers.list, { customerStatus: '3' }],
    ['alertStatus', customers.list, { alertStatus: 'rejected' }],
    ['alertSar', customers.list, { alertSar: '0' }],
    ['status', customers.list, { status: 'open' }],
    ['type', customers.list, { type: 'trust' }],
    ['field', customers.list, { field: 'name' }],
    ['date[]', customers.list, { 'date[]': ['yesterday', ''] }],
    ['pageSize', customers.list, { pageSize: 1001 }],
    ['page', customers.list, { page: 0 }],
  ])('an invalid %s is named', async (field, call, query) => {
    const [status, message] = await server.refusal(call, { query })
    expect([status, message?.split(': ')[0]]).toEqual([400, field])
  })

  test('an invalid transaction filter', async () => {
    const bad = [{ direction: 'debit' }, { 'date[]': ['2026-02-30', ''] }, { pageSize: 1001 }]
    for (const query of bad) {
      const [status, message] = await server.refusal(customers.transactions, { ...ofCustomer('100'), query })
      expect([status, message?.split(': ')[0]]).toEqual([400, Object.keys(query)[0]])
    }
  })
})

test('the list has its rows, every query, the order and pages', async () => {
  const own = await testServer({ now: () => NOW })
  const { rules, addCase, addAccountAlert, addCustomer } = await makeWorld(own.db)
  await own.db.deleteFrom('customer').where('platform', '=', 'paxum').execute()
  const profiles = [
    { id: '100', name: 'Ada Byron', country: 'GB', username: 'ada', profile: { accountKycStatus: 'Confirmed' } },
    {
      id: '200',
      name: 'Acme Ltd',
      type: 'business' as const,
      country: 'CA',
      username: 'acme',
      profile: { accountStatus: 'Limited', tradingName: 'Acme & Sons', registrationNumber: 'RC-77', balance: 12.5 },
    },
    { id: '300', name: 'Bob Crane', country: null, profile: { accountStatus: 'Dormant-Limited' } },
    { id: '400', name: 'Cleo Dane', country: 'RO', profile: { accountStatus: 'never heard of' } },
  ]
  for (const [days, one] of profiles.entries()) await addCustomer({ days, ...one })
  const fresh = await addAccountAlert({ customerId: '200', manager: 'analyst' })
  await addAccountAlert({ customerId: '200', status: 'resolved', sar: 1 })
  await addAccountAlert({ customerId: '200', status: 'rejected' })
  const named = await addAccountAlert({ customerId: '300', rule: 'Name changed', status: 'resolved' })
  const onCase = await addCase({ service: 'p2p', status: 'complete', recommendedStr: 1 })
  await addCase({ customer: 'acme', service: 'eftOwn', alerts: [] })

  const list = async (query: object) =>
    (await own.call(customers.list, { query })).items.map((one) => one.customerProfile.customerId)
  const { items, total, capped } = await own.call(customers.list, {})
  expect([items.length, total, capped]).toEqual([4, 4, false])
  expect(items[1]).toEqual({
    platform: 'paxum',
    customerProfile: {
      customerId: '200',
      name: 'Acme Ltd',
      username: 'acme',
      countryOfRegistration: 'CA',
      tradingName: 'Acme & Sons',
      registrationNumber: 'RC-77',
    },
    customerAccount: { accountStatus: 'Limited', accountKycStatus: 'Unconfirmed', balance: '12.5' },
    alertsInfo: [
      { status: 'new', count: 1 },
      { status: 'sar', count: 1 },
    ],
  })
  expect({
    all: await list({ page: 1 }),
    business: await list({ accountType: 'business' }),
    businessProfile: await list({ type: 'businessProfile' }),
    personal: await list({ type: 'Personal' }),
    limited: await list({ accountStatus: 'Limited' }),
    dormant: await list({ accountStatus: 'Dormant-Limited' }),
    active: await list({ accountStatus: 'Active' }),
    confirmed: await list({ accountKycStatus: 'Confirmed' }),
    withActive: await list({ customerStatus: '2' }),
    withoutActive: await list({ customerStatus: '1' }),
    new: await list({ alertStatus: 'new' }),
    resolved: await list({ alertStatus: 'resolved' }),
    sar: await list({ alertStatus: 'sar' }),
    resolvedWithSar: await list({ 'alertStatus[]': ['resolved'], alertSar: '1' }),
    several: await list({ 'alertStatus[]': ['new', 'resolved'] }),
    rule: await list({ rule: named.ruleId }),
    ruleAndStatus: await list({ rule: named.ruleId, alertStatus: 'new' }),
    ruleOfCases: await list({ rule: rules.limit }),
    noRule: await list({ rule: 'x' }),
    manager: await list({ manager: 'analyst' }),
    customerId: await list({ customerId: '300' }),
    alertId: await list({ alertId: fresh.id }),
    alertOfCase: await list({ alertId: onCase.alertIds[0] }),
    noAlert: await list({ alertId: 'x' }),
    country: await list({ country: 'GB' }),
    countries: await list({ 'country[]': ['RO', '00'] }),
    status: await list({ status: 'complete', recommendedStr: '1' }),
    statusNot: await list({ status: 'complete', recommendedStr: '0' }),
    withoutAlerts: await list({ withoutAlerts: '1' }),
    service: await list({ service: 'p2p' }),
    oneCaseMeetsAll: await list({ service: 'p2p', withoutAlerts: '1' }),
    search: await list({ search: ' BYRON ' }),
    searchTrading: await list({ search: '& sons' }),
    searchNumber: await list({ search: 'rc-77', field: 'search' }),
    searchId: await list({ search: '200', field: 'customerId' }),
    searchPartOfId: await list({ search: '20', field: 'customerId' }),
    searchAlert: await list({ search: named.id, field: 'alertId' }),
    space: await list({ search: ' ' }),
    wildcard: await list({ search: '%' }),
    dates: await list({ 'date[]': ['2026-03-08', '2026-03-09'] }),
    second: await list({ page: 2, pageSize: 3 }),
    beyond: await list({ page: 9 }),
  }).toEqual({
    all: ['100', '200', '300', '400'],
    business: ['200'],
    businessProfile: ['200'],
    personal: ['100', '300', '400'],
    limited: ['200'],
    dormant: ['300'],
    active: ['100', '400'],
    confirmed: ['100'],
    withActive: ['200'],
    withoutActive: ['100', '300', '400'],
    new: ['200'],
    resolved: ['300'],
    sar: ['200'],
    resolvedWithSar: ['200'],
    several: ['200', '300'],
    rule: ['300'],
    ruleAndStatus: [],
    ruleOfCases: [],
    noRule: [],
    manager: ['200'],
    customerId: ['300'],
    alertId: ['200'],
    alertOfCase: ['100'],
    noAlert: [],
    country: ['100'],
    countries: ['300', '400'],
    status: ['100'],
    statusNot: [],
    withoutAlerts: ['200'],
    service: ['100'],
    oneCaseMeetsAll: [],
    search: ['100'],
    searchTrading: ['200'],
    searchNumber: ['200'],
    searchId: ['200'],
    searchPartOfId: [],
    searchAlert: ['300'],
    space: ['100', '200', '300', '400'],
    wildcard: [],
    dates: ['200', '300'],
    second: ['400'],
    beyond: [],
  })
  await own.close()
})

test('a page has ten rows without a query, twenty with one', async () => {
  for (let n = 0; n < 21; n += 1)
    await world.addCustomer({ id: `8${String(n).padStart(3, '0')}`, name: `Many ${n}`, country: 'FJ' })
  const size = async (query?: object) => (await server.call(customers.list, query ? { query } : {})).items.length
  expect([await size(), await size({ country: 'FJ' }), await size({ country: 'FJ', page: 2 })]).toEqual([10, 20, 1])
})

test('a search finds any part of an e-mail address, and a phone number in any notation', async () => {
  await server.db
    .insertInto('customer_email')
    .values({ platform: 'paxum', customer_id: '100', email: 'Ada.Byron@Mail.example', is_primary: true })
    .execute()
  await server.db
    .insertInto('customer_phone')
    .values({ platform: 'paxum', customer_id: '200', phone: '+44 (20) 7946-0991', is_primary: true })
    .execute()
  const found = async (search: string) =>
    (await server.call(customers.list, { query: { search } })).items.map((one) => one.customerProfile.customerId)
  expect(await found('byron@mail')).toEqual(['100'])
  expect(await found('+44 20 79460991')).toEqual(['200'])
  expect(await found('7946-099')).toEqual(['200'])
  expect(await found('nobody@mail')).toEqual([])
})
