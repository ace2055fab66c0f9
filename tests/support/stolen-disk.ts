/** A thief with a copy of the disk and the present answers of the server: what can be decrypted. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { Kysely } from 'kysely'
import { systemClock } from '#engine/base/clock.ts'
import {
  openDatabases,
  type ActRow,
  type ChunkRow,
  type Databases,
  type DeltaRow,
  type DocumentRow,
  type KeyRow,
  type SlotRow,
  type SnapRow,
} from '#engine/base/database.ts'
import { openBytes, Unreadable } from '#engine/base/sealer.ts'
import type { OpRow, Sealed } from '#engine/base/types.ts'
import { boundOf } from '#engine/outbox/outbox.ts'
import { boundOfChunk, boundOfDelta } from '#engine/replica/store.ts'
import { VaultRing } from '#engine/vault/key-ring.ts'
import { openDeviceSlot, openServerSlot, type Bundle } from '#engine/vault/slots.ts'
import type { Database } from '#server/schema/database.ts'

/** Every store with encrypted records, with unlock methods and keys. */
export interface Captured {
  ways: SlotRow[]
  keys: KeyRow[]
  snap: SnapRow[]
  chunks: ChunkRow[]
  deltas: DeltaRow[]
  ops: OpRow[]
  documents: DocumentRow[]
  acts: ActRow[]
}

/** One encrypted record. */
export interface Found {
  store: keyof Captured
  /** The platform of its key; empty if it has none. */
  platform: string
  /** Its text, if it was decrypted; a key has none. */
  text: string
}

export async function capture({ vault, cache, outbox, user, audit }: Databases): Promise<Captured> {
  return {
    ways: await vault.ways.toArray(),
    keys: await vault.keys.toArray(),
    snap: await cache.snap.toArray(),
    chunks: await cache.chunks.toArray(),
    deltas: await cache.deltas.toArray(),
    ops: await outbox.ops.toArray(),
    documents: await user.documents.toArray(),
    acts: await audit.acts.toArray(),
  }
}

/** The key shares that the server still has for a device, by platform. */
export async function sharesOf({ db }: { db: Kysely<Database> }, device: string): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('device_share')
    .select(['platform', 'share'])
    .where('device_id', '=', device)
    .execute()
  return Object.fromEntries(rows.map(({ platform, share }) => [platform, share.toString('base64')]))
}

/** All encrypted records of a copy, decrypted or not. */
export const sealedIn = (copy: Captured, uid = 'analyst'): Found[] => [
  ...keysIn(copy).map(({ platform }) => ({ store: 'keys' as const, platform, text: '' })),
  ...recordsIn(copy, uid).map(({ store, platform }) => ({ store, platform, text: '' })),
]

/** Decrypts the records of a copy with these key shares and with the keys in the copy. */
export async function opensWith(shares: Record<string, string>, copy: Captured, uid = 'analyst'): Promise<Found[]> {
  const databases = await openDatabases('thief', { indexedDB: new IDBFactory(), IDBKeyRange }, () => undefined)
  await databases.vault.ways.bulkPut(copy.ways)
  await databases.vault.keys.bulkPut(copy.keys)
  const ways = copy.ways.filter(({ type }) => type === 'server' || type === 'device')
  if (ways.length === 0) throw new Error('no way that could be tried was copied')
  try {
    const opened = await Promise.all(ways.map((way) => openedBy(way, shares, databases, copy, uid)))
    return opened.flat()
  } finally {
    databases.close()
  }
}

async function openedBy(
  way: SlotRow,
  shares: Record<string, string>,
  { vault }: Databases,
  copy: Captured,
  uid: string,
): Promise<Found[]> {
  const ring = await bundleOf(way, shares)
    .then((bundle) => VaultRing.open(vault, systemClock, bundle))
    .catch(nullIfUnreadable)
  if (!ring) return []
  const found: Found[] = []
  for (const { keyId, platform } of keysIn(copy)) {
    if (await ring.find(keyId)) found.push({ store: 'keys', platform, text: '' })
  }
  for (const { store, platform, sealed, bound } of recordsIn(copy, uid)) {
    const bytes = await openBytes(ring, sealed, bound).catch(nullIfUnreadable)
    if (bytes) found.push({ store, platform, text: new TextDecoder().decode(bytes) })
  }
  return found
}

const bundleOf = (way: SlotRow, shares: Record<string, string>): Promise<Bundle> =>
  way.type === 'server' ? openServerSlot(way, shares) : openDeviceSlot(way)

function nullIfUnreadable(error: unknown): null {
  if (error instanceof Unreadable) return null
  throw error
}

/** The number of records by store and platform, for readable comparisons. */
export function tallied(found: readonly Found[]): Record<string, number> {
  const tally: Record<string, number> = {}
  for (const { store, platform } of found) {
    const name = `${store} of ${platform || 'the user'}`
    tally[name] = (tally[name] ?? 0) + 1
  }
  return tally
}

const keysIn = ({ keys }: Captured) => keys.filter(({ use }) => use !== 'index')

interface SealedRecord {
  store: keyof Captured
  platform: string
  sealed: Sealed
  bound: string
}

/** Encrypted records, each with its associated data, without shredded ones. */
function recordsIn(copy: Captured, uid: string): SealedRecord[] {
  const { snap, chunks, deltas, ops, documents, acts, keys } = copy
  const platforms = new Map(keys.map(({ keyId, platform }) => [keyId, platform]))
  const named = <T extends Sealed & { platform?: string }>(
    store: keyof Captured,
    rows: readonly T[],
    bind: (row: T) => string,
  ) =>
    rows
      .filter(({ ct }) => ct.byteLength > 0)
      .map((row) => ({
        store,
        platform: platforms.get(row.keyId) ?? row.platform ?? '',
        sealed: row as Sealed,
        bound: bind(row),
      }))
  return [
    ...named('snap', snap, ({ k, platform, at }) => `${k}|${platform}|${at}`),
    ...named('chunks', chunks, boundOfChunk),
    ...named('deltas', deltas, boundOfDelta),
    ...named('ops', ops, (row) => boundOf(row, uid)),
    // the server's values at a rejected operation
    ...ops.flatMap((row) => (row.theirs ? named('ops', [row.theirs], () => `${boundOf(row, uid)}|current`) : [])),
    ...named('documents', documents, ({ k, platform }) => `${k}|${platform}`),
    ...named('acts', acts, ({ group, at }) => `${group}|${at}`),
  ]
}
