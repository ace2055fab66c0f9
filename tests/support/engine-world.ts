/** What the engine's tests run in: a virtual clock, locks in memory, and a server that fails on demand and keeps a ledger. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { sync, type SyncOp } from '#contract/calls/sync.ts'
import type { OpDraft } from '#contract/ops/op.ts'
import type { Clock, Locks } from '#src/data/engine/clock.ts'
import { openDatabases, type Databases } from '#src/data/engine/database.ts'
import { Flusher } from '#src/data/engine/flush.ts'
import { isRefusalKept } from '#src/data/engine/outcome.ts'
import { Outbox, type NewOp } from '#src/data/engine/outbox.ts'
import { Transport } from '#src/data/engine/transport.ts'
import type { Change } from '#src/data/engine/types.ts'
import { uuidV7 } from '#src/data/uuid.ts'
import { testRing } from './ring.ts'

export const START = Date.UTC(2026, 0, 5, 9)

/** Time that moves when told to. */
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

/** Web Locks of one browser: exclusive, first come first served, given back when the tab dies. */
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
    await before
    try {
      if (signal?.aborted) throw new DOMException('aborted', 'AbortError')
      return await run({})
    } finally {
      this.#taken.set(name, (this.#taken.get(name) ?? 1) - 1)
      release()
    }
  }
}

/** What the next request meets. `before` and `after` the effect are where an answer can be lost. */
export type Fault =
  | { type: 'lost-before' }
  | { type: 'lost-after' }
  | { type: 'status'; status: number; headers?: Record<string, string> }
  | { type: 'garbled' }
  /** Commits and never answers: the client dies waiting. */
  | { type: 'hangs' }

interface Effect {
  opId: string
  lane: string
  kind: string
  devSeq: number
  supersedes?: string | undefined
  expect?: Record<string, unknown> | undefined
}

const laneOf = (op: SyncOp) => `${op.target.platform}|${op.target.caseId}`

/** A server with idempotency keys: effects and the answers kept by key, in one commit. */
export class FaultServer {
  readonly ledger: Effect[] = []
  readonly requests: string[] = []
  readonly #answers = new Map<string, { status: number; problem?: unknown }>()
  faults: Fault[] = []
  /** Answers of single operations, by id: taken in place of success, once. */
  refusals = new Map<string, { status: number; problem?: unknown }>()
  /** Operations that it fails at whenever they come. */
  readonly sick = new Set<string>()
  /** What was not answered from memory, as it came. */
  readonly ops: SyncOp[] = []
  isOnline = true
  isSignedIn = true
  keys = true
  holdsBack: (() => void)[] = []
  /** Numbers this device said will never arrive. */
  readonly buried: { devSeq: number; fate: string; reason?: string }[] = []
  /** What this device said of storage that was thrown away. */
  readonly resets: unknown[] = []
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const path = url.replace(/^\/api/, '')
    if (!this.isOnline) throw new TypeError('no route')
    // keeps no half of a vault: profiles open by themselves, with and without a network
    if (path === '/sync/device') return Response.json({ message: 'no such call' }, { status: 404 })
    this.requests.push(`${init.method} ${path}`)
    if (path === '/capabilities') return this.#capabilities()
    const fault = this.faults.shift()
    if (fault?.type === 'lost-before') throw new TypeError('connection reset')
    if (fault?.type === 'status') {
      const problem = { status: fault.status, title: 'Fault', message: `fault ${fault.status}` }
      return Response.json(problem, { status: fault.status, ...(fault.headers && { headers: fault.headers }) })
    }
    if (!this.isSignedIn) return Response.json({ message: 'signed out' }, { status: 401 })
    if (path === '/sync/tombstones') {
      const { items } = JSON.parse(init.body as string) as { items: { devSeq: number; fate: string }[] }
      this.buried.push(...items)
      return Response.json({ message: 'Noted.' })
    }
    if (path === '/sync/reset') {
      this.resets.push(JSON.parse(init.body as string))
      return Response.json({ message: 'Noted.', lost: [] })
    }
    const results = this.#take((JSON.parse(init.body as string) as { ops: SyncOp[] }).ops)
    if (fault?.type === 'lost-after') throw new TypeError('connection reset')
    if (fault?.type === 'garbled') return new Response('<html>', { headers: { 'content-type': 'text/html' } })
    if (fault?.type === 'hangs') await new Promise<void>((resolve) => this.holdsBack.push(resolve))
    return Response.json({ serverTime: new Date(this.#clock.now()).toISOString(), results })
  }

  #capabilities(): Response {
    if (!this.keys) return Response.json({ message: 'no such call' }, { status: 404 })
    return Response.json({
      version: '1',
      ops: true,
      feed: false,
      reasons: [],
      holdSeconds: 10,
      fourEyes: [],
      demo: true,
    } satisfies (typeof sync.capabilities.reply)['_zod']['output'])
  }

  #take(ops: readonly SyncOp[]) {
    const stopped = new Set<string>()
    return ops.map((op) => {
      const lane = laneOf(op)
      if (stopped.has(lane)) return { opId: op.opId, status: 424 }
      const known = this.#answers.get(op.opId)
      const answer = known ?? this.#apply(op, lane)
      if (answer.status >= 300) stopped.add(lane)
      return { opId: op.opId, ...answer, ...(known && { replayed: true }) }
    })
  }

