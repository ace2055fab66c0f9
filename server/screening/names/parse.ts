/** A parsed name: distinguishing words and others. */
import { wordsOf, visible, type Word } from './transliteration.ts'
import { skeletonOf, soundOf } from './phonetics.ts'
import {
  COMMON_WORDS,
  FORM_WORDS_MAX,
  HONORIFICS,
  formOf,
  LEGAL_FORMS,
  NUMBERS,
  PARTICLES,
  PATRONYMIC,
  SAME_PARTICLE,
  SHIP_WORDS,
  WORD_VARIANTS,
} from './tables.ts'
import { PLACES } from './places.ts'

/** The kind of a word. Only `name` words distinguish bearers. */
export type WordKind = 'name' | 'patronymic' | 'particle' | 'honorific' | 'initial' | 'number' | 'common' | 'place'

export interface NameWord {
  text: string
  kind: WordKind
  sound: string
  skeleton: string
  script: Word['script']
  /** The first word before a comma: the family that the list files it under. */
  isFamily?: true
  /** `a` of the second part of Abdulaziz, whose initial is the servant's. */
  initial?: string | undefined
  /** A name after the comma: of the person, and not of the family. */
  isGiven?: true
  /** The word that this one and the one before it are parts of: Abdulaziz, Sirajuddin. */
  whole?: string | undefined
  /** How a foreign name in a script of syllables sounds: see `transcription.ts`. */
  heard?: readonly string[] | undefined
  /** A word of a company, which may be abbreviated: for what companies do, or its own. */
  ofCompany?: 'common' | 'own'
}

/** The kind of bearer; `any` if the list does not say. */
export type NameKind = 'person' | 'company' | 'vessel' | 'any'

export interface ParsedName {
  kind: NameKind
  words: NameWord[]
  /** The meaning of its legal forms. */
  forms: ReadonlySet<string>
  /** Omitted words: of legal forms, `and`, `the`. */
  silent: readonly string[]
  /** The signs as written, where a sign is a syllable: two such names are compared by these. */
  signs: string | undefined
  /** Set where a company's name could be one's initials: `pla`. */
  acronym: string | undefined
}

/** The maximum number of compared words. */
export const WORDS_MAX = 24
/** Legal forms that are not also family names. */
const FORMS_OF_NOBODY = new Set(['ltd', 'limited', 'llc', 'inc', 'gmbh', 'sa', 'corp', 'plc', 'jsc', 'ooo'])
const ROMAN = /^(?:x{0,3}(?:ix|iv|v?i{0,3}))$/
const MIDDLE_DIGITS = /^(?=.*[a-z].*[a-z])[a-z0-9]+$/

/** Takes a name apart as the kind of bearer writes it. Without letters or digits it has no words. */
export function parseName(name: string, kind: NameKind): ParsedName {
  const words = wordsOf(
    name.replace(/[&+]/g, ' and ').replace(/^([^,]*),(.*)$/su, kind === 'person' ? '$2 $1' : '$1 $2'),
  )
  const signs = /^[\p{Script=Han}\p{Script=Hangul}\s]+$/u.test(name) ? visible(name).replace(/\s/g, '') : undefined
  if (kind === 'person') return personOf(words, signs, /^([^,]+),/.exec(name)?.[1])
  if (kind === 'vessel')
    return {
      ...companyOf(
        words.filter(({ text }) => !SHIP_WORDS.has(text) || words.length === 1),
        signs,
      ),
      kind,
    }
  if (kind === 'company') return companyOf(words, signs)
  const company = companyOf(words, signs)
  const isCompany = company.forms.size > 0 || company.words.some((word) => word.kind === 'common')
  return { ...(isCompany ? company : personOf(words, signs)), kind: isCompany ? 'company' : 'any' }
}

