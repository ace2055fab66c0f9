/** The user's databases: the precious outbox and documents, the disposable cache, the vault with the keys (2.1), the record of acts. */
import { Dexie, type DexieOptions, type Table } from 'dexie'
import type { Use } from './sealer.ts'
import type { OpRow, Receipt, Sealed } from './types.ts'

type Tables = Record<string, string>
/** Tables as they were in each version of a database, the latest last; each adds to those before. */
const OUTBOX: readonly Tables[] = [
  { ops: '++seq, &opId, lane, [lane+seq], state, nextAt, group', receipts: '&opId, at', meta: 'k' },
]
const VAULT: readonly Tables[] = [{ ways: '&id', keys: '&keyId, platform, [use+platform]', notes: 'k' }]
const USER: readonly Tables[] = [{ documents: '&k, platform' }]
const CACHE: readonly Tables[] = [
  { chunks: '&[platform+kind+n]', deltas: '++n, [platform+kind]', snap: '&k, platform, at, exp, [used+size]' },
]
const AUDIT: readonly Tables[] = [{ acts: '++n' }]

interface Meta {
  k: string
  v: unknown
}

/** One persisted answer. */
export interface SnapRow extends Sealed {
  /** Keyed hash of the query. */
  k: string
  platform: string
  /** The start of the read, and the expiry, ms. */
  at: number
  exp: number
  /** The last use, ms, and the size, bytes. */
  used: number
  size: number
}

/** `device`: no server keeps a key share, and the key is stored beside the slot, as it is for `kept`, by the operator's policy. */
export type SlotType = 'server' | 'prf' | 'pass' | 'device' | 'kept'
/** A way into the vault: the master key, wrapped. See vault/slots.ts. */
export interface SlotRow {
  id: string
  type: SlotType
  /** The name that its owner sees. */
  label: string
  madeAt: number
  salt: Uint8Array<ArrayBuffer>
  /** For a passphrase. */
  iterations?: number
  /** For a passkey. */
  credentialId?: Uint8Array<ArrayBuffer>
  /** For a slot whose key is stored beside it. */
  key?: CryptoKey
  /** The tag of the server's key shares that it contains. */
  tag: string
  iv: Uint8Array<ArrayBuffer>
  ct: ArrayBuffer
}

/** A wrapped key. See vault/key-ring.ts. */
export interface KeyRow {
  keyId: string
  use: Use | 'index'
  /** Empty for what is of no platform. */
  platform: string
  madeAt: number
  /** Roughly, and never too few. */
  writes: number
  iv: Uint8Array<ArrayBuffer>
  ct: ArrayBuffer
}

/** The record of one command: see audit.ts. */
export interface ActRow extends Sealed {
  n: number
  group: string
  at: number
}

export type OutboxDb = Dexie & {
  ops: Table<OpRow, number, Omit<OpRow, 'seq'> & { seq?: number }>
  receipts: Table<Receipt, string>
  meta: Table<Meta, string>
}

/** Rows of the replica as columns; number -1 holds the cursor of the feed. */
export interface ChunkRow extends Sealed {
  platform: string
  kind: string
  n: number
}
/** Changes of the replica's rows since its chunks were made, in the order of `n`. */
export interface DeltaRow extends Sealed {
  n: number
  platform: string
  kind: string
}

export type CacheDb = Dexie & {
  snap: Table<SnapRow, string>
  chunks: Table<ChunkRow, [string, string, number]>
  deltas: Table<DeltaRow, number, Omit<DeltaRow, 'n'>>
}
/** One document of the user's own; `k` is a keyed hash of which. */
export interface DocumentRow extends Sealed {
  k: string
  platform: string
}
export type UserDb = Dexie & { documents: Table<DocumentRow, string> }
export type VaultDb = Dexie & {
  ways: Table<SlotRow, string>
  keys: Table<KeyRow, string>
  notes: Table<Meta, string>
}
export type AuditDb = Dexie & { acts: Table<ActRow, number, Omit<ActRow, 'n'> & { n?: number }> }

