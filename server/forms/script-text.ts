/**
 * Text of any script for pdfmake: in runs of one font, and right-to-left text in lines of its own, in visual word
 * order. The font orders and joins the letters within a word. Characters that no font has are collected: a print that
 * lacks a part of a name must not be made.
 */
import bidiFactory from 'bidi-js'
import type { Content } from 'pdfmake/interfaces.js'
import { fontOf, MAIN_FONT } from './fonts.ts'

type Run = {
  text: string
  font: string
}

const bidi = bidiFactory()
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
/** Marks, joiners and variation selectors belong to the preceding letter. */
const CONTINUES = /\p{M}|\p{Emoji_Modifier}|\p{Join_Control}|\p{Variation_Selector}/u
/** Invisible without a font of their own. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** The mark between syllables of Tibetan, after which a line may end. */
const TSHEG = '\u0f0b'
/** The approximate number of right-to-left characters per line of an answer. */
const LINE = 52

/** The input of pdfmake for a text; a text in the main font is unchanged. */
export function scriptText(given: string): string | Content[] {
  // composed letters need no mark that a font would have to place
  const text = given.normalize('NFC').replaceAll(/[\t\u0085\u2028\u2029]/g, ' ')
  if (!RIGHT_TO_LEFT.test(text)) {
    const runs = logicalRuns(text)
    return runs.length === 1 && runs[0]?.font === MAIN_FONT ? runs[0].text : runs
  }
  const lines = text.split('\n').map((line) => (RIGHT_TO_LEFT.test(line) ? visualLines(line) : logicalRuns(line)))
  return lines.flatMap((line, n) => (n > 0 ? ['\n', ...line] : line))
}

const logicalRuns = (text: string) => runsOf(withBreaks(text))

/** True if a text as a whole runs from right to left. */
export function isRightToLeft(text: string): boolean {
  return bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1
}

/** A zero-width space where lines of a script without spaces may break: between words or syllables. */
function withBreaks(text: string): string {
  if (text.includes(TSHEG)) return text.replaceAll(TSHEG, `${TSHEG}\u200b`)
  if (!UNSPACED.test(text)) return text
  const words = new Intl.Segmenter('th', { granularity: 'word' }).segment(text)
  return Array.from(words, ({ segment }) => segment).join('\u200b')
}

const missing = new Set<string>()

/** The characters that no font had since the last call, such as `𐤀`. */
export function takeMissing(): string[] {
  const all = [...missing]
  missing.clear()
  return all
}

/** Splits a text where its font changes: a letter and its marks have one font. */
function runsOf(text: string): Run[] {
  const runs: Run[] = []
  const add = (part: string, font: string) => {
    const last = runs.at(-1)
    if (last?.font === font) last.text += part
    else runs.push({ text: part, font })
  }
  for (const cluster of clustersOf(text)) {
    const last = runs.at(-1)?.font
    const seen = cluster.filter((char) => !INVISIBLE.test(char))
    if (seen.length === 0 || cluster[0] === '\n') add(cluster.join(''), last ?? MAIN_FONT)
    else {
      const font = fontOf(seen)
      if (font !== undefined) add(cluster.join(''), font)
      else for (const char of seen) if (fontOf([char]) === undefined || seen.length > 1) missing.add(char)
    }
  }
  return runs
}

/** The characters of a text, each with the marks that follow on it. */
function clustersOf(text: string): string[][] {
  const clusters: string[][] = []
  for (const char of text) {
    const last = clusters.at(-1)
    if (last && last[0] !== '\n' && CONTINUES.test(char)) last.push(char)
    else clusters.push([char])
  }
  return clusters
}

function visualLines(text: string): Content[] {
  const levels = bidi.getEmbeddingLevels(text)
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels)
  return linesOf(text).flatMap(({ start, end }, n) => {
    const words: { text: string; level: number }[] = []
    for (let at = start; at < end; at += 1) {
      const char = mirrored.get(at) ?? text[at] ?? ''
      const level = levels.levels[at] ?? 0
      const last = words.at(-1)
      // words and the spaces between them apart, each of one direction
      const isSame = last && last.level === level && (last.text.at(-1) === ' ') === (char === ' ')
      if (isSame) last.text += char
      else words.push({ text: char, level })
    }
    const seen = inVisualOrder(words).flatMap(({ text: word, level }) => {
      const runs = runsOf(word)
      return level % 2 === 1 ? runs.toReversed() : runs
    })
    return n > 0 ? ['\n', ...seen] : seen
  })
}

/** Rule L2 of the bidirectional algorithm, over words: from the highest level down, what is at least so high is turned. */
function inVisualOrder<Word extends { level: number }>(words: readonly Word[]): Word[] {
  const seen = [...words]
  const highest = Math.max(0, ...words.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < seen.length; from += 1) {
      let to = from
      while (to < seen.length && (seen[to]?.level ?? 0) >= level) to += 1
      if (to > from) seen.splice(from, to - from, ...seen.slice(from, to).toReversed())
      from = to
    }
  }
  return seen
}

/** Line breaks of a text: after a space, before the maximum length. */
function linesOf(text: string): { start: number; end: number }[] {
  const lines = []
  let start = 0
  while (text.length - start > LINE) {
    const space = text.lastIndexOf(' ', start + LINE)
    const end = space > start ? space : start + LINE
    lines.push({ start, end })
    start = space > start ? end + 1 : end
  }
  return [...lines, { start, end: text.length }]
}