function personOf(words: readonly Word[], signs: string | undefined, family?: string): ParsedName {
  const last = words.at(-1)
  const isForm = words.length > 2 && last !== undefined && FORMS_OF_NOBODY.has(last.text)
  const named = isForm ? words.slice(0, -1) : words
  const forms = new Set(isForm ? ['company'] : [])
  const all = named.flatMap(apart).slice(0, WORDS_MAX)
  const isOneWord = all.length === 1
  const list = all.map((word): NameWord => {
    const { text } = word
    if (text.length === 1) return toWord(word, isOneWord || word.script === 'syllabic' ? 'name' : 'initial')
    if (!isOneWord && SAME_PARTICLE[text] !== undefined) return toWord(word, 'particle', SAME_PARTICLE[text])
    if (!isOneWord && PARTICLES.has(text)) return toWord(word, 'particle')
    if (!isOneWord && HONORIFICS.has(text)) return toWord(word, 'honorific')
    if (/^\d+$/.test(text)) return toWord(word, 'number')
    return toWord(word, PATRONYMIC.test(text) && text.length > 6 ? 'patronymic' : 'name')
  })
  markFamily(list, family)
  // a name of titles and particles alone is that name
  const isBare = list.every(({ kind }) => kind === 'particle' || kind === 'honorific')
  return {
    kind: 'person',
    words: isBare ? list.map((word) => ({ ...word, kind: 'name' })) : list,
    forms,
    silent: [],
    signs,
    acronym: undefined,
  }
}

/** The main family name: in `CORONA ROMERO, Alfonso` it is Corona. */
function markFamily(list: NameWord[], family: string | undefined): void {
  if (family === undefined) return
  const texts = wordsOf(family)
    .flatMap(apart)
    .map(({ text }) => text)
  const names = list.filter(({ kind }) => kind === 'name')
  const own = names.filter(({ text }) => texts.includes(text))
  for (const [n, word] of list.entries())
    if (word.kind === 'name' && !own.includes(word)) list[n] = { ...word, isGiven: true }
  const [first] = own
  if (own.length < 2 || own.length === names.length || !first) return
  list[list.lastIndexOf(first)] = { ...first, isFamily: true }
}

/** `Abdulaziz` is a servant and whose, `Sirajuddin` is of the faith; `al-` may be written onto its word. */
function apart(word: Word): Word[] {
  const { text } = word
  if (word.script === 'syllabic') return [word]
  const servant = /^abd(?:u|e|a|o)?(?:l|r|s|sh)?(?=[a-z]{3,})(.+)$/.exec(text)
  if (servant && /^abd(?:ul|el|al|ol|ur|us|ush|er|ar|ou|u)/.test(text)) {
    const rest = text.replace(/^abd(?:oul|our|ul|el|al|ol|ur|us|ush|er|ar|u)/, '')
    if (rest.length >= 3 && !/^l?l?ah?$/.test(rest) && !/^l+ah?$/.test(rest))
      return [
        { ...word, text: 'abd' },
        { ...word, text: rest, initial: 'a', whole: text },
      ]
  }
  const faithful = /^(.{3,}?)(?:(?:u|e|i|a)(?:d|l))d(?:i|ee|ie)n(?:e)?$/.exec(text)
  if (faithful?.[1])
    return [
      { ...word, text: faithful[1] },
      { ...word, text: 'din', whole: text },
    ]
  return [word]
}

const SILENT = new Set([
  'and',
  'the',
  'branch',
  'filial',
  'filiale',
  'subsidiary',
  'zweigniederlassung',
  'sucursal',
  'succursale',
])

function companyOf(all: readonly Word[], signs: string | undefined): ParsedName {
  const { words, forms, formWords } = withoutForms(all)
  const spoken = joinLetters(words)
  const joined = spoken.filter(({ text }) => !SILENT.has(text) || spoken.length === 1)
  const numbered = withNumbers(joined).slice(0, WORDS_MAX)
  const list = numbered.map((word, n): NameWord => {
    const text = WORD_VARIANTS[word.text] ?? word.text
    const same = { ...word, text }
    if (/^\d+$/.test(text) || (n > 0 && ROMAN.test(text))) return toWord(same, 'number')
    if (COMMON_WORDS.has(text)) return { ...toWord(same, 'common'), ofCompany: 'common' }
    if (PLACES.has(text)) return toWord(same, 'place')
    if (numbered.length > 1 && PARTICLES.has(text)) return toWord(same, 'particle', SAME_PARTICLE[text])
    return { ...toWord(same, 'name'), ofCompany: 'own' }
  })
  const isBare = !list.some(({ kind }) => kind === 'name')
  // of the words as they are written
  const letters = list.flatMap(({ kind }, n) => (kind === 'particle' ? [] : [numbered[n]?.text[0]]))
  return {
    kind: 'company',
    words: isBare
      ? list.map((word) => (word.kind === 'common' || word.kind === 'place' ? { ...word, kind: 'name' } : word))
      : list,
    forms,
    silent: [...formWords, ...spoken.flatMap(({ text }) => (SILENT.has(text) ? text : []))],
    signs,
    acronym: letters.length >= 3 ? letters.join('') : undefined,
  }
}

