/** Rows that are not what this code wrote: a disk, a defect or another program may leave anything. */
import type { OutboxDb } from '#engine/base/database.ts'
import { STATES, type OpError, type OpRow } from '#engine/base/types.ts'

const TEXTS = ['opId', 'lane', 'kind', 'appV', 'platform', 'group', 'commandId', 'keyId'] as const
const NUMBERS = [
  ...(['seq', 'kindV', 'attempts', 'nextAt', 'holdUntil', 'expiresAt', 'epoch', 'createdAt'] as const),
] as const

/** Whether the plain part of a row is whole. What is sealed tells for itself, see `Unreadable`. */
export function isSound(row: OpRow): boolean {
  return (
    TEXTS.every((field) => typeof row[field] === 'string') &&
    NUMBERS.every((field) => Number.isFinite(row[field])) &&
    STATES.includes(row.state) &&
    Array.isArray(row.deps) &&
    row.iv instanceof Uint8Array &&
    row.ct instanceof ArrayBuffer
  )
}

/** What is shown of a row that cannot be read: its number, so that it can be looked for, and when it was found. */
export function unreadable(seq: number, now: number): OpError {
  return { code: 'unreadable', message: `Number ${seq} of this device cannot be read any more`, at: now }
}

/**
 * Puts rows that are not whole aside as dead, filled up with nothing, so that the rest flows. Returns them as they are
 * now. Rows in a state that nobody knows are found by this alone: no index leads to them.
 */
export async function setUnsoundAside(db: OutboxDb, now: number): Promise<OpRow[]> {
  return db.transaction('rw', db.ops, async () => {
    const unsound = (await db.ops.toArray()).filter((row) => !isSound(row))
    const rows = unsound.map((row) => mended(row, now))
    await db.ops.bulkPut(rows)
    return rows
  })
}

function mended(row: Partial<OpRow> & { seq: number }, now: number): OpRow {
  const texts = TEXTS.map((field) => [field, typeof row[field] === 'string' ? row[field] : ''])
  const numbers = NUMBERS.map((field) => [field, Number.isFinite(row[field]) ? row[field] : 0])
  return {
    ...(Object.fromEntries([...texts, ...numbers]) as Omit<OpRow, 'state' | 'deps' | 'skewMs' | 'iv' | 'ct'>),
    // receipts are kept by it
    opId: typeof row.opId === 'string' && row.opId !== '' ? row.opId : `unreadable-${row.seq}`,
    state: 'dead',
    deps: [],
    skewMs: null,
    iv: row.iv instanceof Uint8Array ? row.iv : new Uint8Array(),
    ct: row.ct instanceof ArrayBuffer ? row.ct : new ArrayBuffer(0),
    err: unreadable(row.seq, now),
  }
}
