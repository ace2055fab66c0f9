/** Names in other scripts, in the letters that the list is written in. */
import anyAscii from 'any-ascii'

/** A letter that is not Latin. */
const OTHER = /(?=\p{L})\P{Script=Latin}/u
/** Scripts whose syllables are written without spaces between them. */
const SYLLABLES = /\p{Script=Han}|\p{Script=Hangul}/u

/** `Юрий` → `Yuriy`, `毛泽东` → `Mao Zedong`; undefined for what is in Latin letters, whatever stands on them. */
export function toLatin(name: string): string | undefined {
  if (!OTHER.test(name)) return undefined
  return name
    .split(/\s+/)
    .map((word) => (SYLLABLES.test(word) ? inTwo(anyAscii(word)) : OTHER.test(word) ? anyAscii(word) : word))
    .join(' ')
}

/** Each syllable begins with a capital: the first is the family's, the others make the given name. */
function inTwo(syllables: string): string {
  return syllables.replace(/^([A-Z][a-z]*)([A-Z].*)$/, (_, family: string, given: string) => {
    return `${family} ${given.charAt(0)}${given.slice(1).toLowerCase()}`
  })
}
