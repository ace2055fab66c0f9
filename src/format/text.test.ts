import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/model/values.ts'
import { loadReference } from '#contract/reference/load.ts'
import { countryLabel, countryName } from './country.ts'
import { countOf, formatCount, formatTotal } from './count.ts'
import { fieldLabel, FIELDS } from './field-table.ts'
import { fieldKind, formatField } from './field.ts'
import { alertStatusLabel, humanise } from './label.ts'
import {
  approvalModeLabel,
  auditLabel,
  contractStatusLabel,
  diligenceLabel,
  personRoleLabel,
  ticketStateLabel,
} from './record-labels.ts'
import { currencyName, merchantCategoryName, orDots, partyLine, serviceName, serviceShort } from './name.ts'

const data = await loadReference()
const countries = new Map(data.countries.map((one) => [one.id, one]))
const currencies = new Map(data.currencies.map((one) => [one.code, one]))
const services = new Map(data.services.map((one) => [one.id, one]))
const categories = new Map(data.merchantCategories.map((one) => [one.mcc, one]))
const lookups = { countries, currencies, services, merchantCategories: categories }
const isKnown = (text: string) => text === 'GBR' || countries.has(text) || currencies.has(text) || services.has(text)
const unknown = fc.string({ minLength: 1 }).filter((text) => !isKnown(text))

describe('counts', () => {
  test('are formatted as the browser does', () => {
    fc.assert(fc.property(fc.integer(), (count) => formatCount(count) === count.toLocaleString('en-US')))
  })

  test('have thousands separators, and a plus where counting stopped', () => {
    expect(formatCount(1284)).toBe('1,284')
    expect(formatTotal({ total: 1284 })).toBe('1,284')
    expect(formatTotal({ total: 10_000 })).toBe('10,000')
    expect(formatTotal({ total: 10_001 })).toBe('10,000+')
    expect(formatTotal({ total: 10_000, capped: true })).toBe('10,000+')
    expect(formatTotal({ total: 500, capped: true })).toBe('500+')
  })

  test('agree with their noun', () => {
    expect([0, 1, 2, 1000].map((n) => countOf(n, 'alert'))).toEqual(['0 alerts', '1 alert', '2 alerts', '1,000 alerts'])
    expect(countOf(2, 'entry', 'entries')).toBe('2 entries')
  })
})

describe('countries', () => {
  test('have a flag and a name', () => {
    expect(countryLabel('CA', countries)).toBe('🇨🇦 Canada')
    expect(countryLabel('00', countries)).toBe('🏳️ Unknown')
    expect(countryName('KV', countries)).toBe('Kosovo')
  })

  test('without a code are empty', () => {
    expect([countryLabel('', countries), countryLabel(null, countries), countryLabel([], countries)]).toEqual([
      null,
      null,
      null,
    ])
    expect(countryLabel(['', ''], countries)).toBeNull()
  })

  test('are shown side by side', () => {
    expect(countryLabel(['CA', 'ZZ', '', 'US'], countries)).toBe('🇨🇦 Canada (ZZ) 🇺🇸 United States')
  })

  test('that are not known show their code', () => {
    fc.assert(
      fc.property(unknown, (id) => {
        expect([countryName(id, countries), countryLabel(id, countries)]).toEqual([id, `(${id})`])
      }),
    )
  })
})

describe('services', () => {
  test('all have labels', () => {
    expect(Object.fromEntries(SERVICES.slice(0, 10).map((id) => [id, serviceName(id, services)]))).toEqual({
      p2p: 'P2P',
      octOwn: 'Oct Own',
      wireOwn: 'Wire Own',
      eftOwn: 'Eft Own',
      eft3rdParty: 'Eft 3D',
      oct3rdParty: 'Oct 3D',
      wire3rdParty: 'Wire 3D',
      'debit card': 'Prepaid Card',
      cryptoEft3rdParty: 'Crypto Eft 3D',
      cryptoEftOwn: 'Crypto Eft Own',
    })
    expect(SERVICES.filter((id) => serviceName(id, services) === id)).toEqual([])
  })

  test('have short labels that fit a column, all distinct', () => {
    const short = SERVICES.map((id) => serviceShort(id, services))
    expect(short.filter((name) => name.length > 12)).toEqual([])
    expect(new Set(short).size).toBe(SERVICES.length)
  })
})

test('an unknown code is shown as given', () => {
  fc.assert(
    fc.property(unknown, (text) => {
      expect([serviceName(text, services), serviceShort(text, services), currencyName(text, currencies)]).toEqual([
        text,
        text,
        text,
      ])
    }),
  )
})

test('currencies and merchant categories have names', () => {
  expect(['CAD', 'TUSDT', 'GBR', 'ZZZ'].map((code) => currencyName(code, currencies))).toEqual([
    'Canadian Dollar',
    'USDT TRC-20',
    'British Pound',
    'ZZZ',
  ])
  expect(['0742', '742', '0000'].map((mcc) => merchantCategoryName(mcc, categories))).toEqual([
    '0742 Veterinary Services',
    '0742 Veterinary Services',
    '0000',
  ])
})

