/**
 * Reads ahead what will be needed offline, into the encrypted cache by the queries' own persister. One entry at a time,
 * never while somebody types, nor on metered data.
 */
import { hashKey, isCancelledError, type FetchQueryOptions, type QueryClient } from '@tanstack/react-query'
import { systemClock, type Clock } from '#engine/base/clock.ts'
import { ApiError } from '#src/data/net/errors.ts'
import type { OfflineMarks } from './offline-marks.ts'

/** The maximum number of entries. The cache limits their size: see `SNAPSHOT_BUDGET`. */
export const PACK_SIZE = 250
/** Older entries are read again, ms. */
const FRESH_MS = 30 * 60_000
/** The pause between two entries, ms. */
const PAUSE_MS = 400
/** The pause after a key, ms. */
const QUIET_MS = 1500
/** The interval at which the wanted entries are determined, ms. */
const ROUND_MS = 60_000
/** The delay before a failed entry is read again, ms. */
const LEAVE_MS = 3_600_000
/** Ids that came into view are looked up together after so long, ms. */
const LOOK_MS = 150
/** How often it is looked whether an entry that was read is stored. */
const LOOKS = 20
/** How often a read is begun again that was cancelled by a screen that shared it and was left. */
const CANCELLED_READS = 5

// a query's own type of key does not matter here
// oxlint-disable-next-line typescript/no-explicit-any -- options of every kind of query are held in one list
type AnyQuery = FetchQueryOptions<any, any, any, any>

/** A thing that can be opened: all of its queries make it available. */
export interface PackItem {
  id: string
  queries: readonly AnyQuery[]
}

export interface PackPorts {
  queries: QueryClient
  marks: OfflineMarks
  /** The device's clock by default. */
  clock?: Clock
  isOnline: () => boolean
  /** The read time of each snapshot, ms; null if missing. */
  agesOf: (keys: readonly string[]) => Promise<(number | null)[]>
  itemOf: (id: string) => PackItem
  /** The wanted entries, the most important first. */
  wanted: () => Promise<readonly string[]>
  /** The time of the last key, ms. */
  lastKey: () => number
  /** Metered data, or a hidden window. */
  isSparing: () => boolean
  /** Runs while the browser has nothing better to do. */
  whenIdle: (run: () => void) => void
  /** One tab reads ahead; resolves when this one may. */
  alone: (run: () => Promise<void>, signal: AbortSignal) => Promise<void>
}

export class OfflinePack {
  readonly #ports: PackPorts & { clock: Clock }
  readonly #stop = new AbortController()
  readonly #left = new Map<string, number>()
  #asked = new Set<string>()

  constructor(ports: PackPorts) {
    this.#ports = { clock: systemClock, ...ports }
  }

