// Which names are one bearer's: by script, by way of writing, and what bad input gets.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { THRESHOLD } from '#server/screening/settings.ts'
import { compareNames } from './compare.ts'
import { parseName, WORDS_MAX, type NameKind } from './parse.ts'

const scoreOf = (a: string, b: string, kind: NameKind = 'person') =>
  compareNames(parseName(a, kind), parseName(b, kind)).score

describe('people', () => {
  test.each([
    ['Usama bin Ladin', 'Osama bin Laden'],
    ['Moammar Qaddafi', 'Muammar Gaddafi'],
    ['DOE, Jane Mary', 'Jane Doe'],
    ['Владимир Путин', 'Vladimir Putin'],
    ['محمد بن سلمان', 'Mohammed bin Salman'],
    ['Γιώργος Παπαδόπουλος', 'Giorgos Papadopoulos'],
    ['김정은', 'Kim Jong Un'],
    ['习近平', 'Xi Jinping'],
    ['习近平', '習近平'],
    ['박근혜', 'Park Geun-hye'],
    ['בנימין נתניהו', 'Binyamin Netanyahu'],
    ['בנימין נתניהו', 'Benjamin Netanyahu'],
    ['יצחק רבין', 'Yitzhak Rabin'],
    ['דוד בן גוריון', 'David Ben Gurion'],
    ['שמעון פרס', 'Shimon Peres'],
    ['יוסף כהן', 'Yosef Cohen'],
    ['אהוד ברק', 'Ehud Barak'],
    ['אביגדור ליברמן', 'Avigdor Lieberman'],
    ['ראובן ריבלין', 'Reuven Rivlin'],
    ['שרה אברהם', 'Sarah Avraham'],
    ['מרים פרידמן', 'Miriam Friedman'],
    ['בני גנץ', 'Benny Gantz'],
    ['Dr. Bill Gates', 'William Gates'],
    ['J. Smithers', 'John Smithers'],
    ['Abdul Rahman al-Sudais', 'Abdulrahman Alsudais'],
    ['Müller, Jürgen', 'Juergen Mueller'],
    ['渡邊 淳', '渡辺 淳'],
    ['髙橋一郎', '高橋一郎'],
    ['澤田研二', '沢田研二'],
  ])('%s is %s', (a, b) => {
    expect(scoreOf(a, b)).toBeGreaterThanOrEqual(THRESHOLD)
    expect(scoreOf(b, a)).toBeGreaterThanOrEqual(THRESHOLD)
  })

  test.each([
    ['Jane Doe', 'John Roe'],
    ['Maria Lopez Garcia', 'Mario Ruiz Garcia'],
    ['Kim Jong Un', 'Kim Yo Jong'],
    ['Ivan Petrov', 'Pyotr Ivanov'],
    ['习近平', '习近朋'],
    ['김서연', '김소연'],
    ['משה לוי', 'Moshe Cohen'],
  ])('%s is not %s', (a, b) => {
    expect(scoreOf(a, b)).toBeLessThan(THRESHOLD)
  })
})

describe('companies', () => {
  test.each([
    ['Al Qaeda', "Al Qa'ida"],
    ['Northwind Trading LLC', 'NORTHWIND TRADING, LTD'],
    ['ООО Северный ветер', 'Severny Veter OOO'],
    ['Bank of the Orient', 'Bank of hte Orient'],
    ['Zuppa Holding Company', 'Zuppa Holding Compny'],
  ])('%s is %s', (a, b) => {
    expect(scoreOf(a, b, 'company')).toBeGreaterThanOrEqual(THRESHOLD)
  })

  test.each([
    ['Meridian Textiles LLC', 'Atlas Textiles LLC'],
    ['Northern Steel Works', 'Cedar Steel Works'],
  ])('%s is not %s', (a, b) => {
    expect(scoreOf(a, b, 'company')).toBeLessThan(THRESHOLD)
  })
})

describe('any text', () => {
  const name = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(
      '🙂🙂',
      'Владимир محمد 王小明 Smith',
      '\u202Eeod enaj',
      '\u200F',
      '…',
      'a'.repeat(10_000),
      'ab '.repeat(4000),
    ),
  )
  const kind = fc.constantFrom<NameKind>('person', 'company', 'vessel', 'any')

  test('has a limited number of words, and a symmetric score between 0 and 1', () => {
    fc.assert(
      fc.property(name, name, kind, (a, b, of) => {
        const [x, y] = [parseName(a, of), parseName(b, of)]
        expect(x.words.length).toBeLessThanOrEqual(WORDS_MAX)
        const score = compareNames(x, y).score
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(compareNames(y, x).score).toBeCloseTo(score, 5)
      }),
    )
  })

  test('matches itself where it has a letter or digit', () => {
    fc.assert(
      fc.property(name, kind, (text, of) => {
        const parsed = parseName(text, of)
        if (parsed.words.length > 0) expect(compareNames(parsed, parseName(text, of)).score).toBe(1)
      }),
    )
  })

  test('ignores right-to-left marks and joiners', () => {
    expect(scoreOf('Jane\u200E Do\u200De', '\u202BJane Doe\u202C')).toBe(1)
  })
})
