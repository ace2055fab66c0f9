import { expect, it } from 'vitest'
import { HIDDEN_PLATFORM, PLATFORMS, platformChoices, resolvePlatform } from './platform.ts'

it.each([
  ['paydek', ['paxum', 'paydek'], 'paydek'],
  ['aplus', ['paydek', 'paxum'], 'paxum'],
  ['{platform}', ['paydek', 'fundstr'], 'paydek'],
  ['', [], ''],
])('resolves platform %j among %j to %j', (wanted, allowed, expected) =>
  expect(resolvePlatform(wanted, allowed)).toBe(expected),
)

it('lists platforms by length of label, and never the local one', () => {
  const offered = platformChoices(PLATFORMS)
  const lengths = offered.map(({ label }) => label.length)
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
  expect(offered.map(({ name }) => name).toSorted()).toEqual(
    PLATFORMS.map(({ name }) => name)
      .filter((name) => name !== HIDDEN_PLATFORM)
      .toSorted(),
  )
})
