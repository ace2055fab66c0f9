/** Finds the rows of a chunk that meet a condition in one pass over codes, without unpacking rows. */
import { textAt, type Chunk, type Column, type Texts } from './chunk.ts'
import type { Fact } from '#contract/model/cases/queue-facts.ts'
import type { Condition, TextCondition } from './shape.ts'

/** Marks the rows that meet the condition with 1; `hidden` rows never do. */
export function matchChunk(chunk: Chunk, hidden: Uint8Array, condition: Condition): Uint8Array {
  const found = new Uint8Array(chunk.length)
  const facts = wanted(chunk.facts, condition.facts)
  const parts = wanted(chunk.parts, condition.parts)
  if (!facts || !parts) return found
  const text = condition.text && rowsOfText(chunk, condition.text)
  const packed = condition.packed === null ? null : rowsWith(chunk.rows, condition.packed)
  const numbers = Object.entries(condition.numbers).map(([name, bounds]) => [chunk.numbers[name], bounds] as const)
  const [from, to] = condition.created ?? [-Infinity, Infinity]
  for (let i = 0; i < chunk.length; i += 1) {
    if (hidden[i] || (text && !text[i]) || (packed && !packed[i])) continue
    const created = chunk.created[i] ?? 0
    if (created < from || created >= to) continue
    if (!meets(facts, i) || !isWithin(numbers, i)) continue
    if (parts.length > 0 && !somePart(chunk, parts, i)) continue
    found[i] = 1
  }
  return found
}

interface Wanted {
  codes: Uint16Array
  /** By code. */
  isWanted: Uint8Array
}

/** The queried columns with their accepted codes; null if no row can match. */
function wanted(columns: Record<string, Column>, asked: Readonly<Record<string, ReadonlySet<Fact>>>): Wanted[] | null {
  const all: Wanted[] = []
  for (const [name, values] of Object.entries(asked)) {
    const column = columns[name]
    // a chunk none of whose rows has parts has no columns of parts
    if (!column) return null
    const isWanted = Uint8Array.from(column.values, (value) => (values.has(value) ? 1 : 0))
    if (!isWanted.includes(1)) return null
    all.push({ codes: column.codes, isWanted })
  }
  return all
}

function meets(columns: readonly Wanted[], i: number): boolean {
  for (const { codes, isWanted } of columns) if (!isWanted[codes[i] ?? 0]) return false
  return true
}

function isWithin(
  numbers: readonly (readonly [Float64Array | undefined, readonly [least: number, most: number]])[],
  i: number,
): boolean {
  for (const [values, [least, most]] of numbers) {
    const value = values?.[i] ?? Number.NaN
    // a missing value is NaN, which is in no range
    if (!(value >= least && value <= most)) return false
  }
  return true
}

function somePart({ partStart }: Chunk, columns: readonly Wanted[], row: number): boolean {
  const end = partStart[row + 1] ?? 0
  for (let part = partStart[row] ?? 0; part < end; part += 1) if (meets(columns, part)) return true
  return false
}

function rowsOfText(chunk: Chunk, { term, lines, or }: TextCondition): Uint8Array {
  const found = rowsWith(chunk.search, term, lines === null ? undefined : (text) => inLines(text, term, lines))
  if (or === undefined) return found
  const others = 'id' in or ? rowsWith(chunk.ids, or.id, (id) => id === or.id) : rowsWith(chunk.rows, or.packed)
  return found.map((mark, i) => mark | (others[i] ?? 0))
}

/** Marks the rows in whose text the term is, and which are accepted. One scan over the whole text: rows are found from hits, not hits in rows. */
function rowsWith(texts: Texts, term: string, accepts?: (text: string) => boolean): Uint8Array {
  const { all, start } = texts
  const length = start.length - 1
  const found = new Uint8Array(length)
  const next = searcher(all, new TextEncoder().encode(term))
  let row = 0
  for (let at = next(0); at >= 0 && row < length; at = next(start[row] ?? 0)) {
    while ((start[row + 1] ?? Infinity) <= at) row += 1
    if (accepts?.(textAt(texts, row)) ?? true) found[row] = 1
    row += 1
  }
  return found
}

/**
 * The next occurrence of a term in bytes from an offset; -1 without one (Horspool's search). UTF-8 characters do not
 * overlap, so byte matches are text matches.
 */
function searcher(all: Uint8Array, term: Uint8Array): (from: number) => number {
  const last = term.length - 1
  const skips = new Uint32Array(256).fill(term.length)
  for (let i = 0; i < last; i += 1) skips[term[i] ?? 0] = last - i
  return (from) => {
    for (let at = from; at + last < all.length; at += skips[all[at + last] ?? 0] ?? 1) {
      let i = last
      while (i >= 0 && all[at + i] === term[i]) i -= 1
      if (i < 0) return at
    }
    return -1
  }
}

function inLines(text: string, term: string, lines: readonly number[]): boolean {
  const all = text.split('\n')
  return lines.some((line) => all[line]?.includes(term))
}
