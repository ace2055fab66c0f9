/** Letters of every script, as the lower-case Latin letters that names are compared in. */
import anyAscii from 'any-ascii'
import { foreignIn, transcribed } from './transcription.ts'

/** The maximum compared length of a name; the hit shows all of it. */
export const NAME_MAX = 400

/** Scripts that do not write their vowels: their words are compared by consonants. */
const ABJAD = /\p{Script=Arabic}|\p{Script=Hebrew}/u
/** Scripts whose vowels any-ascii guesses or leaves out. */
const GUESSED = /\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}|\p{Script=Tibetan}/u
/** Scripts whose consonants bear an a where no other vowel is written. */
const INHERENT =
  /\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Gurmukhi}|\p{Script=Gujarati}|\p{Script=Telugu}|\p{Script=Kannada}|\p{Script=Malayalam}|\p{Script=Sinhala}|\p{Script=Tamil}/u
/** Scripts in which a sign is a syllable or a word. */
const SYLLABIC = /\p{Script=Han}|\p{Script=Hangul}/u
/** Marks that show nothing: direction, joiners, byte order, variation selectors. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|\p{Variation_Selector}/gu
/** Persian and Urdu write a compound with an invisible joiner. */
const JOINERS = /[\u200C\u200D]/gu
/** Vowel signs and lengthening of Arabic and Hebrew, which most writers leave out. */
const POINTS = /[\u0591-\u05C7\u0610-\u061A\u064B-\u065F\u0670\u0640]/gu
const APOSTROPHES = /['’‘ʼʻ`´ʿʾ′]/gu

/** A word of a name with the script it was written in. */
export interface Word {
  /** Lower-case ASCII letters and digits; never empty. */
  text: string
  /** True if the script has vowels, or syllabic characters. */
  script: 'alphabet' | 'abjad' | 'syllabic'
  /** The keys of a foreign name: see `transcription.ts`. */
  heard?: readonly string[] | undefined
  /** The word that it was taken from, with the one before it. */
  whole?: string | undefined
  /** Its initial, where that is another letter than its first. */
  initial?: string | undefined
}

/** The name without what cannot be seen and without emoji; at most `NAME_MAX` characters. */
export function visible(name: string): string {
  const text = name
    .slice(0, NAME_MAX * 4)
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(JOINERS, '')
    .replace(POINTS, '')
  return text
    .replace(/\p{Extended_Pictographic}/gu, (sign) => (/\p{L}|\p{N}/u.test(sign) ? sign : ' '))
    .slice(0, NAME_MAX)
}

/** The words of a name in order. An apostrophe is part of a word; any other non-letter separates words. */
export function wordsOf(name: string): Word[] {
  // `SergeiLavrov` lost its space
  const text = visible(name)
    .replace(APOSTROPHES, '')
    .replace(/(\p{Ll}{3})(?=\p{Lu})/gu, '$1 ')
  const found: Word[] = []
  const foreign = foreignIn(text)
  for (const [piece] of text.matchAll(/[\p{L}\p{M}\p{N}]+\.?/gu)) {
    const bare = piece.endsWith('.') ? piece.slice(0, -1) : piece
    const heard = transcribed(bare, foreign)
    for (const word of wordsIn(bare, /[^\p{L}\p{M}]/u.test(text.trim()))) found.push(heard ? { ...word, heard } : word)
  }
  return found
}

function wordsIn(bare: string, isOneOfSeveral: boolean): Word[] {
  if (SYLLABIC.test(bare)) return syllables(bare, isOneOfSeveral).map((text) => ({ text, script: 'syllabic' }))
  if (ABJAD.test(bare)) {
    // the article is written onto the word
    const parts = bare.startsWith('ال') && bare.length > 4 ? ['al', unvowelled(bare.slice(2))] : [unvowelled(bare)]
    const known = READ[bare.replaceAll('ي', 'ی').replaceAll('أ', 'ا')]
    if (known) return [{ text: known, script: 'alphabet' }]
    return parts.filter(Boolean).map((text) => ({ text, script: 'abjad' }))
  }
  const text = INHERENT.test(bare) ? indic(bare) : latin(bare)
  if (text === '') return []
  const script = GUESSED.test(bare) ? 'abjad' : 'alphabet'
  return [{ text, script }]
}

/** Letters that one language writes with two others. */
const GERMANIC: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ə: 'a', ı: 'i' }

