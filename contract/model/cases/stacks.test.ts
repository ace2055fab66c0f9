import { expect, test } from 'vitest'
import { samplesNeeded } from './stacks.ts'

test('the required sample is a share of the stack, at least the minimum, at most the whole stack', () => {
  const policy = { share: 10, rules: { '7': 50, '8': 5 }, least: 2 }
  expect([2, 12, 20, 21, 100].map((size) => samplesNeeded(size, ['1'], policy))).toEqual([2, 2, 2, 3, 10])
  expect(samplesNeeded(3, ['1'], { ...policy, share: 100, least: 10 })).toBe(3)
  // a rule asks for more than the platform, never for less
  expect(['7', '8'].map((rule) => samplesNeeded(100, [rule], policy))).toEqual([50, 10])
  expect(samplesNeeded(100, ['1', '8', '7'], policy)).toBe(50)
})
