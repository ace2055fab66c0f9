/** Finds the few names of a list that a name could be, by the sounds of their words, among tens of thousands. */
import { COMMON_NAMES, rarityAnywhere } from './names/common.ts'
import { compareNames, type Compared } from './names/compare.ts'
import { alternativesOf } from './names/transliteration.ts'
import { parseName, type NameKind, type NameWord, type ParsedName } from './names/parse.ts'
import { skeletonOf, skeletonsOf, soundOf } from './names/phonetics.ts'
import { groupsOf } from './names/tables.ts'
import { soundKeys } from './names/transcription.ts'

/** A name of the index that resembles the query. */
export interface SimilarName extends Compared {
  /** The value that was added. */
  item: number
}

/** The maximum number of candidates compared with a name: those with most in common. */
const CANDIDATES_MAX = 60
/** A candidate's minimum share of the shorter name's weight. */
const SHARED = 0.48
/** The weight of a word that differs by one letter or sound. */
const NEAR = 0.7
/** Names under one key of a slip, at most. */
const NEAR_MAX = 2500

interface Indexed {
  item: number
  parsed: ParsedName
}

/** The names with a key, each once, with the word that has it. */
interface Posting {
  names: number[]
  words: NameWord[]
  /** The weight of those words. */
  weights: Float32Array
}

/** Names of one kind of bearer. Filled once, then asked. */
export class NameIndex {
  readonly #kind: NameKind
  readonly #like: NameIndex | undefined
  readonly #common: ReadonlySet<string>
  readonly #names: Indexed[] = []
  readonly #words = new Map<string, NameWord>()
  readonly #postings = new Map<string, Posting>()
  /** The number of names with a sound. */
  readonly #counts = new Map<string, number>()
  /** By name: the weight of its words, the weight matched so far, and the time of the last match. */
  #weights = new Float32Array(0)
  #shared = new Float32Array(0)
  #seen = new Uint32Array(0)
  /** By candidate name: the common share of both names. */
  #ranks = new Float64Array(0)
  #turn = 0
  /** True if a name is a foreign one by sounds. */
  #hasForeign = false
  #isReady = false

  /** `like`: an index with all names, where this one has some of them: how rare a word is follows that. `common`: words that many are called wherever one is. */
  constructor(kind: NameKind, like?: NameIndex, common = COMMON_NAMES) {
    this.#kind = kind
    this.#like = like
    this.#common = common
  }

  get size(): number {
    return this.#names.length
  }

