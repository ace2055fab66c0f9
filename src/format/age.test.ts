import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { agoText, ageParts, longAge, shortAge } from './age.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [-5 * HOUR, 'now'],
  [0, 'now'],
  [MINUTE - 1, 'now'],
  [MINUTE, '1 min'],
  [HOUR - 1, '59 min'],
  [HOUR, '1 h'],
  [4.9 * HOUR, '4 h'],
  [DAY - 1, '23 h'],
  [2 * DAY, '2 d'],
  [30 * DAY - 1, '29 d'],
  [30 * DAY, '1 mo'],
  [364 * DAY, '12 mo'],
  [365 * DAY, '1 y'],
  [1000 * DAY, '2 y'],
])('%d ms is %s in a column', (ms, shown) => {
  expect(shortAge(ms)).toBe(shown)
})

test('an age in a sentence ends in "ago"', () => {
  expect([-HOUR, MINUTE - 1, MINUTE, DAY].map(agoText)).toEqual(['just now', 'just now', '1 min ago', '1 d ago'])
})

test.each([
  [0, '0 days'],
  [-1, '0 days'],
  [1, '1 day'],
  [29, '29 days'],
  [30, '1 month'],
  [45, '1 month, 15 days'],
  [360, '12 months'],
  [364, '12 months, 4 days'],
  [365, '1 year'],
  [366, '1 year, 1 day'],
  [800, '2 years, 2 months, 10 days'],
])('%d days are %s', (days, shown) => {
  expect(longAge(days * DAY)).toBe(shown)
})

test('the parts of an age add up', () => {
  fc.assert(
    fc.property(fc.nat(200_000), fc.nat(DAY - 1), (days, rest) => {
      const parts = ageParts(days * DAY + rest)
      expect(parts.years * 365 + parts.months * 30 + parts.days).toBe(days)
      expect(parts.days).toBeLessThan(30)
      expect(parts.months * 30 + parts.days).toBeLessThan(365)
    }),
  )
})
