/** The world of the engine's tests: a virtual clock, locks in memory, and a server that fails on demand. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { OpDraft } from '#contract/ops/op.ts'
import { uuidV7 } from '#contract/uuid.ts'
import type { Clock, Locks } from '#engine/base/clock.ts'
import { openDatabases, readMeta, type Databases } from '#engine/base/database.ts'
import type { Change } from '#engine/base/types.ts'
import { Outbox, type NewOp } from '#engine/outbox/outbox.ts'
import { Sender } from '#engine/sender/sender.ts'
import { Transport } from '#engine/sender/transport.ts'
import type { VaultRing } from '#engine/vault/key-ring.ts'
import { FaultServer } from './fault-server.ts'
import { testRing } from './ring.ts'

export const START = Date.UTC(2026, 0, 5, 9)

/** A clock that moves only when a test advances it. */
export class VirtualClock implements Clock {
  time = START
  #timers: { at: number; run: () => void }[] = []

  now(): number {
    return this.time
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.time + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  get waiting(): number {
    return this.#timers.length
  }

  advance(ms: number): void {
    this.time += ms
    const due = this.#timers.filter((timer) => timer.at <= this.time)
    this.#timers = this.#timers.filter((timer) => timer.at > this.time)
    for (const timer of due) timer.run()
  }
}

/** Web Locks of one browser: exclusive, granted in order of request, released when the tab closes. */
export class MemoryLocks implements Locks {
  readonly #tails = new Map<string, Promise<unknown>>()

  readonly #taken = new Map<string, number>()

  async request<T>(
    name: string,
    { signal, ifAvailable = false }: { signal?: AbortSignal; ifAvailable?: boolean },
    run: (lock: object | null) => Promise<T>,
  ): Promise<T> {
    const wanted = this.#taken.get(name) ?? 0
    if (ifAvailable && wanted > 0) return run(null)
    this.#taken.set(name, wanted + 1)
    const before = this.#tails.get(name) ?? Promise.resolve()
    let release = () => {}
    const mine = new Promise<void>((resolve) => (release = resolve))
    this.#tails.set(
      name,
      before.then(() => mine),
    )
    const aborted = new Promise<never>((_, reject) => {
      const give = () => reject(new DOMException('aborted', 'AbortError'))
      if (signal?.aborted) give()
      else signal?.addEventListener('abort', give, { once: true })
    })
    // the signal does not affect a lock that is held already
    aborted.catch(() => undefined)
    try {
      await Promise.race([aborted, before])
      return await run({})
    } finally {
      this.#taken.set(name, (this.#taken.get(name) ?? 1) - 1)
      release()
    }
  }
}

export const BY = { id: 'u1', name: 'Ana' }

export function draft(kind: string, caseId: string, body: unknown = {}): OpDraft {
  return { kind, target: { platform: 'paxum', customerId: '7', caseId, caseUuid: `uuid-${caseId}` }, body }
}

/** One browser profile: databases and locks that outlive tabs. */
export class World {
  readonly clock = new VirtualClock()
  locks = new MemoryLocks()
  readonly server = new FaultServer(this.clock)
  readonly changes: Change[] = []
  readonly idb = { indexedDB: new IDBFactory(), IDBKeyRange }
  isSignedIn = true
  signedOut = 0
  /** The user of the tabs, the names of the databases, and the session. */
  uid = 'u1'
  stem = 'test'
  token = 'token'
  /** The reported operations that the server has lost. */
  readonly missing: number[] = []
  /** The name of its series of numbers. */
  device = 'd'
  /** Runs when the disk is full. */
  makeRoom = async () => false
  /** The data outside the databases. */
  lastSeq = 0
  readonly lost: number[] = []
  readonly #outboxes: Outbox[] = []

  databases(): Promise<Databases> {
    return openDatabases(this.stem, this.idb, () => undefined)
  }

  ring({ vault }: Databases): Promise<VaultRing> {
    return testRing(vault, this.clock)
  }

  /** A tab with its own connection to the databases and its own sender. */
  async tab(): Promise<Tab> {
    const databases = await this.databases()
    const ring = await this.ring(databases)
    const { uid, stem, token } = this
    const makeRoom = () => this.makeRoom()
    const outbox = new Outbox({
      db: databases.outbox,
      ring,
      clock: this.clock,
      uid,
      appV: '1',
      publish: (change) => this.changes.push(change),
      makeRoom,
    })
    const transport = new Transport({
      fetch: this.server.fetch,
      clock: this.clock,
      base: '/api',
      token: () => token,
      device: this.device,
      incarnation: 'i',
      knewKeys: () => readMeta(databases.outbox, 'knowsKeys', false),
    })
    const flusher = new Sender({
      db: databases.outbox,
      outbox,
      transport,
      clock: this.clock,
      locks: this.locks,
      stem,
      random: () => 0.5,
      isSignedIn: () => this.isSignedIn,
      platforms: ring.platforms,
      makeRoom,
      lastSeq: this.lastSeq,
      onMissing: (count) => this.missing.push(count),
      onLost: (numbers) => this.lost.push(...numbers),
      onSignedOut: () => {
        this.isSignedIn = false
        this.signedOut += 1
      },
      onError: (error) => {
        throw error
      },
    })
    // as the engine does after each change: every tab knows the skew of the clock
    this.#outboxes.push(outbox)
    const pass = flusher.pass.bind(flusher)
    flusher.pass = async () => {
      const wait = await pass()
      await this.#tellSkew(databases)
      return wait
    }
    await this.#tellSkew(databases)
    return { databases, ring, outbox, transport, flusher }
  }

  async #tellSkew({ outbox: db }: Databases): Promise<void> {
    const skewMs = await readMeta<number | null>(db, 'skew', null)
    for (const outbox of this.#outboxes) outbox.skewMs = skewMs
  }

  newOps(drafts: readonly OpDraft[], group = 'g', holdMs = 0): NewOp[] {
    const at = this.clock.now()
    return drafts.map((one) => ({
      op: { ...one, opId: uuidV7(at), at, by: BY },
      group,
      commandId: 'case.note',
      label: one.kind,
      holdMs,
      offline: false,
    }))
  }
}

export interface Tab {
  databases: Databases
  ring: VaultRing
  outbox: Outbox
  transport: Transport
  flusher: Sender
}
