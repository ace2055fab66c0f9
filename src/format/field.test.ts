import { expect, test } from 'vitest'
import { formatFieldOf } from './field.ts'

const nothing = { get: () => undefined }
const lookups = { countries: nothing, currencies: nothing, services: nothing, merchantCategories: nothing }

test('an amount of a record has its currency, where the record says which', () => {
  const record = {
    transactionAmount: '1200.5',
    transactionCurrency: 'CAD',
    transactionUsdAmount: '900',
    originalAmount: '70',
    monthlyDepositsUsd: 403,
    monthlyDepositsRate: '0.9',
    balance: '5',
    programType: '',
  }
  const shown = Object.keys(record).map((field) => formatFieldOf(record, field, lookups))
  expect(shown).toEqual(['1,200.50 CAD', 'CAD', '$900.00', '70.00', '$403.00', '0.9', '5.00', null])
})
