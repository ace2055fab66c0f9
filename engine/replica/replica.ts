/**
 * The replica of one platform in one tab: what is on disk comes first, the tab that leads has it filled and fed, the
 * others read what it has stored. Lists ask it for pages as they would ask the server.
 */
import { REPLICA_KINDS, type ReplicaKind, type ReplicaRow } from '#contract/calls/sync.ts'
import type { Chunk } from './chunk.ts'
import { SHAPES, takeChanges, tablesOf, type KindChange, type Queries, type Tables } from './kinds.ts'
import { MOST_ROWS, type Held } from './reader.ts'
import { Reading, type ReplicaUpdaterPorts } from './replica-updater.ts'
import type { Shape } from './shape.ts'
import type { Head, ReplicaStore } from './store.ts'
import type { Refinement } from './sort-and-ranges.ts'
import type { FoldedList } from './stacks.ts'
import { loadRefining, type ReplicaTable } from './table.ts'

export interface ReplicaState {
  platform: string
  /** `empty` before anything is there, `filling` while the first of it comes in. */
  phase: 'empty' | 'filling' | 'ready'
  /** Open cases that are here, or have come in so far. */
  rows: number
  /** Incoming rows. */
  total: number
  /** Open account alerts that are here. */
  alerts: number
  /** Kinds with more rows than the limit. */
  partial: readonly ReplicaKind[]
  /** The server sends changes; otherwise its lists are read periodically, and take precedence while it answers. */
  isFed: boolean
  /** The time of the data, ms; null before. */
  asOf: number | null
  /** Grows with every change of rows. */
  version: number
}

export interface ReplicaPorts extends ReplicaUpdaterPorts {
  store: ReplicaStore
  /** `changed`: the rows that just came in, changed or went, where that was one by one. */
  onState: (state: ReplicaState, changed: readonly string[]) => void
  /** Notifies other tabs of new data on disk; `all` if everything is new. */
  onStored: (platform: string, all: boolean) => void
  /** The server is in another history than the one this was read in. */
  onReset?: () => void
  /** This device, or its user's access to the platform, is reported as revoked. */
  onLost?: () => void
  /** The number of held rows of a kind. */
  most?: number
}

/** The page, and whether the server was asked and is unreachable. */
export interface PageOf {
  page: number
  /** With size 0 the rows of these ids that are held; without ids the similar rows of the whole list. */
  pageSize: number
  ids?: readonly string[]
  isUnanswered?: boolean
}

export interface ReplicaPage<K extends ReplicaKind = ReplicaKind> {
  items: ReplicaRow<K>[]
  total: number
  /** `total` is a lower bound: there are more rows than held. */
  capped: boolean
  at: number
  fold?: FoldedList
}

/** The rows that contain a text. */
export interface ReplicaHits {
  cases: ReplicaRow<'case'>[]
  /** Cases with an alert whose id begins with it. */
  ofAlert: ReplicaRow<'case'>[]
  accountAlerts: ReplicaRow<'accountAlert'>[]
}

export class Replica {
  readonly platform: string
  readonly #ports: ReplicaPorts
  readonly #tables: Tables
  readonly #reading: Reading
  #head: Head | null = null
  #last = 0
  #filling: { rows: number; total: number } | null = null
  #loading: Promise<void>
  /** The current users of the database. */
  readonly #work = new Set<Promise<void>>()
  #isStopped = false

