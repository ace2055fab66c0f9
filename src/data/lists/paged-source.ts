/** Rows out of the catalogue's pages, in an order that only the user's own acts change (docs/architecture.md#the-way-of-a-row). */
import type { Clock } from '#engine/base/clock.ts'
import type { SnapshotStore } from '#src/data/engine-client/snapshot-store.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { markRead } from '#src/data/net/read-time.ts'
import { OwnChanges, type PendingRows } from './own-changes.ts'
import type { RowSource } from './row-source.ts'
import { SnapshotOrder } from './snapshot-order.ts'

export interface Page<Row> {
  items: Row[]
  total: number
  capped?: boolean | undefined
}

export interface PagedPorts<Row> {
  /** Reads a page, counted from 1. Throws `ApiError`. */
  load: (page: number, pageSize: number, how: { signal: AbortSignal; isBackground: boolean }) => Promise<Page<Row>>
  /** Hears of changes under the list: it is read again soon after. */
  changed?: (listener: () => void) => () => void
  /** Called before a new snapshot: pages may come from an outdated copy. */
  freshen?: () => Promise<void>
  keyOf: (row: Row) => string
  /** True if a row is one of the list: what my own operation makes false takes the row out at once. */
  belongs: (row: Row) => boolean
  pending: PendingRows<Row>
  clock: Clock
  connectivity: { isOnline: () => boolean; subscribe: (listener: () => void) => () => void }
  /** The storage of the first rows for an offline start; null for none. */
  keep: { store: SnapshotStore; key: string; platform: string } | null
  pageSize?: number
  /** The refresh interval of visible rows, ms. */
  refreshMs?: number
}

export const PAGE_SIZE = 200
const REFRESH_MS = 30_000
/** An answer sooner than this after opening may still set the order, as nobody has worked in it, ms. */
const SETTLE_MS = 5000
/** The delay after a failure, ms. */
const RETRY_MS = 5000
/** The delay after a change, ms. */
const SOON_MS = 300
/** The number of rows stored for the next start. */
const KEPT_ROWS = 400

interface Kept<Row> {
  total: number
  capped: boolean
  rows: Row[]
}

/** A source over pages. It begins to load at once; `dispose` ends it. */
export function createPagedSource<Row extends object>(ports: PagedPorts<Row>): RowSource<Row> {
  return new PagedSource(ports)
}

class PagedSource<Row extends object> implements RowSource<Row> {
  readonly #ports: PagedPorts<Row>
  readonly #pageSize: number
  readonly #listeners = new Set<() => void>()
  readonly #stop = new AbortController()
  readonly #stops: (() => void)[]
  readonly #loading = new Set<number>()
  readonly #openedAt: number
  #order = new SnapshotOrder(0)
  #rows = new Map<string, Row>()
  readonly #own: OwnChanges<Row>
  #gone = new Set<string>()
  #fresh = new Set<string>()
  #state: RowSource<Row>['state'] = 'empty'
  #isFromServer = false
  #isMaking = false
  /** The stored rows may still arrive. */
  #isRestoring = true
  /** A rebuild was requested during another run. */
  #isWanted = false
  #error: ApiError | null = null
  #failedAt = 0
  #asOf: number | null = null
  #capped = false
  /** The drift of the server's positions since the order was made. */
  #drift = 0
  /** The requested pages, each with its drift. */
  #tried = new Set<string>()
  #window: [from: number, to: number] = [0, 0]
  #version = 0
  #stopTimer = () => {}
  #isDue = false

