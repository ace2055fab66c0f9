/** The one sender of all tabs: claims under a lock, sends, settles (docs/design/offline.md#sender). */
import { backoff, isDue, MAX_WAIT_MS } from '#engine/base/backoff.ts'
import type { Clock, Locks } from '#engine/base/clock.ts'
import { readMeta, type OutboxDb } from '#engine/base/database.ts'
import { whileRoom } from '#engine/base/disk-full.ts'
import type { OpRow, Sealed, State } from '#engine/base/types.ts'
import { pairsToCoalesce } from '#engine/outbox/coalesce.ts'
import { expiredAt, serverTimeAt } from '#engine/outbox/expiry.ts'
import type { OpEvent } from '#engine/outbox/op-state-machine.ts'
import { withVersion, type Outbox } from '#engine/outbox/outbox.ts'
import { eventOfOutcome, type Answered } from '#engine/outbox/outcome-event.ts'
import type { Outcome } from '#engine/outbox/outcome.ts'
import { BATCH_BYTES, BATCH_OPS, isKnown, LONGEST_HOLD_MS, nextWake, pick, pickProbe } from '#engine/outbox/pick.ts'
import { isSound, setUnsoundAside, unreadable } from '#engine/outbox/unsound-rows.ts'
import {
  tombstoneKey,
  tombstonesOf,
  Fenced,
  discardedOf,
  move,
  openRows,
  RESET,
  type Moved,
  type Reset,
} from '#engine/outbox/rows.ts'
import { findLost, forgetReceipts } from '#engine/outbox/sequence-gaps.ts'
import { findMissing } from './server-restore.ts'
import { SignedOut, Unreachable, type Capabilities, type Opened, type Transport } from './transport.ts'

/** An answered operation stays this long: as long as any cached answer that may lack it. */
export const KEEP_ACKED_MS = 24 * 3_600_000
const KEEP_RECEIPTS_MS = 7 * 24 * 3_600_000
/** After this many failures in a row a single operation probes the server. */
const CIRCUIT = 3
const WAITING: ReadonlySet<State> = new Set(['held', 'ready', 'auth'])
const UNSENT: ReadonlySet<State> = new Set(['held', 'ready', 'sending', 'uncertain'])
/** How often a temporary leader checks whether it is still needed, ms. */
const LOOK_AROUND_MS = 1000
/** Operations due within this time are sent together, ms. */
const GATHER_MS = 250
/** The leader looks up at least this often: a clock may have been set. */
const LOOK_UP_MS = 60_000

export interface SenderPorts {
  db: OutboxDb
  outbox: Outbox
  transport: Transport
  clock: Clock
  locks: Locks
  stem: string
  /** In [0, 1). */
  random: () => number
  /** The only ones of which anything is sent; left out, everything is. */
  platforms?: ReadonlySet<string> | undefined
  /** False while signed out: nothing is sent. */
  isSignedIn: () => boolean
  /** The server refused the session. */
  onSignedOut: () => void
  /** Drops what can be fetched again where the disk is full; false where nothing is left of it. */
  makeRoom: () => Promise<boolean>
  /** The highest number this device is known to have given, from outside the database; 0 where it is not known. */
  lastSeq: number
  /** Rows were taken away by something else than this code. */
  onLost: (numbers: readonly number[]) => void
  /** The server was restored from backup; the number of answered operations that it lacks. */
  onMissing: (count: number) => void
  /** The leader stumbled, over a full disk for one; it starts again after a while. */
  onError: (error: unknown) => void
}

/** The lead time of a temporary leader. */
interface Shift {
  until: number
  /** The longest wait that is sat out, ms. */
  patience: number
  isRelieved: () => Promise<boolean>
}

export class Sender {
  readonly #ports: SenderPorts
  #epoch = 0
  #failures = 0
  #gate = 0
  /** The server asked for that delay: nothing shortens it. */
  #isAsked = false
  /** The maximum batch size, within the server's limit. */
  #most = BATCH_OPS
  #wake: (() => void) | null = null
  #isPoked = false
  /** The next check in any case, ms; null if unknown. */
  #dueAt: number | null = null
  #turn = new AbortController()
  #aside = 0

  constructor(ports: SenderPorts) {
    this.#ports = ports
  }

