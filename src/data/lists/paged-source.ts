/** Rows out of the catalogue's pages, in an order that only the user's own acts change (docs/architecture.md#the-way-of-a-row). */
import type { Clock } from '#engine/base/clock.ts'
import type { SnapshotStore } from '#src/data/engine-client/snapshot-store.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { markRead } from '#src/data/net/read-time.ts'
import { OwnChanges, type PendingRows } from './own-changes.ts'
import type { Page, RowSource } from './row-source.ts'
import type { SnapshotOrder } from './snapshot-order.ts'
import { SnapshotRows } from './snapshot-rows.ts'

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
  readonly #rows = new Map<string, Row>()
  readonly #own: OwnChanges<Row>
  #snapshot: SnapshotRows<Row>
  /** The origin of the snapshot; `awaited`: there is none yet, and the stored rows may still arrive. */
  #origin: 'awaited' | 'none' | 'stored' | 'server' = 'awaited'
  /** The rebuild or refresh that runs; a rebuild follows it with `isAgain`, a refresh with `isChanged`. */
  #making: { isAgain: boolean; isChanged: boolean } | null = null
  #failure: { error: ApiError; at: number } | null = null
  #asOf: number | null = null
  #window: [from: number, to: number] = [0, 0]
  #version = 0
  #stopTimer = () => {}
  #isDue = false

  constructor(ports: PagedPorts<Row>) {
    this.#ports = ports
    this.#pageSize = ports.pageSize ?? PAGE_SIZE
    this.#openedAt = ports.clock.now()
    this.#snapshot = this.#emptySnapshot({ total: 0 })
    this.#own = new OwnChanges({
      ...ports,
      rowOf: (id) => (this.#snapshot.order.placeOf(id) === undefined ? undefined : this.#rows.get(id)),
    })
    this.#stops = [
      ports.pending.subscribe(() => this.#takePending()),
      ports.connectivity.subscribe(() => {
        if (ports.connectivity.isOnline() && this.#failure) this.refresh()
      }),
      ports.changed?.(() => this.#refreshSoon()) ?? (() => {}),
    ]
    void this.#restore()
    this.remake()
    this.#keepFresh()
  }

  get state(): RowSource<Row>['state'] {
    if (this.#origin === 'stored' || this.#origin === 'server') return 'ready'
    return this.#origin === 'none' && this.#failure ? 'failed' : 'empty'
  }
  get busy(): boolean {
    return this.#making !== null || this.#loading.size > 0
  }
  get error(): ApiError | null {
    return this.#failure?.error ?? null
  }
  get asOf(): number | null {
    return this.#asOf
  }
  get total(): number {
    return this.#order.size
  }
  get capped(): boolean {
    return this.#snapshot.capped
  }
  get fresh(): number {
    return this.#snapshot.fresh.size
  }
  arrivals(): string[] {
    return [...this.#snapshot.fresh]
  }
  get version(): number {
    return this.#version
  }

  get #order(): SnapshotOrder {
    return this.#snapshot.order
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
    return this.#snapshot.gone.has(id)
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
    if (this.#making) {
      this.#making.isAgain = true
      return
    }
    void this.#guarded(async () => {
      if (this.#origin === 'server') await this.#ports.freshen?.()
      const [from] = this.#window
      const first = await this.#load(1)
      const inView = this.#snapshot.pageOf(from)
      const rest = inView > 1 && from < first.total ? await this.#load(inView) : null
      // without an answer for this long the user works in the stored order, which stays
      const isLate = this.#origin === 'stored' && this.#isWorkedIn()
      this.#origin = 'server'
      if (isLate) return this.#snapshot.compare(1, first)
      this.#snapshot = this.#emptySnapshot(first)
      this.#own.forget()
      this.#snapshot.place(1, first)
      if (rest) this.#snapshot.place(inView, rest)
    })
  }

  refresh(): void {
    if (this.#making) return
    if (this.#origin !== 'server') return this.remake()
    void this.#guarded(async () => {
      const [from, to] = this.#window
      const last = Math.max(from, to - 1)
      const pages = new Set([1, this.#snapshot.pageOf(from), this.#snapshot.pageOf(last)])
      for (const page of pages) this.#snapshot.compare(page, await this.#load(page, true))
    })
  }

  async readAll(limit: number, onProgress: (read: number) => void): Promise<{ ids: string[]; total: number }> {
    const { keyOf, belongs, pending } = this.#ports
    await this.#ports.freshen?.()
    const ids = new Set<string>()
    let read = 0
    for (let page = 1; ; page += 1) {
      const answer = await this.#load(page)
      this.#snapshot.place(page, answer)
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

  #emptySnapshot(size: { total: number; capped?: boolean | undefined }): SnapshotRows<Row> {
    return new SnapshotRows(size, this.#rows, { keyOf: this.#ports.keyOf, pageSize: this.#pageSize })
  }

  #load(page: number, isBackground = false): Promise<Page<Row>> {
    return this.#ports.load(page, this.#pageSize, { signal: this.#stop.signal, isBackground })
  }

  /** One rebuild or refresh at a time; refreshes are merged, and a rebuild runs afterwards. */
  async #guarded(run: () => Promise<void>): Promise<void> {
    const making = { isAgain: false, isChanged: false }
    this.#making = making
    const began = this.#ports.clock.now()
    let isRead = false
    try {
      await run()
      isRead = true
      this.#failure = null
      this.#asOf = began
      this.#keep()
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#making = null
      if (isRead) this.#ensureWindow()
      this.#takePending()
      if (making.isAgain) this.remake()
      else if (isRead && making.isChanged) this.refresh()
    }
  }

  #failed(error: unknown): void {
    if (this.#stop.signal.aborted) return
    if (!(error instanceof ApiError)) throw error
    this.#failure = { error, at: this.#ports.clock.now() }
  }

  /** Asks for the page of a place, unless it was asked for before. */
  #ask(place: number): void {
    const page = this.#snapshot.pageOf(place)
    const isTooSoon = this.#failure !== null && this.#ports.clock.now() < this.#failure.at + RETRY_MS
    if (this.#loading.has(page) || this.#making || isTooSoon) return
    const unread = this.#snapshot.request(page)
    if (!unread) return this.#order.cover(place, place + 1)
    void this.#fill(page).then((isRead) => isRead || unread())
  }

  async #fill(page: number): Promise<boolean> {
    this.#loading.add(page)
    const snapshot = this.#snapshot
    let isRead = false
    try {
      const answer = await this.#load(page)
      // rebuilt meanwhile: the page belongs to a discarded order
      if (snapshot === this.#snapshot) snapshot.place(page, answer)
      this.#failure = null
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
      if (this.#stop.signal.aborted) return
      // the pages under way may be those of before
      if (this.#making) this.#making.isChanged = true
      else this.refresh()
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
    const kept: Kept<Row> = { total: this.#order.size, capped: this.capped, rows }
    // not kept is a later start without these rows, and nothing worse
    keep.store.put(keep.key, keep.platform, kept, this.#asOf).catch(() => undefined)
  }

  /** The order of the last time, until the server has answered. */
  async #restore(): Promise<void> {
    const { keep, keyOf } = this.#ports
    const stored = keep && (await keep.store.get(keep.key).catch(() => null))
    if (this.#origin === 'server' || this.#stop.signal.aborted) return
    this.#origin = stored ? 'stored' : 'none'
    if (stored) {
      const { total, capped, rows } = stored.value as Kept<Row>
      this.#snapshot = this.#emptySnapshot({ total: Math.max(total, rows.length), capped })
      markRead({ items: rows }, stored.at)
      rows.forEach((row, place) => {
        this.#rows.set(keyOf(row), row)
        this.#order.put(place, keyOf(row))
      })
      this.#order.cover(0, rows.length)
      this.#asOf = stored.at
    }
    if (stored || this.#failure) this.#takePending()
  }
}
