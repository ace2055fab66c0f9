/** Rows that are not what this code wrote: a disk, a defect or another program may leave anything. */
import type { OutboxDb } from '#engine/base/database.ts'
import { STATES, type OpError, type OpRow } from '#engine/base/types.ts'

const TEXTS = ['opId', 'lane', 'kind', 'appV', 'platform', 'group', 'commandId', 'keyId'] as const
const NUMBERS = [
  ...(['seq', 'kindV', 'attempts', 'nextAt', 'holdUntil', 'expiresAt', 'epoch', 'createdAt'] as const),
] as const

/** Validates the plain part of a row. Encrypted parts are validated on decryption, see `Unreadable`. */
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

/** The displayed part of an unreadable row: its sequence number and the time it was found. */
export function unreadable(seq: number, now: number): OpError {
  return { code: 'unreadable', message: `Number ${seq} of this device cannot be read any more`, at: now }
}

/**
 * Sets invalid rows aside as dead letters, with empty fields, so that the rest can be sent. Returns them. Rows in an
 * unknown state are found only here, as no index contains them.
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
