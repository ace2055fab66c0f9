/** The least and the most of a number, as a list's query has them: decimal text, either may be empty, both included. */

export type Range = readonly [least: string | null, most: string | null]

const NUMBER = /^\d{1,15}(\.\d{1,8})?$/

/** Null where neither is asked for; undefined for what is no number, or ends before it starts: the server refuses it. */
export function readRange(values: readonly string[] | undefined): Range | null | undefined {
  const [least = '', most = ''] = values ?? []
  if (!least && !most) return null
  const isBad = [least, most].some((text) => text !== '' && !NUMBER.test(text))
  return isBad || (least && most && Number(least) > Number(most)) ? undefined : [least || null, most || null]
}

const DAY_MS = 86_400_000

/** When something was made whose age in whole days is in a range, ms: from the first, included, to the second, excluded. */
export function madeWithin([least, most]: Range, now: number): readonly [from: number, to: number] {
  const after = (days: number) => Math.max(0, now - days * DAY_MS) + 1
  return [most === null ? -Infinity : after(Number(most) + 1), least === null ? Infinity : after(Number(least))]
}
