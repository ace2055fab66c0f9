/** Folds similar rows of a queue into stacks, with outliers apart. Pure. */
import type { Similarity } from './stacks.ts'

/** The fields that folding needs of a row. */
export interface Foldable {
  /** All its rules; a row without any is in no stack. */
  rules: string
  customer: string
  /** The fields that rows of the same rules on several customers share in a stack; equal facts have equal precedents. */
  facts: string
  /** The payment's amount, or what the rule measured; NaN without one. */
  amount: number
  isStopped: boolean
  hadStr: boolean
  isNewCountry: boolean
}

export type Outlier = 'stop' | 'str' | 'country' | 'amount'

/** From these scores on the risk is medium, and high. */
const BANDS = [35, 55]
/** The level of a risk score; NaN is a customer without one. */
export const riskBand = (score: number) => (Number.isNaN(score) ? '-' : BANDS.filter((from) => score >= from).length)

/** A stack, or a row by itself; rows by their place in what was folded, ascending. */
export interface Folded {
  rows: readonly number[]
  /** The common fields of a stack, and its stable name; null for a single row. */
  by: Similarity | null
  key: string | null
  /** The reason why a single row is an outlier. */
  outlier: Outlier | null
}

/**
 * Folds rows: first by rule and customer, then the rest by rule and equal facts. Every row is in exactly one entry,
 * entries are ordered by their first row, and outliers are single.
 */
export function foldSimilar(count: number, at: (row: number) => Foldable): Folded[] {
  const outliers = new Map<number, Outlier>()
  const stacks = new Map<number, Folded>()
  const folded = new Set<number>()
  const stackBy = (by: Similarity, rows: readonly number[], keyOf: (row: Foldable) => string) => {
    const alike = new Map<string, number[]>()
    for (const row of rows) {
      const { rules } = at(row)
      if (rules === '') continue
      const key = `${rules} ${keyOf(at(row))}`
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
 * True if an amount is an outlier: more than twice the median, and further above it than six times the median distance.
 * The lower of two middle values counts as the median, so that the larger of two amounts can be an outlier.
 */
function unusualOf(amounts: readonly number[]): (amount: number) => boolean {
  const known = amounts.filter((amount) => !Number.isNaN(amount))
  const median = lowerMedian(known)
  const spread = lowerMedian(known.map((amount) => Math.abs(amount - median)))
  return (amount) => amount > 2 * median && amount - median > 6 * spread
}

const lowerMedian = (values: readonly number[]) => values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? 0
