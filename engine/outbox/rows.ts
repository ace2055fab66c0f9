/** Reading and moving rows of the outbox: every change of state is one strict transaction through `step`. */
import { readMeta, type OutboxDb } from '#engine/base/database.ts'
import type { OpRow, Receipt } from '#engine/base/types.ts'
import { step, type OpEvent } from './op-state-machine.ts'

/** The result of a transaction. `refused` are rows that do not allow the event, unchanged. */
export interface Moved {
  rows: OpRow[]
  receipts: Receipt[]
  refused: OpRow[]
}

/** All operations without a final answer, oldest first. */
export async function openRows(db: OutboxDb): Promise<OpRow[]> {
  const rows = await db.ops.where('state').notEqual('acked').toArray()
  return rows.toSorted((a, b) => a.seq - b.seq)
}

/** Another tab has taken the lead since: nothing was written. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/**
 * Applies events to rows, several in turn where a list is given, and stores what comes of it. `notes` are written to
 * the outbox's own notes in the same transaction. A leader passes its epoch, and writes only while it still leads;
 * else this throws `Fenced`.
 */
export async function move(
  db: OutboxDb,
  seqs: readonly number[],
  eventsOf: (row: OpRow) => OpEvent | readonly OpEvent[] | null,
  now: number,
  { notes = {}, epoch }: { notes?: Record<string, unknown>; epoch?: number } = {},
): Promise<Moved> {
  return db.transaction('rw', db.ops, db.receipts, db.meta, async () => {
    if (epoch !== undefined && (await readMeta(db, 'epoch', 0)) !== epoch) throw new Fenced()
    const moved: Moved = { rows: [], receipts: [], refused: [] }
    const ended: number[] = []
    const fates: Tombstone[] = []
    for (const row of await db.ops.bulkGet([...seqs])) {
      if (!row) continue
      const events = eventsOf(row)
      if (!events) continue
      const result = run(row, 'type' in events ? [events] : events)
      if (!result) moved.refused.push(row)
      else if ('row' in result) moved.rows.push(result.row)
      else {
        ended.push(row.seq)
        const receipt = receiptOf(row, result.end, now, result.reason)
        moved.receipts.push(receipt)
        const fate = fateOf(row, receipt)
        if (fate) fates.push(fate)
      }
    }
    await db.ops.bulkPut(moved.rows)
    await db.ops.bulkDelete(ended)
    await db.receipts.bulkPut(moved.receipts)
    await db.meta.bulkPut(fates.map((fate) => ({ k: tombstoneKey(fate.devSeq), v: fate })))
    await db.meta.bulkPut(Object.entries(notes).map(([k, v]) => ({ k, v })))
    return moved
  })
}

function run(row: OpRow, events: readonly OpEvent[]): ReturnType<typeof step> {
  let current: ReturnType<typeof step> = { row }
  for (const event of events) {
    if (!current || !('row' in current)) return null
    current = step(current.row, event)
  }
  return current
}

/** The key under which the end of a number is stored until the server was told. */
export const TOMBSTONE_PREFIX = 'fate:'
export const tombstoneKey = (devSeq: number): string => TOMBSTONE_PREFIX + devSeq

/** A number of this device's series that will never arrive. */
export interface Tombstone {
  devSeq: number
  fate: 'undone' | 'discarded' | 'expired' | 'lost'
  reason?: string
  at: number
}

/** The key under which a deleted database is recorded until the server was told. */
export const RESET = 'reset'

/** A database that the browser deleted, by its last sentinel. */
export interface Reset {
  device: string
  lastSeq: number
  pending: number
}

/** The maximum number of operations or numbers per request. */
export const AT_ONCE = 1000

/** Numbers the server has not been told of. */
export async function tombstonesOf(db: OutboxDb, limit = AT_ONCE): Promise<Tombstone[]> {
  const rows = await db.meta.where('k').startsWith(TOMBSTONE_PREFIX).limit(limit).toArray()
  return rows.map(({ v }) => v as Tombstone)
}

/** The end of a number that the server does not know. */
function fateOf({ err }: OpRow, { devSeq, end, reason, at }: Receipt): Tombstone | null {
  if (end !== 'undone' && end !== 'discarded') return null
  const fate = end === 'discarded' && err?.code === 'expired' ? 'expired' : end
  return { devSeq, fate, at, ...(reason !== undefined && { reason }) }
}

/** The operations of these that were discarded instead of done: what needs them makes no sense any more. */
export async function discardedOf(db: OutboxDb, opIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (opIds.length === 0) return new Set()
  const receipts = await db.receipts.bulkGet([...opIds])
  return new Set(receipts.flatMap((receipt) => (receipt && NOT_DONE.has(receipt.end) ? [receipt.opId] : [])))
}
const NOT_DONE: ReadonlySet<Receipt['end']> = new Set(['undone', 'discarded', 'lost'])

/** Gives an operation another id and updates its dependants. Inside the caller's transaction. */
export async function redirect(db: OutboxDb, from: string, to: string): Promise<void> {
  await db.ops
    .filter((row) => row.deps.includes(from) || row.after === from)
    .modify((row) => {
      row.deps = row.deps.map((opId) => (opId === from ? to : opId))
      if (row.after === from) row.after = to
    })
}

/** The receipt of an ended row. */
export function receiptOf(row: OpRow, end: Receipt['end'], now: number, reason?: string): Receipt {
  const { opId, seq, kind, platform, group, ack } = row
  const receipt: Receipt = { opId, devSeq: seq, kind, platform, group, end, at: now }
  return { ...receipt, ...(reason !== undefined && { reason }), ...(ack && { sentAt: ack.at }) }
}

/**
 * Appends rows in one strict transaction that commits in the turn of its writes: from there on the browser finishes it
 * alone (decision 0003). The keys it gives are the device's numbers; an aborted one gives them back.
 */
export function append(db: OutboxDb, rows: readonly Omit<OpRow, 'seq'>[]): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const transaction = db.backendDB().transaction('ops', 'readwrite', { durability: 'strict' })
    const adds = rows.map((row) => transaction.objectStore('ops').add(row))
    transaction.addEventListener('complete', () => resolve(adds.map((add) => Number(add.result))))
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The disk refused to write')))
    transaction.commit()
  })
}
