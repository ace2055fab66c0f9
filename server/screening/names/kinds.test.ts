// Ways in which names are written otherwise: each is a kind, tried on names of more than one language.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { THRESHOLD } from '#server/screening/settings.ts'
import { compareNames } from './compare.ts'
import { parseName, type NameKind } from './parse.ts'

const scoreOf = (a: string, b: string, kind: NameKind = 'person') =>
  compareNames(parseName(a, kind), parseName(b, kind)).score

describe('companies', () => {
  test.each([
    ['abbreviated', 'Northwind Haige Comm Grp', 'Northwind Haige Communication Group Co., Ltd.'],
    ['abbreviated', 'Falcon Trdg Est', 'Falcon Trading Establishment'],
    ['abbreviated', 'Cedar Mfg Intl', 'Cedar Manufacturing International LLC'],
    ['by consonants', 'Quay Energy Tech & Srvces', 'Quay Energy Technology and Services Limited'],
    ['by consonants', 'Vertex Dvlpmnt Bank', 'Vertex Development Bank'],
    ['in another order', 'Haige Northwind', 'Northwind Haige Communication Group Co., Ltd.'],
    ['in another order', 'Ltd. Trading Meridian', 'Meridian Trading Ltd.'],
    ['form abbreviated', 'NPK Lumen Limited Liability Comp', 'NPK Lumen LLC'],
    ['form abbreviated', 'Lumen Oil Comp', 'Lumen Oil Company'],
    ['form of another language', 'OOO Lumen', 'Lumen GmbH'],
    ['form inside', 'Lacno s.r.o. Moscow', 'Lacno s.r.o.'],
    ['branch', 'Comercial Joana, S.A. de C.V. (Moscow Branch)', 'COMERCIAL JOANA, S.A. DE C.V.'],
    ['without spaces', 'FLOWGALLERYLOUNGESRL', 'Flow Gallery Lounge SRL'],
    ['initials', 'A.B.C. Company', 'ABC Company'],
  ])('%s: %s is %s', (_, a, b) => {
    expect(scoreOf(a, b, 'company')).toBeGreaterThanOrEqual(THRESHOLD)
    expect(scoreOf(b, a, 'company')).toBeGreaterThanOrEqual(THRESHOLD)
  })

  test.each([
    ['other legal form', 'Zurbank AG', 'Zurbank GmbH'],
    ['other word', 'A-B-C Company', 'Lumengeologia Company'],
    ['another of the same place', 'Guangzhou Haige Company', 'Guangzhou Lumen Company'],
    ['a longer name', 'Marek Trading', 'Marketplace Trading'],
  ])('%s: %s is not %s', (_, a, b) => {
    expect(scoreOf(a, b, 'company')).toBeLessThan(THRESHOLD)
  })

  test('the order of words does not matter', () => {
    const word = fc.constantFrom('northwind', 'haige', 'trading', 'dubai', 'lumen', 'steel', '2004', 'energy')
    const names = fc.uniqueArray(word, { minLength: 2, maxLength: 5 }).chain((words) =>
      fc.tuple(
        fc.constant(words.join(' ')),
        fc.shuffledSubarray(words, { minLength: words.length }).map((all) => all.join(' ')),
      ),
    )
    fc.assert(
      fc.property(names, ([a, b]) => {
        expect(scoreOf(a, b, 'company')).toBeGreaterThanOrEqual(0.95)
      }),
    )
  })
})

describe('people', () => {
  test.each([
    ['a compound misspelt', 'Abudlhai Motmaen', 'Abdulhai Motmaen'],
    ['a compound misspelt', 'Saduddni Sayyed', 'Saduddin Sayyed'],
    ['the initial of a compound', 'A. Firouzabadi', 'FIROUZABADI, Abdolhassan'],
    ['letters transposed', 'Kim Skoo Chol', 'Kim Soko Chol'],
    ['a letter doubled', 'Han Yyu-ro', 'Han Yu-ro'],
    ['as German spells it', 'Wladimir Dschabarow', 'Vladimir Dzhabarov'],
    ['initials', 'L Ron Hubbard', 'Lafayette Ronald Hubbard'],
    ['the patronymic left out', 'Valery Ermakov', 'Valery Nikolaevich Ermakov'],
    ['Chinese', '贝拉克·奥巴马', 'Barack Obama'],
    ['Chinese', '弗拉基米尔·泽连斯基', 'Volodymyr Zelensky'],
    ['Chinese', '安格拉·默克尔', 'Angela Merkel'],
    ['Japanese', 'ドナルド・トランプ', 'Donald Trump'],
    ['Japanese', 'ウラジーミル・プーチン', 'Vladimir Putin'],
    ['Korean', '도널드 트럼프', 'Donald Trump'],
    ['Korean', '버락 오바마', 'Barack Obama'],
    ['Khmer', 'ប៉ុល ពត', 'Pol Pot'],
    ['Arabic', 'باراك أوباما', 'Barack Obama'],
  ])('%s: %s is %s', (_, a, b) => {
    expect(scoreOf(a, b)).toBeGreaterThanOrEqual(THRESHOLD)
    expect(scoreOf(b, a)).toBeGreaterThanOrEqual(THRESHOLD)
  })

  test.each([
    ['a syllable is another', 'Li Wu', 'Lu Wu'],
    ['another patronymic', 'Valery Konstantinovich Ermakov', 'Valery Nikolaevich Ermakov'],
    ['both are of the family', 'Franco Rojas', 'ROJAS FRANCO, Jaime'],
    ['Chinese', '唐纳德·特朗普', 'Vladimir Putin'],
    ['Chinese', '贝拉克·奥巴马', 'Hillary Clinton'],
    ['Japanese', 'ドナルド・トランプ', 'Donatella Trombe'],
    ['vowels that are known', 'محمد کمالی', 'Kamel Mahmud'],
  ])('%s: %s is not %s', (_, a, b) => {
    expect(scoreOf(a, b)).toBeLessThan(THRESHOLD)
  })
})
