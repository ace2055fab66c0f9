/** A tab's actions on the outbox: enqueue, withdraw, restore, discard. */
import { findKind } from '#contract/ops/kinds.ts'
import { laneOf, upgradeBody, type Op } from '#contract/ops/op.ts'
import { uuidV7 } from '#contract/uuid.ts'
import type { Clock } from '#engine/base/clock.ts'
import type { OutboxDb } from '#engine/base/database.ts'
import { whileRoom } from '#engine/base/disk-full.ts'
import { hash, open, seal, Unreadable, type KeyRing } from '#engine/base/sealer.ts'
import type { Change, Entry, OpRow, Receipt, Sealed } from '#engine/base/types.ts'
import { expiryFrom } from './expiry.ts'
import { step } from './op-state-machine.ts'
import { isRefusalKept } from './outcome.ts'
import { isKnown } from './pick.ts'
import { isReached, rebase, toNote } from './read-back.ts'
import { setUnsoundAside } from './unsound-rows.ts'
import { append, tombstoneKey, move, receiptOf, redirect, type Moved } from './rows.ts'
import { undoable } from './undo-together.ts'

const HOUR = 3_600_000

/** An operation as a tab hands it over, its id already given so that a repeated call takes nothing twice. */
export interface NewOp {
  op: Op
  group: string
  commandId: string
  label: string
  holdMs: number
  /** Decided while the device had no connection. */
  offline: boolean
  /** Operations that are done first, by id. */
  deps?: readonly string[]
}

interface LanedOp extends NewOp {
  /** Keyed hash of its ordering domain. */
  lane: string
  /** As in the row. */
  after?: string
}

/** The way in which an operation in conflict is sent again. */
export interface Resend {
  /** Other words than it had. */
  note?: string
  /** Not what was decided: only its words, as a note. */
  isNoteOnly?: boolean
  /** The hold for undo, ms. */
  holdMs: number
}

/** The encrypted part of a row. */
interface SealedBody {
  op: Op
  label: string
  offline: boolean
}

/** The same, with the body as this code knows it. */
export interface Body extends SealedBody {
  /** The version of the body: current, unless the row's version cannot be upgraded. */
  kindV: number
}

export interface OutboxPorts {
  db: OutboxDb
  ring: KeyRing
  clock: Clock
  uid: string
  appV: string
  publish: (change: Change) => void
  /** Makes room by dropping what can be fetched again, called when the disk is full; false where nothing is left of it. */
  makeRoom: () => Promise<boolean>
}

/** The number of bodies encrypted at a time, so that key presses are handled in between. */
const SLICE = 200
/** The number of answers to conflicts that can be undone, equal to the window's undo steps. */
const ANSWERS = 50
/** The maximum number of displayed receipts. */
const MOST_RECEIPTS = 1000

/** The additional data that bind an encrypted operation to its row. */
export const boundOf = (row: Pick<OpRow, 'opId' | 'lane' | 'kind' | 'kindV'>, uid: string) =>
  [row.opId, row.lane, row.kind, row.kindV, uid].join('|')

export class Outbox {
  readonly #ports: OutboxPorts
  /** The offset of the device's clock to the server's, ms; null before the first contact. Set at every contact. */
  skewMs: number | null = null
  /** Opened bodies, so that a row is opened once a tab and not at every change. */
  readonly #bodies = new Map<string, { iv: string; body: Body }>()
  /** Operations in conflict as they were before the user's answer. */
  readonly #answered = new Map<string, OpRow>()

  constructor(ports: OutboxPorts) {
    this.#ports = ports
  }

