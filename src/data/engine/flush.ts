/** The one sender of all tabs: claims under a lock, sends, settles (offline design, section 2.4). */
import { findKind } from '#contract/ops/kinds.ts'
import { backoff, isDue, MAX_WAIT_MS } from './backoff.ts'
import type { Clock, Locks } from './clock.ts'
import { readMeta, type OutboxDb } from './database.ts'
import type { Event } from './machine.ts'
import type { Body, Outbox } from './outbox.ts'
import type { Outcome } from './outcome.ts'
import { BATCH_BYTES, BATCH_OPS, LONGEST_HOLD_MS, nextWake, pick } from './pick.ts'
import { isReached } from './reached.ts'
import { fateKey, fatesOf, Fenced, move, openRows, type Moved } from './rows.ts'
import { Unreachable, type Capabilities, type Opened, type Transport } from './transport.ts'
import type { OpError, OpRow, Sealed, State } from './types.ts'

/** An answered operation stays this long: as long as any cached answer that may lack it. */
export const KEEP_ACKED_MS = 24 * 3_600_000
const KEEP_RECEIPTS_MS = 7 * 24 * 3_600_000
/** After so many failures in a row one operation at a time tries whether the server is well again. */
const CIRCUIT = 3
const WAITING: ReadonlySet<State> = new Set(['held', 'ready', 'auth'])
/** The leader looks up at least this often: a clock may have been set. */
const LOOK_UP_MS = 60_000

export interface FlushPorts {
  db: OutboxDb
  outbox: Outbox
  transport: Transport
  clock: Clock
  locks: Locks
  stem: string
  /** In [0, 1). */
  random: () => number
  /** False while nobody is signed in: nothing is sent. */
  isSignedIn: () => boolean
  /** The server refused the session. */
  onSignedOut: () => void
  /** The leader stumbled, over a full disk for one; it starts again after a while. */
  onError: (error: unknown) => void
}

export class Flusher {
  readonly #ports: FlushPorts
  #epoch = 0
  #failures = 0
  #gate = 0
  #wake: (() => void) | null = null
  #isPoked = false

  constructor(ports: FlushPorts) {
    this.#ports = ports
  }