  constructor(ports: PagedPorts<Row>) {
    this.#ports = ports
    this.#pageSize = ports.pageSize ?? PAGE_SIZE
    this.#openedAt = ports.clock.now()
    this.#own = new OwnChanges({
      ...ports,
      rowOf: (id) => (this.#order.placeOf(id) === undefined ? undefined : this.#rows.get(id)),
    })
    this.#stops = [
      ports.pending.subscribe(() => this.#takePending()),
      ports.connectivity.subscribe(() => {
        if (ports.connectivity.isOnline() && this.#error) this.refresh()
      }),
      ports.changed?.(() => this.#refreshSoon()) ?? (() => {}),
    ]
    void this.#restore()
    this.remake()
    this.#keepFresh()
  }

  get state(): RowSource<Row>['state'] {
    return this.#state
  }
  get busy(): boolean {
    return this.#isMaking || this.#loading.size > 0
  }
  get error(): ApiError | null {
    return this.#error
  }
  get asOf(): number | null {
    return this.#asOf
  }
  get total(): number {
    return this.#order.size
  }
  get capped(): boolean {
    return this.#capped
  }
  get fresh(): number {
    return this.#fresh.size
  }
  arrivals(): string[] {
    return [...this.#fresh]
  }
  get version(): number {
    return this.#version
  }

  idAt(index: number): string | undefined {
    return this.#order.idAt(index)
  }

  indexOf(id: string): number {
    return this.#order.indexOf(id)
  }

  rowAt(index: number): Row | undefined {
    const id = this.#order.idAt(index)
    return id === undefined ? undefined : this.rowOf(id)
  }

  rowOf(id: string): Row | undefined {
    const row = this.#rows.get(id)
    return row && this.#ports.pending.fold(row)
  }

  isGone(id: string): boolean {
    return this.#gone.has(id)
  }

  between(a: number, b: number): string[] {
    const [first, last] = a < b ? [a, b] : [b, a]
    return this.#order.idsIn(this.#order.placeAt(Math.max(0, first)), this.#order.placeAt(last) + 1)
  }

  ensure(from: number, to: number): void {
    const first = this.#order.placeAt(Math.max(0, from))
    const last = this.#order.placeAt(Math.max(0, Math.min(to, this.total) - 1))
    this.#window = [first, last + 1]
    this.#ensureWindow()
  }

  #ensureWindow(): void {
    const [from, to] = this.#window
    const size = this.#order.size
    for (let place = from; place < to; place += 1) if (!this.#order.isCovered(place)) this.#ask(place)
    // the caller may be rendering: it is notified of closed places afterwards
    if (this.#order.size !== size) queueMicrotask(() => this.#changed())
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  dispose(): void {
    this.#stop.abort()
    this.#stopTimer()
    for (const stop of this.#stops) stop()
    this.#listeners.clear()
  }

  remake(): void {
    this.#isWanted = this.#isMaking
    if (this.#isMaking) return
    void this.#guarded(async () => {
      if (this.#isFromServer) await this.#ports.freshen?.()
      const [from] = this.#window
      const first = await this.#load(1)
      const inView = this.#pageOf(from)
      const rest = inView > 1 && from < first.total ? await this.#load(inView) : null
      // without an answer for this long the user works in the stored order, which stays
      const isLate = !this.#isFromServer && this.#state === 'ready' && this.#isWorkedIn()
      this.#isFromServer = true
      if (isLate) return this.#compare(1, first)
      this.#order = new SnapshotOrder(first.total)
      this.#drift = 0
      this.#tried.clear()
      this.#gone.clear()
      this.#fresh.clear()
      this.#own.forget()
      this.#capped = first.capped ?? false
      this.#place(1, first)
      if (rest) this.#place(inView, rest)
      this.#state = 'ready'
    })
  }

  refresh(): void {
    if (this.#isMaking) return
    if (!this.#isFromServer) return this.remake()
    void this.#guarded(async () => {
      const [from, to] = this.#window
      const pages = new Set([1, this.#pageOf(from), this.#pageOf(Math.max(from, to - 1))])
      for (const page of pages) this.#compare(page, await this.#load(page, true))
    })
  }

  async readAll(limit: number, onProgress: (read: number) => void): Promise<{ ids: string[]; total: number }> {
    const { keyOf, belongs, pending } = this.#ports
    await this.#ports.freshen?.()
    const ids = new Set<string>()
    let read = 0
    for (let page = 1; ; page += 1) {
      const answer = await this.#load(page)
      this.#place(page, answer)
      for (const row of answer.items) if (belongs(pending.fold(row))) ids.add(keyOf(row))
      read += answer.items.length
      const isLast = answer.items.length < this.#pageSize || (!answer.capped && read >= answer.total)
      if (!isLast && ids.size < limit) {
        onProgress(ids.size)
        continue
      }
      this.#takePending()
      // the server counts rows that the user's operations removed until it has them
      const total = isLast ? ids.size : answer.total
      return { ids: [...ids].slice(0, limit), total }
    }
  }

  #isWorkedIn(): boolean {
    return this.#ports.clock.now() - this.#openedAt > SETTLE_MS
  }

  #pageOf(place: number): number {
    return Math.max(1, Math.floor((place - this.#drift) / this.#pageSize) + 1)
  }

  #load(page: number, isBackground = false): Promise<Page<Row>> {
    return this.#ports.load(page, this.#pageSize, { signal: this.#stop.signal, isBackground })
  }

  /** One rebuild or refresh at a time; refreshes are merged, and a rebuild runs afterwards. */
  async #guarded(run: () => Promise<void>): Promise<void> {
    this.#isMaking = true
    const began = this.#ports.clock.now()
    try {
      await run()
      this.#error = null
      this.#asOf = began
      this.#keep()
      this.#isMaking = false
      this.#ensureWindow()
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#isMaking = false
      this.#takePending()
      if (this.#isWanted) this.remake()
    }
  }

  #failed(error: unknown): void {
    if (this.#stop.signal.aborted) return
    if (!(error instanceof ApiError)) throw error
    this.#error = error
    this.#failedAt = this.#ports.clock.now()
    this.#failUnlessRestoring()
  }

  /** Nothing can be shown: there are no stored rows either. */
  #failUnlessRestoring(): void {
    if (this.#state === 'empty' && !this.#isRestoring) this.#state = 'failed'
  }

  /**
   * Asks for the page of a place. Where that was tried before and left it empty, nothing belongs there: pages that move
   * back and forth are not followed for ever.
   */
  #ask(place: number): void {
    const page = this.#pageOf(place)
    const isTooSoon = this.#error !== null && this.#ports.clock.now() < this.#failedAt + RETRY_MS
    if (this.#loading.has(page) || this.#isMaking || isTooSoon) return
    const key = `${page}|${this.#drift}`
    if (this.#tried.has(key)) return this.#order.cover(place, place + 1)
    this.#tried.add(key)
    void this.#fill(page).then((isRead) => isRead || this.#tried.delete(key))
  }

  async #fill(page: number): Promise<boolean> {
    this.#loading.add(page)
    const order = this.#order
    let isRead = false
    try {
      const answer = await this.#load(page)
      // rebuilt meanwhile: the page belongs to a discarded order
      if (order === this.#order) this.#place(page, answer)
      this.#error = null
      isRead = true
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#loading.delete(page)
      if (isRead) this.#ensureWindow()
      this.#takePending()
    }
    return isRead
  }

  /**
   * Puts a page's rows at their places. Known rows reveal the drift of the server's positions; otherwise the change of
   * the total does. With a capped count the end is the first page that is not full.
   */
  #place(page: number, { items, total, capped = false }: Page<Row>): void {
    const offset = (page - 1) * this.#pageSize
    let drift = this.#align(offset, items) ?? (capped ? this.#drift : this.#order.length - total)
    const start = offset + drift
    const end = start + items.length
    const isFull = items.length === this.#pageSize
    if (capped && isFull && end >= this.#order.length) this.#order.grow(end + this.#pageSize)
    items.forEach((row, i) => {
      const id = this.#ports.keyOf(row)
      this.#rows.set(id, row)
      const place = this.#order.placeOf(id)
      if (place !== undefined) drift = place - offset - i
      else if (!this.#order.put(offset + i + drift, id)) this.#fresh.add(id)
    })
    this.#drift = drift
    const isLast = capped ? !isFull : offset + items.length >= total
    this.#order.cover(page === 1 ? 0 : start, isLast ? this.#order.length : offset + drift + items.length)
  }

  /** A page's drift, by its first known row; undefined without one. */
  #align(offset: number, items: readonly Row[]): number | undefined {
    for (const [i, row] of items.entries()) {
      const place = this.#order.placeOf(this.#ports.keyOf(row))
      if (place !== undefined) return place - offset - i
    }
    return undefined
  }

  /** Takes a page in without moving anything: patches rows, counts new ones, marks those that others took away. */
  #compare(page: number, { items, total, capped = false }: Page<Row>): void {
    const offset = (page - 1) * this.#pageSize
    const known: number[] = []
    const there = new Set<string>()
    for (const row of items) {
      const id = this.#ports.keyOf(row)
      const place = this.#order.placeOf(id)
      there.add(id)
      this.#gone.delete(id)
      if (place === undefined) this.#fresh.add(id)
      else known.push(place)
      this.#rows.set(id, row)
    }
    this.#drift = this.#align(offset, items) ?? this.#drift
    const isWhole = capped ? items.length < this.#pageSize : offset + items.length >= total
    if (known.length === 0 && !(page === 1 && isWhole)) return
    // between two rows of one page, whatever the page does not have has left the list
    const from = page === 1 ? 0 : Math.min(...known)
    const to = isWhole ? this.#order.length : Math.max(...known)
    for (const id of this.#order.idsIn(from, to)) if (!there.has(id)) this.#gone.add(id)
  }

  #takePending(): void {
    this.#own.take((id, isOut) => {
      const place = this.#order.placeOf(id) ?? -1
      if (isOut) this.#order.hide(place)
      else this.#order.show(place)
    })
    this.#changed()
  }

  #changed(): void {
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }

  /** Debounces changes. */
  #refreshSoon(): void {
    if (this.#isDue) return
    this.#isDue = true
    this.#ports.clock.after(SOON_MS, () => {
      this.#isDue = false
      if (!this.#stop.signal.aborted) this.refresh()
    })
  }

  #keepFresh(): void {
    const { clock, connectivity, refreshMs = REFRESH_MS } = this.#ports
    this.#stopTimer = clock.after(refreshMs, () => {
      if (connectivity.isOnline()) this.refresh()
      this.#keepFresh()
    })
  }

