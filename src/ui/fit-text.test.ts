import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitsWidth } from './fit-text.ts'

const measure = (text: string) => text.length * 7

it('distinguishes texts that fit from texts that are clipped', () => {
  expect(fitsWidth('Acme Ltd', 56, 13, measure)).toBe(true)
  expect(fitsWidth('Acme Limited', 56, 13, measure)).toBe(false)
})

it('never lets a text overflow', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 400 }), (text, width) => {
      expect(!fitsWidth(text, width, 7, measure) || measure(text) <= width).toBe(true)
    }),
  )
})
