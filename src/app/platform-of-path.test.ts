import { expect, test } from 'vitest'
import { platformOfPath } from './platform-of-path.ts'

test.each([
  ['nonsense', ['paxum', 'paydek'], null],
  ['', ['paxum'], null],
  ['paxum', [], null],
  ['paydek', ['paxum', 'paydek'], 'paydek'],
  // a platform of others, and the literal placeholder
  ['paydek', ['paxum'], 'paxum'],
  ['{platform}', ['paydek'], 'paydek'],
])('/admin/%s, for an account on %j, is opened on %s', (named, allowed, platform) => {
  expect(platformOfPath(named, allowed)).toBe(platform)
})
