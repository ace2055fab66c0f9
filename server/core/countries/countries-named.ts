/** Countries by the two letters of ISO 3166-1, however a list, a platform or a person writes them. */
import { plainText } from '#contract/fold-text.ts'
import { COUNTRY_NAMES, FORMER_COUNTRIES } from './names.ts'

/** Languages in which the names of countries are also read. */
const LANGUAGES =
  'ar az be bg bs ca cs da de el es et fa fi fr ga he hi hr hu hy id it ja ka kk ko lt lv mk mt nl no pl pt ro ru sk sl sq sr sv th tr uk ur uz vi zh zh-Hant'

const SHORT: Readonly<Record<string, string>> = {
  rep: 'republic',
  dem: 'democratic',
  st: 'saint',
  ste: 'saint',
  islands: 'island',
  isl: 'island',
  territories: 'territory',
  fmr: 'former',
  people: 'peoples',
}
const SILENT = new Set(['', 'the', 'of', 'and', 'y', 'et', 'und'])

/** The words of a name in one order; without "the", "of" and "and", and with a few abbreviations written out. */
function keyOf(text: string): string {
  const words = plainText(text)
    .replaceAll(/['’`´.]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => !SILENT.has(word))
  return words
    .map((word) => SHORT[word] ?? word)
    .toSorted()
    .join(' ')
}

const byCode = new Map<string, readonly string[]>()
const byName = new Map<string, string[]>()

function learn(name: string, codes: readonly string[]): void {
  const known = byName.get(keyOf(name))
  if (!known) byName.set(keyOf(name), [...codes])
  else known.push(...codes.filter((code) => !known.includes(code)))
}

/** The codes of a line, and what it says for them. */
function parts(line: string): [codes: string[], names: string[]] {
  const [, codes = '', names = ''] = /^((?:[A-Z]{2,4} )*[A-Z]{2,4}(?=;|$)|[A-Z]{2} [A-Z]{3} )(.*)$/.exec(line) ?? []
  return [
    codes.trim().split(' '),
    names
      .split(/[;~]/)
      .map((name) => name.trim())
      .filter(Boolean),
  ]
}

for (const line of COUNTRY_NAMES.trim().split('\n')) {
  const [[code = '', letters = ''], names] = parts(line)
  byCode.set(code, [code]).set(letters, [code])
  for (const name of names) learn(name, [code])
}
/** ISO 3166-1 alpha-2 and Kosovo's. */
export const COUNTRY_CODES: readonly string[] = [...byCode.keys()].filter((code) => code.length === 2)

for (const line of FORMER_COUNTRIES.trim().split('\n')) {
  const [[code = '', ...today], names] = parts(line)
  byCode.set(code, today)
  for (const name of names) learn(name, today)
}

let foreign: Map<string, string> | undefined

/** In other languages; made when it is first needed, which lists in English never do. */
function inOtherLanguages(key: string): string | undefined {
  if (!foreign) {
    foreign = new Map()
    for (const language of ['en', ...LANGUAGES.split(' ')]) {
      for (const style of ['long', 'short'] as const) {
        const names = new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' })
        for (const code of COUNTRY_CODES) {
          const name = keyOf(names.of(code) ?? '')
          if (name && !foreign.has(name)) foreign.set(name, code)
        }
      }
    }
  }
  return foreign.get(key)
}

/** Words around a country that say how sure or how old it is. */
const QUALIFIERS =
  /\b(?:possibly|probably|likely|allegedly|reportedly|formerly|former|currently|citizen|national(?:ity)?|citizenship|region|so-called)\b:?/gi
/** Said of somebody who has none, or of whom it is not known. */
const NONE = new Set(
  [
    'undetermined',
    'unknown',
    'stateless',
    'none',
    'n a',
    'na',
    'not applicable',
    'applicable not',
    'known not',
    '0',
    'xx',
    'xxx',
    'zz',
    '00',
    'available not',
  ].map(keyOf),
)

/**
 * The countries that a text names as one: `Iran`, `ir`, `IRN` and `Iran (Islamic Republic of)` are `IR`; `Yugoslavia` is
 * every country that came of it. Empty where it says that there is none; undefined where it is not understood.
 */
export function countriesNamed(text: string): readonly string[] | undefined {
  const said = text.trim()
  const coded = byCode.get(said.toUpperCase())
  if (coded) return coded
  for (const one of [said, said.replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' '), said.replaceAll(QUALIFIERS, ' ')]) {
    const key = keyOf(one)
    if (key === '') continue
    if (NONE.has(key)) return []
    const found = byName.get(key)
    if (found) return found
    const translated = inOtherLanguages(key)
    if (translated) return [translated]
  }
  return undefined
}