function latin(word: string): string {
  const plain = word.toLowerCase().replace(/[ßæœþəı]/gu, (sign) => GERMANIC[sign] ?? sign)
  return anyAscii(
    plain
      .normalize('NFKD')
      .replace(/[\u0300-\u036F]/gu, '')
      .normalize('NFC'),
  )
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** Long vowels are written, and fall away in any-ascii. */
const LONG: Readonly<Record<string, string>> = {
  ا: 'a',
  أ: 'a',
  إ: 'i',
  آ: 'a',
  ع: 'a',
  ة: 'a',
  ى: 'a',
  א: 'a',
  ע: 'a',
}

/** Letters of Hebrew as they are read where they begin a word, and where any-ascii has another sound. */
const HEBREW: readonly (readonly [RegExp, string])[] = [
  [/^ב/, 'b'],
  // a k that no h after it makes a kh of
  [/^כ/, 'q'],
  [/ש/g, 'sh'],
  [/ף/g, 'f'],
  [/[צץ]/g, 'tz'],
]

/** Names whose vowels are known, of which other vowels would make another name. */
const READ: Readonly<Record<string, string>> = {
  محمد: 'mohammed',
  محمود: 'mahmud',
  احمد: 'ahmed',
  حامد: 'hamed',
  حمید: 'hamid',
  علی: 'ali',
  علاء: 'ala',
  حسن: 'hassan',
  حسین: 'hussein',
  کمال: 'kamal',
  كمال: 'kamal',
  کامل: 'kamel',
  كامل: 'kamel',
  یوسف: 'yusuf',
  عمر: 'omar',
  عامر: 'amer',
  امیر: 'amir',
  سعید: 'saeed',
  سعد: 'saad',
  ناصر: 'nasser',
  نصر: 'nasr',
  خالد: 'khalid',
  رشید: 'rashid',
  کریم: 'karim',
  كریم: 'karim',
  جمال: 'jamal',
  جمیل: 'jamil',
  سلیم: 'salim',
  سالم: 'salem',
}

function unvowelled(word: string): string {
  // a vowel at the beginning is written with two letters
  const vowelled = word.replace(/^[أا]و(?=..)/u, 'u').replace(/^[إا]ي(?=..)/u, 'i')
  const read = HEBREW.reduce((text, [pattern, to]) => text.replace(pattern, to), vowelled)
  return latin(read.replace(/[اأإآعةىאע]/gu, (letter) => LONG[letter] ?? ''))
}

/** `इन्द्र` is written i-n-d-r and said indra; a last a is not said. */
function indic(word: string): string {
  const spelt = word.normalize('NFC').replace(/\p{L}(?![\p{Mn}\p{Mc}])/gu, (letter) => {
    const one = latin(letter)
    return /[aeiou]$/.test(one) ? one : `${one}a`
  })
  const text = latin(spelt)
  return text.length > 3 ? text.replace(/([^aeiou])a$/, '$1') : text
}

/**
 * Each character begins with a capital; the first one of a Chinese name is the family name. Foreign names have
 * separators.
 */
function syllables(word: string, isOneOfSeveral: boolean): string[] {
  const isHangul = /\p{Script=Hangul}/u.test(word)
  const read = anyAscii(word).match(/[A-Z][a-z]*|[a-z]+|\d+/g) ?? []
  // eo and eu are what others write o and u
  const lower = read.map((each) =>
    isHangul ? each.toLowerCase().replace('eo', 'o').replace('eu', 'u') : each.toLowerCase(),
  )
  if (isOneOfSeveral) return [lower.join('')]
  if (lower.length < 2 || lower.length > 4) return lower
  const [family = '', ...given] = lower
  return [family, given.join('')]
}

/** The names in one field: `Al-Qa'ida/Islamic Army`, `Doe (alias Roe)`, up to a maximum. */
export function alternativesOf(name: string): string[] {
  const parts = name
    .slice(0, NAME_MAX)
    .split(/(?:\/|;|\ba\.?k\.?a\.?\b|\bf\.?k\.?a\.?\b)/iu)
    .map((part) => part.trim())
  const named = parts.filter((part) => part.replace(/[^\p{L}]/gu, '').length > 3)
  return named.length > 1 && named.length === parts.length ? [name, ...named.slice(0, 4)] : [name]
}
