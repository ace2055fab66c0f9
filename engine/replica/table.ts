/**
 * The open work of one kind on one platform, in memory: chunks that never change, and what changed since as one small
 * chunk more. Filter, order, count and search run here, in the worker.
 */
import { buildChunk, CHUNK_ROWS, textAt, type Chunk, type Found } from './chunk.ts'
import { matchChunk } from './match-rows.ts'
import { anything, type Condition, type RowOrder, type Shape } from './shape.ts'
import type * as Refining from './sort-and-ranges.ts'

/** After this many changes the chunks are rebuilt. */
const CHANGED_MAX = 2000

/** A change of a row; null where it is no longer open work. */
export interface RowChange<Row> {
  id: string
  version: number
  row: Row | null
}

export class ReplicaTable<Row, Query> {
  readonly #shape: Shape<Row, Query>
  readonly #platform: string
  #chunks: Chunk[] = []
  /** 1 for a row of a chunk that was removed, or is among the changed ones. */
  #hidden: Uint8Array[] = []
  #changed = new Map<string, Row>()
  #changedChunk: Chunk | null = null
  /** Taken since the chunks were made. */
  #changes = 0
  /** The index of each id in the chunks; built on the first change. */
  #places: Map<string, number> | null = null
  #version = 0
  #found: { key: string; version: number; rows: Found } | null = null

  constructor(shape: Shape<Row, Query>, platform: string) {
    this.#shape = shape
    this.#platform = platform
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  get size(): number {
    const inChunks = this.#hidden.reduce((sum, hidden) => sum + hidden.length - count(hidden), 0)
    return inChunks + this.#changed.size
  }

  /** The creation time of the chunks' last row, ms. */
  get oldest(): number {
    const last = this.#chunks.at(-1)
    return last?.created[last.length - 1] ?? -Infinity
  }

  get chunks(): readonly Chunk[] {
    return this.#chunks
  }

  /** Puts these chunks in place of everything. Their rows must be in the list's order, one chunk after the other. */
  replace(chunks: readonly Chunk[]): void {
    this.#chunks = [...chunks]
    this.#hidden = chunks.map(({ length }) => new Uint8Array(length))
    this.#changed.clear()
    this.#places = null
    this.#changes = 0
    this.#touch()
  }

  /** Takes changes in. One that is older than what is there is passed over. */
  change(changes: readonly RowChange<Row>[]): void {
    for (const { id, version, row } of changes) {
      if ((this.versionOf(id) ?? -1) > version) continue
      const place = this.#placeOf(id)
      if (place !== undefined) this.#hidden[place >>> 16]![place & 0xffff] = 1
      this.#changed.delete(id)
      if (row) this.#changed.set(id, row)
      this.#changes += 1
    }
    this.#touch()
  }

  /** True if so much has changed that `rebuild` is due. */
  get isWorn(): boolean {
    return this.#changes > CHANGED_MAX
  }

  /** Rebuilds the chunks from the first rows, up to a maximum; unpacks at most one chunk at a time. */
  rebuild(now: number, most = Infinity): void {
    const found = this.select(anything)
    const end = Math.min(found.length, most)
    const chunks: Chunk[] = []
    for (let from = 0; from < end; from += CHUNK_ROWS) {
      chunks.push(buildChunk(this.#shape, this.page(found, from, Math.min(from + CHUNK_ROWS, end), now)))
    }
    this.replace(chunks)
  }

  /** The version of a row; undefined where it is not there. */
  versionOf(id: string): number | undefined {
    const row = this.#changed.get(id)
    if (row) return this.#shape.versionOf(row)
    const place = this.#shownPlaceOf(id)
    return place === undefined ? undefined : this.#chunks[place >>> 16]?.versions[place & 0xffff]
  }

  /** A row, or undefined. */
  rowOf(id: string, now: number): Row | undefined {
    const changed = this.#changed.get(id)
    if (changed) return this.#shape.unpack(this.#shape.pack(changed), this.#platform, now, this.#shape.textOf(changed))
    const place = this.#shownPlaceOf(id)
    return place === undefined ? undefined : this.#unpack(this.#chunks[place >>> 16]!, place & 0xffff, now)
  }

  /** The rows that meet a condition, in the list's order; the same answer for the same question until something changes. */
  select(condition: Condition, key?: string): Found {
    if (key !== undefined && this.#found?.key === key && this.#found.version === this.#version) return this.#found.rows
    const chunks = this.all
    const matches = chunks.map((chunk, i) => matchChunk(chunk, this.#hidden[i] ?? NOTHING, condition))
    const { isIdBefore, isIdNumber } = this.#shape
    const rows = inAskedOrder(chunks, inOrder(chunks, matches, isIdBefore), condition.order, isIdNumber)
    if (key !== undefined) this.#found = { key, version: this.#version, rows }
    return rows
  }

  /** The rows of an answer, `to` excluded, in the list call's form. */
  page(found: Found, from: number, to: number, now: number): Row[] {
    const chunks = this.all
    return [...found.subarray(from, Math.min(to, found.length))].map((place) =>
      this.#unpack(chunks[place >>> 16]!, place & 0xffff, now),
    )
  }

  /** All chunks, what changed since as the last: what `Found` points into. */
  get all(): Chunk[] {
    return [...this.#chunks, this.#ofChanged()]
  }

  /** The ids of an answer. */
  ids(found: Found): string[] {
    const chunks = this.all
    return Array.from(found, (place) => textAt(chunks[place >>> 16]!.ids, place & 0xffff))
  }

  #unpack(chunk: Chunk, row: number, now: number): Row {
    const packed = JSON.parse(textAt(chunk.rows, row)) as unknown[]
    return this.#shape.unpack(packed, this.#platform, now, textAt(chunk.search, row).slice(0, -1))
  }

  #ofChanged(): Chunk {
    this.#changedChunk ??= buildChunk(
      this.#shape,
      [...this.#changed.values()].toSorted((a, b) => {
        const { createdOf, idOf, isIdBefore } = this.#shape
        return createdOf(b) - createdOf(a) || (isIdBefore(idOf(a), idOf(b)) ? -1 : 1)
      }),
    )
    return this.#changedChunk
  }

  /** In a chunk, as `Found` has it. */
  #placeOf(id: string): number | undefined {
    if (!this.#places) {
      this.#places = new Map()
      for (const [n, { length, ids }] of this.#chunks.entries()) {
        for (let row = 0; row < length; row += 1) this.#places.set(textAt(ids, row), (n << 16) | row)
      }
    }
    return this.#places.get(id)
  }

  #shownPlaceOf(id: string): number | undefined {
    const place = this.#placeOf(id)
    return place === undefined || this.#hidden[place >>> 16]?.[place & 0xffff] ? undefined : place
  }

  #touch(): void {
    this.#version += 1
    this.#changedChunk = null
  }
}

