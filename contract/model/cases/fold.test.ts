import { describe, expect, test } from 'vitest'
import { foldSimilar, type Foldable } from './fold.ts'

/** The same numbers from 0 to 1 for the same seed. */
function random(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const row = (part: Partial<Foldable> = {}): Foldable => ({
  rules: '1',
  customer: 'a',
  facts: 'low',
  amount: 100,
  isStopped: false,
  hadStr: false,
  isNewCountry: false,
  ...part,
})
const fold = (rows: readonly Foldable[]) => foldSimilar(rows.length, (i) => rows[i]!)

function worldOf(seed: number): Foldable[] {
  const next = random(seed)
  const among = (n: number) => String(Math.floor(next() * n))
  return Array.from({ length: Math.floor(next() * 60) }, () =>
    row({
      rules: next() < 0.1 ? '' : among(4),
      customer: among(8),
      facts: among(3),
      amount: next() < 0.1 ? Number.NaN : Math.round(next() < 0.1 ? next() * 1e6 : 100 + next() * 50),
      isStopped: next() < 0.1,
      hadStr: next() < 0.1,
      isNewCountry: next() < 0.1,
    }),
  )
}

describe('of any rows', () => {
  const worlds = Array.from({ length: 300 }, (_, seed) => worldOf(seed + 1))

  test('every row is in exactly one entry, and the counts add up', () => {
    for (const rows of worlds) {
      const all = fold(rows).flatMap((entry) => entry.rows)
      expect(all.toSorted((a, b) => a - b)).toEqual(rows.map((_, i) => i))
    }
  })

  test('an outlier is never inside a stack', () => {
    for (const rows of worlds) {
      for (const entry of fold(rows)) {
        if (entry.outlier) expect(entry.rows).toHaveLength(1)
        if (entry.rows.length === 1) continue
        for (const i of entry.rows) {
          expect(rows[i]).toMatchObject({ isStopped: false, hadStr: false, isNewCountry: false })
        }
      }
    }
  })

  test('all rows of a stack share the rule and the folding fields', () => {
    for (const rows of worlds) {
      for (const { rows: inside, by } of fold(rows)) {
        expect(by === null).toBe(inside.length === 1)
        if (by) expect(rows[inside[0]!]!.rules).not.toBe('')
        const shared = inside.map((i) => `${rows[i]!.rules} ${by ? rows[i]![by] : ''}`)
        expect(new Set(shared).size).toBe(1)
      }
    }
  })

  test('entries are ordered by their first row, and rows keep their order inside', () => {
    for (const rows of worlds) {
      const entries = fold(rows)
      const firsts = entries.map((entry) => entry.rows[0]!)
      expect(firsts).toEqual(firsts.toSorted((a, b) => a - b))
      for (const entry of entries) expect(entry.rows).toEqual(entry.rows.toSorted((a, b) => a - b))
    }
  })
})

describe('outliers', () => {
  test('a much larger amount stays outside the stack and says why', () => {
    const rows = [row({ amount: 100 }), row({ amount: 110 }), row({ amount: 5000 }), row({ amount: 105 })]
    expect(fold(rows)).toMatchObject([
      { rows: [0, 1, 3], by: 'customer', outlier: null },
      { rows: [2], by: null, outlier: 'amount' },
    ])
  })

  test('with two amounts the larger one is the outlier, and no stack remains', () => {
    expect(fold([row({ amount: 1000 }), row({ amount: 100 })])).toMatchObject([
      { rows: [0], by: null, outlier: 'amount' },
      { rows: [1], by: null, outlier: null },
    ])
  })

  test('evenly distributed amounts have no outlier', () => {
    const rows = [100, 150, 200, 250, 300].map((amount) => row({ amount }))
    expect(fold(rows)).toMatchObject([{ rows: [0, 1, 2, 3, 4], by: 'customer', outlier: null }])
  })

  test('a hard stop that resembles no other alert needs no reason to stand alone', () => {
    expect(fold([row({ isStopped: true })])).toMatchObject([{ rows: [0], by: null, outlier: null }])
  })
})

test('alerts are folded by rule and facts where no customer has two of them', () => {
  const rows = [row(), row({ customer: 'b' }), row({ customer: 'c', facts: 'high' }), row({ customer: 'b' })]
  expect(fold(rows)).toMatchObject([
    { rows: [0], by: null, outlier: null },
    { rows: [1, 3], by: 'customer', outlier: null },
    { rows: [2], by: null, outlier: null },
  ])
  expect(fold(rows.slice(0, 2))).toMatchObject([{ rows: [0, 1], by: 'facts', outlier: null }])
})

test('rows without a rule are in no stack', () => {
  expect(fold([row({ rules: '' }), row({ rules: '' })])).toMatchObject([{ rows: [0] }, { rows: [1] }])
})
