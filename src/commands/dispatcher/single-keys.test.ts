import { expect, test } from 'vitest'
import { mayBegin, singleKeyModes } from './single-keys.ts'
import { noAtoms } from './when.ts'

test.each([
  ['a letter, nowhere in particular', 'r', noAtoms, false, [true, false, false, false]],
  ['a letter with Shift', 'shift+r', noAtoms, false, [true, false, false, false]],
  ['a sign in the list', '*', { ...noAtoms, listFocus: true }, false, [true, true, false, false]],
  ['a digit in triage', '1', { ...noAtoms, triage: true }, false, [true, true, false, false]],
  ['a letter after the leader', 'r', noAtoms, true, [true, true, true, true]],
  ['an arrow, a chord, a function key', 'down', noAtoms, false, [true, true, true, true]],
])('%s may begin: on, list, leader, off', (_, stroke, atoms, isLed, expected) =>
  expect(singleKeyModes.map((mode) => mayBegin(stroke, mode, atoms, isLed))).toEqual(expected),
)
