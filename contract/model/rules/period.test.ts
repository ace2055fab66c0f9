import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysOf, daysText, PERIOD_UNITS, periodText, readPeriod, writePeriod } from './period.ts'

test.each([
  [1, 1, '1 day'],
  ['7', 7, '7 days'],
  [0.5, 0.5, '0.5 days'],
  ['PT90M', 0.0625, '90 minutes'],
  ['PT1M', 1 / 1440, '1 minute'],
  ['PT6H', 0.25, '6 hours'],
  ['PT1.5H', 0.0625, '1.5 hours'],
])('%j is %d days: %s', (value, days, words) => {
  expect([daysOf(value), periodText(value)]).toEqual([days, words])
})

test.each([undefined, null, '', 'PT', 'PTH', 'PT-5M', 'PT5S', 'P1D', '1 hour', '-1', '1e3', ['PT5M'], {}])(
  '%j is no period',
  (value) => expect(daysOf(value)).toBeNaN(),
)

test('whatever was typed as the count comes back with its unit', () => {
  const count = fc.string().filter((text) => !/^PT.*[HM]$/.test(text) && !/[\n\r\u2028\u2029]/.test(text))
  fc.assert(
    fc.property(count, fc.constantFrom(...PERIOD_UNITS), (typed, unit) => {
      expect(readPeriod(writePeriod({ count: typed, unit }))).toEqual({ count: typed, unit })
    }),
  )
})

test('days are said in the largest unit of which they are a whole number', () => {
  expect([1, 30, 1.5, 0.25, 1 / 24, 0.0625, 1 / 1440, 2.33].map(daysText)).toEqual([
    '1 day',
    '30 days',
    '36 hours',
    '6 hours',
    '1 hour',
    '90 minutes',
    '1 minute',
    '2.33 days',
  ])
})