  /**
   * Resolves when every operation is on disk, in one strict transaction; rejects when none is. Bodies are encrypted
   * first and the writes committed in the same turn, so that a stopped tab blocks no other (decision 0003).
   */
  async enqueue(drafts: readonly NewOp[]): Promise<void> {
    const { db, publish, makeRoom } = this.#ports
    const rows: Omit<OpRow, 'seq'>[] = []
    const taken = await this.#versioned(await this.#laned(drafts))
    for (let from = 0; from < taken.length; from += SLICE) {
      rows.push(...(await Promise.all(taken.slice(from, from + SLICE).map((draft) => this.#row(draft)))))
    }
    const seqs = await whileRoom(() => append(db, rows), makeRoom)
    taken.forEach(({ op, label, offline }, i) =>
      this.#bodies.set(op.opId, { iv: String(rows[i]?.iv), body: { op, label, offline, kindV: rows[i]?.kindV ?? 0 } }),
    )
    const written = rows.map((row, i) => this.entry({ ...row, seq: seqs[i] ?? 0 }))
    publish({ put: await Promise.all(written), gone: [] })
  }

  /** Each with its lane as it is named on disk. */
  async #laned(drafts: readonly NewOp[]): Promise<LanedOp[]> {
    const lanes = drafts.map(({ op }) => hash(this.#ports.ring, laneOf(op.target)))
    const named = await Promise.all(lanes)
    return drafts.map((draft, i) => ({ ...draft, lane: named[i] ?? '' }))
  }

  /**
   * A version was read before what this device has decided since: it becomes the one that the last of that made, or,
   * where that has no answer yet, the one it will make.
   */
  async #versioned(drafts: readonly LanedOp[]): Promise<readonly LanedOp[]> {
    const { db } = this.#ports
    const hasVersion = ({ op }: NewOp) => typeof op.expect?.['version'] === 'number'
    const lanes = [...new Set(drafts.filter(hasVersion).map(({ lane }) => lane))]
    if (lanes.length === 0) return drafts
    const there = await db.transaction('r', db.ops, () =>
      Promise.all(lanes.map((lane) => db.ops.where('lane').equals(lane).last())),
    )
    const last = new Map<string, Pick<OpRow, 'opId' | 'ack'> | undefined>(lanes.map((lane, i) => [lane, there[i]]))
    return drafts.map((draft) => {
      const { op, lane } = draft
      const before = last.get(lane)
      last.set(lane, op)
      return hasVersion(draft) && before ? decidedAfter(draft, before) : draft
    })
  }

  /** No waiting operation must be sent before these. */
  async isClear(drafts: readonly NewOp[]): Promise<boolean> {
    const lanes = (await this.#laned(drafts)).map(({ lane }) => lane)
    const there = this.#ports.db.ops.where('lane').anyOf(lanes)
    return (await there.filter(({ state }) => state !== 'acked').count()) === 0
  }

  async #row(draft: LanedOp): Promise<Omit<OpRow, 'seq'>> {
    const { ring, clock, uid, appV } = this.#ports
    const { op, lane, after, group, commandId, label, holdMs, offline, deps = [] } = draft
    const kind = findKind(op.kind)
    if (!kind) throw new Error(`no kind of operation is called ${op.kind}`)
    const head = { opId: op.opId, lane, kind: op.kind, kindV: kind.kindV }
    const body: SealedBody = { op, label, offline }
    return {
      ...head,
      ...(await seal(ring, 'outbox', op.target.platform, boundOf(head, uid), body)),
      deps: [...deps],
      ...(after !== undefined && { after }),
      appV,
      state: 'held',
      attempts: 0,
      nextAt: 0,
      holdUntil: clock.now() + holdMs,
      expiresAt: op.at + kind.expiryHours * HOUR,
      epoch: 0,
      platform: op.target.platform,
      createdAt: op.at,
      skewMs: this.skewMs,
      group,
      commandId,
    }
  }

  /** The content of a row. Throws `Unreadable`. */
  async body(row: OpRow): Promise<Body> {
    const known = this.#bodies.get(row.opId)
    const iv = String(row.iv)
    // another tab may have re-encrypted it
    if (known?.iv === iv) return known.body
    const sealed = (await open(this.#ports.ring, row, boundOf(row, this.#ports.uid))) as SealedBody
    const kind = findKind(row.kind)
    const upgraded = kind && upgradeBody(kind, row.kindV, sealed.op.body)
    const body: Body = upgraded
      ? { ...sealed, op: { ...sealed.op, ...upgraded }, kindV: kind.kindV }
      : { ...sealed, kindV: row.kindV }
    this.#bodies.set(row.opId, { iv, body })
    return body
  }

  /** The row as tabs see it. One that cannot be opened is shown as such, not left out. */
  async entry(row: OpRow): Promise<Entry> {
    const { opId, kind, platform, createdAt } = row
    const body = await this.body(row).catch((error: unknown): Pick<Entry, 'op' | 'label'> => {
      if (!(error instanceof Unreadable)) throw error
      const why = row.state === 'dead' ? 'cannot be read any more' : `opens once ${platform} does`
      const by = { id: '', name: '' }
      return {
        op: { opId, kind, at: createdAt, by, target: { platform }, body: null },
        label: `Number ${row.seq}: ${why}`,
      }
    })
    const current = await this.#current(row)
    return {
      op: body.op,
      label: body.label,
      state: row.state,
      group: row.group,
      commandId: row.commandId,
      holdUntil: row.holdUntil,
      seq: row.seq,
      attempts: row.attempts,
      nextAt: row.nextAt,
      ...(row.reached && { reached: true }),
      ...(row.err && { error: row.err }),
      ...(!isKnown(row) && row.state !== 'dead' && { error: newer(row.createdAt) }),
      ...(row.tries && { tries: row.tries }),
      ...(current !== undefined && { current }),
      ...(row.supersedes !== undefined && { supersedes: row.supersedes }),
      ...(row.ack && { ack: row.ack }),
      ...(row.deps.length > 0 && { deps: row.deps }),
    }
  }

  /** Everything in the outbox, oldest first; what is not whole has been set aside by then. */
  async entries(): Promise<Entry[]> {
    const { db, clock } = this.#ports
    await setUnsoundAside(db, clock.now())
    const rows = await db.ops.orderBy('seq').toArray()
    return Promise.all(rows.map((row) => this.entry(row)))
  }

  /** Notifies tabs of a transaction's changes. */
  async tell(moved: Moved): Promise<void> {
    const gone = moved.receipts.map((receipt) => receipt.opId)
    for (const opId of gone) this.#bodies.delete(opId)
    if (moved.rows.length + moved.refused.length + gone.length === 0) return
    const put = await Promise.all([...moved.rows, ...moved.refused].map((row) => this.entry(row)))
    this.#ports.publish({ put, gone })
  }

  async #move(seqs: readonly number[], eventsOf: Parameters<typeof move>[2]): Promise<Moved> {
    const moved = await move(this.#ports.db, seqs, eventsOf, this.#ports.clock.now())
    await this.tell(moved)
    return moved
  }

  /**
   * Withdraws a command's operations; `sent` counts those for which it is too late, and those that belong to one of
   * them.
   */
  async cancel(group: string): Promise<{ undone: number; sent: number }> {
    const { db, clock } = this.#ports
    const { sent, ...moved } = await db.transaction('rw', db.ops, db.receipts, db.meta, async () => {
      const rows = await db.ops.where('group').equals(group).toArray()
      const together = undoable(rows)
      const undone = await move(db, [...together], () => ({ type: 'undo' }), clock.now())
      return { ...undone, sent: rows.length - together.size }
    })
    await this.tell(moved)
    return { undone: moved.receipts.length, sent }
  }

  /**
   * Lets an operation replace the unsent one before it, with that one's expectation. False if they have different
   * targets or have changed.
   */
  async replace([earlier, later]: readonly [OpRow, OpRow]): Promise<boolean> {
    const { db, ring, uid, clock } = this.#ports
    const [was, body] = await Promise.all([this.body(earlier), this.body(later)])
    if (was.op.target.alertId !== body.op.target.alertId || !was.op.expect) return false
    const op = { ...body.op, expect: was.op.expect }
    const sealed = await seal(ring, 'outbox', later.platform, boundOf(later, uid), { ...body, op })
    const { after: _, ...rest } = later
    const put: OpRow = { ...rest, ...sealed, ...(earlier.after !== undefined && { after: earlier.after }) }
    const isThere = (row: OpRow | undefined, as: OpRow) => row?.state === as.state && String(row.iv) === String(as.iv)
    const moved = await db.transaction('rw', db.ops, db.receipts, db.meta, async () => {
      const [one, two] = await db.ops.bulkGet([earlier.seq, later.seq])
      if (!isThere(one, earlier) || !isThere(two, later)) return null
      await db.ops.put(put)
      await redirect(db, earlier.opId, later.opId)
      return move(db, [earlier.seq], () => ({ type: 'undo', reason: 'Somebody else was chosen after it' }), clock.now())
    })
    if (moved) await this.tell({ ...moved, rows: [put] })
    return moved !== null
  }

  /** Two operations that come to nothing together. False where they do not, or it is too late. */
  async cancelOut([earlier, later]: readonly [OpRow, OpRow]): Promise<boolean> {
    const reason = 'Taken back by another before it was sent'
    const { op } = await this.body(later)
    // only where what is there is what the two come to
    if (!isReached(op, (await this.body(earlier)).op.expect)) return false
    return (await this.#move([earlier.seq, later.seq], () => ({ type: 'undo', reason }))).receipts.length > 0
  }

  /** Ends holding, of one command or of all. */
  async sendNow(group?: string): Promise<void> {
    const { db } = this.#ports
    const held = db.ops.where('state').equals('held')
    const seqs = await (group === undefined ? held : held.filter((row) => row.group === group)).primaryKeys()
    await this.#move(seqs, () => ({ type: 'due' }))
  }

  /** The same user has a session again: what waited for it is queued. */
  async resume(): Promise<void> {
    const waiting = await this.#ports.db.ops.where('state').equals('auth').primaryKeys()
    await this.#move(waiting, () => ({ type: 'signedIn' }))
  }

  /** Discards an operation in conflict. False if it is not in conflict (any more). */
  async discard(opId: string, reason: string): Promise<boolean> {
    const row = await this.#ports.db.ops.get({ opId })
    if (!row) return false
    const { receipts } = await this.#move([row.seq], () => ({ type: 'discard', reason }))
    if (receipts.length > 0) this.#remember(row)
    return receipts.length > 0
  }

  /**
   * Sends what is stuck again, in its place: as it is, with other words, or its words alone as a note. What it takes
   * for granted is what the server last said. It keeps its id where the server keeps no refusal under it; else it gets a
   * new one. False where it is not stuck (any more), or where an attempt may have had its effect and it would change.
   */
  async resend(opId: string, { note, isNoteOnly = false, holdMs }: Resend): Promise<boolean> {
    const { db, ring, clock, uid, publish } = this.#ports
    const row = await db.ops.get({ opId })
    // unreadable, or shredded with its platform
    if (!row || row.err?.code === 'unreadable' || row.ct.byteLength === 0) return false
    const body = await this.body(row)
    const was = note === undefined ? body.op : { ...body.op, body: { ...(body.op.body as object), note } }
    const isChanged = isNoteOnly || note !== undefined
    if (row.reached && isChanged) return false
    const keepsId = !isChanged && (row.reached === true || !isRefusalKept(row.err?.status))
    const now = clock.now()
    const changed = isNoteOnly ? toNote(was) : rebase(was, await this.#current(row), row.after !== undefined)
    const kind = changed && findKind(changed.kind)
    if (!changed || !kind) return false
    const op = keepsId ? changed : { ...changed, opId: uuidV7(now) }
    const lane = await hash(ring, laneOf(op.target))
    const head = { opId: op.opId, lane, kind: op.kind, kindV: isNoteOnly ? kind.kindV : body.kindV }
    const label = isNoteOnly ? `Note on ${op.target.caseId ?? op.target.customerId}` : body.label
    const sealed = await seal(ring, 'outbox', row.platform, boundOf(head, uid), {
      op,
      label,
      offline: body.offline,
    } satisfies SealedBody)
    const next = await db.transaction('rw', db.ops, db.receipts, db.meta, async () => {
      const there = await db.ops.get(row.seq)
      const result = there?.opId === opId ? step(there, { type: 'resend', holdUntil: now + holdMs }) : null
      if (!there || !result || !('row' in result)) return null
      const { err: _err, theirs: _theirs, ...rest } = result.row
      const expiresAt = await expiryFrom(db, rest, now + kind.expiryHours * HOUR)
      const put = { ...rest, ...head, ...sealed, expiresAt, ...(!keepsId && { supersedes: opId }) }
      await db.ops.put(put)
      if (!keepsId) {
        await db.receipts.put(receiptOf(there, 'superseded', now, `Sent again as ${op.opId}`))
        await redirect(db, opId, op.opId)
      }
      return put
    })
    if (!next) return false
    this.#remember(row)
    publish({ put: [await this.entry(next)], gone: keepsId ? [] : [opId] })
    return true
  }

  /** Takes back what was last chosen for a stuck operation, while nothing has come of it. False where it is too late. */
  async restore(opId: string): Promise<boolean> {
    const { db, publish } = this.#ports
    const was = this.#answered.get(opId)
    if (!was) return false
    const from = await db.transaction('rw', db.ops, db.receipts, db.meta, async () => {
      const there = await db.ops.get(was.seq)
      const isTold = !there && (await db.meta.get(tombstoneKey(was.seq))) === undefined
      const isUndone = !there && (await db.receipts.get(opId))?.end !== 'discarded'
      if (isTold || isUndone || (there && !step(there, { type: 'restore', row: was }))) return null
      await db.ops.put(was)
      if (there) await redirect(db, there.opId, opId)
      await db.receipts.delete(opId)
      await db.meta.delete(tombstoneKey(was.seq))
      return there?.opId ?? opId
    })
    if (from === null) return false
    this.#answered.delete(opId)
    publish({ put: [await this.entry(was)], gone: from === opId ? [] : [from] })
    return true
  }

  /** The history of the last days, the latest first. */
  async receipts(): Promise<Receipt[]> {
    return this.#ports.db.receipts.orderBy('at').reverse().limit(MOST_RECEIPTS).toArray()
  }

  #remember(row: OpRow): void {
    this.#answered.set(row.opId, row)
    const [oldest] = this.#answered.keys()
    if (this.#answered.size > ANSWERS && oldest !== undefined) this.#answered.delete(oldest)
  }

  /** Seals what the server had instead of what an operation was decided on. */
  sealCurrent(row: OpRow, current: unknown): Promise<Sealed> {
    const { ring, uid } = this.#ports
    return seal(ring, 'outbox', row.platform, `${boundOf(row, uid)}|current`, current)
  }

  /** The server's values, or undefined if it sent none or they cannot be read. */
  async #current(row: OpRow): Promise<unknown> {
    if (!row.theirs) return undefined
    const { ring, uid } = this.#ports
    return open(ring, row.theirs, `${boundOf(row, uid)}|current`).catch((error: unknown) => {
      if (error instanceof Unreadable) return undefined
      throw error
    })
  }
}

/** The version becomes the one that the earlier operation made; where it has no answer yet, the row names it. */
function decidedAfter(draft: LanedOp, { opId, ack }: Pick<OpRow, 'opId' | 'ack'>): LanedOp {
  const { version, ...rest } = draft.op.expect ?? {}
  if (!ack) return { ...draft, op: { ...draft.op, expect: rest }, after: opId }
  // an answer without a version leaves the comparison of fields
  const expect = ack.version === undefined ? rest : { ...rest, version: Math.max(Number(version), ack.version) }
  return { ...draft, op: { ...draft.op, expect } }
}

/**
 * The operation as it is sent: `made` is the version that the answer to the operation before it told. Rows of 1.0.0 have
 * a text in place of the version.
 */
export function withVersion(op: Op, { after }: Pick<OpRow, 'after'>, made: number | undefined): Op {
  const { version, ...rest } = op.expect ?? {}
  if (after === undefined || typeof version === 'number') return op
  return { ...op, expect: made === undefined ? rest : { ...rest, version: made } }
}

const newer = (at: number) => ({ code: 'newer', message: 'Waits for a newer version', at })
