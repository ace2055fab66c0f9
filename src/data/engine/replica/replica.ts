/**
 * The replica of one platform in one tab: what is on disk comes first, the tab that leads fills and feeds it, the others
 * read what it has stored. Lists ask it for pages as they would ask the server.
 */
import {
  sync,
  snapshotEnd,
  snapshotHead,
  type FeedItem,
  type ReplicaKind,
  type ReplicaRow,
} from '#contract/calls/sync.ts'
import type { Call } from '#contract/call.ts'
import { headersOf, toRequest, type LooseInput } from '#src/data/request.ts'
import type { Clock, Locks } from '#src/data/engine/clock.ts'
import { caseShape, type CaseListQuery } from './case-shape.ts'
import { buildChunk, CHUNK_ROWS, type Chunk } from './chunk.ts'
import { linesOf } from './lines.ts'
import type { Head, ReplicaStore } from './store.ts'
import { ReplicaTable, type RowChange } from './table.ts'

/** Without a poke the feed is asked this often, ms. */
const POLL_MS = 30_000
/** After a failure it is left alone for so long. */
const RETRY_MS = 5000
const FEED_TIMEOUT_MS = 30_000

export interface ReplicaState {
  platform: string
  /** `empty` before anything is there, `filling` while the first snapshot comes in. */
  phase: 'empty' | 'filling' | 'ready'
  rows: number
  /** Of the snapshot that is coming in. */
  total: number
  /** As of when, ms; null before. */
  asOf: number | null
  version: number
}

export interface ReplicaPorts {
  store: ReplicaStore
  clock: Clock
  locks: Locks
  fetch: (url: string, init: RequestInit) => Promise<Response>
  base: string
  token: () => string | null
  stem: string
  isOnline: () => boolean
  /** Whether the server has a feed. Throws where it cannot be asked. */
  hasFeed: () => Promise<boolean>
  onState: (state: ReplicaState) => void
  /** Tells other tabs that something new is on disk; `all` where everything is. */
  onStored: (platform: string, all: boolean) => void
  onTrouble: (error: unknown) => void
}

export interface ReplicaPage {
  items: ReplicaRow<'case'>[]
  total: number
  at: number
}

const KIND = 'case' satisfies ReplicaKind

export class Replica {
  readonly platform: string
  readonly #ports: ReplicaPorts
  readonly #stop = new AbortController()
  readonly #table: ReplicaTable<ReplicaRow<'case'>, CaseListQuery>
  #head: Head | null = null
  #last = 0
  #filling: { rows: number; total: number } | null = null
  #wake = () => {}
  #loading: Promise<void>
  #reading: Promise<void> = Promise.resolve()
  /** Of all tabs only one stores. */
  #isLeading = false
  /** Something was said to have changed since the last reading began. */
  #isPoked = false

  constructor(platform: string, ports: ReplicaPorts) {
    this.platform = platform
    this.#ports = ports
    this.#table = new ReplicaTable(caseShape, platform)
    this.#loading = this.#load()
    void this.#lead()
  }

