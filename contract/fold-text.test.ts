import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'

test.each([
  ['José Núñez', 'jose nunez'],
  ['Jose\u0301', 'josé'],
  ['Łukasz Żółć', 'lukasz zolc'],
  ['Nguyễn Văn A', 'nguyen van'],
  ['Straße GmbH', 'STRASSE'],
  ['İbrahim Çelik IŞIK', 'ibrahim celik isik'],
  ['ışık', 'ISIK'],
  ['Jean‑Luc d’Arc', 'jean luc darc'],
  ['Jean Luc', 'JEAN-LUC'],
  ['jeanluc', "Jean-Luc'"],
  ['Ｆｕｌｌｗｉｄｔｈ Co', 'fullwidth co'],
  ['محمد\u200fعلي', 'محمد علي'],
  ['مُحَمَّد', 'محمد'],
  ['أحمد', 'احمد'],
  ['على', 'علی'],
  ['١٢٣ شركة', '123'],
  ['שָׁלוֹם', 'שלום'],
  ['Øyvind Åse', 'oyvind ase'],
  ['Đorđe Þór Æsir', 'dorde thor aesir'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσεύς'],
  ['Семён Йод', 'семен иод'],
  ['J.P. Morgan, Inc', 'jp morgan inc.'],
  ['O\u200b\u00adBrien', 'O’BRIEN'],
  ['ﾔﾏﾀﾞ', 'ヤマダ'],
  ['贝拉克·奥巴马', '贝拉克奥巴马'],
])('%s is found by %s', (text, term) => {
  expect(foldText(text)).toContain(foldText(term))
})

test('characters that distinguish letters and symbols stay', () => {
  expect(['100%', 'a_b', 'C:\\x', 'हिन्दी', 'ไทย'].map(foldText)).toEqual(['100%', 'a_b', 'c:\\x', 'हिन्दी', 'ไทย'])
})

test('folding again changes nothing', () => {
  for (const text of ['Łukasz-Żółć', 'İ', 'ẞ', 'ﬁ', '½', '㎏']) expect(foldText(foldText(text))).toBe(foldText(text))
})
