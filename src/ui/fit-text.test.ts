import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitText } from './fit-text.ts'

const measure = (text: string) => text.length * 7

it('leaves text alone that fits and cuts the rest to the width', () => {
  expect(fitText('Acme Ltd', 56, 13, measure)).toBe('Acme Ltd')
  expect(fitText('Acme Limited', 56, 13, measure)).toBe('Acme Li\u2026')
  expect(fitText('Acme Limited', 42, 13, measure)).toBe('Acme\u2026')
})

it('never exceeds the width, except for a lone ellipsis', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 400 }), (text, width) => {
      const fitted = fitText(text, width, 7, measure)
      expect(fitted === '\u2026' || measure(fitted) <= width).toBe(true)
    }),
  )
})

it('never leaves half a surrogate pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 400 }), (text, width) => {
      expect(fitText(text, width, 7, measure).isWellFormed()).toBe(true)
    }),
  )
})
