/** When an operation is too old to be sent: by the server's clock, since this device's may have been set. */
import { readMeta, type OutboxDb } from '#engine/base/database.ts'
import type { OpRow } from '#engine/base/types.ts'

/** Longer unheard than any server allows: the clock is wrong, and nothing is judged by it, ms. */
const LONGEST_MS = 30 * 24 * 3_600_000

/** What is noted when the server tells the time: how far this device is ahead of it, ms, and when that was. */
export const heardAt = (now: number, server: number) => ({ skew: now - server, heard: now })

export async function noteHeard(db: OutboxDb, now: number, server: number): Promise<void> {
  await db.meta.bulkPut(Object.entries(heardAt(now, server)).map(([k, v]) => ({ k, v })))
}

/** Tells those that are past their time. */
export async function expiredAt(db: OutboxDb, now: number): Promise<(row: OpRow) => boolean> {
  const skew = await readMeta(db, 'skew', 0)
  const heard = await readMeta(db, 'heard', now)
  if (now - heard > LONGEST_MS) return () => false
  return ({ expiresAt, skewMs }) => expiresAt - (skewMs ?? skew) <= now - skew
}

/** When something that was decided by an earlier clock is past its time, by that clock; `at` is by the present one. */
export async function expiryFrom(db: OutboxDb, { skewMs }: Pick<OpRow, 'skewMs'>, at: number): Promise<number> {
  return skewMs === null ? at : at + skewMs - (await readMeta(db, 'skew', skewMs))
}
