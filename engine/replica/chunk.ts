/**
 * Up to 10,000 rows as columns: a code per value, one text for searches, one for the rows. Immutable; its bytes are
 * encrypted and stored (docs/design/offline.md#databases).
 */
import type { Facts, Shape } from './shape.ts'

export const CHUNK_ROWS = 10_000

/** A column: what row `i` has is `values[codes[i]]`. */
export interface Column {
  values: readonly (string | null)[]
  codes: Uint16Array
}

export interface Chunk {
  length: number
  /** ms, falling. */
  created: Float64Array
  versions: Float64Array
  facts: Record<string, Column>
  /** NaN where a row has none. */
  numbers: Record<string, Float64Array>
  /** The parts of row `i` are those from `partStart[i]` to `partStart[i + 1]`. */
  partStart: Uint32Array
  parts: Record<string, Column>
  ids: Texts
  search: Texts
  rows: Texts
}

/**
 * Texts in one UTF-8 buffer, as on disk; row `i` is from `start[i]` to `start[i + 1]`. They are never decoded as a
 * whole, which would need a second copy with two bytes per character.
 */
export interface Texts {
  all: Uint8Array
  start: Uint32Array
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const textAt = ({ all, start }: Texts, i: number): string => decoder.decode(all.subarray(start[i], start[i + 1]))

/** Puts rows, in the order of the list, into columns. */
export function buildChunk<Row>(shape: Shape<Row, never>, rows: readonly Row[]): Chunk {
  const partsOf = rows.map((row) => shape.partsOf(row))
  const partStart = new Uint32Array(rows.length + 1)
  partsOf.forEach((parts, i) => (partStart[i + 1] = (partStart[i] ?? 0) + parts.length))
  return {
    length: rows.length,
    created: Float64Array.from(rows, (row) => shape.createdOf(row)),
    versions: Float64Array.from(rows, (row) => shape.versionOf(row)),
    facts: columnsOf(rows.map((row) => shape.factsOf(row))),
    numbers: numbersOf(rows.map((row) => shape.numbersOf(row))),
    partStart,
    parts: columnsOf(partsOf.flat()),
    ids: textsOf(rows.map((row) => shape.idOf(row))),
    // a term has no line break, so no match crosses two rows
    search: textsOf(rows.map((row) => `${shape.textOf(row)}\n`)),
    rows: textsOf(rows.map((row) => JSON.stringify(shape.pack(row)))),
  }
}

function columnsOf(rows: readonly Facts[]): Record<string, Column> {
  const names = Object.keys(rows[0] ?? {})
  return Object.fromEntries(
    names.map((name) => {
      const known = new Map<string | null, number>()
      const codes = Uint16Array.from(rows, (row) => {
        const value = row[name] ?? null
        const code = known.get(value) ?? known.size
        known.set(value, code)
        return code
      })
      return [name, { values: [...known.keys()], codes }]
    }),
  )
}

function numbersOf(rows: readonly Readonly<Record<string, number | null>>[]): Record<string, Float64Array> {
  const names = Object.keys(rows[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, Float64Array.from(rows, (row) => row[name] ?? Number.NaN)]))
}

function textsOf(texts: readonly string[]): Texts {
  const parts = texts.map((text) => encoder.encode(text))
  const start = new Uint32Array(texts.length + 1)
  parts.forEach(({ length }, i) => (start[i + 1] = (start[i] ?? 0) + length))
  const all = new Uint8Array(start[texts.length] ?? 0)
  parts.forEach((part, i) => all.set(part, start[i]))
  return { all, start }
}

/** The header before the bytes: names and offsets of their parts. */
interface Head {
  length: number
  numbers: readonly string[]
  facts: [name: string, values: readonly (string | null)[]][]
  parts: [name: string, values: readonly (string | null)[]][]
  partCount: number
  /** Bytes of each text. */
  texts: [ids: number, search: number, rows: number]
}

/** The bytes of a chunk: 4 for the length of the head, the head as JSON, then every array at a multiple of eight. */
export function encodeChunk(chunk: Chunk): Uint8Array<ArrayBuffer> {
  const texts = [chunk.ids.all, chunk.search.all, chunk.rows.all]
  const head: Head = {
    length: chunk.length,
    numbers: Object.keys(chunk.numbers),
    facts: Object.entries(chunk.facts).map(([name, { values }]) => [name, values]),
    parts: Object.entries(chunk.parts).map(([name, { values }]) => [name, values]),
    partCount: chunk.partStart[chunk.length] ?? 0,
    texts: [texts[0]?.length ?? 0, texts[1]?.length ?? 0, texts[2]?.length ?? 0],
  }
  const start = encoder.encode(JSON.stringify(head))
  const arrays = [
    chunk.created,
    chunk.versions,
    ...Object.values(chunk.numbers),
    chunk.partStart,
    chunk.ids.start,
    chunk.search.start,
    chunk.rows.start,
  ]
  const codes = [...Object.values(chunk.facts), ...Object.values(chunk.parts)].map((column) => column.codes)
  const parts = [...arrays, ...codes, ...texts]
  const size = parts.reduce((sum, { byteLength }) => sum + padded(byteLength), padded(4 + start.length))
  const bytes = new Uint8Array(size)
  new DataView(bytes.buffer).setUint32(0, start.length)
  bytes.set(start, 4)
  let at = padded(4 + start.length)
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += padded(byteLength)
  }
  return bytes
}

const padded = (length: number) => Math.ceil(length / 8) * 8

/** Reads what `encodeChunk` wrote; the arrays are views of the bytes. Throws where they are not a chunk's. */
export function decodeChunk(bytes: ArrayBuffer): Chunk {
  const size = new DataView(bytes).getUint32(0)
  const head = JSON.parse(decoder.decode(new Uint8Array(bytes, 4, size))) as Head
  let at = padded(4 + size)
  const take = (length: number) => {
    const from = at
    at += padded(length)
    return from
  }
  const doubles = () => new Float64Array(bytes, take(head.length * 8), head.length)
  const starts = () => new Uint32Array(bytes, take((head.length + 1) * 4), head.length + 1)
  const created = doubles()
  const versions = doubles()
  const numbers = Object.fromEntries(head.numbers.map((name) => [name, doubles()]))
  const partStart = starts()
  const textStarts = [starts(), starts(), starts()]
  const column = (count: number) => {
    const from = take(count * 2)
    return new Uint16Array(bytes, from, count)
  }
  const columns = (named: Head['facts'], count: number) =>
    Object.fromEntries(named.map(([name, values]) => [name, { values, codes: column(count) }]))
  const facts = columns(head.facts, head.length)
  const parts = columns(head.parts, head.partCount)
  const texts = head.texts.map((length, i): Texts => {
    const start = textStarts[i] ?? new Uint32Array(1)
    return { all: new Uint8Array(bytes, take(length), length), start }
  })
  const [ids, search, rows] = texts as [Texts, Texts, Texts]
  return { length: head.length, created, versions, facts, numbers, partStart, parts, ids, search, rows }
}

/** Places of rows in the list's order: the chunk in the upper, the row in the lower 16 bits. */
export type Found = Uint32Array
