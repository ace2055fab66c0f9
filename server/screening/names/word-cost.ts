/** The cost of taking one word of a name for another. */
import { distance, isTypo, TYPO_PRICES, unvowelledDistance } from './distance.ts'
import type { NameWord } from './parse.ts'
import { ALLOWED, PRICES } from './edit-costs.ts'
import { skeletonsOf } from './phonetics.ts'
import { standFor } from './tables.ts'
import { soundKeys } from './transcription.ts'

/** The distinguishing kinds of words. */
const CONTENT = new Set(['name', 'patronymic', 'number', 'common', 'place'])
export const isContent = ({ kind }: NameWord) => CONTENT.has(kind)

export interface WordCost {
  cost: number
  feature: string
}

/** The words of a list are shared objects: each is compared once per queried word. */
const priced = new WeakMap<NameWord, Map<NameWord, WordCost | undefined>>()

export function priceOf(x: NameWord, y: NameWord): WordCost | undefined {
  let prices = priced.get(x)
  if (!prices) priced.set(x, (prices = new Map()))
  if (prices.has(y)) return prices.get(y)
  const price = priceAnew(x, y)
  prices.set(y, price)
  return price
}

/** The cost of taking one word for the other; undefined for different words. */
function priceAnew(x: NameWord, y: NameWord): WordCost | undefined {
  if (x.kind === 'initial' || y.kind === 'initial') {
    const other = x.kind === 'initial' ? y : x
    if (x.kind === y.kind || !isContent(other)) return undefined
    const letter = (x.kind === 'initial' ? x : y).text[0]
    if (other.text[0] !== letter && other.initial !== letter) return undefined
    return { cost: PRICES.initial, feature: 'initial' }
  }
  if (x.kind === 'particle' || y.kind === 'particle' || x.kind === 'honorific' || y.kind === 'honorific') {
    const isSmall = (word: NameWord) => word.kind === 'particle' || word.kind === 'honorific'
    if (x.sound === y.sound) return { cost: 0.05, feature: 'sound' }
    // a slip in a particle
    if (isSwapped(x.text, y.text)) return { cost: PRICES.silentMisspelt, feature: 'letters' }
    if (Math.min(x.text.length, y.text.length) > 2) {
      const slips = distance(x.text, y.text, 1, TYPO_PRICES)
      if (slips <= 1) return { cost: slips, feature: 'letters' }
    }
    if (isSmall(x) !== isSmall(y) || x.kind !== y.kind || x.script !== y.script) return undefined
    return distance(x.sound, y.sound, 1) <= 1 ? { cost: 0.1, feature: 'particle' } : undefined
  }
  if ((x.kind === 'common') !== (y.kind === 'common') && Math.min(x.text.length, y.text.length) > 3) {
    if (distance(x.text, y.text, 1, TYPO_PRICES) <= 1) return { cost: PRICES.silentMisspelt, feature: 'word misspelt' }
  }
  const short = abbreviationCost(x, y)
  if (short) return short
  const stand = standFor(x.text, y.text)
  if (stand === 'spelling') return { cost: PRICES.spelling, feature: 'spelling' }
  const written = cheaper(byLetters(x, y), byTranscription(x, y))
  if (stand === 'nickname' && !(written && written.cost <= PRICES.nickname))
    return { cost: PRICES.nickname, feature: 'nickname' }
  return written
}

/** `comm`, `trdg`, `srvces`: the beginning of a word for what companies do, or its consonants in order with a vowel at most. */
function isAbbreviation(short: string, long: string, isCommon: boolean): boolean {
  if (short.length < 3 || long.length < short.length + 2 || short[0] !== long[0]) return false
  if (isCommon && long.startsWith(short)) return true
  let at = 0
  for (const letter of long) if (letter === short[at]) at += 1
  // consonants but for one, to the end of the word: what is written so is no other word
  const isToTheEnd = short.at(-1) === long.replace(/(?<![aeiouy])[aeiouy]+$/, '').at(-1)
  return at === short.length && isToTheEnd && (short.match(/[aeiou]/g)?.length ?? 0) <= 1
}

