/** Ranking in the window: how text matches first, then how often it was used, then what the caller put first. */

/** Of a match, best first; 0 is none. */
export const matchClasses = { prefix: 4, wordPrefix: 3, substring: 2, subsequence: 1, none: 0 } as const
export type MatchClass = (typeof matchClasses)[keyof typeof matchClasses]

/** Lower case without accents, so that "jose" finds José. */
export const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .trim()

const startsAWord = (text: string, token: string) => {
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1))
    if (at === 0 || !/[\p{Letter}\p{Number}]/u.test(text[at - 1]!)) return true
  return false
}

function isSubsequence(text: string, query: string): boolean {
  let at = 0
  for (const char of query) {
    at = text.indexOf(char, at) + 1
    if (at === 0) return false
  }
  return true
}

/** How a query matches a text, both folded. Several words match when each starts some word. */
export function matchClass(text: string, query: string): MatchClass {
  if (text.startsWith(query)) return matchClasses.prefix
  const tokens = query.split(/\s+/)
  if (tokens.every((token) => startsAWord(text, token))) return matchClasses.wordPrefix
  if (text.includes(query)) return matchClasses.substring
  return isSubsequence(text, query.replace(/\s+/g, '')) ? matchClasses.subsequence : matchClasses.none
}

export interface Rankable {
  title: string
  keywords?: readonly string[]
}

/** How an item matches: by its title or, a little less, by another word for it. */
function score({ title, keywords = [] }: Rankable, query: string): number {
  const byTitle = matchClass(fold(title), query) * 2
  const byKeyword = Math.max(0, ...keywords.map((word) => matchClass(fold(word), query) * 2 - 1))
  // a keyword is short: letters of it strewn over the query's order say nothing
  return Math.max(byTitle, byKeyword > matchClasses.subsequence * 2 ? byKeyword : 0)
}

/**
 * The items that match, best first. Equal matches go by `weight` (frecency), then by the order given, which is also the
 * order on an empty query apart from the weight.
 */
export function rankItems<T extends Rankable>(items: readonly T[], query: string, weight: (item: T) => number): T[] {
  const folded = fold(query)
  return items
    .map((item, index) => ({ item, index, match: folded === '' ? 1 : score(item, folded), weight: weight(item) }))
    .filter(({ match }) => match > 0)
    .sort((a, b) => b.match - a.match || b.weight - a.weight || a.index - b.index)
    .map(({ item }) => item)
}
