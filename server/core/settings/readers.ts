/** Readers of settings: from the text of the environment to a value. */
import { distance } from 'fastest-levenshtein'
import * as z from 'zod'
import { PLATFORMS } from '#contract/model/platform.ts'

/** Two letters of a word may be wrong; of four, which many other words resemble, one. */
const wrongLetters = (word: string) => (word.length > 4 ? 2 : 1)

/** True if two neighbours of a word changed places. */
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

/** The reason why a word is refused: with the one that was meant, and all there are. */
function unknownWord(word: string, known: readonly string[]): string {
  const meant = nearest(word, known)
  return `“${word}” is not known${meant === undefined ? '.' : `: did you mean “${meant}”?`} It is one of ${known.join(', ')}`
}

/** A reader's context in a transformation. */
type Reading = z.RefinementCtx

function refused(context: Reading, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

export const flag = z
  .string()
  .default('0')
  .transform((text, context) => (text === '0' || text === '1' ? text === '1' : refused(context, '0 or 1')))

export const address = z.url({ protocol: /^https?$/ })
export const text = z.string().min(1)
export const whole = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback)
export const number = (min: number, max: number, fallback: number) =>
  z.coerce.number().min(min).max(max).default(fallback)

const wordsIn = (given: string) => given.split(/[\s,]+/).filter((each) => each !== '')

/** One of some words. */
export const oneOf = <const W extends readonly string[]>(words: W) =>
  z.string().transform((given, context): W[number] => {
    if (words.includes(given)) return given
    return refused(context, unknownWord(given, words))
  })

/** Some of some words, with spaces or commas between. */
export const someOf = <const W extends readonly string[]>(words: W, fallback = '') =>
  z
    .string()
    .default(fallback)
    .transform((given, context): W[number][] => {
      const unknown = wordsIn(given).find((each) => !words.includes(each))
      if (unknown !== undefined) return refused(context, unknownWord(unknown, words))
      return wordsIn(given)
    })

export const origins = z
  .string()
  .default('')
  .transform(wordsIn)
  .pipe(z.array(address.transform((each) => new URL(each).origin)))

/** `host:port`, or the path of a socket. */
export const socket = z.string().transform((given, context) => {
  if (given.startsWith('/')) return { path: given }
  const [, host, port] = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(given) ?? []
  if (host !== undefined && Number(port) > 0 && Number(port) < 65_536) return { host, port: Number(port) }
  return refused(context, 'host:port, or the path of a socket')
})

const TERMS = z.record(z.string(), z.array(z.string().min(1)))
const TERMS_FORM = 'JSON: {"paxum": ["word", "=whole word"], "*": []}'

/** Lists of terms by platform, as JSON; `*` is the default. */
export const termsByPlatform = z
  .string()
  .default('{}')
  .transform((given, context): z.infer<typeof TERMS> => {
    const parsed = TERMS.safeParse(jsonOf(given))
    if (!parsed.success) return refused(context, TERMS_FORM)
    const known = ['*', ...PLATFORMS.map(({ name }) => name)]
    const unknown = Object.keys(parsed.data).find((each) => !known.includes(each))
    return unknown === undefined ? parsed.data : refused(context, unknownWord(unknown, known))
  })

function jsonOf(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}
