import fc from 'fast-check'
import { expect, it } from 'vitest'
import { place, placeOf, sorted, swap } from './places.ts'

it('a deleted view frees its place for the next new one, and no other moves', () => {
  const order = place(place(place([], 'a', new Set()), 'b', new Set(['a'])), 'c', new Set(['a', 'b']))
  expect(order).toEqual(['a', 'b', 'c'])
  expect(place(order, 'd', new Set(['a', 'c']))).toEqual(['a', 'd', 'c'])
  expect(place(order, 'b', new Set(['a']))).toEqual(order)
})

it('swapping places moves at most two, and loses none', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  fc.assert(
    fc.property(fc.uniqueArray(id), id, fc.integer({ min: 1, max: 9 }), (order, moved, to) => {
      const next = swap(order, moved, to)
      expect(placeOf(next, moved)).toBe(to)
      const named = (ids: readonly string[]) => [...new Set(ids)].filter(Boolean).toSorted()
      expect(named(next)).toEqual(named([...order, moved]))
      const others = order.filter((other, index) => other !== moved && next[index] !== other)
      expect(others.length).toBeLessThanOrEqual(1)
      expect(new Set(next.filter(Boolean)).size).toBe(next.filter(Boolean).length)
    }),
  )
})

it('lists by place, then the rest in their original order', () => {
  expect(sorted(['', 'b', 'a'], ['z', 'a', 'y', 'b'])).toEqual(['b', 'a', 'z', 'y'])
})
