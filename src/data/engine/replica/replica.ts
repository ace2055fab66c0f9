/**
 * The replica of one platform in one tab: what is on disk comes first, the tab that leads has it filled and fed, the
 * others read what it has stored. Lists ask it for pages as they would ask the server.
 */
import { REPLICA_KINDS, type ReplicaKind, type ReplicaRow } from '#contract/calls/sync.ts'
import type { Chunk } from './chunk.ts'
import { SHAPES, takeChanges, tablesOf, type KindChange, type Queries, type Tables } from './kinds.ts'
import { MOST_ROWS, type Held } from './reader.ts'
import { Reading, type ReadingPorts } from './reading.ts'
import { anything, type Condition, type Shape } from './shape.ts'
import type { Head, ReplicaStore } from './store.ts'
import type { ReplicaTable } from './table.ts'

export interface ReplicaState {
  platform: string
  /** `empty` before anything is there, `filling` while the first of it comes in. */
  phase: 'empty' | 'filling' | 'ready'
  /** Open cases that are here, or have come in so far. */
  rows: number
  /** Of what is coming in. */
  total: number
  /** Open account alerts that are here. */
  alerts: number
  /** Of what there is more than is held. */
  partial: readonly ReplicaKind[]
  /** The server tells what changed; else its lists are read again from time to time, and come first while it answers. */
  isFed: boolean
  /** As of when, ms; null before. */
  asOf: number | null
  /** Grows with every change of rows. */
  version: number
}

export interface ReplicaPorts extends ReadingPorts {
  store: ReplicaStore
  /** `changed`: the rows that just came in, changed or went, where that was one by one. */
  onState: (state: ReplicaState, changed: readonly string[]) => void
  /** Tells other tabs that something new is on disk; `all` where everything is. */
  onStored: (platform: string, all: boolean) => void
  /** The server is in another history than the one this was read in. */
  onReset?: () => void
  /** This device, or its user's access to the platform, is said to be revoked. */
  onLost?: () => void
  /** So many rows of a kind are held. */
  most?: number
}

/** Which page, and whether the server was asked and cannot be reached. */
export interface PageOf {
  page: number
  pageSize: number
  isUnanswered?: boolean
}

export interface ReplicaPage<K extends ReplicaKind = ReplicaKind> {
  items: ReplicaRow<K>[]
  total: number
  /** `total` is a lower bound: there is more than is held. */
  capped: boolean
  at: number
}

/** What a text is found in. */
export interface ReplicaHits {
  cases: ReplicaRow<'case'>[]
  /** Cases with an alert whose id begins with it. */
  ofAlert: ReplicaRow<'case'>[]
  accountAlerts: ReplicaRow<'accountAlert'>[]
}

/** So many digits may be the beginning of an alert's id. */
const ALERT_ID = /^\d{4,18}$/

export class Replica {
  readonly platform: string
  readonly #ports: ReplicaPorts
  readonly #tables: Tables
  readonly #reading: Reading
  #head: Head | null = null
  #last = 0
  #filling: { rows: number; total: number } | null = null
  #loading: Promise<void>

  constructor(platform: string, ports: ReplicaPorts) {
    this.platform = platform
    this.#ports = ports
    this.#tables = tablesOf(platform)
    this.#loading = this.#load()
    this.#reading = new Reading(ports, this.#held)
    // another tab may have led until now
    void this.#reading.lead(async () => {
      await this.#loading
      // only whoever leads throws away what cannot be read: somebody else may have been storing it anew
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
    { page, pageSize, isUnanswered = false }: PageOf,
  ): Promise<ReplicaPage<K> | null> {
    await this.#loading
    const held = this.#head?.kinds[kind]
    const condition = held && SHAPES[kind].conditionOf(query)
    if (!condition || !this.#head) return null
    if ((held.isPartial || this.#head.cursor === null) && !isUnanswered) return null
    const table = this.#tables[kind] as unknown as ReplicaTable<ReplicaRow<K>, Queries[K]>
    const found = table.select(condition, JSON.stringify(query))
    const from = (page - 1) * pageSize
    const items = table.page(found, from, from + pageSize, this.#ports.clock.now())
    return { items, total: found.length, capped: held.isPartial, at: this.#head.at }
  }

  /** The newest rows of each kind whose text has a term, lower-cased, in it. */
  async search(term: string, limit: number): Promise<ReplicaHits> {
    await this.#loading
    const condition: Condition = { ...anything, text: { term, lines: null } }
    const find = <Row>(table: ReplicaTable<Row, never>) =>
      table.page(table.select(condition), 0, limit, this.#ports.clock.now())
    const { case: ofCases, accountAlert: ofAlerts } = this.#tables
    return {
      cases: find(ofCases as unknown as ReplicaTable<ReplicaRow<'case'>, never>),
      ofAlert: ALERT_ID.test(term) ? this.#withAlert(term, limit) : [],
      accountAlerts: find(ofAlerts as unknown as ReplicaTable<ReplicaRow<'accountAlert'>, never>),
    }
  }

  #withAlert(start: string, limit: number): ReplicaRow<'case'>[] {
    const table = this.#tables.case
    // as every list in a packed row begins
    const found = table.select({ ...anything, packed: `["${start}` })
    const rows: ReplicaRow<'case'>[] = []
    for (let from = 0; from < found.length && rows.length < limit; from += limit) {
      const page = table.page(found, from, from + limit, this.#ports.clock.now())
      rows.push(...page.filter(({ alerts }) => alerts.some(({ id }) => id.startsWith(start))))
    }
    return rows.slice(0, limit)
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
  async stored(all: boolean): Promise<void> {
    await this.#loading
    if (this.#reading.isLeading) return
    if (all || !this.#head) this.#loading = this.#load()
    else await this.#addStored()
  }

  stop(): void {
    this.#reading.stop()
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
      // damaged, or sealed with a key that is gone: worth nothing, and fetched again
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

  /** Older than everything that is held of a kind of which not all is. */
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
