/**
 * Deletes data: each function implements a row of the purge rules (docs/design/offline.md#purge-rules).
 */
import { Dexie, type DexieOptions } from 'dexie'
import type { Databases, VaultDb } from '#engine/base/database.ts'
import type { State } from '#engine/base/types.ts'
import { TOMBSTONE_PREFIX, RESET } from '#engine/outbox/rows.ts'

/** How long operations kept for another user stay, ms. */
const KEPT_MS = 7 * 24 * 3_600_000
/** The time at which its owner signed out and kept it encrypted, ms; stored in the outbox. */
export const SEALED_AT = 'sealedAt'

const OURS = /^docket-engine-([0-9a-f]{16})-(outbox|cache|vault|user|audit)$/
const PARTS = ['outbox', 'cache', 'vault', 'user', 'audit'] as const
const UNFINISHED: readonly State[] = ['held', 'ready', 'sending', 'uncertain', 'auth', 'conflict', 'dead']

export async function destroyKeys(db: VaultDb, isGone: (use: string, platform: string) => boolean): Promise<void> {
  await db.keys.filter(({ use, platform }) => isGone(use, platform)).delete()
}

/** Every cached answer and the replica, with the keys that opened them. */
export async function destroyCache({ vault, cache }: Pick<Databases, 'vault' | 'cache'>): Promise<void> {
  await destroyKeys(vault, (use) => use === 'cache')
  await cache.transaction('rw', cache.snap, cache.chunks, cache.deltas, async () => {
    await Promise.all([cache.snap.clear(), cache.chunks.clear(), cache.deltas.clear()])
  })
}

/**
 * The platforms that have data on this device: a key, or data encrypted with one. Keys alone are not enough, since
 * those without the server's key share are dropped when the vault is opened.
 */
export async function platformsOf({ vault, cache, outbox, user }: Databases): Promise<string[]> {
  const keys = await vault.keys.toArray()
  const keyIds = new Set(keys.map(({ keyId }) => keyId))
  // those of the user open with a key of no platform
  const documents = await user.documents.filter(({ keyId }) => !keyIds.has(keyId)).toArray()
  const snaps = await cache.snap.orderBy('platform').uniqueKeys()
  const chunks = await cache.chunks.toCollection().primaryKeys()
  const deltas = (await cache.deltas.orderBy('[platform+kind]').uniqueKeys()) as unknown as [string, string][]
  const ops = await outbox.ops.filter(({ ct }) => ct.byteLength > 0).toArray()
  const named = [...keys, ...ops, ...documents].map(({ platform }) => platform)
  const found = new Set([...named, ...snaps.map(String), ...[...chunks, ...deltas].map(([platform]) => platform)])
  found.delete('')
  return [...found]
}

/** Deletes databases of a user by name. Others who have them open are asked to close, and not waited for long. */
async function deleteParts(stem: string, parts: readonly string[], idb: DexieOptions): Promise<void> {
  await Promise.all(parts.map((part) => deletePart(`docket-engine-${stem}-${part}`, idb)))
}

/** Repeats a deletion that the browser interrupted, as it does on Clear-Site-Data. */
async function deletePart(name: string, idb: DexieOptions): Promise<void> {
  try {
    await new Dexie(name, idb).delete()
  } catch (error) {
    if (!(error instanceof Dexie.AbortError)) throw error
    await new Dexie(name, idb).delete()
  }
}

/** Everything of a user on this device. */
export const deleteUser = (stem: string, idb: DexieOptions): Promise<void> => deleteParts(stem, PARTS, idb)
/** Everything but what is not sent yet, and the keys to it. */
export const deleteAllButOutbox = (stem: string, idb: DexieOptions): Promise<void> =>
  deleteParts(stem, ['cache', 'audit'], idb)

/**
 * Other users of this browser: deletes their caches, and keeps their encrypted outboxes for the retention time. Returns
 * the number of waiting operations.
 */
export async function settleOthers(stem: string, idb: DexieOptions, now: number): Promise<number> {
  const factory = (idb.indexedDB as IDBFactory | undefined) ?? indexedDB
  const found = (await factory.databases()).flatMap(({ name }) => OURS.exec(name ?? '')?.[1] ?? [])
  let count = 0
  for (const other of new Set(found)) if (other !== stem) count += await settle(other, idb, now)
  return count
}

async function settle(stem: string, idb: DexieOptions, now: number): Promise<number> {
  const outbox = new Dexie(`docket-engine-${stem}-outbox`, { ...idb, autoOpen: false })
  try {
    // unchanged: its tables are those of the version that created it
    await outbox.open()
    const sealed = (await outbox.table('meta').get(SEALED_AT)) as { v: number } | undefined
    const count = await outbox.table('ops').where('state').anyOf(UNFINISHED).count()
    // numbers not yet reported are reported when their owner returns
    const untold = await outbox.table('meta').where('k').startsWith(TOMBSTONE_PREFIX).or('k').equals(RESET).count()
    outbox.close()
    if (count + untold === 0 || (sealed && now - sealed.v > KEPT_MS)) {
      if (sealed) await deleteUser(stem, idb)
      else await deleteParts(stem, ['cache'], idb)
      return sealed ? 0 : count
    }
    await deleteParts(stem, ['cache'], idb)
    return count
  } catch {
    // no outbox, or none that opens: there is a cache at most
    outbox.close()
    await deleteParts(stem, ['cache'], idb)
    return 0
  }
}