  #keep(): void {
    const { keep } = this.#ports
    if (!keep || this.#asOf === null) return
    const ids = this.#order.idsIn(0, KEPT_ROWS)
    const rows = ids.flatMap((id) => this.#rows.get(id) ?? [])
    const kept: Kept<Row> = { total: this.#order.size, capped: this.#capped, rows }
    // not kept is a later start without these rows, and nothing worse
    keep.store.put(keep.key, keep.platform, kept, this.#asOf).catch(() => undefined)
  }

  /** The order of the last time, until the server has answered. */
  async #restore(): Promise<void> {
    const { keep, keyOf } = this.#ports
    const snapshot = keep && (await keep.store.get(keep.key).catch(() => null))
    this.#isRestoring = false
    if (!snapshot && this.#error) {
      this.#failUnlessRestoring()
      this.#takePending()
    }
    if (!snapshot || this.#isFromServer || this.#stop.signal.aborted) return
    const { total, capped, rows } = snapshot.value as Kept<Row>
    this.#order = new SnapshotOrder(Math.max(total, rows.length))
    markRead({ items: rows }, snapshot.at)
    rows.forEach((row, place) => {
      this.#rows.set(keyOf(row), row)
      this.#order.put(place, keyOf(row))
    })
    this.#order.cover(0, rows.length)
    this.#capped = capped
    this.#asOf = snapshot.at
    this.#state = 'ready'
    this.#takePending()
  }
}
