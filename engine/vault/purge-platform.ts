/** A platform that was withdrawn: nothing of it stays (docs/design/offline.md#purge-rules). Hardly any start needs this. */
import { Dexie } from 'dexie'
import type { CacheDb, Databases } from '#engine/base/database.ts'
import type { OpError, OpRow } from '#engine/base/types.ts'
import { step } from '#engine/outbox/op-state-machine.ts'
import type { Moved } from '#engine/outbox/rows.ts'
import { destroyKeys } from './delete-data.ts'

async function dropRows(db: CacheDb, platform: string): Promise<void> {
  await db.transaction('rw', db.snap, db.chunks, db.deltas, async () => {
    await db.snap.where('platform').equals(platform).delete()
    // by key, not by value: deleting reads nothing encrypted
    const chunks = await db.chunks.toCollection().primaryKeys()
    await db.chunks.bulkDelete(chunks.filter(([of]) => of === platform))
    await db.deltas.where('[platform+kind]').between([platform, Dexie.minKey], [platform, Dexie.maxKey]).delete()
  })
}

/**
 * A platform is no longer this user's: keys and rows of its cache go, the bodies of its operations are shredded. What
 * was queued stays with its number, for the user to see and to discard.
 */
export async function destroyPlatform(databases: Databases, platform: string, now: number): Promise<Moved> {
  const { vault, cache, outbox, user } = databases
  await destroyKeys(vault, (_, of) => of === platform)
  await dropRows(cache, platform)
  // drafts and pins of that platform, also where an earlier try got no further than the keys
  const left = new Set(await vault.keys.toCollection().primaryKeys())
  await user.documents
    .where('platform')
    .equals(platform)
    .filter(({ keyId }) => !left.has(keyId))
    .delete()
  const error: OpError = { code: 'no-platform', message: `You have no access to ${platform} any more`, at: now }
  return outbox.transaction('rw', outbox.ops, async () => {
    const there = await outbox.ops.filter((row) => row.platform === platform && row.ct.byteLength > 0).toArray()
    const rows = there.map((row) => shred(row, error))
    await outbox.ops.bulkPut(rows)
    return { rows, receipts: [], refused: [] }
  })
}

/** One that is being sent keeps its state for the answer, if that still comes. */
function shred(row: OpRow, error: OpError): OpRow {
  const ended = step(row, { type: 'unreadable', error })
  const { theirs: _, ...rest } = ended && 'row' in ended ? ended.row : { ...row, err: error }
  return { ...rest, iv: new Uint8Array(0), ct: new ArrayBuffer(0) }
}
