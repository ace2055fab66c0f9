/**
 * Text as searches compare it: "jose" finds José, "strasse" Straße, "jeanluc" Jean-Luc and Jean Luc. The database has the
 * same as its function `fold_text`; `tests/contract/fold-text.test.ts` holds the two together.
 */

/**
 * Marks on letters that are spelt with and without them, and characters without width. Vowel signs, as of Devanagari and
 * Thai, are letters and stay.
 */
export const MARKS = String.raw`\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0600-\u0605\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u0898-\u089f\u08ca-\u08ff\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u0e47-\u0e4c\u0ec8-\u0ecc\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\ufff9-\ufffb`

/** Spaces, hyphens, apostrophes, full stops, commas and middle dots: written or not as people like. */
export const SEPARATORS = String.raw`\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000'‘’‚‛′\u0060´ʹ-ʿ\u02c8\u02ca\u02cb\u055a\u05f3ꞌ.,·・\u2027\u05be\u2010-\u2015\u2212\u002d`

/** Letters without a decomposition, and other forms of a letter: those of the first text become those of the second. */
export const LETTERS = ['ıłøđðħŧɨςىیېکۀھةہە٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'iloddhtiσيييكههههه01234567890123456789'] as const

export const LIGATURES: readonly (readonly [string, string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
]

const marks = new RegExp(`[${MARKS}]`, 'gu')
const separators = new RegExp(`[${SEPARATORS}]`, 'gu')
const plain = new Map([
  ...LIGATURES,
  ...[...LETTERS[0]].map((letter, i) => [letter, [...LETTERS[1]][i] ?? ''] as const),
])
const special = new RegExp(`[${[...plain.keys()].join('')}]`, 'gu')

/** Nearly all text is ASCII: no other step applies to it. */
// oxlint-disable-next-line no-control-regex -- ASCII is what is meant
const ascii = /^[\u0000-\u007f]*$/

/** Without marks, case, width and variants of letters; words stay apart. */
export function plainText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(special, (letter) => plain.get(letter) ?? letter)
}

/**
 * The same in one piece, without separators. A text contains a term if its folded text contains the folded term; a term
 * of separators alone folds to nothing, which every text contains.
 */
export function foldText(text: string): string {
  return plainText(text).replace(separators, '')
}
