import { expect, test } from 'vitest'
import { thresholdText } from './threshold.ts'

test.each([
  ['10000.00', 'threshold > 10000.00'],
  ['less than 90', 'threshold ≥ 90'],
  ['less than 10000.00', 'threshold ≥ 10000.00'],
  ['fewer than 3', 'threshold ≥ 3'],
  ['not IR, MM', 'listed: IR, MM'],
  ['Germany', 'expected: Germany'],
  ['≥ 85', 'threshold ≥ 85'],
])('a rule that allows %s fires at %s', (allows, words) => expect(thresholdText(allows)).toBe(words))
