import type { Page } from './row-source.ts'
import { SnapshotOrder } from './snapshot-order.ts'

/** The order of rows that a list shows, and how the server's pages have moved since it was made. */
export class SnapshotRows<Row extends object> {
  readonly order: SnapshotOrder
  /** Removed by others, and shown grey. */
  readonly gone = new Set<string>()
  /** New on the server, and not shown yet. */
  readonly fresh = new Set<string>()
  /** The count is a lower bound. */
  readonly capped: boolean
  /** The drift of the server's positions since the order was made. */
  #drift = 0
  /** The requested pages, each with its drift. */
  readonly #tried = new Set<string>()
  readonly #rows: Map<string, Row>
  readonly #keyOf: (row: Row) => string
  readonly #pageSize: number

  /** `rows`: by id, those of earlier orders among them. */
  constructor(
    { total, capped = false }: Omit<Page<Row>, 'items'>,
    rows: Map<string, Row>,
    { keyOf, pageSize }: { keyOf: (row: Row) => string; pageSize: number },
  ) {
    this.order = new SnapshotOrder(total)
    this.capped = capped
    this.#rows = rows
    this.#keyOf = keyOf
    this.#pageSize = pageSize
  }

  /** The server's page of a place, counted from 1. */
  pageOf(place: number): number {
    return Math.max(1, Math.floor((place - this.#drift) / this.#pageSize) + 1)
  }

  /**
   * Notes a request of a page; null where it was asked for before and left its place empty, so that pages that
   * move back and forth are not followed for ever. Returns how to note that it was not read.
   */
  request(page: number): (() => void) | null {
    const key = `${page}|${this.#drift}`
    if (this.#tried.has(key)) return null
    this.#tried.add(key)
    return () => void this.#tried.delete(key)
  }

  /**
   * Puts a page's rows at their places. Known rows reveal the drift of the server's positions; otherwise the change of
   * the total does. With a capped count the end is the first page that is not full.
   */
  place(page: number, { items, total, capped = false }: Page<Row>): void {
    const { order } = this
    const offset = (page - 1) * this.#pageSize
    let drift = this.#align(offset, items) ?? (capped ? this.#drift : order.length - total)
    const start = offset + drift
    const end = start + items.length
    const isFull = items.length === this.#pageSize
    if (capped && isFull && end >= order.length) order.grow(end + this.#pageSize)
    items.forEach((row, i) => {
      const id = this.#keyOf(row)
      this.#rows.set(id, row)
      const place = order.placeOf(id)
      if (place !== undefined) drift = place - offset - i
      else if (!order.put(offset + i + drift, id)) this.fresh.add(id)
    })
    this.#drift = drift
    const isLast = capped ? !isFull : offset + items.length >= total
    order.cover(page === 1 ? 0 : start, isLast ? order.length : offset + drift + items.length)
  }

  /** Takes a page in without moving anything: patches rows, counts new ones, marks those that others took away. */
  compare(page: number, { items, total, capped = false }: Page<Row>): void {
    const { order } = this
    const offset = (page - 1) * this.#pageSize
    const known: number[] = []
    const there = new Set<string>()
    for (const row of items) {
      const id = this.#keyOf(row)
      const place = order.placeOf(id)
      there.add(id)
      this.gone.delete(id)
      if (place === undefined) this.fresh.add(id)
      else known.push(place)
      this.#rows.set(id, row)
    }
    this.#drift = this.#align(offset, items) ?? this.#drift
    const isWhole = capped ? items.length < this.#pageSize : offset + items.length >= total
    if (known.length === 0 && !(page === 1 && isWhole)) return
    // between two rows of one page, whatever the page does not have has left the list
    const from = page === 1 ? 0 : Math.min(...known)
    const to = isWhole ? order.length : Math.max(...known)
    for (const id of order.idsIn(from, to)) if (!there.has(id)) this.gone.add(id)
  }

  /** A page's drift, by its first known row; undefined without one. */
  #align(offset: number, items: readonly Row[]): number | undefined {
    for (const [i, row] of items.entries()) {
      const place = this.order.placeOf(this.#keyOf(row))
      if (place !== undefined) return place - offset - i
    }
    return undefined
  }
}
