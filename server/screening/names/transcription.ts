/**
 * Foreign names as Chinese, Korean and Japanese write them: by sounds of their own, each of which stands for several.
 * 贝拉克·奥巴马 is bei-la-ke ao-ba-ma. Such a word is compared by the consonants that are left of it.
 */
import anyAscii from 'any-ascii'
import { soundOf } from './phonetics.ts'

/** Consonants that these scripts do not tell apart. */
const CLASS: Readonly<Record<string, string>> = Object.fromEntries(
  ['pbfv', 'td', 'kgX', 'sCSzZj', 'lr', 'm', 'n'].flatMap((group) =>
    [...group].map((letter) => [letter, group.slice(0, 1)]),
  ),
)
const VOWEL = /[aeiouy]/
/** Spellings of one word, at most. */
const READINGS_MAX = 8
/** The least syllables of a foreign name in Korean: Korean family names have one, given names two. */
const HANGUL_FOREIGN = 3

/** Every consonant, as katakana and hangul keep them: `Donald` and ドナルド are t-n-l-t. */
function allConsonants(sound: string): string {
  return squeezed([...sound].map((letter) => CLASS[letter] ?? '').join(''))
}

/** Without l, r, m and n before another consonant and at the end, as Chinese leaves them out: `Donald` is t-n-t. */
function onsets(sound: string): string {
  const letters = [...sound]
  const kept = letters.filter((letter, n) => !/[lrmn]/.test(letter) || VOWEL.test(letters[n + 1] ?? ''))
  return squeezed(kept.map((letter) => CLASS[letter] ?? '').join(''))
}

const squeezed = (text: string) => text.replaceAll(/n(?=p)/g, 'm').replaceAll(/(.)\1+/g, '$1')

/** The keys under which a word in an alphabet is heard by others. */
export function soundKeys(sound: string): readonly string[] {
  return [`&${allConsonants(sound)}`, `%${onsets(sound)}`].filter((key) => key.length > 2)
}

/** The initials that a Chinese initial may stand for; each of the others is in its class. */
const INITIALS: Readonly<Record<string, readonly string[]>> = {
  j: ['s', 'k', 't'],
  q: ['s', 't', 'k'],
  h: ['k', ''],
  r: ['l', 's'],
  w: ['p', ''],
  x: ['s'],
  c: ['s'],
  y: [''],
}

function ofChinese(word: string): readonly string[] {
  const syllables = (anyAscii(word).match(/[A-Z][a-z]*/g) ?? []).map((each) => each.toLowerCase())
  return combined(
    syllables.map((syllable) => {
      const first = syllable[0] ?? ''
      return VOWEL.test(first) && first !== 'y' ? [''] : (INITIALS[first] ?? [CLASS[first] ?? ''])
    }),
  ).map((key) => `%${key}`)
}

/** Japanese says chi and ji for ti, di and zi; Korean j for z. ウラジーミル is Vladimir. */
function bySyllables(word: string): readonly string[] {
  const letters = [...soundOf(anyAscii(word).toLowerCase().replaceAll('tsu', 'tu'))]
  const isV = letters[0] === 'u' && letters.length > 1 && !VOWEL.test(letters[1] ?? '')
  const parts = letters.map((letter) => (letter === 'C' || letter === 'j' ? ['s', 't'] : [CLASS[letter] ?? '']))
  return combined(isV ? [['', 'p'], ...parts] : parts).map((key) => `&${key}`)
}

function combined(parts: readonly (readonly string[])[]): string[] {
  let keys = ['']
  for (const options of parts) {
    const next = keys.flatMap((key) => options.map((option) => key + option))
    keys = next.length > READINGS_MAX ? keys.map((key) => key + (options[0] ?? '')) : next
  }
  return [...new Set(keys.map(squeezed))].filter((key) => key.length > 1)
}

/** Which scripts of a name write a foreign one: Chinese with middle dots, Korean in words that Korean names do not have. */
interface Foreign {
  isChinese: boolean
  isKorean: boolean
}

/** Findings about the words of a name from the whole name. */
export function foreignIn(name: string): Foreign {
  const hangul = name.match(/\p{Script=Hangul}+/gu) ?? []
  return {
    isChinese: /\p{Script=Han}[·・•‧]\p{Script=Han}/u.test(name),
    isKorean: hangul.length > 1 && hangul.some((word) => [...word].length >= HANGUL_FOREIGN),
  }
}

/** The keys of a word that may be a foreign name; undefined for any other. */
export function transcribed(word: string, { isChinese, isKorean }: Foreign): readonly string[] | undefined {
  if (/^[\p{Script=Katakana}ー]{2,}$/u.test(word)) return bySyllables(word)
  if (isChinese && /^\p{Script=Han}+$/u.test(word)) return ofChinese(word)
  if (isKorean && /^\p{Script=Hangul}+$/u.test(word)) return bySyllables(word)
  return undefined
}
