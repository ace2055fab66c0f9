/** Rows of a queue that are alike, folded into stacks, and what stands out of a stack. Pure. */

/** What folding has to know of a row. */
export interface Foldable {
  rule: string
  customer: string
  /** What rows of one rule on several customers have to share; alike facts have alike precedents. */
  facts: string
  /** The payment's amount, or what the rule measured; NaN without one. */
  amount: number
  isStopped: boolean
  hadStr: boolean
  isNewCountry: boolean
}

export type Outlier = 'stop' | 'str' | 'country' | 'amount'

export type Likeness = 'customer' | 'facts'

/** A stack, or a row by itself; rows by their place in what was folded, ascending. */
export interface Folded {
  rows: readonly number[]
  /** What a stack shares, and its name, which stays as rows come and go; null for a row by itself. */
  by: Likeness | null
  key: string | null
  /** Why a row by itself is in no stack, where it is like others. */
  outlier: Outlier | null
}

/**
 * Folds rows: same rule and customer first, then, of what is left, same rule and alike facts. Every row is in one entry
 * alone, entries stand in the order of their first row, and what is an outlier is by itself.
 */
export function foldAlike(count: number, at: (row: number) => Foldable): Folded[] {
  const outliers = new Map<number, Outlier>()
  const stacks = new Map<number, Folded>()
  const folded = new Set<number>()
  const stackBy = (by: Likeness, rows: readonly number[], keyOf: (row: Foldable) => string) => {
    const alike = new Map<string, number[]>()
    for (const row of rows) {
      const key = `${at(row).rule} ${keyOf(at(row))}`
      const others = alike.get(key)
      if (others) others.push(row)
      else alike.set(key, [row])
    }
    const left: number[] = []
    for (const [key, all] of alike) {
      const unusual = all.length > 1 ? unusualOf(all.map((row) => at(row).amount)) : null
      const rest: number[] = []
      for (const row of all) {
        const why = unusual && whyOutside(at(row), unusual(at(row).amount))
        if (why) outliers.set(row, why)
        else rest.push(row)
      }
      if (rest.length > 1) {
        stacks.set(rest[0]!, { rows: rest, by, key: `${by} ${key}`, outlier: null })
        for (const row of rest) folded.add(row)
      } else left.push(...rest)
    }
    return left.toSorted((a, b) => a - b)
  }
  const left = stackBy('customer', [...Array.from({ length: count }).keys()], ({ customer }) => customer)
  stackBy('facts', left, ({ facts }) => facts)

  const entries: Folded[] = []
  for (let row = 0; row < count; row += 1) {
    const stack = stacks.get(row)
    if (stack) entries.push(stack)
    else if (!folded.has(row)) entries.push({ rows: [row], by: null, key: null, outlier: outliers.get(row) ?? null })
  }
  return entries
}

function whyOutside({ isStopped, hadStr, isNewCountry }: Foldable, isUnusual: boolean): Outlier | null {
  if (isStopped) return 'stop'
  if (hadStr) return 'str'
  if (isNewCountry) return 'country'
  return isUnusual ? 'amount' : null
}

/**
 * Whether an amount lies beyond the others: more than twice their median, and further above it than six times the median
 * distance from it. Of two in the middle the lower counts, so that of two amounts the larger can stand out.
 */
function unusualOf(amounts: readonly number[]): (amount: number) => boolean {
  const known = amounts.filter((amount) => !Number.isNaN(amount))
  const median = lowerMedian(known)
  const spread = lowerMedian(known.map((amount) => Math.abs(amount - median)))
  return (amount) => amount > 2 * median && amount - median > 6 * spread
}

const lowerMedian = (values: readonly number[]) => values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? 0
