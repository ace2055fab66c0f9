import { expect, test } from 'vitest'
import type { CustomerInfo } from '#contract/model/customer.ts'
import { profileRows } from './profile.tsx'

const names = {
  countries: new Map([['CA', { id: 'CA', value: 'Canada', emoji: '🇨🇦' }]]),
  currencies: {},
  services: {},
  merchantCategories: {},
} as unknown as Parameters<typeof profileRows>[1]

const rowsOf = (profile: Record<string, unknown>) => profileRows({ profile } as unknown as CustomerInfo, names, 0)

test('both names of a person come first, before optional fields', () => {
  const rows = rowsOf({ customerId: '7', lastName: 'Byron', firstName: 'Ada', accountStatus: 'Active' })
  expect(rows.map(([label]) => label).slice(0, 7)).toEqual([
    'Customer ID',
    'First name',
    'Last name',
    'Registration number',
    'Trading name',
    'Username',
    'Account status',
  ])
})

test('a business’s country of operation is shown by name', () => {
  const rows = rowsOf({ customerId: '7', placeOfBusiness: 'CA' })
  expect(rows.find(([label]) => label === 'Place of business')?.[1]).toContain('Canada')
})
