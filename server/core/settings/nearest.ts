/** Misspelt words: the known one that was meant. */
import { distance } from 'fastest-levenshtein'

/** Two letters of a word may be wrong; of four, which many other words resemble, one. */
const wrongLetters = (word: string) => (word.length > 4 ? 2 : 1)

/** Whether two neighbours of a word changed places. */
const isSwapped = (given: string, known: string) =>
  given.length === known.length &&
  given.split('').some((letter, n) => {
    const next = given.charAt(n + 1)
    return letter !== next && given.slice(0, n) + next + letter + given.slice(n + 2) === known
  })

/** The known word that a word is within two letters of, in any case; undefined where it resembles none. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const given = word.toUpperCase()
  return known
    .map((each) => ({ each, wrong: distance(given, each.toUpperCase()) }))
    .filter(({ each, wrong }) => wrong <= wrongLetters(each) || isSwapped(given, each.toUpperCase()))
    .toSorted((a, b) => a.wrong - b.wrong)[0]?.each
}

/** Why a word is refused: with the one that was meant, and all there are. */
export function unknownWord(word: string, known: readonly string[]): string {
  const meant = nearest(word, known)
  return `“${word}” is not known${meant === undefined ? '.' : `: did you mean “${meant}”?`} It is one of ${known.join(', ')}`
}
