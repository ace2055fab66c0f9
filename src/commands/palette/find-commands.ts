/**
 * Finds commands by what people type: the words of titles and keywords by their beginnings, in any order and form, and
 * with typing errors. Part of the palette's own chunk.
 */
import MiniSearch from 'minisearch'
import { stemmer } from 'stemmer'
import type { Command } from '#src/commands/command.ts'
import { fold } from './rank.ts'

/** A command that can be found. */
export interface Entry {
  command: Pick<Command, 'id' | 'shortTitle' | 'keywords'>
  /** As it reads here, without what it acts on. */
  title: string
  /** The bonus on its match, 0 to 0.5: it fits the place, and is used often. */
  bonus: number
}

export interface Finding<E extends Entry = Entry> {
  /** Best first; never empty for any entries and a query with a letter or a digit. */
  found: readonly E[]
  /** `error`: only with typing errors; `nearest`: no entry has all the words. */
  how: 'match' | 'error' | 'nearest'
}

export interface CommandFinder {
  find<E extends Entry>(entries: readonly E[], query: string): Finding<E>
}

/** How well a word matches, by the field it is found in. */
const QUALITY = {
  title: { exact: 1, form: 0.95, prefix: 0.85, typo: 0.5 },
  keywords: { exact: 0.8, form: 0.76, prefix: 0.62, typo: 0.4 },
} as const
type Field = keyof typeof QUALITY
type Kind = keyof (typeof QUALITY)[Field]

/** Words that add little: they are found, and nobody is required to have them. */
const WEAK = new Set('a all an and as at by for from i in is it me my now of on or the this to up with'.split(' '))
const WEAK_WEIGHT = 0.2

/** The bonus of a whole match on that of its words. An exact title is above everything. */
const WHOLE = { title: 10, titleStart: 0.2, keyword: 0.42, literal: 0.3, coverage: 0.12 } as const

/** Of the nearest, those that match at least this share of what the best one does. */
const NEAR = 0.5
const MOST_NEAREST = 8

const splitWords = (text: string) =>
  fold(text)
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean)

const stemOf = (word: string) => stemmer(correctSpelling(word))

const PARTICLES = new Set(['a', 'an', 'of', 'the', 'to'])

/** The words of a phrase without particles, by their stems, whatever their order. */
const phraseKey = (words: readonly string[]) =>
  words
    .filter((word) => !PARTICLES.has(word))
    .map(stemOf)
    .toSorted()
    .join(' ')

/** The word with two neighbouring letters exchanged, the commonest error of fast hands. */
const swapped = (word: string) =>
  Array.from(
    { length: Math.max(0, word.length - 1) },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  )

/** How well a word of the query matches, by the id of the command. */
type WordMatches = Map<string, number>

/** A word of a query, prepared once for all entries. */
interface Word {
  text: string
  weight: number
  matches: WordMatches
}

