/** What is destroyed, and when: each function is a row of the purge rules (offline design, section 2.8). */
import { Dexie, type DexieOptions } from 'dexie'
import type { CacheDb, Databases, VaultDb } from '#src/data/engine/database.ts'
import { step } from '#src/data/engine/machine.ts'
import { FATE, RESET, type Moved } from '#src/data/engine/rows.ts'
import type { OpError, OpRow, State } from '#src/data/engine/types.ts'

/** What another user kept here on leaving is kept so long, ms. */
const KEPT_MS = 7 * 24 * 3_600_000
/** When its owner left it sealed; a note of the outbox, ms. */
export const SEALED_AT = 'sealedAt'

const OURS = /^docket-engine-([0-9a-f]{16})-(outbox|cache|vault|user|audit)$/
const PARTS = ['outbox', 'cache', 'vault', 'user', 'audit'] as const
const UNFINISHED: readonly State[] = ['held', 'ready', 'sending', 'uncertain', 'auth', 'conflict', 'dead']

/** Answers which keys they were. */
async function destroyKeys(db: VaultDb, isGone: (use: string, platform: string) => boolean): Promise<Set<string>> {
  const gone = await db.keys.filter(({ use, platform }) => isGone(use, platform)).primaryKeys()
  await db.keys.bulkDelete(gone)
  return new Set(gone)
}

async function dropRows(db: CacheDb, platform: string): Promise<void> {
  await db.transaction('rw', db.snap, db.chunks, db.deltas, async () => {
    await db.snap.where('platform').equals(platform).delete()
    // by key, not by value: nothing sealed is read to be deleted
    const chunks = await db.chunks.toCollection().primaryKeys()
    await db.chunks.bulkDelete(chunks.filter(([of]) => of === platform))
    await db.deltas.where('[platform+kind]').between([platform, Dexie.minKey], [platform, Dexie.maxKey]).delete()
  })
}

/** Every cached answer and the replica, with the keys that opened them. */
export async function destroyCache({ vault, cache }: Pick<Databases, 'vault' | 'cache'>): Promise<void> {
  await destroyKeys(vault, (use) => use === 'cache')
  await cache.transaction('rw', cache.snap, cache.chunks, cache.deltas, async () => {
    await Promise.all([cache.snap.clear(), cache.chunks.clear(), cache.deltas.clear()])
  })
}

/**
 * Platforms of which anything is left here: a key, or something that was sealed with one. Keys alone do not tell, since
 * those without the server's half are dropped as soon as the vault is opened.
 */
export async function platformsOf({ vault, cache, outbox }: Databases): Promise<string[]> {
  const keys = await vault.keys.toArray()
  const snaps = await cache.snap.orderBy('platform').uniqueKeys()
  const chunks = await cache.chunks.toCollection().primaryKeys()
  const deltas = (await cache.deltas.orderBy('[platform+kind]').uniqueKeys()) as unknown as [string, string][]
  const ops = await outbox.ops.filter(({ ct }) => ct.byteLength > 0).toArray()
  const named = [...keys, ...ops].map(({ platform }) => platform)
  const found = new Set([...named, ...snaps.map(String), ...[...chunks, ...deltas].map(([platform]) => platform)])
  found.delete('')
  return [...found]
}

/**
 * A platform is no longer this user's: keys and rows of its cache go, the bodies of its operations are shredded. What
 * was queued stays with its number, for the user to see and to give up.
 */
export async function destroyPlatform(databases: Databases, platform: string, now: number): Promise<Moved> {
  const { vault, cache, outbox, user } = databases
  const gone = await destroyKeys(vault, (_, of) => of === platform)
  await dropRows(cache, platform)
  // what was being written and what was pinned there
  await user.documents
    .where('platform')
    .equals(platform)
    .filter(({ keyId }) => gone.has(keyId))
    .delete()
  const error: OpError = { code: 'no-platform', message: `You have no access to ${platform} any more`, at: now }
  return outbox.transaction('rw', outbox.ops, async () => {
    const there = await outbox.ops.filter((row) => row.platform === platform && row.ct.byteLength > 0).toArray()
    // what is being sent is answered first, and comes here the next time
    const rows = there.filter(({ state }) => state !== 'sending').map((row) => shred(row, error))
    await outbox.ops.bulkPut(rows)
    return { rows, receipts: [], refused: [] }
  })
}

function shred(row: OpRow, error: OpError): OpRow {
  const ended = step(row, { type: 'unreadable', error })
  const { theirs: _, ...rest } = ended && 'row' in ended ? ended.row : row
  return { ...rest, iv: new Uint8Array(0), ct: new ArrayBuffer(0) }
}

/** Deletes databases of a user by name. Others who have them open are asked to close, and not waited for long. */
async function deleteParts(stem: string, parts: readonly string[], idb: DexieOptions): Promise<void> {
  await Promise.all(parts.map((part) => deletePart(`docket-engine-${stem}-${part}`, idb)))
}

/** Once more where the browser broke it off, as it does when the server has it clear everything meanwhile. */
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
 * Other users of this browser: their caches go, their outboxes stay sealed for as long as they are kept. Answers how
 * many operations wait in them.
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
    // as it is: its tables are those of whoever made it
    await outbox.open()
    const sealed = (await outbox.table('meta').get(SEALED_AT)) as { v: number } | undefined
    const count = await outbox.table('ops').where('state').anyOf(UNFINISHED).count()
    // what the server has not been told of numbers that never come, it is told when their owner is back
    const untold = await outbox.table('meta').where('k').startsWith(FATE).or('k').equals(RESET).count()
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