/** Companies alone are abbreviated. */
function abbreviationCost(x: NameWord, y: NameWord): WordCost | undefined {
  if (!x.ofCompany || !y.ofCompany || x.script !== 'alphabet' || y.script !== 'alphabet') return undefined
  const [short, long] = x.text.length < y.text.length ? [x, y] : [y, x]
  const isCommon = long.ofCompany === 'common'
  if (!isAbbreviation(short.text, long.text, isCommon)) return undefined
  return { cost: isCommon ? PRICES.abbreviated : PRICES.abbreviatedName, feature: 'abbreviation' }
}

/** `ofr` and `for`. */
const isSwapped = (x: string, y: string) =>
  x.length === y.length && x.length > 2 && distance(x, y, 1, TYPO_PRICES) <= 1 && x[0] !== y[0] && x[0] === y[1]

/** A syllable with another sound is another name. */
const SYLLABLE_SLIP = 0.3

const cheaper = (a: WordCost | undefined, b: WordCost | undefined) => (!a || (b && b.cost < a.cost) ? b : a)

function byTranscription(x: NameWord, y: NameWord): WordCost | undefined {
  const [foreign, other] = x.heard ? [x, y] : [y, x]
  if (!foreign.heard || other.heard || other.script !== 'alphabet') return undefined
  const keys = soundKeys(other.sound)
  return foreign.heard.some((key) => keys.includes(key)) ? { cost: PRICES.heard, feature: 'transcription' } : undefined
}

/** Letters of a word from which on a letter weighs the same. */
const SHORT_WORD = 3

function byLetters(x: NameWord, y: NameWord): WordCost | undefined {
  if (x.script !== y.script && (x.script === 'abjad' || y.script === 'abjad')) return byConsonants(x, y)
  if (x.sound === y.sound) return { cost: PRICES.sound, feature: 'sound' }
  if (/\d/.test(x.text + y.text) && x.kind === 'number' && y.kind === 'number') return byDigits(x.text, y.text)
  const most = Math.min(3, ALLOWED.wordShare * ((x.text.length + y.text.length) / 2))
  // a syllable that is another is another name
  if (x.script === 'syllabic' || y.script === 'syllabic') {
    const slips = distance(syllabled(x), syllabled(y), SYLLABLE_SLIP)
    return slips <= SYLLABLE_SLIP ? { cost: slips + PRICES.script, feature: 'script' } : undefined
  }
  // a typo with the same sound costs half, only if rare
  const priced = Math.min(distance(x.sound, y.sound, most), distance(x.text, y.text, most))
  // in a word of two letters either one says more
  const length = Math.max(x.text.length, y.text.length)
  const weight = length >= SHORT_WORD || isTypo(x.text, y.text) ? 1 : SHORT_WORD / length
  const plain = (priced + distance(x.text, y.text, 2 * most, TYPO_PRICES)) / 2
  if (plain > most) return undefined
  const cost = weight * plain
  return isOtherGender(x.text, y.text)
    ? { cost: cost + PRICES.gender, feature: 'gender' }
    : { cost, feature: 'letters' }
}

/** Korean syllables are read with o and u for what Latin letters write with eo and eu too. */
const syllabled = ({ sound }: NameWord) => sound.replaceAll('eo', 'o').replaceAll('eu', 'u')

/** `Antonia` and `Antonio`, `Joaquina` and `Joaquin`. */
function isOtherGender(x: string, y: string): boolean {
  const [short, long] = x.length <= y.length ? [x, y] : [y, x]
  if (short.length < 5) return false
  const stem = short.slice(0, -1)
  return long.endsWith('a') === short.endsWith('a')
    ? false
    : long.startsWith(short)
      ? long === `${short}a`
      : long.length === short.length && long.startsWith(stem) && /[aoe]$/.test(short) && /[aoe]$/.test(long)
}

/** For scripts of which one has no vowels: the consonants must match, in sufficient number. */
function byConsonants(x: NameWord, y: NameWord): WordCost | undefined {
  const [written, said] = x.script === 'abjad' ? [x, y] : [y, x]
  const letters = Math.min(x.skeleton.length, y.skeleton.length)
  if (letters < 3 && !skeletonsOf(written.sound).includes(said.skeleton)) return undefined
  const most = letters < 3 ? 0.45 : 0.75
  const cost = unvowelledDistance(written.sound, said.sound, most)
  return cost <= most ? { cost: cost + PRICES.script, feature: 'script' } : undefined
}

function byDigits(x: string, y: string): WordCost | undefined {
  const cost = distance(x, y, 1.2)
  return cost <= 1.2 ? { cost: cost + 0.3, feature: 'number' } : undefined
}
