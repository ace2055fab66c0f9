import { expect, test } from 'vitest'
import { isComparable, unusual } from './brief.ts'

const calm = Array<number>(28).fill(10)

test('a number within normal variation is usual', () => {
  expect(unusual(19, calm)).toBeNull()
  expect(unusual(1, calm)).toBeNull()
  expect(unusual(4, Array<number>(28).fill(0))).toBeNull()
})

test('a number far above or below is unusual', () => {
  expect(unusual(20, calm)).toEqual({ usual: 10 })
  expect(unusual(5, Array<number>(28).fill(0))).toEqual({ usual: 0 })
  expect(unusual(10, Array<number>(28).fill(40))).toEqual({ usual: 40 })
})

test('a varying past widens the usual range', () => {
  const wild = Array.from({ length: 28 }, (_, n) => (n % 2 ? 0 : 20))
  expect(unusual(30, wild)).toBeNull()
})

test('a few days are not enough for a baseline', () => {
  expect(isComparable([1, 2, 3, 4, 5, 6, 0, 0])).toBe(false)
  expect(isComparable([1, 2, 3, 4, 5, 6, 7, 0])).toBe(true)
})
