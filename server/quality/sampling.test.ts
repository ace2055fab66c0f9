import { expect, test } from 'vitest'
import { accuracyOf } from '#contract/model/quality/quality.ts'
import { drawnBy, goldenAmong, rateOf } from './sampling.ts'

const decision = (n: number) => ({ alertId: String(n), ruleId: '7', person: 'ann', risk: 'high' })
const rates = [
  { scope: 'all', key: '', rate: 2 },
  { scope: 'rule', key: '7', rate: 5 },
  { scope: 'rule', key: '8', rate: 90 },
  { scope: 'risk', key: 'high', rate: 20 },
  { scope: 'risk', key: 'low', rate: 80 },
  { scope: 'person', key: 'bob', rate: 100 },
  { scope: 'golden', key: '', rate: 100 },
  { scope: 'tolerance', key: '', rate: 100 },
] as const

test('the highest matching rate applies, and rates of other scopes do not', () => {
  expect(rateOf(rates, decision(1))).toMatchObject({ scope: 'risk', rate: 20 })
  expect(rateOf(rates, { ...decision(1), risk: null })).toMatchObject({ scope: 'rule', rate: 5 })
  expect(rateOf(rates, { ...decision(1), risk: null, ruleId: '9' })).toMatchObject({ scope: 'all', rate: 2 })
  expect(rateOf([], decision(1)).rate).toBe(0)
})

test('the sample has the configured rate, is repeatable, and differs by salt', () => {
  const drawn = (salt: string) => Array.from({ length: 20_000 }, (_, n) => drawnBy(rates, salt, decision(n)))
  const count = drawn('one').filter((why) => why !== null).length
  expect(Math.abs(count - 4000)).toBeLessThan(200)
  expect(drawn('one')).toEqual(drawn('one'))
  expect(drawn('two')).not.toEqual(drawn('one'))
})

test('a rate of 0 selects none and a rate of 1 selects all', () => {
  for (let n = 0; n < 1000; n += 1) {
    expect(drawnBy([{ scope: 'all', key: '', rate: 0 }], 's', decision(n))).toBeNull()
    expect(drawnBy([{ scope: 'all', key: '', rate: 100 }], 's', decision(n))).toBe('all')
  }
})

test('known items are a share of what is reviewed', () => {
  expect([goldenAmong(90, 10), goldenAmong(80, 20), goldenAmong(10, 100), goldenAmong(10, 0)]).toEqual([10, 20, 10, 0])
})

test('pending reviews are not counted, and one mistake is not significant', () => {
  const tally = { reviews: 10, waiting: 4, upheld: 1, golden: 3, goldenWrong: 1 }
  expect(accuracyOf(tally, 5)).toMatchObject({ judged: 9, errors: 2, isAbove: true })
  expect(accuracyOf({ ...tally, upheld: 0 }, 5)).toMatchObject({ judged: 9, errors: 1, isAbove: false })
})
