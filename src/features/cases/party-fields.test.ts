import { expect, test } from 'vitest'
import { withoutRepeatedParties } from './party-fields.ts'

test('a repeated party is left out, and a different one is shown in full', () => {
  const client = { clientName: 'Ada', clientCountry: 'GB', clientIndustry: 'bakery' }
  const record = {
    ...client,
    originatorName: 'Ada',
    originatorCountry: 'GB',
    senderName: 'Ada',
    senderCountry: 'FR',
    beneficiaryName: 'Bo',
    transactionDesc: 'Rent',
  }
  expect(withoutRepeatedParties(record)).toEqual({
    ...client,
    senderName: 'Ada',
    senderCountry: 'FR',
    beneficiaryName: 'Bo',
    transactionDesc: 'Rent',
  })
})