export interface Databases {
  outbox: OutboxDb
  cache: CacheDb
  vault: VaultDb
  user: UserDb
  audit: AuditDb
  close(): void
}

/** The database was written by newer code, which this code must not touch. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema'
}

/** The first 16 hexadecimal digits of SHA-256 of origin and user: names the databases without naming the user. */
export async function stemOf(origin: string, uid: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${origin}|${uid}`))
  return [...new Uint8Array(digest).subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function open<T extends Dexie>(
  name: string,
  durability: 'strict' | 'relaxed',
  versions: readonly Tables[],
  idb: DexieOptions,
  onUpgradedElsewhere: () => void,
  onBlocked: () => void = () => undefined,
): Promise<T> {
  const db = new Dexie(name, { ...idb, chromeTransactionDurability: durability, autoOpen: false })
  versions.forEach((tables, i) => db.version(i + 1).stores(tables))
  // the default reopens and would write into a schema it does not know
  db.on('versionchange', () => {
    db.close()
    onUpgradedElsewhere()
  })
  db.on('blocked', onBlocked)
  return db.open().then(() => {
    // IndexedDB counts in tenths of Dexie's versions
    if (db.backendDB().version > versions.length * 10) {
      db.close()
      throw new NewerSchema(`${name} is of a newer version`)
    }
    return db as T
  })
}

/** Opens the outbox alone, for the service worker. Throws as `openDatabases` does. */
export function openOutbox(
  stem: string,
  idb: DexieOptions,
  onUpgradedElsewhere: () => void,
  onBlocked?: () => void,
): Promise<OutboxDb> {
  return open<OutboxDb>(`docket-engine-${stem}-outbox`, 'strict', OUTBOX, idb, onUpgradedElsewhere, onBlocked)
}

/**
 * Opens all databases. `onBlocked` is called while older code prevents an upgrade; opening continues once that has
 * closed. Throws `NewerSchema`, or the browser's error if there is no storage.
 */
export async function openDatabases(
  stem: string,
  idb: DexieOptions,
  onUpgradedElsewhere: () => void,
  onBlocked?: () => void,
): Promise<Databases> {
  const name = `docket-engine-${stem}`
  // in parallel, so that the first rows do not wait for each in turn
  const [outbox, vault, user, cache, audit] = await Promise.all([
    openOutbox(stem, idb, onUpgradedElsewhere, onBlocked),
    open<VaultDb>(`${name}-vault`, 'strict', VAULT, idb, onUpgradedElsewhere, onBlocked),
    open<UserDb>(`${name}-user`, 'strict', USER, idb, onUpgradedElsewhere, onBlocked),
    openAnew<CacheDb>(`${name}-cache`, CACHE, idb, onUpgradedElsewhere),
    openAnew<AuditDb>(`${name}-audit`, AUDIT, idb, onUpgradedElsewhere),
  ])
  return {
    outbox,
    cache,
    vault,
    user,
    audit,
    close() {
      for (const db of [outbox, cache, vault, user, audit]) db.close()
    },
  }
}

/** Disposable data: a database that cannot be opened is recreated. */
async function openAnew<T extends Dexie>(
  name: string,
  versions: readonly Tables[],
  idb: DexieOptions,
  onUpgradedElsewhere: () => void,
): Promise<T> {
  try {
    return await open<T>(name, 'relaxed', versions, idb, onUpgradedElsewhere)
  } catch (error) {
    if (error instanceof NewerSchema) throw error
    await new Dexie(name, idb).delete()
    return open<T>(name, 'relaxed', versions, idb, onUpgradedElsewhere)
  }
}

/** Reads a value of the outbox's own notes. */
export async function readMeta<T>(db: OutboxDb, key: string, otherwise: T): Promise<T> {
  const row = await db.meta.get(key)
  return row ? (row.v as T) : otherwise
}
