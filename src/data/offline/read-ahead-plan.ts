/**
 * Reads ahead what will be needed without a network, into the encrypted cache, by the same way as every read that is
 * kept: the queries' own persister. Slowly, one thing at a time, never while somebody types, not where data are dear.
 */
import { hashKey, type FetchQueryOptions, type QueryClient } from '@tanstack/react-query'
import { systemClock, type Clock } from '#engine/base/clock.ts'
import { ApiError } from '#src/data/net/errors.ts'
import type { OfflineMarks } from './offline-marks.ts'

/** So many things are kept ready. What they weigh is bounded by the cache: see `SNAPSHOT_BUDGET`. */
export const PACK_SIZE = 250
/** What was read longer ago is read again, ms. */
const FRESH_MS = 30 * 60_000
/** Between two things, ms: somebody else may want the network. */
const PAUSE_MS = 400
/** After a key nobody is disturbed for so long, ms. */
const QUIET_MS = 1500
/** What is wanted is asked for again after so long, ms. */
const ROUND_MS = 60_000
/** What could not be read is not asked for again for so long, ms. */
const LEAVE_MS = 3_600_000
/** Ids that came into view are looked up together after so long, ms. */
const LOOK_MS = 150

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
  /** By default the device's own. */
  clock?: Clock
  isOnline: () => boolean
  /** When each snapshot was read, ms; null where it is not here. */
  agesOf: (keys: readonly string[]) => Promise<(number | null)[]>
  itemOf: (id: string) => PackItem
  /** What to keep ready now, the most important first. */
  wanted: () => Promise<readonly string[]>
  /** When a key was last pressed, ms. */
  lastKey: () => number
  /** The user pays for what is read, or nobody looks at this window. */
  isSparing: () => boolean
  /** Runs while the browser has nothing better to do. */
  whenIdle: (run: () => void) => void
  /** Of all tabs one reads ahead; resolves when this one may. */
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

  /** Everything of a thing, from the server into the cache; nothing of it stays in memory that nobody shows. */
  async #read(id: string): Promise<boolean> {
    const { queries, itemOf, marks, clock } = this.#ports
    try {
      for (const query of itemOf(id).queries) {
        const isHeld = queries.getQueryState(query.queryKey) !== undefined
        await queries.fetchQuery({
          ...query,
          staleTime: PAUSE_MS,
          meta: { ...query.meta, isAhead: true },
          retry: false,
        })
        if (!isHeld) queries.removeQueries({ queryKey: query.queryKey, exact: true, type: 'inactive' })
      }
      // what it was answered it has been given to store: asked again, it is there
      this.#soon(() => marks.forget([id]))
      return true
    } catch (error) {
      // gone, or not for this user: not wanted again soon; a lost connection is the connection's to tell
      if (!(error instanceof ApiError)) throw error
      if (error.status !== null) this.#left.set(id, clock.now() + LEAVE_MS)
      return false
    }
  }

  /** Waits until nobody types, the window is in front and data are not spared. */
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
      // what cannot be looked up has no mark
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