  /** A page of a list, or null where the replica cannot answer (yet). */
  async page(query: CaseListQuery, page: number, pageSize: number): Promise<ReplicaPage | null> {
    await this.#loading
    const condition = this.#head && caseShape.conditionOf(query)
    if (!condition || !this.#head) return null
    const found = this.#table.select(condition, JSON.stringify(query))
    const from = (page - 1) * pageSize
    const items = this.#table.page(found, from, from + pageSize, this.#ports.clock.now())
    return { items, total: found.length, at: this.#head.at }
  }

  /** Reads the feed to its end now. Throws where the server cannot be asked. */
  async sync(): Promise<void> {
    await this.#loading
    await this.#alone(async () => {
      if (this.#head?.cursor && this.#ports.isOnline()) await this.#follow(this.#head.cursor)
    })
  }

  /** Something changed on the server, or the network is back: ask now. */
  poke(): void {
    this.#isPoked = true
    this.#wake()
  }

  /** Another tab stored something. */
  async stored(all: boolean): Promise<void> {
    await this.#loading
    if (all || !this.#head) return (this.#loading = this.#load())
    const found = await this.#ports.store.since<ReplicaRow<'case'>>(this.platform, KIND, this.#last)
    if (!found) return
    this.#take(found.changes, found.head, found.last)
  }

  stop(): void {
    this.#stop.abort()
    this.#wake()
  }

  async #load(): Promise<void> {
    try {
      const stored = await this.#ports.store.load<ReplicaRow<'case'>>(this.platform, KIND)
      if (!stored) return this.#tell()
      this.#table.replace(stored.chunks)
      this.#take(stored.changes, stored.head, stored.last)
    } catch (error) {
      // damaged, or sealed with a key that is gone: worth nothing, and fetched again
      this.#ports.onTrouble(error)
      await this.#ports.store.drop(this.platform, KIND).catch(this.#ports.onTrouble)
      this.#tell()
    }
  }

  #take(changes: readonly RowChange<ReplicaRow<'case'>>[], head: Head, last: number): void {
    if (changes.length > 0) this.#table.change(changes)
    this.#head = head
    this.#last = Math.max(this.#last, last)
    this.#tell()
  }