/** Legal forms are taken from the end and from the beginning, spelt out or as letters, as long as a word is left. */
function withoutForms(all: readonly Word[]): { words: Word[]; forms: Set<string>; formWords: string[] } {
  const words = [...all]
  const formWords: string[] = []
  const forms = new Set<string>()
  for (const isAtEnd of [true, false]) {
    for (;;) {
      const found = formAt(words, isAtEnd)
      if (!found) break
      forms.add(found.form)
      const taken = words.splice(isAtEnd ? words.length - found.length : 0, found.length)
      formWords.push(...taken.map(({ text }) => text))
    }
  }
  return { words, forms, formWords }
}

function formAt(words: readonly Word[], isAtEnd: boolean): { form: string; length: number } | undefined {
  for (let length = Math.min(FORM_WORDS_MAX, words.length - 1); length > 0; length -= 1) {
    const part = (isAtEnd ? words.slice(-length) : words.slice(0, length)).map(({ text }) => text)
    const isLetters = part.every((text) => text.length === 1)
    const spelt = isLetters && (isAtEnd || length > 2) ? LEGAL_FORMS.get(part.join('')) : undefined
    const form = LEGAL_FORMS.get(part.join(' ')) ?? LEGAL_FORMS.get(formOf(part)) ?? spelt
    // words that are legal forms only at the end
    if (form && (isAtEnd || !AMBIGUOUS_FIRST.has(part.join(' ')))) return { form, length }
  }
  return undefined
}
const AMBIGUOUS_FIRST = new Set([
  'company',
  'co',
  'na',
  'as',
  'se',
  'corporation',
  'sal',
  'sab',
  'sia',
  'too',
  'ou',
  'a s',
  's a',
])

/** `A. B. C.` is one word. */
function joinLetters(words: readonly Word[]): Word[] {
  const joined: Word[] = []
  let isOpen = false
  for (const word of words) {
    const isLetter = /^[a-z]$/.test(word.text)
    const last = joined.at(-1)
    if (isLetter && isOpen && last) joined[joined.length - 1] = { ...last, text: last.text + word.text }
    else joined.push(word)
    isOpen = isLetter
  }
  return joined
}

/** `forty-four` is 44. */
function withNumbers(words: readonly Word[]): Word[] {
  const out: Word[] = []
  let before = 0
  for (const word of words) {
    const number = NUMBERS.get(word.text) ?? (/^\d$/.test(word.text) && before >= 20 ? Number(word.text) : undefined)
    const last = out.at(-1)
    if (number !== undefined && number > 0 && number < 10 && before >= 20 && before % 10 === 0 && last) {
      out[out.length - 1] = { ...last, text: String(before + number) }
      before = 0
      continue
    }
    out.push(number === undefined || words.length === 1 ? word : { ...word, text: String(number) })
    before = number ?? 0
  }
  return out
}

const LOOKS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' }

function toWord({ text, script, heard, initial, whole }: Word, kind: WordKind, as = text): NameWord {
  // digits among letters are disguised letters
  const read =
    kind === 'name' && MIDDLE_DIGITS.test(text) ? text.replace(/[0-9]/g, (digit) => LOOKS[digit] ?? digit) : text
  const isHidden = read !== text && !/\d{2}/.test(text)
  const sound = soundOf(isHidden ? read : as)
  const word = { text, kind, script, sound, skeleton: skeletonOf(sound) }
  return heard || initial || whole ? { ...word, heard, initial, whole } : word
}
