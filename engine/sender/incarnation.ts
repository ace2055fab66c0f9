/** The lives of this device's databases, and what is remembered of them outside (docs/design/offline.md#losses-of-storage). */
import { readMeta, type OutboxDb } from '#engine/base/database.ts'
import { RESET, type Reset } from '#engine/outbox/rows.ts'
import type { Sentinel } from '#engine/base/types.ts'

/**
 * The incarnation of the database: a new one after the browser has deleted it. `lost` is what was waiting in the
 * previous one, by the sentinel; the server is told as soon as possible.
 */
export async function beginIncarnation(
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

/** Local storage may contain anything. */
export function isWhole({ incarnation, lastSeq, pending }: Sentinel): boolean {
  return typeof incarnation === 'string' && [lastSeq, pending].every((n) => Number.isSafeInteger(n) && n >= 0)
}
