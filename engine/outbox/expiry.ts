/** Expiry of operations by the server's clock, since the device's clock may be wrong. */
import { readMeta, type OutboxDb } from '#engine/base/database.ts'
import type { OpRow } from '#engine/base/types.ts'

/** Without contact for longer than any policy allows the clock counts as wrong, and nothing expires, ms. */
const LONGEST_MS = 30 * 24 * 3_600_000

/** Stored with the server's time: the offset of this device, ms, and the moment. */
export const serverTimeAt = (now: number, server: number) => ({ skew: now - server, heard: now })

export async function storeServerTime(db: OutboxDb, now: number, server: number): Promise<void> {
  await db.meta.bulkPut(Object.entries(serverTimeAt(now, server)).map(([k, v]) => ({ k, v })))
}

/** Returns the expired operations. */
export async function expiredAt(db: OutboxDb, now: number): Promise<(row: OpRow) => boolean> {
  const skew = await readMeta(db, 'skew', 0)
  const heard = await readMeta(db, 'heard', now)
  if (now - heard > LONGEST_MS) return () => false
  return ({ expiresAt, skewMs }) => expiresAt - (skewMs ?? skew) <= now - skew
}

/** The expiry of an operation decided by an earlier clock, by that clock; `at` is by the current one. */
export async function expiryFrom(db: OutboxDb, { skewMs }: Pick<OpRow, 'skewMs'>, at: number): Promise<number> {
  return skewMs === null ? at : at + skewMs - (await readMeta(db, 'skew', skewMs))
}