const NOTHING = new Uint8Array()
const count = (marks: Uint8Array) => marks.reduce((sum, mark) => sum + mark, 0)

/** Chunks follow each other in the order; the changed rows, the last chunk, are merged in between. */
function inOrder(chunks: readonly Chunk[], matches: readonly Uint8Array[], isIdBefore: IsIdBefore): Found {
  const found = new Uint32Array(matches.reduce((sum, match) => sum + count(match), 0))
  const last = chunks.length - 1
  const changed = chunks[last]!
  const isChanged = matches[last]!
  let n = 0
  let next = 0
  const takeChanged = (chunk: Chunk | null, row: number) => {
    for (; next < changed.length; next += 1) {
      if (chunk && !isBefore(changed, next, chunk, row, isIdBefore)) return
      if (isChanged[next]) found[n++] = (last << 16) | next
    }
  }
  for (let c = 0; c < last; c += 1) {
    const chunk = chunks[c]!
    const match = matches[c]!
    for (let row = 0; row < chunk.length; row += 1) {
      if (!match[row]) continue
      takeChanged(chunk, row)
      found[n++] = (c << 16) | row
    }
  }
  takeChanged(null, 0)
  return found
}

let refining: typeof Refining | null = null

/** Makes orders by a column possible: most lists ask for none, and its code is fetched with the first that does. */
export const loadRefining = async (): Promise<typeof Refining> => (refining ??= await import('./sort-and-ranges.ts'))

/** In the requested order; by a column only after `loadRefining`. */
function inAskedOrder(chunks: readonly Chunk[], found: Found, order: RowOrder, isIdNumber: boolean): Found {
  if (order === 'newest') return found
  if (order === 'oldest') return found.toReversed()
  if (!refining) throw new Error('not loaded')
  return refining.sorted(chunks, found, order, isIdNumber)
}

type IsIdBefore = Shape<never, never>['isIdBefore']

function isBefore(a: Chunk, i: number, b: Chunk, j: number, isIdBefore: IsIdBefore): boolean {
  const [x, y] = [a.created[i] ?? 0, b.created[j] ?? 0]
  return x > y || (x === y && isIdBefore(textAt(a.ids, i), textAt(b.ids, j)))
}