  constructor(platform: string, ports: ReplicaPorts) {
    this.platform = platform
    this.#ports = ports
    this.#tables = tablesOf(platform)
    this.#loading = this.#during(this.#load())
    this.#reading = new Reading(ports, this.#held)
    // another tab may have led until now
    this.#reading.lead(async () => {
      await this.#loading
      // only the leader deletes unreadable data: another tab may have been storing them again
      if (this.#head) await this.#addStored()
      else await this.#held.drop()
    })
  }

  /**
   * A page of a list, or null where it is for the server to answer. `isUnanswered`: the server was asked and cannot be
   * reached, so that what is old or not all is better than nothing.
   */
  async page<K extends ReplicaKind>(
    kind: K,
    query: Queries[K],
    { page, pageSize, isUnanswered = false, ids }: PageOf,
  ): Promise<ReplicaPage<K> | null> {
    await this.#loading
    const held = this.#head?.kinds[kind]
    const now = this.#ports.clock.now()
    const plain = held && SHAPES[kind].conditionOf(query)
    const isRefined = isOurs(query)
    const condition = plain && isRefined ? (await loadRefining()).refined(plain, query, now) : plain
    if (!held || !condition || !this.#head) return null
    // a catalogue-only server ignores orders and ranges: the replica answers better
    const isServed = this.#head.cursor !== null || !isRefined
    if ((held.isPartial || this.#head.cursor === null) && isServed && !isUnanswered) return null
    const table = this.#tables[kind] as unknown as ReplicaTable<ReplicaRow<K>, Queries[K]>
    // an age means another moment each minute, and so does what is late
    const isTimed = query['age[]'] ?? query.due
    const found = table.select(condition, JSON.stringify([query, isTimed && Math.floor(now / 60_000)]))
    const from = (page - 1) * pageSize
    const items = table.page(found, from, from + pageSize, now)
    const { at } = this.#head
    const rest = pageSize > 0 ? {} : (await import('./search.ts')).beyondPage(table, found, ids, now)
    return { items, total: found.length, capped: held.isPartial, at, ...rest }
  }

  /** The newest rows of each kind whose text has a term, lower-cased, in it. */
  async search(term: string, limit: number): Promise<ReplicaHits> {
    await this.#loading
    const { search } = await import('./search.ts')
    return search(this.#tables, { term, limit, now: this.#ports.clock.now() })
  }

  /** Reads what changed to its end now. Throws where the server cannot be asked. */
  async sync(): Promise<void> {
    await this.#loading
    if (this.#head?.cursor) await this.#reading.catchUp()
  }

  /** Something changed on the server, or the network is back: ask now. */
  poke(): void {
    this.#reading.poke()
  }

  /** The server has taken something on these rows. */
  touched(kind: ReplicaKind, ids: readonly string[]): void {
    this.#reading.touched(kind, ids)
  }

  /** Another tab has stored something. */
  stored(all: boolean): Promise<void> {
    return this.#during(this.#readStored(all))
  }

  /** Ends reading at once. Resolves when nothing of it uses the database any more, which may be closed from then on. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#reading.stop()
    while (this.#work.size > 0) await Promise.allSettled(this.#work)
  }

  #during(work: Promise<void>): Promise<void> {
    const quiet = work.catch((error: unknown) => {
      // there is no receiver any more
      if (!this.#isStopped) throw error
    })
    const done = quiet.finally(() => this.#work.delete(done))
    this.#work.add(done)
    return done
  }

  async #readStored(all: boolean): Promise<void> {
    await this.#loading
    if (this.#isStopped || this.#reading.isLeading) return
    if (all || !this.#head) await (this.#loading = this.#load())
    else await this.#addStored()
  }

  async #addStored(): Promise<void> {
    const more = this.#head && (await this.#ports.store.since(this.platform, this.#last))
    if (more) this.#take(more.changes, more.head, more.last, idsOf(more.changes))
  }

  async #load(): Promise<void> {
    const { store, onTrouble } = this.#ports
    try {
      const stored = await store.load(this.platform)
      if (!stored) return this.#tell()
      for (const kind of REPLICA_KINDS) this.#tables[kind].replace(stored.chunks[kind])
      this.#take(stored.changes, stored.head, stored.last)
    } catch (error) {
      // closed in the middle of reading
      if (this.#isStopped) return
      // damaged, or encrypted with a destroyed key: deleted, and fetched again
      onTrouble(error)
      this.#tell()
    }
  }

  #take(changes: readonly KindChange[], head: Head, last: number, changed: readonly string[] = []): void {
    takeChanges(this.#tables, changes)
    this.#head = head
    this.#last = Math.max(this.#last, last)
    this.#tell(changed)
  }

  #tell(changed: readonly string[] = []): void {
    if (this.#isStopped) return
    const isFilling = this.#filling !== null && !this.#head?.kinds.case
    const state: ReplicaState = {
      platform: this.platform,
      phase: isFilling ? 'filling' : this.#head?.kinds.case ? 'ready' : 'empty',
      rows: (isFilling && this.#filling?.rows) || this.#tables.case.size,
      total: (isFilling && this.#filling?.total) || this.#tables.case.size,
      alerts: this.#tables.accountAlert.size,
      partial: REPLICA_KINDS.filter((kind) => this.#head?.kinds[kind]?.isPartial),
      isFed: this.#head?.cursor != null,
      asOf: this.#head?.at ?? null,
      version: this.#tables.case.version + this.#tables.accountAlert.version,
    }
    this.#ports.onState(state, changed)
  }

  get #held(): Held {
    const { store, clock, onStored, device, onReset, onLost, most = MOST_ROWS } = this.#ports
    const { platform } = this
    return {
      platform,
      device,
      tables: this.#tables,
      most,
      now: () => clock.now(),
      head: () => this.#head,
      tellFilling: (progress) => {
        this.#filling = progress
        this.#tell()
      },
      replace: async (kind, chunks, head) => {
        await store.replace(platform, kind, chunks, head)
        this.#replaced(kind, chunks, head)
      },
      change: async (all, head) => {
        const changes = all.filter((one) => !this.#isBeyond(one))
        const { isLeading } = this.#reading
        const last = isLeading ? await store.append(platform, changes, head) : 0
        this.#take(changes, head, last, idsOf(changes))
        if (isLeading && changes.length > 0) onStored(platform, false)
      },
      tellReset: () => onReset?.(),
      tellLost: () => onLost?.(),
      drop: async () => {
        await store.drop(platform)
        this.#head = null
      },
      compact: () => this.#compact(),
    }
  }

  #replaced(kind: ReplicaKind, chunks: readonly Chunk[], head: Head): void {
    this.#tables[kind].replace(chunks)
    this.#take([], head, 0)
    this.#ports.onStored(this.platform, true)
  }

  /** Older than every held row of an incomplete kind. */
  #isBeyond({ kind, change: { id, row } }: KindChange): boolean {
    if (!row || !this.#head?.kinds[kind]?.isPartial) return false
    const { createdOf } = SHAPES[kind] as Shape<ReplicaRow, never>
    const table = this.#tables[kind]
    return table.versionOf(id) === undefined && createdOf(row) < table.oldest
  }

  async #compact(): Promise<void> {
    const { store, clock, most = MOST_ROWS } = this.#ports
    for (const kind of REPLICA_KINDS) {
      const table = this.#tables[kind]
      if (!this.#head || !table.isWorn) continue
      const isPartial = this.#head.kinds[kind]?.isPartial || table.size > most
      table.rebuild(clock.now(), most)
      const head = { ...this.#head, kinds: { ...this.#head.kinds, [kind]: { chunks: table.chunks.length, isPartial } } }
      await store.replace(this.platform, kind, table.chunks, head)
      this.#replaced(kind, table.chunks, head)
    }
  }
}

const idsOf = (changes: readonly KindChange[]) => changes.map(({ change }) => change.id)

const isOurs = (query: Refinement) =>
  Boolean(query.sort ?? query['amount[]'] ?? query['risk[]'] ?? query['age[]'] ?? query.due)
