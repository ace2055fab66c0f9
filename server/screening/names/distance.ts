/** The edit distance between two words. */

const VOWELS = new Set('aeiou')
/** Letters that are confused by sound or shape: half a letter. */
const ALIKE = new Set(
  [
    'ae',
    'ai',
    'ao',
    'ei',
    'ou',
    'eo',
    'iu',
    'au',
    'eu',
    'io',
    'bp',
    'dt',
    'gk',
    'fv',
    'sz',
    'sS',
    'SC',
    'sC',
    'jZ',
    'zZ',
    'kX',
    'hX',
    'gX',
    'jy',
    'iy',
    'ij',
    'lr',
    'mn',
    'uv',
    'jg',
    'jC',
    '0o',
    '1i',
    '1l',
    '3e',
    '4a',
    '5s',
    '8b',
    '9g',
    '7t',
  ].flatMap(([a = '', b = '']) => [a + b, b + a]),
)

/** Prices of a slip, in letters. */
export interface Prices {
  /** The cost of a letter for one with a similar sound. */
  alike: number
  /** A vowel that is there or not. */
  vowel: number
  /** A breath, glide or mark that is there or not. */
  breath: number
  swapped: number
}

export const WRITTEN: Prices = { alike: 0.5, vowel: 0.7, breath: 0.4, swapped: 0.8 }
/** Every slip counts the same. */
export const TYPO_PRICES: Prices = { alike: 1, vowel: 1, breath: 1, swapped: 1 }
const LONGEST = 64
const CODES = 128
const row = () => new Float64Array(LONGEST + 1)
let before = row()
let last = row()
let now = row()

interface Table {
  dropped: Float64Array
  replaced: Float64Array
}

/** Costs by letter, precomputed: this is the innermost loop. */
const tables = new Map<Prices, Table>()
function tableOf(prices: Prices): Table {
  const there = tables.get(prices)
  if (there) return there
  const letters = Array.from({ length: CODES }, (_, code) => String.fromCharCode(code))
  const table = {
    dropped: Float64Array.from(letters, (letter) => dropped(letter, prices)),
    replaced: Float64Array.from({ length: CODES * CODES }, (_, n) => {
      const [x = '', y = ''] = [letters[Math.floor(n / CODES)], letters[n % CODES]]
      return x === y ? 0 : ALIKE.has(x + y) ? prices.alike : 1
    }),
  }
  tables.set(prices, table)
  return table
}

/** Letters of a consonantal script that may represent a vowel, or have two readings. */
const MATRES: Readonly<Record<string, string>> = {
  a: 'aeiou',
  y: 'ieay',
  i: 'ieyj',
  v: 'ouvb',
  u: 'ouv',
  h: 'ahe',
  // Arabic has no p, v and g
  b: 'pv',
  f: 'pv',
  g: 'k',
  S: 's',
}
const REPLACED: Table['replaced'] = Float64Array.from({ length: CODES * CODES }, (_, n) => {
  const [x, y] = [String.fromCharCode(Math.floor(n / CODES)), String.fromCharCode(n % CODES)]
  if (x === y) return 0
  return MATRES[x]?.includes(y) ? 0.1 : ALIKE.has(x + y) ? 0.6 : 1
})

/**
 * The distance of a word in a consonantal script from one with vowels: unwritten vowels are free, written letters must
 * match.
 */
export function unvowelledDistance(written: string, said: string, most: number): number {
  let above = new Float64Array(said.length + 1)
  for (let j = 1; j <= said.length; j += 1) above[j] = (above[j - 1] ?? 0) + free(said[j - 1] ?? '', j === 1)
  for (let i = 1; i <= written.length; i += 1) {
    const x = written[i - 1] ?? ''
    // a last y is said
    const gone = 'aiuvyh'.includes(x) && !(i === written.length && 'yi'.includes(x)) ? 0.5 : 1
    const line = new Float64Array(said.length + 1)
    line[0] = (above[0] ?? 0) + gone
    for (let j = 1; j <= said.length; j += 1) {
      const other = REPLACED[x.charCodeAt(0) * CODES + said.charCodeAt(j - 1)] ?? 1
      line[j] = Math.min(
        (above[j - 1] ?? 0) + other,
        (above[j] ?? 0) + gone,
        (line[j - 1] ?? 0) + free(said[j - 1] ?? '', j === 1),
      )
    }
    if (Math.min(...line) > most) return Number.POSITIVE_INFINITY
    above = line
  }
  const cost = above[said.length] ?? 0
  return cost > most ? Number.POSITIVE_INFINITY : cost
}

/** The first vowel of a word is always written, one inside it seldom. */
function free(letter: string, isFirst: boolean): number {
  return VOWELS.has(letter) ? (isFirst ? 0.5 : 0.05) : letter === 'h' ? 0.3 : 1
}

/** Optimal string alignment with the prices above, of ASCII text; more than `most` comes back as Infinity. */
export function distance(from: string, to: string, most: number, prices: Prices = WRITTEN): number {
  if (from === to) return 0
  const table = tableOf(prices)
  const width = Math.min(LONGEST, to.length)
  const height = Math.min(LONGEST, from.length)
  last[0] = 0
  for (let j = 1; j <= width; j += 1) last[j] = (last[j - 1] ?? 0) + priceOf(table, to.charCodeAt(j - 1))
  for (let i = 1; i <= height; i += 1) {
    const x = from.charCodeAt(i - 1)
    const gone = priceOf(table, x)
    let least = (last[0] ?? 0) + gone
    now[0] = least
    for (let j = 1; j <= width; j += 1) {
      const y = to.charCodeAt(j - 1)
      const other = x < CODES && y < CODES ? (table.replaced[x * CODES + y] ?? 1) : x === y ? 0 : 1
      let cost = (last[j - 1] ?? 0) + other
      const shorter = (last[j] ?? 0) + gone
      if (shorter < cost) cost = shorter
      const longer = (now[j - 1] ?? 0) + priceOf(table, y)
      if (longer < cost) cost = longer
      if (i > 1 && j > 1 && x !== y && x === to.charCodeAt(j - 2) && y === from.charCodeAt(i - 2)) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + prices.swapped)
      }
      now[j] = cost
      if (cost < least) least = cost
    }
    if (least > most) return Number.POSITIVE_INFINITY
    ;[before, last, now] = [last, now, before]
  }
  const cost = last[width] ?? 0
  return cost > most ? Number.POSITIVE_INFINITY : cost
}

function priceOf({ dropped }: Table, code: number): number {
  return code < CODES ? (dropped[code] ?? 1) : 1
}

function dropped(letter: string, prices: Prices): number {
  if (VOWELS.has(letter)) return prices.vowel
  if (letter === 'h' || letter === 'y') return prices.breath
  return letter === 'v' ? Math.max(prices.breath, Math.min(prices.vowel * 2, 1)) : 1
}

/** Two letters transposed, or one doubled: no other name is written so. */
export function isTypo(a: string, b: string): boolean {
  if (a.length !== b.length) {
    const single = (text: string) => text.replaceAll(/(.)\1+/g, '$1')
    return Math.abs(a.length - b.length) <= 2 && a[0] === b[0] && single(a) === single(b)
  }
  return distance(a, b, 1, TYPO_PRICES) <= 1 && [...a].toSorted().join('') === [...b].toSorted().join('')
}