/** An index over the words that commands always have; what a title says here is matched when it is asked for. */
export function createCommandFinder(commands: readonly Entry['command'][]): CommandFinder {
  const index = new MiniSearch<Entry['command']>({
    fields: ['title', 'keywords'],
    extractField: (command, field) =>
      field === 'id' ? command.id : field === 'title' ? command.shortTitle : command.keywords.join(' '),
    tokenize: splitWords,
    processTerm: (word) => [...new Set([word, correctSpelling(word), stemOf(word)])],
  })
  index.addAll(commands)
  const phrases = new Map(
    commands.map(({ id, keywords }) => [id, new Set(keywords.map((one) => phraseKey(splitWords(one))))]),
  )
  const literals = new Map(commands.map(({ id, keywords }) => [id, new Set(keywords.map(fold))]))
  const known = new Map<string, WordMatches>()

  function search(matches: WordMatches, text: string, fuzzy: number, kindOf: (term: string) => Kind): void {
    for (const { id, match } of index.search(text, { prefix: true, fuzzy, processTerm: (term) => term }))
      for (const [term, fields] of Object.entries(match))
        for (const field of fields as Field[]) raise(matches, id as string, QUALITY[field][kindOf(term)])
  }

  /** By the beginning or the form of its words; where no command has such a word, by words with errors. */
  function matchesOf(word: string, mayErr: boolean): WordMatches {
    const key = `${word} ${mayErr}`
    const before = known.get(key)
    if (before) return before
    const matches: WordMatches = new Map()
    const stem = stemOf(word)
    const spelled = correctSpelling(word)
    search(matches, word, 0, (term) => (term === word ? 'exact' : term === stem ? 'form' : 'prefix'))
    if (spelled !== word) search(matches, spelled, 0, (term) => (term === spelled ? 'form' : 'prefix'))
    if (stem !== word) search(matches, stem, 0, (term) => (term === stem ? 'form' : 'typo'))
    if (mayErr && matches.size === 0 && word.length > 2) {
      for (const other of swapped(word)) search(matches, other, 0, () => 'typo')
      if (matches.size === 0) search(matches, word, 1, () => 'typo')
      if (matches.size === 0 && word.length > 5) search(matches, word, 2, () => 'typo')
    }
    known.set(key, matches)
    return matches
  }

  /** The words of a query, each with what it finds. */
  function wordsOf(query: string, entries: readonly Entry[]): Word[] {
    const titles = entries.map(({ command, title }) => ({ id: command.id, words: splitWords(title) }))
    return splitWords(query).map((text) => {
      const here: WordMatches = new Map()
      for (const { id, words } of titles)
        for (const word of words)
          if (word.startsWith(text)) raise(here, id, QUALITY.title[word === text ? 'exact' : 'prefix'])
      const matches = new Map(matchesOf(text, here.size === 0))
      for (const [id, quality] of here) raise(matches, id, quality)
      const rarity = Math.log(1 + commands.length / (1 + matches.size))
      return { text, matches, weight: WEAK.has(text) ? rarity * WEAK_WEIGHT : rarity }
    })
  }

  /** How well an entry matches as a whole, beside its words. */
  function wholeOf({ command, title }: Entry, query: string, texts: readonly string[]): number {
    const titles = [fold(title), fold(command.shortTitle.replace('…', ''))]
    if (titles.includes(query)) return WHOLE.title
    const starts = titles.some((one) => one.startsWith(query)) ? WHOLE.titleStart : 0
    const key = phraseKey(texts)
    const said = phrases.get(command.id)?.has(key) || phraseKey(splitWords(titles[1]!)) === key ? WHOLE.keyword : 0
    const literal = literals.get(command.id)?.has(query) ? WHOLE.literal : 0
    const own = splitWords(titles[1]!)
    const covered = own.filter((word) => texts.some((text) => word.startsWith(text))).length
    return starts + said + literal + (WHOLE.coverage * covered) / Math.max(1, own.length)
  }

  return {
    find(entries, query) {
      const words = wordsOf(query, entries)
      if (words.length === 0) return { found: [], how: 'nearest' }
      const folded = fold(query)
      const texts = words.map(({ text }) => text)
      const total = words.reduce((sum, { weight }) => sum + weight, 0)
      const strong = words.filter(({ text }) => !WEAK.has(text))
      const needed = strong.length > 0 ? strong : words
      const rated = entries.map((entry) => {
        const { id } = entry.command
        const words_ = words.reduce((sum, { matches, weight }) => sum + weight * (matches.get(id) ?? 0), 0) / total
        return {
          entry,
          words: words_,
          hasAll: needed.every(({ matches }) => matches.has(id)),
          hasError: needed.some(({ matches }) => (matches.get(id) ?? 1) <= QUALITY.title.typo),
          score: words_ + wholeOf(entry, folded, texts) + entry.bonus,
        }
      })
      const best = (some: typeof rated) => some.toSorted((a, b) => b.score - a.score).map(({ entry }) => entry)
      const whole = rated.filter(({ hasAll }) => hasAll)
      const exact = whole.filter(({ hasError }) => !hasError)
      if (exact.length > 0) return { found: best(exact), how: 'match' }
      if (whole.length > 0) return { found: best(whole), how: 'error' }
      const most = Math.max(...rated.map(({ words: rate }) => rate))
      const near = rated.filter(({ words: rate }) => rate > 0 && rate >= most * NEAR)
      if (near.length > 0) return { found: best(near).slice(0, MOST_NEAREST), how: 'nearest' }
      return { found: nearest(entries, texts), how: 'nearest' }
    },
  }

  /**
   * The nearest entries if no word is known: those that begin like the longest word, as far as possible; else the most
   * used.
   */
  function nearest<E extends Entry>(entries: readonly E[], texts: readonly string[]): E[] {
    const [longest = ''] = texts.toSorted((a, b) => b.length - a.length)
    const usual = entries.toSorted((a, b) => b.bonus - a.bonus)
    for (let length = longest.length - 1; length > 1; length--) {
      const matches = matchesOf(longest.slice(0, length), false)
      const near = usual.filter(({ command }) => matches.has(command.id))
      if (near.length > 0) return near.slice(0, MOST_NEAREST)
    }
    return usual.slice(0, MOST_NEAREST)
  }
}

function raise(matches: WordMatches, id: string, quality: number): void {
  if (quality > (matches.get(id) ?? 0)) matches.set(id, quality)
}

/** In one spelling, British or American: "organise" and "organize", "colour" and "color", "cancelled" and "canceled". */
const correctSpelling = (word: string): string =>
  word.length < 5
    ? word
    : word
        .replace(/is(e|es|ed|er|ing|ation)$/, 'iz$1')
        .replace(/ys(e|ed|ing)$/, 'yz$1')
        .replace(/(?<=[a-z]{2})our(s|ed|ing|ite)?$/, 'or$1')
        .replace(/(?<=[aeiou])ll(ed|ing|er)$/, 'l$1')
        .replace(/(?<=[a-z]{3})tre$/, 'ter')
