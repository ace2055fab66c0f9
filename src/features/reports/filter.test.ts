import { expect, test } from 'vitest'
import { faultOf, reportFilter, toQuery } from './filter.ts'

const now = new Date('2026-05-31T10:00:00Z')
const read = (raw: object) => reportFilter.read(raw)

test('reversed limits are reported, with both values', () => {
  expect(faultOf(read({ timeS: '2026-05-02', timeE: '2026-05-01' }))).toBe(
    'The start date 2026-05-02 is after the end date 2026-05-01.',
  )
  expect(faultOf(read({ greaterAmount: '1,000', lessAmount: '999.5' }))).toBe(
    'The lower limit $1,000.00 is above the upper limit $999.50.',
  )
  expect(faultOf(read({ timeS: '2026-05-01', timeE: '2026-05-01' }))).toBeNull()
})

test('invalid values count as absent, and a formatted amount is valid', () => {
  const { greaterAmount, lessAmount, timeS, clientCountries } = read({
    greaterAmount: '21,800.00',
    lessAmount: 'much',
    timeS: '31 May',
    clientCountries: ['de'],
  })
  expect({ greaterAmount, lessAmount, timeS, clientCountries }).toEqual({
    greaterAmount: '21800.00',
    lessAmount: '',
    timeS: '',
    clientCountries: [],
  })
})

test('without dates the query covers three months up to the end of today', () => {
  expect(toQuery(reportFilter.defaults, 'paxum', now)).toEqual({
    platform: 'paxum',
    startDate: '2026-02-28 00:00:00',
    endDate: '2026-05-31 23:59:59',
  })
})

test('every field is sent in the query', () => {
  const all = read({
    timeS: '2026-05-01',
    timeE: '2026-05-02',
    service: ['p2p'],
    direction: 'incoming',
    greaterAmount: '10',
    lessAmount: '20',
    clientType: 'personal',
    originatorType: 'business',
    counterPartyTypes: 'personal',
    clientCountries: ['DE'],
    originatorCountries: ['FR', '00'],
    counterPartyCountries: ['IR'],
  })
  expect(toQuery(all, 'paxum', now)).toEqual({
    platform: 'paxum',
    startDate: '2026-05-01 00:00:00',
    endDate: '2026-05-02 23:59:59',
    'service[]': ['p2p'],
    direction: 'incoming',
    greaterAmount: '10',
    lessAmount: '20',
    clientType: 'personal',
    originatorType: 'business',
    counterPartyTypes: 'personal',
    'clientCountries[]': ['DE'],
    'originatorCountries[]': ['FR', '00'],
    'counterPartyCountries[]': ['IR'],
  })
})
