/**
 * Sequence numbers whose row was removed by something else (docs/design/offline.md#losses-of-storage). A row leaves the
 * outbox with a receipt, in one transaction; a number with neither is lost, which is reported to the user and the
 * server.
 */
import type { OutboxDb } from '#engine/base/database.ts'
import { readMeta } from '#engine/base/database.ts'
import { TOMBSTONE_PREFIX, tombstoneKey, type Tombstone } from './rows.ts'

/** The maximum that is believed of a value stored outside the database. */
const MOST = 10_000

/** Ended numbers without receipts, as ascending ranges. */
type Ranges = readonly (readonly [number, number])[]

/** The numbers together with others, as few ranges as there can be. */
export function addNumbers(ranges: Ranges, numbers: readonly number[]): Ranges {
  const all = [...ranges, ...numbers.map((n) => [n, n] as const)].toSorted(([a], [b]) => a - b)
  const joined: [number, number][] = []
  for (const [from, to] of all) {
    const last = joined.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** Numbers from 1 to the last that are in none of the ranges. */
export function gapsBefore(ranges: Ranges, last: number): number[] {
  const missing: number[] = []
  let next = 1
  for (const [from, to] of [...ranges, [last + 1, last + 1] as const]) {
    for (; next < Math.min(from, last + 1); next += 1) missing.push(next)
    next = Math.max(next, to + 1)
  }
  return missing
}

/** Forgets receipts older than `before`, but not that their numbers are over. */
export async function forgetReceipts(db: OutboxDb, before: number): Promise<void> {
  await db.transaction('rw', db.receipts, db.meta, async () => {
    const old = await db.receipts.where('at').below(before).toArray()
    if (old.length === 0) return
    const numbers = old.map(({ devSeq }) => devSeq)
    await db.meta.put({ k: 'over', v: addNumbers(await readMeta<Ranges>(db, 'over', []), numbers) })
    await db.receipts.bulkDelete(old.map(({ opId }) => opId))
  })
}

/**
 * Finds the numbers that are lost, leaves a receipt for each and notes that the server is to be told. `atLeast`: a
 * number that is known to have been given. A profile that counts for the first time begins with what it has.
 */
export async function findLost(db: OutboxDb, atLeast: number, now: number): Promise<number[]> {
  return db.transaction('rw', db.ops, db.receipts, db.meta, async () => {
    const there = await db.ops.toCollection().primaryKeys()
    const receipts = await db.receipts.toArray()
    const known = [...there, ...receipts.map(({ devSeq }) => devSeq)]
    for (const { k } of await db.meta.where('k').startsWith(TOMBSTONE_PREFIX).toArray())
      known.push(Number(k.slice(TOMBSTONE_PREFIX.length)))
    const over = await readMeta<Ranges | null>(db, 'over', null)
    const ranges = addNumbers(over ?? [], known)
    const top = ranges.at(-1)?.[1] ?? 0
    const missing = gapsBefore(ranges, Math.max(top, Math.min(atLeast, top + MOST)))
    if (!over) {
      await db.meta.put({ k: 'over', v: addNumbers([], missing) })
      return []
    }
    const lost = missing.map((devSeq) => ({ devSeq, fate: 'lost', at: now }) satisfies Tombstone)
    await db.meta.bulkPut(lost.map((fate) => ({ k: tombstoneKey(fate.devSeq), v: fate })))
    await db.receipts.bulkPut(
      lost.map(({ devSeq }) => ({
        opId: `lost-${devSeq}`,
        devSeq,
        kind: '',
        platform: '',
        group: '',
        end: 'lost',
        at: now,
        reason: `Number ${devSeq} of this device was removed by another program`,
      })),
    )
    return missing
  })
}
