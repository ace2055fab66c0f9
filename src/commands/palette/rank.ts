/** Ranking in the window: how text matches first, then how often it was used, then what the caller put first. */
import { plainText } from '#contract/fold-text.ts'

/** The rank of a match, best first; 0 is none. */
export const matchClasses = { exact: 5, prefix: 4, wordPrefix: 3, substring: 2, abbreviation: 1, none: 0 } as const
export type MatchClass = (typeof matchClasses)[keyof typeof matchClasses]

/** Without case, accents and variants of letters, so that "jose" finds José. */
export const fold = (text: string) => plainText(text).trim()

const isWordCharacter = (char: string | undefined) => char !== undefined && /[\p{Letter}\p{Number}]/u.test(char)

const startsAWord = (text: string, token: string) => {
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1))
    if (!isWordCharacter(text[at - 1])) return true
  return false
}

/**
 * True if the query is made of beginnings of the text's words, in order, from the first on: "atm" of "assign to me".
 * Letters taken from the middle of words match almost any title, and so are no match.
 */
function abbreviates(text: string, query: string): boolean {
  const words = text.split(/[^\p{Letter}\p{Number}]+/u).filter(Boolean)
  const follow = (word: number, at: number): boolean => {
    if (at === query.length) return true
    for (let next = word; next < words.length && (at > 0 || next === 0); next++) {
      let length = 0
      while (at + length < query.length && words[next]![length] === query[at + length]) length++
      for (; length > 0; length--) if (follow(next + 1, at + length)) return true
    }
    return false
  }
  return follow(0, 0)
}

/** How a query matches a text, both normalised. Several words match if each starts some word. */
export function matchClass(text: string, query: string): MatchClass {
  if (text === query) return matchClasses.exact
  if (text.startsWith(query)) return matchClasses.prefix
  const tokens = query.split(/\s+/)
  if (tokens.every((token) => startsAWord(text, token))) return matchClasses.wordPrefix
  if (text.includes(query)) return matchClasses.substring
  return abbreviates(text, query.replace(/\s+/g, '')) ? matchClasses.abbreviation : matchClasses.none
}

export interface Rankable {
  title: string
  keywords?: readonly string[]
}

/** How an item matches: by its title or, slightly less, by a keyword. */
function score({ title, keywords = [] }: Rankable, query: string): number {
  const byTitle = matchClass(fold(title), query) * 2
  const ofWord = (word: string) => Math.min(matchClass(fold(word), query), matchClasses.prefix)
  const byKeyword = Math.max(0, ...keywords.map((word) => ofWord(word) * 2 - 1))
  // a keyword is short: abbreviations do not apply
  return Math.max(byTitle, byKeyword > matchClasses.abbreviation * 2 ? byKeyword : 0)
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