  #tell(): void {
    this.#ports.onState({
      platform: this.platform,
      phase: this.#filling && !this.#head ? 'filling' : this.#head ? 'ready' : 'empty',
      rows: this.#filling && !this.#head ? this.#filling.rows : this.#table.size,
      total: this.#filling?.total ?? this.#table.size,
      asOf: this.#head?.at ?? null,
      version: this.#table.version,
    })
  }

  /** Of all tabs one reads the feed. */
  async #lead(): Promise<void> {
    const { locks, stem, onTrouble } = this.#ports
    const { signal } = this.#stop
    try {
      await locks.request(`docket-replica:${stem}:${this.platform}`, { signal }, () => this.#feed())
    } catch (error) {
      if (!signal.aborted) onTrouble(error)
    }
  }

  /** One reading at a time. */
  #alone(run: () => Promise<void>): Promise<void> {
    const done = this.#reading.then(run)
    this.#reading = done.catch(() => undefined)
    return done
  }

  async #feed(): Promise<void> {
    this.#isLeading = true
    const { clock, isOnline, token, onTrouble } = this.#ports
    const { signal } = this.#stop
    // another tab may have led until now
    await this.stored(false)
    void this.#listen()
    while (!signal.aborted) {
      let wait = POLL_MS
      this.#isPoked = false
      try {
        if (isOnline() && token() !== null && (await this.#ports.hasFeed())) {
          await this.#alone(() => (this.#head?.cursor ? this.#follow(this.#head.cursor) : this.#fill()))
        }
      } catch (error) {
        wait = RETRY_MS
        // a lost connection is no trouble; everything else is told once a try
        if (!signal.aborted && !(error instanceof TypeError || error instanceof DOMException)) onTrouble(error)
      }
      if (signal.aborted) return
      // said while it was read: perhaps too late for that reading
      if (this.#isPoked && wait === POLL_MS) continue
      await new Promise<void>((resolve) => {
        const off = clock.after(wait, resolve)
        this.#wake = () => {
          off()
          resolve()
        }
      })
    }
  }

  /** Everything, from a snapshot. */
  async #fill(): Promise<void> {
    const { store, clock, onStored } = this.#ports
    const at = clock.now()
    const response = await this.#request(sync.snapshot, { query: { platform: this.platform, kind: KIND } }, false)
    const chunks: Chunk[] = []
    let rows: ReplicaRow<'case'>[] = []
    let cursor: string | null = null
    let count = 0
    let isWhole = false
    if (!response.body) throw new TypeError('the snapshot has no body')
    for await (const line of linesOf(response.body)) {
      const value = JSON.parse(line) as Record<string, unknown>
      if (cursor === null) {
        const head = snapshotHead.parse(value)
        cursor = head.cursor
        this.#filling = { rows: 0, total: head.total }
        continue
      }
      if ('end' in value) {
        isWhole = snapshotEnd.parse(value).end === count
        continue
      }
      rows.push(value as unknown as ReplicaRow<'case'>)
      count += 1
      if (rows.length < CHUNK_ROWS) continue
      chunks.push(buildChunk(caseShape, rows))
      rows = []
      this.#filling = { rows: count, total: Math.max(count, this.#filling?.total ?? 0) }
      this.#tell()
    }
    if (!isWhole || cursor === null) throw new TypeError('the snapshot broke off')
    if (rows.length > 0) chunks.push(buildChunk(caseShape, rows))
    const head = { cursor, at }
    await store.replace(this.platform, KIND, chunks, head)
    this.#filling = null
    this.#table.replace(chunks)
    this.#take([], head, 0)
    onStored(this.platform, true)
    // what changed while it was read
    await this.#follow(cursor)
  }

  /** What changed since. */
  async #follow(since: string): Promise<void> {
    const { store, clock, onStored } = this.#ports
    let cursor = since
    for (let isMore = true; isMore;) {
      const at = clock.now()
      const query = { platform: this.platform, since: cursor }
      const response = await this.#request(sync.rows, { query }, true)
      const reply = sync.rows.reply.parse(await response.json())
      if (reply.reset && !this.#isLeading) return
      if (reply.reset) {
        await store.drop(this.platform, KIND)
        this.#head = null
        return this.#fill()
      }
      const changes = reply.items.flatMap((item) => (item.kind === KIND ? [toChange(item)] : []))
      // as of the beginning only once everything has been told
      const head = { cursor: reply.next, at: reply.more ? (this.#head?.at ?? at) : at }
      const last = this.#isLeading ? await store.append(this.platform, KIND, changes, head) : 0
      this.#take(changes, head, last)
      if (this.#isLeading && changes.length > 0) onStored(this.platform, false)
      cursor = reply.next
      isMore = reply.more
    }
    if (this.#isLeading && this.#table.isWorn) await this.#compact()
  }

  async #compact(): Promise<void> {
    const { store, clock, onStored } = this.#ports
    if (!this.#head) return
    this.#table.rebuild(clock.now())
    await store.replace(this.platform, KIND, this.#table.chunks, this.#head)
    this.#tell()
    onStored(this.platform, true)
  }

  /** Hears of changes as they happen; without it the feed is only asked from time to time. */
  async #listen(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      // cut off: the feed is asked from time to time meanwhile, and says what is wrong
      await this.#hear().catch(() => undefined)
      if (!signal.aborted) await new Promise<void>((resolve) => this.#ports.clock.after(RETRY_MS, resolve))
    }
  }

  async #hear(): Promise<void> {
    const { isOnline, token, hasFeed } = this.#ports
    if (!isOnline() || token() === null || !(await hasFeed())) return
    const { body } = await this.#request(sync.stream, { query: { platform: this.platform } }, false)
    if (body) for await (const line of linesOf(body)) if (line === 'event: poke') this.poke()
  }

  async #request(call: Call, input: LooseInput, isShort: boolean): Promise<Response> {
    const { base, token, fetch } = this.#ports
    const [url, init] = toRequest(base, call, input, headersOf(token(), this.platform))
    const signals = [this.#stop.signal, ...(isShort ? [AbortSignal.timeout(FEED_TIMEOUT_MS)] : [])]
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any(signals) })
    if (!response.ok) throw new TypeError(`the feed answered ${response.status}`)
    return response
  }
}

const toChange = (item: Extract<FeedItem, { kind: 'case' }>): RowChange<ReplicaRow<'case'>> => ({
  id: item.id,
  version: item.version,
  row: item.row,
})
