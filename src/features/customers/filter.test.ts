import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ACCOUNT_STATUSES, CUSTOMER_ALERT_STATUSES } from '#contract/model/values.ts'
import { splitPrivate } from '#src/features/lists/filter.ts'
import { customerFilter, toQuery } from './filter.ts'

const { read, defaults, differing, privates, active, without, chipText } = customerFilter

const filters = fc.record({
  customerStatus: fc.constantFrom('', '1', '2'),
  status: fc.constantFrom('', ...ACCOUNT_STATUSES),
  alertStatus: fc.constantFrom('', ...CUSTOMER_ALERT_STATUSES),
  countries: fc.uniqueArray(fc.constantFrom('CA', 'DE', '00')),
  customerId: fc.stringMatching(/^\d{0,6}$/),
  customerName: fc.string(),
  search: fc.string(),
  field: fc.constantFrom('search', 'customerId', 'alertId'),
  timeE: fc.constantFrom('', '2026-01-31'),
})

it('reads an invalid field as "any"', () => {
  expect(read({ customerStatus: '3', type: 'robot', countries: ['Canada'], timeS: 'yesterday', field: 7 })).toEqual(
    defaults,
  )
})

it('never puts typed text in the address, and gives the rest back', () => {
  fc.assert(
    fc.property(filters, (raw) => {
      const filter = read(raw)
      const { open, typed } = splitPrivate(differing(filter), privates)
      expect(Object.keys(open)).not.toContain('search')
      expect(Object.keys(open)).not.toContain('customerName')
      expect(read({ ...open, ...typed })).toEqual(filter)
    }),
  )
})

it('removing a field also removes fields that depend on it, until none is left', () => {
  fc.assert(
    fc.property(filters, (raw) => {
      const filter = read(raw)
      const bare = active(filter).reduce(without, filter)
      expect(active(bare)).toEqual([])
      if (filter.customerId) expect(without(filter, 'customerId').customerName).toBe('')
    }),
  )
})

it('asks for all customers with a single space, and sends no unset field', () => {
  expect(toQuery(defaults, 'paxum')).toEqual({ platform: 'paxum', search: ' ' })
})

it('uses the field names of the catalogue', () => {
  const filter = read({
    customerStatus: '2',
    type: 'business',
    status: 'Dormant',
    kycStatus: 'Unconfirmed',
    alertStatus: 'await',
    rule: '12',
    user: 'ann',
    alertId: '99',
    countries: ['CA', 'DE'],
    customerId: '17',
    search: 'acme',
    field: 'alertId',
    timeS: '2026-01-02',
  })
  expect(toQuery(filter, 'paxum')).toEqual({
    platform: 'paxum',
    search: 'acme',
    field: 'alertId',
    customerStatus: '2',
    accountType: 'business',
    accountStatus: 'Dormant',
    accountKycStatus: 'Unconfirmed',
    alertStatus: 'await',
    rule: '12',
    manager: 'ann',
    alertId: '99',
    'country[]': ['CA', 'DE'],
    customerId: '17',
    'date[]': ['2026-01-02 00:00:00', '9999-12-31 23:59:59'],
  })
})

it('asks for alerts closed with a SAR by their flag', () => {
  expect(toQuery(read({ alertStatus: 'sar' }), 'paxum')).toMatchObject({
    'alertStatus[]': ['resolved', 'sar'],
    alertSar: '1',
  })
})

it('describes the filter in words', () => {
  const filter = read({ search: 'acme', field: 'alertId', customerStatus: '2', customerId: '17', timeE: '2026-01-31' })
  expect(active(filter).map((field) => chipText(field, filter, {}))).toEqual([
    'With active alerts',
    'Client 17',
    '“acme” in Alert id',
    'registered to 2026-01-31',
  ])
})
