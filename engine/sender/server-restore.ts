/**
 * A server that was restored from a backup has lost what it answered since (docs/design/offline.md#what-the-server-adds). This device knows which
 * operations those are: what it still has in full is put before the user, what it has only a receipt of is named.
 */
import { readMeta, type OutboxDb } from '#engine/base/database.ts'
import type { Receipt } from '#engine/base/types.ts'
import { AT_ONCE, tombstoneKey, move, type Tombstone, type Moved } from '#engine/outbox/rows.ts'

/** The key under which a new history of the server is recorded until it was asked. */
const RESTORED = 'restored'
/** Ends that are reported to the server. */
const RETOLD: ReadonlySet<Receipt['end']> = new Set(['undone', 'discarded', 'lost'])
const WHY = 'The server was restored from a backup and no longer has it'

export interface Missing {
  moved: Moved
  /** The number of operations that the server lacks, including those that can be sent again. */
  count: number
}

/** Notes that the server is to be asked, however long that takes. */
export async function noteRestored(db: OutboxDb): Promise<void> {
  await db.meta.put({ k: RESTORED, v: true })
}

/**
 * Asks, where that is to be done, which answered operations the server does not know. `unknownOf` throws where it cannot
 * be asked: then it is asked another time. Null where there was nothing to ask.
 */
export async function findMissing(
  db: OutboxDb,
  unknownOf: (opIds: readonly string[]) => Promise<readonly string[]>,
  now: number,
  epoch: number,
): Promise<Missing | null> {
  if (!(await readMeta(db, RESTORED, false))) return null
  const rows = await db.ops.where('state').equals('acked').toArray()
  const receipts = await db.receipts.filter(({ end }) => end === 'done').toArray()
  const answered = [...rows, ...receipts].map(({ opId }) => opId)
  const unknown = new Set<string>()
  for (let from = 0; from < answered.length; from += AT_ONCE) {
    for (const opId of await unknownOf(answered.slice(from, from + AT_ONCE))) unknown.add(opId)
  }
  const error = { code: 'restored', message: WHY, at: now }
  const seqs = rows.flatMap(({ opId, seq }) => (unknown.has(opId) ? [seq] : []))
  const gone = receipts.filter(({ opId }) => unknown.has(opId))
  // it has also lost what it was told of numbers that never came; told twice, the first time counts
  const over = await db.receipts.filter(({ end }) => RETOLD.has(end)).toArray()
  const moved = await move(db, seqs, () => ({ type: 'missing', error }), now, { epoch })
  await db.transaction('rw', db.receipts, db.meta, async () => {
    await db.receipts.bulkPut(gone.map((receipt) => ({ ...receipt, end: 'lost' as const, reason: WHY, at: now })))
    const fates = [
      ...gone.map(({ devSeq }) => ({ devSeq, fate: 'lost', reason: WHY, at: now }) satisfies Tombstone),
      ...over.map(({ devSeq, end, reason }) => ({
        devSeq,
        fate: end as Tombstone['fate'],
        at: now,
        ...(reason && { reason }),
      })),
    ]
    await db.meta.bulkPut(fates.map((fate) => ({ k: tombstoneKey(fate.devSeq), v: fate })))
    await db.meta.delete(RESTORED)
  })
  return { moved, count: moved.rows.length + gone.length }
}