  /** Waits until this tab leads, then sends whatever comes, until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    const { locks, stem } = this.#ports
    signal.addEventListener('abort', () => this.poke())
    while (!signal.aborted) await locks.request(`docket-outbox:${stem}`, { signal }, () => this.#lead(signal))
  }

  async #lead(signal: AbortSignal): Promise<void> {
    try {
      await this.begin()
      while (!signal.aborted) {
        this.#isPoked = false
        const wait = await this.pass()
        if (wait > 0 && !this.#isPoked && !signal.aborted) await this.#sleep(Math.min(wait, LOOK_UP_MS))
      }
    } catch (error) {
      // what was claimed is taken up again by the next epoch, this tab's or another's
      if (!(error instanceof Fenced)) this.#ports.onError(error)
      if (!signal.aborted) await this.#sleep(this.#nextWait(null))
    }
  }

  /** Looks again at once. `fresh`: the network is back, so that waiting for it is over. */
  poke(fresh = false): void {
    if (fresh) this.#gate = 0
    this.#isPoked = true
    this.#wake?.()
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
    const { db, clock, isSignedIn } = this.#ports
    this.#epoch = await db.transaction('rw', db.meta, async () => {
      const epoch = (await readMeta(db, 'epoch', 0)) + 1
      await db.meta.put({ k: 'epoch', v: epoch })
      return epoch
    })
    const safe = await readMeta(db, 'knowsKeys', true)
    const left = await db.ops.where('state').anyOf('sending', 'uncertain').primaryKeys()
    await this.#move(left, () => ({ type: 'reclaim', epoch: this.#epoch, safe }))
    if (isSignedIn()) await this.signedIn()
    const acked = db.ops.where('state').equals('acked')
    const old = await acked.filter((row) => (row.ack?.at ?? 0) <= clock.now() - KEEP_ACKED_MS).primaryKeys()
    await this.#move(old, () => ({ type: 'seen' }))
    await db.receipts
      .where('at')
      .below(clock.now() - KEEP_RECEIPTS_MS)
      .delete()
  }

  /** Somebody signed in again, in whatever tab: goes on at once. */
  async signedIn(): Promise<void> {
    await this.#ports.outbox.resume()
    this.poke(true)
  }

  /** One round: sends at most one batch. Returns how long there is nothing to do, ms. */
  async pass(): Promise<number> {
    const { clock, transport, isSignedIn } = this.#ports
    const rows = await this.#rows()
    const now = clock.now()
    const idle = nextWake(rows, now) ?? LOOK_UP_MS
    if (!isSignedIn() || rows.some((row) => row.state === 'auth')) return LOOK_UP_MS
    if (!isDue(this.#gate, now)) return this.#gate - now
    const unsure = rows.find((row) => row.state === 'uncertain' && isDue(row.nextAt, now))
    if (!unsure && pick(rows, now, 1).length === 0) return Math.min(idle, await this.#bury(now))
    let capabilities: Capabilities | null
    try {
      capabilities = await transport.capabilities()
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      return this.#failed(error.wait)
    }
    if (unsure) return this.#probe(unsure)
    // without keys every call is one operation, and its answer decides whether the next may go
    const limit = capabilities && this.#failures < CIRCUIT ? BATCH_OPS : 1
    const batch = await this.#claim(pick(rows, now, limit), capabilities !== null)
    return batch.length > 0 ? this.#exchange(batch, capabilities) : 0
  }

  /**
   * Accounts for numbers of this device that will never arrive, once it is too late to take that back. Returns how long
   * there is nothing more to tell, ms.
   */
  async #bury(now: number): Promise<number> {
    const { db, transport } = this.#ports
    const fates = await fatesOf(db)
    const due = fates.filter(({ at }) => at <= now - LONGEST_HOLD_MS || at > now)
    if (due.length === 0) return fates.length > 0 ? LONGEST_HOLD_MS : LOOK_UP_MS
    try {
      // a plain catalogue server counts no numbers: there is nobody to tell
      if (await transport.capabilities()) await transport.bury(due)
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      return this.#failed(error.wait)
    }
    await db.meta.bulkDelete(due.map(({ devSeq }) => fateKey(devSeq)))
    return 0
  }

  async #exchange(batch: readonly Opened[], capabilities: Capabilities | null): Promise<number> {
    const { clock, transport } = this.#ports
    const { outcomes, serverTime } = await transport.send(batch, capabilities)
    const now = clock.now()
    const skew = serverTime === null ? {} : { skew: now - serverTime }
    const isHeard = outcomes.some(({ type }) => type !== 'again' && type !== 'unsure' && type !== 'behind')
    const wait = isHeard ? null : this.#nextWait(longest(outcomes))
    // sealed first: a transaction waits for nothing else
    const theirs = await Promise.all(batch.map(({ row }, i) => this.#theirs(row, outcomes[i])))
    const byId = new Map(batch.map(({ row, body }, i) => [row.opId, { outcome: outcomes[i], body, theirs: theirs[i] }]))
    await this.#move(
      batch.map(({ row }) => row.seq),
      (row) => {
        const one = byId.get(row.opId)
        return one?.outcome ? this.#eventOf(one.outcome, one.body, row, wait, now, one.theirs) : null
      },
      { ...skew, ...(isHeard && { lastSync: now }) },
    )
    if (outcomes.some(({ type }) => type === 'signedOut')) this.#ports.onSignedOut()
    if (wait !== null) return this.#close(wait)
    this.#failures = 0
    return 0
  }

  async #probe(row: OpRow): Promise<number> {
    const [opened] = await this.#open([row])
    if (!opened) return 0
    const outcome = await this.#ports.transport.probe(opened)
    const now = this.#ports.clock.now()
    const isHeard = outcome.type !== 'unsure'
    const wait = isHeard ? null : this.#nextWait(null)
    await this.#move([row.seq], (there) => this.#eventOf(outcome, opened.body, there, wait, now))
    if (outcome.type === 'signedOut') this.#ports.onSignedOut()
    return wait === null ? 0 : this.#close(wait)
  }

  async #theirs(row: OpRow, outcome: Outcome | undefined): Promise<Sealed | undefined> {
    if (outcome?.type !== 'clash' || outcome.current === undefined) return undefined
    return this.#ports.outbox.sealCurrent(row, outcome.current)
  }

  #eventOf(outcome: Outcome, body: Body, row: OpRow, wait: number | null, now: number, theirs?: Sealed): Event {
    const epoch = this.#epoch
    const error = (code: string, message: string, status?: number): OpError => ({
      code,
      message,
      at: now,
      ...(status !== undefined && { status }),
    })
    switch (outcome.type) {
      case 'ok':
        return {
          type: 'ok',
          epoch,
          ack: { at: now, ...(outcome.version !== undefined && { version: outcome.version }) },
        }
      case 'signedOut':
        return { type: 'signedOut', epoch, error: error('signed-out', 'Sign in to go on') }
      case 'behind': {
        const why = error('behind', 'Waits for an earlier operation')
        return { type: 'again', epoch, nextAt: now + (wait ?? 0), reached: false, error: why }
      }
      case 'again': {
        const pause = Math.min(MAX_WAIT_MS, outcome.wait ?? wait ?? backoff(row.attempts, this.#ports.random()))
        const why = error(outcome.code, outcome.message, outcome.status)
        return { type: 'again', epoch, nextAt: now + pause, reached: outcome.reached, error: why }
      }
      case 'unsure':
        return {
          type: 'unsure',
          epoch,
          nextAt: now + (wait ?? 0),
          error: error(outcome.code, outcome.message, outcome.status),
        }
      case 'fail':
        return { type: 'fail', epoch, error: error(outcome.code, outcome.message, outcome.status) }
      case 'clash': {
        const why = error(outcome.code, outcome.message, outcome.status)
        const rule = findKind(row.kind)?.conflict
        if (rule === 'append') return { type: 'fail', epoch, error: why }
        if (rule === 'same-target-is-done' && isReached(body.op, outcome.current))
          return { type: 'ok', epoch, ack: { at: now } }
        return { type: 'clash', epoch, error: why, ...(theirs && { theirs }) }
      }
    }
  }

  /** Counts a failure of the whole and gives the wait for the next try. */
  #nextWait(asked: number | null): number {
    this.#failures += 1
    return Math.min(MAX_WAIT_MS, asked ?? backoff(this.#failures, this.#ports.random()))
  }

  #failed(asked: number | null): number {
    return this.#close(this.#nextWait(asked))
  }

  #close(wait: number): number {
    this.#ports.transport.forget()
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
        const claim: Event = { type: 'claim', epoch: this.#epoch }
        return row.state === 'held' ? [{ type: 'due' }, claim] : claim
      },
      { knowsKeys },
    )
    // one that was withdrawn a moment ago is not among them, and must not be sent
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
      try {
        opened.push({ row, body: await this.#ports.outbox.body(row) })
      } catch (cause) {
        const error = { code: 'unreadable', message: String(cause), at: this.#ports.clock.now() }
        await this.#move([row.seq], () => ({ type: 'unreadable', error }))
      }
    }
    return opened
  }

  /** Every row without a final answer; what is past its time has gone before the user. */
  async #rows(): Promise<OpRow[]> {
    const { db, clock } = this.#ports
    const rows = await openRows(db)
    const now = clock.now()
    const late = rows.filter((row) => row.expiresAt <= now && WAITING.has(row.state)).map((row) => row.seq)
    if (late.length === 0) return rows
    const error = { code: 'expired', message: 'Not sent in time', at: now }
    await this.#move(late, () => ({ type: 'expire', error }))
    return openRows(db)
  }

  async #move(
    seqs: readonly number[],
    eventsOf: (row: OpRow) => Event | readonly Event[] | null,
    notes?: Record<string, unknown>,
  ): Promise<Moved> {
    if (seqs.length === 0) return { rows: [], receipts: [], refused: [] }
    const { db, clock, outbox } = this.#ports
    const moved = await move(db, seqs, eventsOf, clock.now(), { epoch: this.#epoch, ...(notes && { notes }) })
    await outbox.tell(moved)
    return moved
  }
}

/** The longest wait the server asked for, or null where it did not ask. */
function longest(outcomes: readonly Outcome[]): number | null {
  const waits = outcomes.flatMap((outcome) => (outcome.type === 'again' && outcome.wait !== null ? [outcome.wait] : []))
  return waits.length > 0 ? Math.max(...waits) : null
}
