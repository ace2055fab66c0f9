import { expect, test } from 'vitest'
import { readAbsence } from './absence-commands.ts'

const FRIDAY = '2026-11-27'

test.each([
  ['mon', FRIDAY, '2026-11-30'],
  ['today', FRIDAY, FRIDAY],
  ['+3', FRIDAY, '2026-11-30'],
  ['mon-fri', '2026-11-30', '2026-12-04'],
  ['2 dec 9 dec', '2026-12-02', '2026-12-09'],
])('an absence typed as “%s” is from %s to %s', (typed, from, to) => {
  expect(readAbsence(typed, FRIDAY)).toEqual({ from, to })
})

test('an invalid day is refused', () => {
  expect(['', 'soon', 'mon-soon'].map((typed) => readAbsence(typed, FRIDAY))).toEqual([null, null, null])
})
