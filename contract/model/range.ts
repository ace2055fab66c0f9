/** The least and the most of a number, as a list's query has them: decimal text, either may be empty, both included. */

export type Range = readonly [least: string | null, most: string | null]

const NUMBER = /^\d{1,15}(\.\d{1,8})?$/

/** Null if neither end is given; undefined if invalid or reversed, which the server refuses. */
export function readRange(values: readonly string[] | undefined): Range | null | undefined {
  const [least = '', most = ''] = values ?? []
  if (!least && !most) return null
  const isBad = [least, most].some((text) => text !== '' && !NUMBER.test(text))
  return isBad || (least && most && Number(least) > Number(most)) ? undefined : [least || null, most || null]
}

const DAY_MS = 86_400_000

/** The range of creation times for a range of ages in whole days, ms: from inclusive, to exclusive. */
export function madeWithin([least, most]: Range, now: number): readonly [from: number, to: number] {
  const after = (days: number) => Math.max(0, now - days * DAY_MS) + 1
  return [most === null ? -Infinity : after(Number(most) + 1), least === null ? Infinity : after(Number(least))]
}