  /** Waits until this tab leads, then sends whatever comes, until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    const { locks, stem, clock } = this.#ports
    signal.addEventListener('abort', () => this.poke())
    while (!signal.aborted) {
      const turn = AbortSignal.any([signal, this.#turn.signal])
      await locks
        .request(lockOf(stem), { signal: turn }, () => this.#lead(turn))
        .catch((error: unknown) => {
          if (!turn.aborted) throw error
        })
      if (!this.#turn.signal.aborted || signal.aborted) continue
      this.#turn = new AbortController()
      await new Promise<void>((resolve) => clock.after(this.#aside, resolve))
    }
  }

  /** Yields the lead: running requests end, and it competes again after this many ms. */
  stepAside(ms: number): void {
    this.#aside = ms
    this.#turn.abort()
    this.poke()
  }

  /** Resolves when no tab has a running request; then nothing is sent for this many ms. */
  async settle(ms: number): Promise<void> {
    const { locks, stem, clock } = this.#ports
    this.stepAside(ms)
    await new Promise<void>((resolve, reject) => {
      const pause = () => {
        resolve()
        return new Promise<void>((end) => clock.after(ms, end))
      }
      locks.request(lockOf(stem), {}, pause).catch(reject)
    })
  }

  /**
   * Leads if nobody does, and sends until nothing is due within `patience` ms, the time is over, or a window takes
   * over. Returns the number of unsent operations; null if somebody else leads.
   */
  async drain({ until, patience, isRelieved }: Shift): Promise<number | null> {
    const { locks, stem, clock } = this.#ports
    return locks.request(lockOf(stem), { ifAvailable: true }, async (lock) => {
      if (!lock) return null
      await this.begin()
      for (;;) {
        const wait = await this.pass()
        const isOver = wait > patience || clock.now() + wait >= until
        if (isOver || (await isRelieved())) return this.#unsent()
        if (wait > 0) await this.#sleep(Math.min(wait, LOOK_AROUND_MS))
      }
    })
  }

