import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addNumbers, gapsBefore } from './sequence-gaps.ts'

it('stores sequence numbers as ranges that contain exactly what was added', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 40 }))), (parts) => {
      const ranges = parts.reduce<ReturnType<typeof addNumbers>>(addNumbers, [])
      const all = new Set(parts.flat())
      const expected = Array.from({ length: 45 }, (_, i) => i + 1).filter((n) => !all.has(n))
      expect(gapsBefore(ranges, 45)).toEqual(expected)
      // never more of them than there are gaps
      expect(ranges.every(([from], i) => i === 0 || from > (ranges[i - 1]?.[1] ?? 0) + 1)).toBe(true)
    }),
  )
})