describe('labels', () => {
  test('exist for approval modes', () => {
    const modes = ['code', 'approval', 'approvalCode', 'sms', 'push', 'device', 'otp', '', 'fax', 'constructor', null]
    expect(modes.map(approvalModeLabel)).toEqual([
      'Approval Code',
      'Approval Code',
      'Approval Code',
      'SMS',
      'Push Message',
      'Device',
      'OTP',
      'N/A',
      'N/A',
      'N/A',
      'N/A',
    ])
  })

  test('exist for diligence levels', () => {
    expect(['FDD', 'EDD', 'SDD', '', 'XDD', 'constructor', null].map(diligenceLabel)).toEqual([
      'Full Due Diligence',
      'Enhanced Due Diligence',
      'Simplified Due Diligence',
      'Unverified',
      'Unverified',
      'Unverified',
      'Unverified',
    ])
  })

  test('exist for statuses, roles and actions', () => {
    expect(['UNSIGNED', 'CANCELLED', 'ACTIVE'].map(contractStatusLabel)).toEqual([
      'Awaiting Approval',
      'Cancelled',
      'Active',
    ])
    expect(['new', 'await', 'sar', 'resolved', 'notification_sent', 'under_review'].map(alertStatusLabel)).toEqual([
      'New',
      'Awaiting Response',
      'Resolved with SAR',
      'Resolved',
      'Notification sent',
      'Under review',
    ])
    expect(['owner', 'owner_company', 'User', 'Authorized'].map(personRoleLabel)).toEqual([
      'Shareholder',
      'Shareholder',
      'User',
      'Authorized',
    ])
    expect(['change status', 'add note', 'account reactivated', 'sign out'].map(auditLabel)).toEqual([
      'Change status',
      'Comment',
      'Account reactivated',
      'Sign out',
    ])
    expect([0, 1, 2, 9].map(ticketStateLabel)).toEqual(['', 'Notification sent', 'Awaiting Response', ''])
  })

  test('are made from names in code', () => {
    expect(
      ['limit_transaction', 'CrossCountryAtmUsage', 'ip_prohibited_country', 'clientAddressZip', 'x', ''].map(humanise),
    ).toEqual(['Limit transaction', 'Cross country ATM usage', 'IP prohibited country', 'Client address zip', 'X', ''])
  })
})

test('an empty value shows three dots, and a party its known names', () => {
  expect([orDots(''), orDots('  '), orDots(null), orDots(undefined), orDots('Acme')]).toEqual([
    '...',
    '...',
    '...',
    '...',
    'Acme',
  ])
  expect(partyLine({ name: 'Acme', type: 'business', country: 'CA' }, countries)).toBe('Acme · Business · Canada')
  expect(partyLine({ name: 'Acme', type: null, country: 'ZZ' }, countries)).toBe('Acme · ZZ')
  expect(partyLine({ name: null, type: null, country: null }, countries)).toBe('')
})

describe('fields', () => {
  test('have special formats where defined', () => {
    const kinds = {
      date: 'approvedByDate datetime',
      country:
        'beneficiaryAddressCountry clientAddressCountry beneficiaryBankAddressCountry countryOfResidence countryOfCitizenship',
      amount:
        'transactionUsdAmount transactionAmount transactionCurrencyRate balanceBeforeTransaction monthlyDeposits monthlyDepositsUsd monthlyWithdrawals monthlyWithdrawalsUsd',
      currency: 'transactionCurrency',
    }
    for (const [kind, names] of Object.entries(kinds)) {
      expect(names.split(' ').filter((name) => fieldKind(name) !== kind)).toEqual([])
    }
  })

  test('have labels of their own, or their name in words', () => {
    expect(
      ['transactionType', 'beneficiarySwiftCode', 'accountKycStatus', 'somethingNew', 'constructor'].map(fieldLabel),
    ).toEqual(['Service', 'Beneficiary SWIFT code', 'KYC status', 'Something new', 'Constructor'])
  })

  test('have distinct labels within a customer or a transaction', () => {
    const labels = Object.values(FIELDS).map(([label]) => label)
    expect(labels.filter((label, i) => labels.indexOf(label) !== i)).toEqual([])
  })

  test.each([
    ['transactionAmount', '12400', '12,400.00'],
    ['transactionAmount', '0.5', '0.5'],
    ['transactionUtcDate', '2026-03-09 04:05:06', '2026-03-09 04:05:06'],
    ['approvedByDate', { date: '2026-03-09 04:05:06', timezone: 'UTC' }, '2026-03-09 04:05:06'],
    ['dateOfBirth', '1990-01-02', '1990-01-02'],
    ['clientAddressCountry', 'CA', '🇨🇦 Canada'],
    ['countryOfCitizenship', ['CA', 'US'], '🇨🇦 Canada 🇺🇸 United States'],
    ['transactionCurrency', 'EUR', 'Euro'],
    ['transactionType', 'p2p', 'P2P'],
    ['transactionApprovalMode', 'sms', 'SMS'],
    ['transactionCardPresent', true, 'Yes'],
    ['transactionCardPresent', false, 'No'],
    ['somethingNew', 7, '7'],
    ['somethingNew', ['a', 'b'], 'a, b'],
    ['somethingNew', { a: 1 }, '{"a":1}'],
    ['approvedByDate', { at: 1 }, '{"at":1}'],
    ['clientName', '', null],
    ['clientName', null, null],
    ['clientName', [], null],
  ])('%s of %o is %s', (name, value, shown) => {
    expect(formatField(name, value, lookups)).toBe(shown)
  })

  test('accept any JSON value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(FIELDS), 'other'), fc.jsonValue(), (name, value) => {
        const shown = formatField(name, value, lookups)
        expect(shown === null || typeof shown === 'string').toBe(true)
      }),
    )
  })
})