  /** Operations that will be sent without the user. */
  async #unsent(): Promise<number> {
    const { db, platforms } = this.#ports
    const rows = await openRows(db)
    return rows.filter((row) => UNSENT.has(row.state) && isKnown(row) && platforms?.has(row.platform) !== false).length
  }

  async #lead(signal: AbortSignal): Promise<void> {
    try {
      await this.begin()
      while (!signal.aborted) {
        this.#isPoked = false
        const wait = await this.pass()
        if (wait > 0 && !this.#isPoked && !signal.aborted)
          await this.#sleep(Math.max(GATHER_MS, Math.min(wait, LOOK_UP_MS)))
      }
    } catch (error) {
      // claimed operations are resumed by the next epoch, in this tab or another
      if (!(error instanceof Fenced)) this.#ports.onError(error)
      if (!signal.aborted) await this.#sleep(this.#nextWait(null))
    }
  }

  /** Looks again at once. `fresh`: the network is back, so that waiting for it is over. */
  poke(fresh = false): void {
    if (fresh && !this.#isAsked) this.#gate = 0
    this.#isPoked = true
    this.#wake?.()
  }

  /** An operation is due in this many ms: nothing is read before. */
  due(ms: number): void {
    const { clock } = this.#ports
    const at = clock.now() + ms
    if (ms <= 0) return this.poke()
    // it is looked up then what comes due after it
    if (this.#dueAt !== null && this.#dueAt <= at) return
    this.#dueAt = at
    clock.after(ms, () => {
      this.#dueAt = null
      this.poke()
    })
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#ports.clock.after(ms, resolve)
      this.#wake = () => {
        stop()
        resolve()
      }
    })
  }

  /** Takes the lead: a new epoch, and back in the queue what the last leader left in the middle. */
  async begin(): Promise<void> {
    const { db, clock, outbox, isSignedIn, lastSeq, onLost } = this.#ports
    this.#epoch = await db.transaction('rw', db.meta, async () => {
      const epoch = (await readMeta(db, 'epoch', 0)) + 1
      await db.meta.put({ k: 'epoch', v: epoch })
      return epoch
    })
    await outbox.tell({ rows: await setUnsoundAside(db, clock.now()), receipts: [], refused: [] })
    const safe = await readMeta(db, 'knowsKeys', true)
    const left = await db.ops.where('state').anyOf('sending', 'uncertain').primaryKeys()
    await this.#move(left, () => ({ type: 'reclaim', epoch: this.#epoch, safe }))
    if (isSignedIn()) await this.signedIn()
    const acked = db.ops.where('state').equals('acked')
    const old = await acked.filter((row) => (row.ack?.at ?? 0) <= clock.now() - KEEP_ACKED_MS).primaryKeys()
    await this.#move(old, () => ({ type: 'seen' }))
    await forgetReceipts(db, clock.now() - KEEP_RECEIPTS_MS)
    const lost = await findLost(db, lastSeq, clock.now())
    if (lost.length > 0) onLost(lost)
  }

  /** Somebody signed in, in any tab: continues at once. */
  async signedIn(): Promise<void> {
    await this.#ports.outbox.resume()
    this.poke(true)
  }

  /** One round: sends at most one batch. Returns how long there is nothing to do, ms. */
  async pass(): Promise<number> {
    const { clock, transport, isSignedIn, platforms } = this.#ports
    const early = clock.now()
    if (!isDue(this.#gate, early)) return this.#gate - early
    const rows = await this.#rows()
    const now = clock.now()
    const idle = nextWake(rows, now) ?? LOOK_UP_MS
    if (!isSignedIn() || rows.some((row) => row.state === 'auth')) return LOOK_UP_MS
    if (!isDue(this.#gate, now)) return this.#gate - now
    const isOurs = (row: OpRow) => isKnown(row) && platforms?.has(row.platform) !== false
    // operations after one that the server has lost wait until that is settled
    const recovery = await this.#recover(now)
    if (recovery !== null) return recovery
    const unsure = rows.find((row) => row.state === 'uncertain' && isOurs(row) && isDue(row.nextAt, now))
    if (!unsure && pick(rows, now, 1, platforms).length === 0) return Math.min(idle, await this.#bury(now))
    let capabilities: Capabilities | null
    try {
      capabilities = await transport.capabilities()
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      return this.#failed(error.wait)
    }
    if (unsure) return this.#probe(unsure)
    // not before it can be sent: until then each can be taken back by itself
    if (await this.#reduce(rows.filter(isOurs), now)) return 0
    // without keys every call is one operation, and its answer decides whether the next may go
    const limit = capabilities ? this.#most : 1
    const next = this.#failures < CIRCUIT ? pick(rows, now, limit, platforms) : pickProbe(rows, now, platforms)
    const batch = await this.#claim(next, capabilities !== null)
    return batch.length > 0 ? this.#exchange(batch, capabilities) : 0
  }

  /** Takes out what a later operation makes needless; false where there is nothing of that kind. */
  async #reduce(rows: readonly OpRow[], now: number): Promise<boolean> {
    const { outbox } = this.#ports
    const { replaced, cancelled } = pairsToCoalesce(rows, now)
    let isChanged = false
    for (const pair of replaced) isChanged = (await outbox.replace(pair)) || isChanged
    for (const pair of cancelled) isChanged = (await outbox.cancelOut(pair)) || isChanged
    return isChanged
  }

  /**
   * Asks a server that was restored from backup which operations it lacks. Returns the delay of the next round, ms;
   * null if there was nothing to ask, or nobody is signed in.
   */
  async #recover(now: number): Promise<number | null> {
    const { db, transport, outbox, onMissing } = this.#ports
    try {
      const missing = await findMissing(db, (opIds) => transport.unknownOf(opIds), now, this.#epoch)
      if (!missing) return null
      await outbox.tell(missing.moved)
      if (missing.count > 0) onMissing(missing.count)
      return 0
    } catch (error) {
      if (error instanceof SignedOut) return null
      if (!(error instanceof Unreachable)) throw error
      return this.#failed(error.wait)
    }
  }

  /**
   * Accounts for numbers of this device that will never arrive, once it is too late to take that back. Returns how long
   * there is nothing more to tell, ms.
   */
  async #bury(now: number): Promise<number> {
    const { db, transport } = this.#ports
    const fates = await tombstonesOf(db)
    const reset = await readMeta<Reset | null>(db, RESET, null)
    const due = fates.filter(({ at }) => at <= now - LONGEST_HOLD_MS || at > now)
    if (due.length === 0 && !reset) return fates.length > 0 ? LONGEST_HOLD_MS : LOOK_UP_MS
    try {
      // a catalogue-only server counts no numbers
      if (await transport.capabilities()) {
        if (reset) await transport.tellReset(reset)
        if (due.length > 0) await transport.bury(due)
      }
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      return this.#failed(error.wait)
    }
    await db.meta.bulkDelete([RESET, ...due.map(({ devSeq }) => tombstoneKey(devSeq))])
    return 0
  }

  async #exchange(batch: readonly Opened[], capabilities: Capabilities | null): Promise<number> {
    const { clock, transport } = this.#ports
    const { outcomes, serverTime, isEach, isOneOfThem } = await transport.send(batch, capabilities)
    // halves of the batch find the failing one, so that the others are sent
    this.#most = isOneOfThem ? batch.length >> 1 : Math.min(BATCH_OPS, this.#most * 2)
    const now = clock.now()
    const heard = serverTime === null ? {} : serverTimeAt(now, serverTime)
    const isHeard =
      isOneOfThem || outcomes.some(({ type }) => type !== 'again' && type !== 'unsure' && type !== 'behind')
    // a single failing operation waits alone
    const isItsOwn = isEach && batch.length === 1 && this.#failures < CIRCUIT
    const asked = longest(outcomes)
    const wait = isHeard || isItsOwn ? null : this.#nextWait(asked)
    // encrypted first: a transaction must not wait for anything else
    const theirs = await Promise.all(batch.map(({ row }, i) => this.#theirs(row, outcomes[i])))
    const byId = new Map(batch.map(({ row, body }, i) => [row.opId, { outcome: outcomes[i], body, theirs: theirs[i] }]))
    await this.#move(
      batch.map(({ row }) => row.seq),
      (row) => {
        const one = byId.get(row.opId)
        if (!one?.outcome) return null
        return this.#settled(one.outcome, { row, body: one.body, wait, now, theirs: one.theirs })
      },
      { ...heard, ...(isHeard && { lastSync: now }) },
    )
    if (outcomes.some(({ type }) => type === 'signedOut')) this.#ports.onSignedOut()
    if (wait !== null) return this.#close(wait, asked)
    if (isHeard) this.#failures = 0
    return 0
  }

  async #probe(row: OpRow): Promise<number> {
    const [opened] = await this.#open([row])
    if (!opened) return 0
    const outcome = await this.#ports.transport.probe(opened)
    const now = this.#ports.clock.now()
    const isHeard = outcome.type !== 'unsure'
    const wait = isHeard ? null : this.#nextWait(null)
    const theirs = await this.#theirs(row, outcome)
    await this.#move([row.seq], (there) => this.#settled(outcome, { row: there, body: opened.body, wait, now, theirs }))
    if (outcome.type === 'signedOut') this.#ports.onSignedOut()
    return wait === null ? 0 : this.#close(wait, null)
  }

  async #theirs(row: OpRow, outcome: Outcome | undefined): Promise<Sealed | undefined> {
    if (outcome?.type !== 'clash' || outcome.current === undefined) return undefined
    return this.#ports.outbox.sealCurrent(row, outcome.current)
  }

  #settled(outcome: Outcome, answered: Omit<Answered, 'epoch' | 'random'>): OpEvent {
    return eventOfOutcome(outcome, { ...answered, epoch: this.#epoch, random: this.#ports.random() })
  }

  /** Counts a failure of the whole and gives the wait for the next try. */
  #nextWait(asked: number | null): number {
    this.#failures += 1
    return Math.min(MAX_WAIT_MS, asked ?? backoff(this.#failures, this.#ports.random()))
  }

  #failed(asked: number | null): number {
    return this.#close(this.#nextWait(asked), asked)
  }

  #close(wait: number, asked: number | null): number {
    this.#ports.transport.forget()
    this.#isAsked = asked !== null
    this.#gate = this.#ports.clock.now() + wait
    return wait
  }

  /** Opens and claims as much of a batch as may travel together. */
  async #claim(rows: readonly OpRow[], knowsKeys: boolean): Promise<Opened[]> {
    const batch: Opened[] = []
    let bytes = 0
    for (const one of await this.#open(rows)) {
      bytes += one.row.ct.byteLength
      if (batch.length > 0 && bytes > BATCH_BYTES) break
      batch.push(one)
    }
    const { rows: claimed } = await this.#move(
      batch.map(({ row }) => row.seq),
      (row) => {
        const claim: OpEvent = { type: 'claim', epoch: this.#epoch }
        return row.state === 'held' ? [{ type: 'due' }, claim] : claim
      },
      { knowsKeys },
    )
    // one that was withdrawn a moment ago is not pairsToCoalesce them, and must not be sent
    const ids = new Map(claimed.map((row) => [row.opId, row]))
    return batch.flatMap(({ row, body }) => {
      const there = ids.get(row.opId)
      return there ? [{ row: there, body }] : []
    })
  }

  /** Opens rows; those that cannot be opened are put aside for the user, so that the rest flows. */
  async #open(rows: readonly OpRow[]): Promise<Opened[]> {
    const opened: Opened[] = []
    for (const row of rows) {
      // its error is not reportable; its number is
      const body = await this.#ports.outbox.body(row).catch(() => null)
      if (body) opened.push({ row, body: { ...body, op: withVersion(body.op, row, await this.#madeBy(row.after)) } })
      else {
        const error = unreadable(row.seq, this.#ports.clock.now())
        await this.#move([row.seq], () => ({ type: 'unreadable', error }))
      }
    }
    return opened
  }

  /** The version an earlier operation made, where its answer told one. */
  async #madeBy(opId: string | undefined): Promise<number | undefined> {
    if (opId === undefined) return undefined
    const row = await this.#ports.db.ops.get({ opId })
    return row?.ack?.version
  }

  /**
   * Every row without a final answer. Expired, unreadable and orphaned rows are reported to the user before; rows of
   * newer code are left to it.
   */
  async #rows(): Promise<OpRow[]> {
    const { db, clock, outbox } = this.#ports
    const now = clock.now()
    let rows = await openRows(db)
    if (!rows.every(isSound)) {
      await outbox.tell({ rows: await setUnsoundAside(db, now), receipts: [], refused: [] })
      rows = await openRows(db)
    }
    // operations that were being sent, and not answered, when their platform was withdrawn
    const shredded = rows.filter((row) => row.ct.byteLength === 0 && UNSENT.has(row.state) && row.state !== 'sending')
    for (const { seq } of shredded) {
      await this.#move([seq], ({ err }) => ({
        type: 'unreadable',
        error: err?.code === 'no-platform' ? err : unreadable(seq, now),
      }))
    }
    if (shredded.length > 0) rows = await openRows(db)
    const waiting = rows.filter((row) => WAITING.has(row.state) && isKnown(row))
    const late = waiting.filter(await expiredAt(db, now))
    const there = new Set(rows.map((row) => row.opId))
    const gone = await discardedOf(
      db,
      waiting.flatMap(({ deps }) => deps).filter((opId) => !there.has(opId)),
    )
    const orphans = waiting.filter(({ deps }) => deps.some((opId) => gone.has(opId)))
    if (late.length + orphans.length === 0) return rows
    const seqsOf = (some: readonly OpRow[]) => some.map((row) => row.seq)
    const expired = { code: 'expired', message: 'Not sent in time', at: now }
    const orphaned = { code: 'orphaned', message: 'What it builds on was not done', at: now }
    await this.#move(seqsOf(late), () => ({ type: 'expire', error: expired }))
    await this.#move(seqsOf(orphans), () => ({ type: 'orphan', error: orphaned }))
    return openRows(db)
  }

  async #move(
    seqs: readonly number[],
    eventsOf: (row: OpRow) => OpEvent | readonly OpEvent[] | null,
    notes?: Record<string, unknown>,
  ): Promise<Moved> {
    if (seqs.length === 0) return { rows: [], receipts: [], refused: [] }
    const { db, clock, outbox, makeRoom } = this.#ports
    const how = { epoch: this.#epoch, ...(notes && { notes }) }
    const moved = await whileRoom(() => move(db, seqs, eventsOf, clock.now(), how), makeRoom)
    await outbox.tell(moved)
    return moved
  }
}

const lockOf = (stem: string) => `docket-outbox:${stem}`

/** The longest delay that the server asked for, or null. */
function longest(outcomes: readonly Outcome[]): number | null {
  const waits = outcomes.flatMap((outcome) => (outcome.type === 'again' && outcome.wait !== null ? [outcome.wait] : []))
  return waits.length > 0 ? Math.max(...waits) : null
}
