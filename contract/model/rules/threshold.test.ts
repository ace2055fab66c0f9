import { expect, test } from 'vitest'
import { thresholdWords } from './threshold.ts'

test.each([
  ['10000.00', '> 10000.00'],
  ['less than 90', '≥ 90'],
  ['less than 10000.00', '≥ 10000.00'],
  ['fewer than 3', '≥ 3'],
  ['not IR, MM', 'listed: IR, MM'],
  ['Germany', 'expected: Germany'],
  ['≥ 85', '≥ 85'],
])('a rule that allows %s fires at %s', (allows, words) => expect(thresholdWords(allows)).toBe(words))
