import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toLatin } from './latin.ts'

test.each([
  ['Юрий Ковальчук', "Yuriy Koval'chuk"],
  ['ООО Северный ветер', 'OOO Severnyy veter'],
  ['Αλέξανδρος Δημητρίου', 'Alexandros Dimitrioy'],
  ['ナカムラ ユキ', 'nakamura yuki'],
  ['毛泽东', 'Mao Zedong'],
  ['გიორგი', 'giorgi'],
  // vowels that are not written are not guessed
  ['محمد', 'mhmd'],
  ['Acme Северный', 'Acme Severnyy'],
])('%s is %s', (name, latin) => {
  expect(toLatin(name)).toBe(latin)
})

test.each(['José Ñandú', 'Łukasz Đorđević', 'Nguyễn Văn', 'O’Neill & Søn 24/7', ''])('%s is Latin already', (name) => {
  expect(toLatin(name)).toBeUndefined()
})

test('nothing is left to be changed a second time', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => toLatin(toLatin(name) ?? '') === undefined))
})