  /** Begins to read ahead and to answer marks; `stop` ends it. */
  start(): void {
    const { marks, queries, alone } = this.#ports
    marks.attach((ids) => this.#lookUp(ids))
    const off = queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || event.query.meta?.persist !== true) return
      const id = event.query.queryKey.at(-1)
      // stored a moment after it was answered
      if (typeof id === 'string' && marks.ageOf(id) === undefined) this.#soon(() => marks.forget([id]))
    })
    this.#stop.signal.addEventListener('abort', off)
    void alone(() => this.#run(), this.#stop.signal).catch(() => this.stop())
  }

  stop(): void {
    this.#ports.marks.attach(null)
    this.#stop.abort()
  }

  /** Reads these now, whatever else is wanted; answers how many are here then. */
  async keep(ids: readonly string[], onProgress: (done: number) => void): Promise<number> {
    let kept = 0
    for (const [i, id] of ids.entries()) {
      if (await this.#read(id)) kept += 1
      onProgress(i + 1)
    }
    return kept
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#round()
      await this.#wait(ROUND_MS)
    }
  }

  async #round(): Promise<void> {
    const { wanted, clock, isOnline } = this.#ports
    if (!isOnline()) return
    const ids = [...new Set(await wanted())].slice(0, PACK_SIZE)
    const ages = await this.#find(ids)
    for (const id of ids) {
      const age = ages.get(id) ?? null
      const isFresh = age !== null && clock.now() - age < FRESH_MS
      const isLeft = clock.now() < (this.#left.get(id) ?? 0)
      if (isFresh || isLeft) continue
      await this.#quiet()
      if (this.#stop.signal.aborted || !isOnline()) return
      await this.#read(id)
      await this.#wait(PAUSE_MS)
    }
  }

  /** All data of an entry, from the server into the cache, without keeping them in memory; whether they are stored. */
  async #read(id: string): Promise<boolean> {
    const { queries, itemOf, clock } = this.#ports
    try {
      for (const query of itemOf(id).queries) {
        const isHeld = queries.getQueryState(query.queryKey) !== undefined
        await this.#fetch(query)
        if (!isHeld) queries.removeQueries({ queryKey: query.queryKey, exact: true, type: 'inactive' })
      }
    } catch (error) {
      // missing or forbidden: not read again soon; network failures are shown by the connection
      if (!(error instanceof ApiError) && !isCancelledError(error)) throw error
      if (error instanceof ApiError && error.status !== null) this.#left.set(id, clock.now() + LEAVE_MS)
      return false
    }
    // stored a moment after it was answered
    for (let look = 0; look < LOOKS && !this.#stop.signal.aborted; look += 1) {
      const ages = await this.#find([id])
      if (ages.get(id) !== null) return true
      await this.#wait(LOOK_MS)
    }
    return false
  }

  async #fetch(query: AnyQuery, tries = CANCELLED_READS): Promise<void> {
    const { queries } = this.#ports
    const meta = { ...query.meta, isAhead: true }
    try {
      await queries.fetchQuery({ ...query, staleTime: PAUSE_MS, meta, retry: false })
    } catch (error) {
      if (!isCancelledError(error) || tries === 1) throw error
      await this.#fetch(query, tries - 1)
    }
  }

  /** Waits until nobody types, the window is visible and data are unmetered. */
  async #quiet(): Promise<void> {
    const { clock, lastKey, isSparing, whenIdle } = this.#ports
    while (!this.#stop.signal.aborted && (isSparing() || clock.now() - lastKey() < QUIET_MS)) await this.#wait(QUIET_MS)
    await new Promise<void>((resolve) => whenIdle(resolve))
  }

  #lookUp(ids: readonly string[]): void {
    const isDue = this.#asked.size === 0
    for (const id of ids) this.#asked.add(id)
    if (!isDue) return
    this.#soon(() => {
      const asked = [...this.#asked]
      this.#asked = new Set()
      // an entry that cannot be looked up has no mark
      this.#find(asked).catch(() => undefined)
    })
  }

  async #find(ids: readonly string[]): Promise<Map<string, number | null>> {
    const { agesOf, itemOf, marks } = this.#ports
    const keys = ids.map((id) => itemOf(id).queries.map(({ queryKey }) => hashKey(queryKey)))
    const ages = await agesOf(keys.flat())
    let next = 0
    const found = new Map(
      ids.map((id, i) => {
        const own = ages.slice(next, (next += keys[i]?.length ?? 0))
        const isWhole = own.length > 0 && own.every((at) => at !== null)
        return [id, isWhole ? Math.min(...own.map(Number)) : null]
      }),
    )
    marks.take(found)
    return found
  }

  #soon(run: () => void): void {
    this.#ports.clock.after(LOOK_MS, run)
  }

  #wait(ms: number): Promise<void> {
    const { signal } = this.#stop
    return new Promise((resolve) => {
      const end = () => {
        off()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const off = this.#ports.clock.after(ms, end)
      signal.addEventListener('abort', end)
    })
  }
}
