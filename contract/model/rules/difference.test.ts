import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameValue } from '#contract/model/settings.ts'
import { differencesOf } from './difference.ts'

test('a difference is named by its path; lists are compared whole, and one-sided values are marked', () => {
  const before = { name: 'a', criteria: { limit: { limit: '1' } }, services: ['p2p'], gone: 1, same: { x: 1 } }
  const after = {
    name: 'b',
    criteria: { limit: { limit: '2' } },
    services: ['p2p', 'oct'],
    same: { x: 1 },
    come: { y: 0 },
  }
  expect(differencesOf(before, after)).toEqual([
    { place: 'name', before: 'a', after: 'b' },
    { place: 'criteria.limit.limit', before: '1', after: '2' },
    { place: 'services', before: ['p2p'], after: ['p2p', 'oct'] },
    { place: 'gone', before: 1 },
    { place: 'come', after: { y: 0 } },
  ])
})

test('there is no difference exactly where two values are equal', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => (differencesOf(a, b).length === 0) === isSameValue(a, b)),
  )
  fc.assert(fc.property(fc.jsonValue(), (a) => differencesOf(a, structuredClone(a)).length === 0))
})
