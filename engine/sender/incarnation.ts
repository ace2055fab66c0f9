/** The lives of this device's databases, and what is remembered of them outside (docs/design/offline.md#losses-of-storage). */
import { readMeta, type OutboxDb } from '#engine/base/database.ts'
import { RESET, type Reset } from '#engine/outbox/rows.ts'
import type { Sentinel } from '#engine/base/types.ts'

/**
 * The name of this life of the database: another one after the browser has thrown it away. `lost`: what was waiting in
 * the one before, by what is remembered outside it; the server is told, as soon as it can be.
 */
export async function beginLife(
  db: OutboxDb,
  sentinel: Sentinel | undefined,
): Promise<{ incarnation: string; lost: number }> {
  const known = await readMeta<string | null>(db, 'incarnation', null)
  if (known) return { incarnation: known, lost: 0 }
  return db.transaction('rw', db.meta, async () => {
    const there = await readMeta<string | null>(db, 'incarnation', null)
    if (there) return { incarnation: there, lost: 0 }
    const incarnation = crypto.randomUUID()
    await db.meta.put({ k: 'incarnation', v: incarnation })
    if (!sentinel || !isWhole(sentinel)) return { incarnation, lost: 0 }
    const { incarnation: device, lastSeq, pending } = sentinel
    await db.meta.put({ k: RESET, v: { device, lastSeq, pending } satisfies Reset })
    return { incarnation, lost: pending }
  })
}

/** What lies in local storage may be anything. */
export function isWhole({ incarnation, lastSeq, pending }: Sentinel): boolean {
  return typeof incarnation === 'string' && [lastSeq, pending].every((n) => Number.isSafeInteger(n) && n >= 0)
}
