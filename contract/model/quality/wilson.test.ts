import { expect, test } from 'vitest'
import { wilson } from './wilson.ts'

test('without observations the interval covers everything', () => {
  expect(wilson(0, 0)).toEqual({ value: 0, low: 0, high: 1 })
})

// Newcombe 1998, Statistics in Medicine 17: 857-872, table I, method 3
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('%i of %i lies between %f and %f', (part, whole, low, high) => {
  const share = wilson(part, whole)
  expect(share.low).toBeCloseTo(low, 4)
  expect(share.high).toBeCloseTo(high, 4)
})

test('a few unanimous observations do not give certainty', () => {
  expect(wilson(3, 3)).toMatchObject({ value: 1, high: 1 })
  expect(wilson(3, 3).low).toBeLessThan(0.5)
})