  /** True if the name can be compared: one without a letter or digit cannot. */
  add(item: number, name: string): boolean {
    let isUsable = false
    for (const each of alternativesOf(name)) {
      const parsed = parseName(each, this.#kind)
      if (parsed.words.length === 0) continue
      isUsable = true
      const own = { ...parsed, words: parsed.words.map((word) => this.#kept(word)) }
      const n = this.#names.push({ item, parsed: own }) - 1
      for (const word of told(own)) {
        this.#hasForeign ||= word.heard !== undefined
        this.#counts.set(word.sound, (this.#counts.get(word.sound) ?? 0) + 1)
        for (const key of keysToKeep(word)) this.#post(key, n, word)
      }
      for (const key of wholeKeys(own)) this.#post(key, n, WHOLE)
    }
    this.#isReady = false
    return isUsable
  }

  #post(key: string, n: number, word: NameWord): void {
    const there = this.#postings.get(key)
    if (!there) this.#postings.set(key, { names: [n], words: [word], weights: new Float32Array(0) })
    else if (there.names.at(-1) !== n) {
      there.names.push(n)
      there.words.push(word)
    }
  }

  /** The names that are at least so similar but for the doubt of common names, each item by its likest name. */
  find(name: string, least: number): SimilarName[] {
    this.#prepare()
    const best = new Map<number, SimilarName>()
    for (const each of alternativesOf(name)) {
      const asked = parseName(each, this.#kind)
      for (const n of this.#candidates(asked)) {
        const found = this.#names[n]
        if (!found) continue
        const compared = compareNames(asked, found.parsed, this.#rarity)
        const certain = compared.score - (compared.doubt ?? 0)
        if (certain < least || compared.score <= (best.get(found.item)?.score ?? -1)) continue
        best.set(found.item, { ...compared, item: found.item })
      }
    }
    return [...best.values()]
  }

  readonly #rarity = (word: NameWord): number =>
    Math.min(this.#weightOf(word.sound), rarityAnywhere(word.text, this.#common))

  /** From 0 for a sound in every name to 1 for one in a single name. */
  #weightOf(sound: string): number {
    if (this.#like) return this.#like.#weightOf(sound)
    const all = Math.log(this.#names.length + 2)
    return Math.max(0.05, 1 - Math.log(Math.max(1, this.#counts.get(sound) ?? 1)) / all)
  }

  #prepare(): void {
    if (this.#isReady) return
    const weightOf = new Map<NameWord, number>([[WHOLE, Number.POSITIVE_INFINITY]])
    for (const word of this.#words.values()) weightOf.set(word, this.#weightOf(word.sound))
    for (const posting of this.#postings.values())
      posting.weights = Float32Array.from(posting.words, (word) => weightOf.get(word) ?? 1)
    this.#weights = Float32Array.from(this.#names, ({ parsed }) =>
      told(parsed).reduce((sum, word) => sum + (weightOf.get(word) ?? 1), 0),
    )
    this.#shared = new Float32Array(this.#names.length)
    this.#seen = new Uint32Array(this.#names.length)
    this.#ranks = new Float64Array(this.#names.length)
    this.#isReady = true
  }

  #kept(word: NameWord): NameWord {
    const key = `${word.text} ${word.kind} ${word.script} ${word.sound} ${word.isFamily ?? ''} ${word.isGiven ?? ''} ${word.ofCompany ?? ''} ${word.whole ?? ''} ${word.initial ?? ''} ${word.heard?.join() ?? ''}`
    const there = this.#words.get(key)
    if (there) return there
    this.#words.set(key, word)
    return word
  }

  #candidates(asked: ParsedName): number[] {
    const touched: number[] = []
    let weight = 0
    for (const word of told(asked)) {
      const worth = this.#weightOf(word.sound)
      weight += worth
      this.#turn += 1
      const { exact, near } = keysToAsk(word, this.#hasForeign)
      for (const key of exact) this.#count(key, worth, 1, touched)
      for (const key of near) this.#count(key, worth, NEAR, touched)
    }
    this.#turn += 1
    for (const key of wholeKeys(asked)) this.#count(key, weight, 1, touched)
    const [weights, shared, ranks] = [this.#weights, this.#shared, this.#ranks]
    const found: number[] = []
    for (const n of touched) {
      const own = weights[n] ?? 0
      const common = Math.min(shared[n] ?? 0, weight, own)
      shared[n] = 0
      if (common < SHARED * Math.max(0.05, Math.min(weight, own))) continue
      ranks[n] = common / (weight + own - common)
      found.push(n)
    }
    if (found.length > CANDIDATES_MAX) found.sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0))
    return found.slice(0, CANDIDATES_MAX)
  }

  /** Counts a key for the names that have it: a word counts once for a name, however many of its keys meet. */
  #count(key: string, worth: number, share: number, touched: number[]): void {
    const posting = this.#postings.get(key)
    if (!posting) return
    const { names, weights } = posting
    // a word within one typo of many names distinguishes none: the other words find them
    if (share < 1 && names.length > NEAR_MAX) return
    const [shared, seen, turn] = [this.#shared, this.#seen, this.#turn]
    for (let at = 0; at < names.length; at += 1) {
      const n = names[at] ?? 0
      if (seen[n] === turn) continue
      seen[n] = turn
      const before = shared[n] ?? 0
      if (before === 0) touched.push(n)
      // no more than that name's own word
      shared[n] = before + share * Math.min(worth, weights[at] ?? 0)
    }
  }
}

/** Represents all words of a name in the keys of the whole. */
const WHOLE: NameWord = { text: '', kind: 'name', sound: '', skeleton: '', script: 'alphabet' }

/** The distinguishing words. */
function told({ words }: ParsedName): NameWord[] {
  const named = words.filter(
    ({ kind }) =>
      kind === 'name' || kind === 'patronymic' || kind === 'number' || kind === 'place' || kind === 'common',
  )
  return named.length > 0 ? named : words
}

/** From this many consonants on a typo is searched among them, below that among all letters of the sound. */
const CONSONANTS = 4
const SOUND_MAX = 14

/** Sounds with one typo share a key with one letter left out. */
function slipKeys({ sound, skeleton }: Pick<NameWord, 'sound' | 'skeleton'>): string[] {
  const isLong = skeleton.length >= CONSONANTS
  const [mark, text] = isLong ? ['-', skeleton] : ['~', sound.slice(0, SOUND_MAX)]
  if (text.length < 3) return text === '' ? [] : [mark + text]
  const keys = [mark + text]
  for (let n = 0; n < text.length; n += 1) keys.push(mark + text.slice(0, n) + text.slice(n + 1))
  return keys
}

/** Of a word that was taken apart, as a typo leaves it in one piece. */
function wholeSlips({ whole }: NameWord): string[] {
  if (whole === undefined) return []
  const sound = soundOf(whole)
  return slipKeys({ sound, skeleton: skeletonOf(sound) })
}

const groupKeys = ({ text }: NameWord) => [...(groupsOf(text) ?? [])].map((group) => `#${group}`)

/** The keys under which a word is indexed. */
function keysToKeep(word: NameWord): string[] {
  const { sound, skeleton, script } = word
  const read = script === 'abjad' ? skeletonsOf(sound).flatMap((each) => [each, `!${each}`]) : [skeleton]
  const heard = word.heard ?? (script === 'alphabet' ? soundKeys(sound) : [])
  return [`=${sound}`, ...read, ...groupKeys(word), ...slipKeys(word), ...heard, ...wholeSlips(word)]
}

/**
 * The keys under which a word is searched. Two consonants alone are too common: they are searched only for scripts
 * without vowels.
 */
function keysToAsk(word: NameWord, hasForeign: boolean): { exact: string[]; near: string[] } {
  const { sound, skeleton, script } = word
  const read = script === 'abjad' ? skeletonsOf(sound) : skeleton.length > 2 ? [skeleton] : []
  const heard = word.heard ?? (hasForeign && script === 'alphabet' ? soundKeys(sound) : [])
  return {
    exact: [`=${sound}`, `!${skeleton}`, ...read, ...groupKeys(word), ...heard],
    // another syllable is another name
    near: script === 'syllabic' ? [] : [...slipKeys(word), ...wholeSlips(word)],
  }
}

function wholeKeys(parsed: ParsedName): string[] {
  const words = told(parsed)
  const keys: string[] = []
  if (parsed.acronym) keys.push(`@${parsed.acronym}`)
  const [only] = words
  if (words.length === 1 && only) keys.push(`@${only.text}`)
  const whole = parsed.words.map(({ skeleton }) => skeleton).join('')
  if (whole.length > 4) keys.push(`+${whole.replace(/(.)\1+/g, '$1')}`)
  return keys
}
