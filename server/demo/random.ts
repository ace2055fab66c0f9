/** Deterministic random values: the same seed gives the same world. */
import { createHash } from 'node:crypto'

/** A generator of random values. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** A whole number, both ends included. */
  int(from: number, to: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of a list, by weight. */
  weighted<T>(list: readonly (readonly [T, number])[]): T
  /** A positive number, near the median for the most part, sometimes far above it; `spread` 1 puts a sixth above 2.7 times the median. */
  around(median: number, spread: number): number
}

/** sfc32 seeded by a hash of the text. */
export function randomOf(seed: string): Random {
  const hash = createHash('sha256').update(seed).digest()
  let [a, b, c, d] = [hash.readInt32LE(0), hash.readInt32LE(4), hash.readInt32LE(8), hash.readInt32LE(12)]
  const next = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + t) | 0
    return (t >>> 0) / 2 ** 32
  }
  const at = <T>(list: readonly T[], index: number): T => {
    const found = list[index]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (share) => next() < share,
    pick: (list) => at(list, Math.floor(next() * list.length)),
    weighted(list) {
      let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0)
      const index = list.findIndex(([, weight]) => (left -= weight) < 0)
      return at(list, index < 0 ? list.length - 1 : index)[0]
    },
    around: (median, spread) =>
      median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
  }
}