  #apply(op: SyncOp, lane: string) {
    this.ops.push(op)
    if (this.sick.has(op.opId)) return { status: 500 }
    const refusal = this.refusals.get(op.opId)
    this.refusals.delete(op.opId)
    if (refusal) {
      if (isRefusalKept(refusal.status)) this.#answers.set(op.opId, refusal)
      return refusal
    }
    this.ledger.push({
      opId: op.opId,
      lane,
      kind: op.kind,
      devSeq: op.devSeq,
      supersedes: op.supersedes,
      expect: op.expect,
    })
    const answer = { status: 200, version: this.ledger.length }
    this.#answers.set(op.opId, answer)
    return answer
  }
}

export const BY = { id: 'u1', name: 'Ana' }

export function draft(kind: string, caseId: string, body: unknown = {}): OpDraft {
  return { kind, target: { platform: 'paxum', customerId: '7', caseId, caseUuid: `uuid-${caseId}` }, body }
}

/** One browser profile: databases and locks that outlive tabs. */
export class World {
  readonly clock = new VirtualClock()
  readonly locks = new MemoryLocks()
  readonly server = new FaultServer(this.clock)
  readonly changes: Change[] = []
  readonly idb = { indexedDB: new IDBFactory(), IDBKeyRange }
  isSignedIn = true
  signedOut = 0
  /** What was told of operations that the server has lost. */
  readonly missing: number[] = []
  /** What its series of numbers is called. */
  device = 'd'
  /** What is done where the disk is full. */
  makeRoom = async () => false
  /** What is remembered outside the databases. */
  lastSeq = 0
  readonly lost: number[] = []

  databases(): Promise<Databases> {
    return openDatabases('test', this.idb, () => undefined)
  }

  /** A tab: its own connection to the databases, its own sender. */
  async tab(): Promise<Tab> {
    const databases = await this.databases()
    const ring = await testRing(databases.vault, this.clock)
    const makeRoom = () => this.makeRoom()
    const outbox = new Outbox({
      db: databases.outbox,
      ring,
      clock: this.clock,
      uid: 'u1',
      appV: '1',
      publish: (change) => this.changes.push(change),
      makeRoom,
    })
    const transport = new Transport({
      fetch: this.server.fetch,
      clock: this.clock,
      base: '/api',
      token: () => 'token',
      device: this.device,
      incarnation: 'i',
    })
    const flusher = new Flusher({
      db: databases.outbox,
      outbox,
      transport,
      clock: this.clock,
      locks: this.locks,
      stem: 'test',
      random: () => 0.5,
      isSignedIn: () => this.isSignedIn,
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
    return { databases, outbox, transport, flusher }
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
  outbox: Outbox
  transport: Transport
  flusher: Flusher
}
