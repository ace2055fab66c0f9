/**
 * Fills the replica from a server that speaks the catalogue alone: its lists are read page by page, slowly and up to a
 * bound, all of it every ten minutes, what is new at the top of the queue every minute, and at once what was decided
 * here. As old as its last whole reading: what others change is found by nothing else.
 */
import type { ReplicaKind } from '#contract/calls/sync.ts'
import { anything } from './shape.ts'
import { buildChunk, CHUNK_ROWS, type Chunk } from './chunk.ts'
import { SHAPES, type KindChange } from './kinds.ts'
import {
  readAccountAlert,
  readAccountAlerts,
  readCase,
  readCases,
  toChange,
  type PlainRows,
} from './catalogue-reader.ts'
import type { Holding, Reader } from './reader.ts'
import type { Head } from './store.ts'
import type { Shape } from './shape.ts'

/** Everything is read again after so long, ms. */
const SWEEP_MS = 10 * 60_000
/** New cases are looked for this often, ms. */
const LOOK_MS = 60_000
/** The delay before reading a row decided here again, ms. */
const SOON_MS = 2000

type Read = (held: Holding) => PlainRows

const KINDS = ['case', 'accountAlert'] as const
const LISTS: Record<ReplicaKind, Read> = { case: readCases, accountAlert: readAccountAlerts }
const ROWS = { case: readCase, accountAlert: readAccountAlert }

export class PageReader implements Reader {
  readonly #held: Holding
  readonly #touched: Record<ReplicaKind, Set<string>> = { case: new Set(), accountAlert: new Set() }
  /** Missing in the last read: pages shift while being read, so that once is not enough. */
  readonly #missed: Record<ReplicaKind, Set<string>> = { case: new Set(), accountAlert: new Set() }
  #sweptAt = -Infinity

  constructor(held: Holding) {
    this.#held = held
  }

  read = async (): Promise<number> => {
    const held = this.#held
    const head = held.head()
    // from a server that had a feed: its cursor is no longer valid
    this.#sweptAt = Math.max(this.#sweptAt, head && head.cursor === null ? head.at : -Infinity)
    await this.#rereadTouched()
    if (held.now() - this.#sweptAt < SWEEP_MS) await this.#look()
    else await this.#sweep()
    return KINDS.some((kind) => this.#touched[kind].size > 0) ? SOON_MS : LOOK_MS
  }

  touched = (kind: ReplicaKind, ids: readonly string[]): void => {
    for (const id of ids) this.#touched[kind].add(id)
    this.#held.poke()
  }

  /** Everything, from the start. */
  async #sweep(): Promise<void> {
    const held = this.#held
    const at = held.now()
    for (const kind of KINDS) {
      if (held.head()?.kinds[kind]) await this.#compare(kind)
      else await this.#fill(kind, at)
    }
    const head = held.head()
    if (head) await held.change([], { ...head, cursor: null, at })
    this.#sweptAt = at
    await held.compact()
  }

  async #fill(kind: ReplicaKind, at: number): Promise<void> {
    const held = this.#held
    const shape = SHAPES[kind] as Shape<object, never>
    const rows: object[] = []
    const known = new Set<string>()
    let isPartial = false
    for await (const page of LISTS[kind](held)) {
      // a row that moved down while pages were read comes twice
      rows.push(...page.rows.filter((row) => !known.has(shape.idOf(row)) && known.add(shape.idOf(row))))
      isPartial = page.isPartial
      held.tellFilling({ rows: rows.length, total: Math.max(rows.length, page.total) })
    }
    rows.sort(
      (a, b) => shape.createdOf(b) - shape.createdOf(a) || (shape.isIdBefore(shape.idOf(a), shape.idOf(b)) ? -1 : 1),
    )
    const chunks: Chunk[] = []
    for (let from = 0; from < rows.length; from += CHUNK_ROWS)
      chunks.push(buildChunk(shape, rows.slice(from, from + CHUNK_ROWS)))
    await held.replace(kind, chunks, this.#headWith(kind, { chunks: chunks.length, isPartial }, at))
    held.tellFilling(null)
  }

  /** Applies differences page by page; a row missing twice is removed. */
  async #compare(kind: ReplicaKind): Promise<void> {
    const held = this.#held
    const table = held.tables[kind]
    const there = new Set<string>()
    let isPartial = false
    for await (const page of LISTS[kind](held)) {
      isPartial = page.isPartial
      for (const row of page.rows) there.add(SHAPES[kind].idOf(row as never))
      await this.#take(page.rows.map((row) => toChange(kind, row)))
    }
    const missing = table.ids(table.select(anything)).filter((id) => !there.has(id))
    const before = this.#missed[kind]
    // rows beyond the limit were not read
    const gone = isPartial ? [] : missing.filter((id) => before.has(id))
    this.#missed[kind] = new Set(missing.filter((id) => !before.has(id)))
    await this.#take(gone.map((id) => ({ kind, change: { id, version: Infinity, row: null } })))
    const head = held.head()
    const { chunks = 0 } = head?.kinds[kind] ?? {}
    if (head) await held.change([], this.#headWith(kind, { chunks, isPartial }, head.at))
  }

  /** The top of the queue, down to a page without anything new. */
  async #look(): Promise<void> {
    const table = this.#held.tables.case
    for await (const page of readCases(this.#held)) {
      const isNew = page.rows.some(({ id }) => table.versionOf(id) === undefined)
      await this.#take(page.rows.map((row) => toChange('case', row)))
      if (!isNew) return
    }
  }

  async #rereadTouched(): Promise<void> {
    for (const kind of KINDS) {
      for (const id of this.#touched[kind]) {
        this.#touched[kind].delete(id)
        // before anything was read whole it comes with the rest
        if (this.#held.head()?.kinds[kind]) await this.#take([await ROWS[kind](this.#held, id)])
      }
    }
  }

  async #take(all: readonly KindChange[]): Promise<void> {
    const head = this.#held.head()
    const changes = all.filter((one) => this.#differs(one))
    if (head && changes.length > 0) await this.#held.change(changes, head)
  }

  #differs({ kind, change: { id, row } }: KindChange): boolean {
    const shape = SHAPES[kind] as Shape<object, never>
    const known = this.#held.tables[kind].rowOf(id, this.#held.now())
    if (!row || !known) return (row ?? known) != null
    return JSON.stringify(shape.pack(row)) !== JSON.stringify(shape.pack(known))
  }

  #headWith(kind: ReplicaKind, what: Head['kinds'][ReplicaKind], at: number): Head {
    const before = this.#held.head()
    return { cursor: null, at: before?.at ?? at, kinds: { ...before?.kinds, [kind]: what } }
  }
}
