/**
 * The keys of one user on this device: random, one per use and platform, wrapped on disk and in memory only as
 * non-exportable keys (docs/design/offline.md#vault). A platform's wrapping key is derived from the master key and the
 * server's key share for that platform, so that neither alone suffices.
 */
import type { Clock } from '#engine/base/clock.ts'
import type { KeyRow, VaultDb } from '#engine/base/database.ts'
import { Unreadable, type CurrentKey, type KeyRing, type Use } from '#engine/base/sealer.ts'
import { fromBase64, hkdf, type Bundle } from './slots.ts'
import { readNote, writeNote } from './vault-policy.ts'

/** A key takes no more writes than this, and none after so long, ms: the next write makes another. */
const MOST_WRITES = 2 ** 30
const MOST_AGE_MS = 30 * 24 * 3_600_000
/** Writes are counted on disk in steps of this, the first at once: a count that is lost has been counted too high. */
const COUNT_STEP = 4096

/** True if nothing is to be written under a key any more. */
export const hasHadItsTime = ({ madeAt, writes }: Pick<KeyRow, 'madeAt' | 'writes'>, now: number): boolean =>
  writes >= MOST_WRITES || now - madeAt >= MOST_AGE_MS

/** Everything that opens a user's data; never leaves this worker. */
interface Keys {
  /** By platform; the empty name wraps keys of no platform, or all if the server has no key shares. */
  wrapping: [platform: string, key: CryptoKey][]
  isShared: boolean
  index: CryptoKey
}

interface Held extends CurrentKey {
  madeAt: number
  writes: number
  /** The current number of them in the row. */
  counted: number
}

const isOfPlatform = (use: Use): boolean => use === 'outbox' || use === 'cache'
/** The user's own things are of no platform, wherever they count. */
const placeOf = (use: Use, platform: string): string => (isOfPlatform(use) ? platform : '')

const encoder = new TextEncoder()
const boundOf = ({ keyId, use, platform }: Pick<KeyRow, 'keyId' | 'use' | 'platform'>) =>
  encoder.encode(`key|${keyId}|${use}|${platform}`)

const ALGORITHMS = {
  aes: { name: 'AES-GCM', length: 256 },
  mac: { name: 'HMAC', hash: 'SHA-256', length: 256 },
} as const

/** The wrapping keys of a bundle. Its bytes are not needed afterwards. */
async function wrappingOf({ mk, shares }: Bundle): Promise<Pick<Keys, 'wrapping' | 'isShared'>> {
  const wrapping = await Promise.all(
    Object.entries(shares ?? { '': '' }).map(async ([platform, share]): Promise<[string, CryptoKey]> => {
      return [platform, await hkdf(mk, fromBase64(share), `docket keys ${platform}`, ['wrapKey', 'unwrapKey'])]
    }),
  )
  return { wrapping, isShared: shares !== null }
}

export class VaultRing implements KeyRing {
  readonly #db: VaultDb
  readonly #clock: Clock
  readonly #keys: Keys
  readonly #wrapping: Map<string, CryptoKey>
  readonly #found = new Map<string, CryptoKey>()
  readonly #current = new Map<string, Held>()
  readonly #coming = new Map<string, Promise<Held>>()
  readonly #finding = new Map<string, Promise<CryptoKey | null>>()

  private constructor(db: VaultDb, clock: Clock, keys: Keys) {
    this.#db = db
    this.#clock = clock
    this.#keys = keys
    this.#wrapping = new Map(keys.wrapping)
  }

  /** The ring of a bundle. Throws `Unreadable` where it is not that of the keys on disk. */
  static async open(db: VaultDb, clock: Clock, bundle: Bundle): Promise<VaultRing> {
    const wrapping = await wrappingOf(bundle)
    const kek = new Map(wrapping.wrapping).get('')
    if (!kek) throw new Unreadable('the bundle has no half for the user')
    const index = await findIndex(db, kek, clock.now())
    return new VaultRing(db, clock, { ...wrapping, index })
  }

  get index(): CryptoKey {
    return this.#keys.index
  }

  /** The user's platforms that open here now; undefined if one key opens all. */
  get platforms(): ReadonlySet<string> | undefined {
    return this.#keys.isShared ? new Set(this.#wrapping.keys()) : undefined
  }

  async current(use: Use, platform: string): Promise<CurrentKey> {
    const place = placeOf(use, platform)
    const name = `${use}|${place}`
    const there = this.#current.get(name)
    const held = there && this.#isFresh(there) ? there : await this.#renew(use, place, name)
    held.writes += 1
    if (held.writes > held.counted) void this.#count(held)
    return held
  }

  async find(keyId: string): Promise<CryptoKey | null> {
    const known = this.#found.get(keyId)
    if (known) return known
    // concurrent opening uses one key
    const finding = this.#finding.get(keyId) ?? this.#read(keyId)
    this.#finding.set(keyId, finding)
    return finding
  }

  async #read(keyId: string): Promise<CryptoKey | null> {
    try {
      const row = await this.#db.keys.get(keyId)
      return row ? await this.#unwrap(row) : null
    } finally {
      this.#finding.delete(keyId)
    }
  }

  /** Keys of a use and platform that open something now, the one to write with first. For handing over. */
  async all(use: Use, platform: string): Promise<CurrentKey[]> {
    const current = await this.current(use, platform)
    const rows = await this.#rowsOf(use, placeOf(use, platform))
    const older = rows.filter(({ keyId }) => keyId !== current.keyId)
    const keys = await Promise.all(older.map(async (row) => ({ keyId: row.keyId, key: await this.#unwrap(row) })))
    return [current, ...keys.filter((one): one is CurrentKey => one.key !== null)]
  }

  /** The rows that this ring opens, with their keys. */
  async unwrapAll(rows: readonly KeyRow[]): Promise<{ row: KeyRow; key: CryptoKey }[]> {
    const all = await Promise.all(rows.map(async (row) => ({ row, key: await this.#unwrap(row) })))
    return all.flatMap(({ row, key }) => (key ? [{ row, key }] : []))
  }

  /**
   * Drops unwrapped keys: those destroyed on disk are unusable then. Nothing is encrypted for a withdrawn platform any
   * more: the server's key share is destroyed, and a new grant brings another one.
   */
  forget(platform?: string): void {
    this.#found.clear()
    this.#current.clear()
    if (platform !== undefined && this.#keys.isShared) this.#wrapping.delete(platform)
  }

  #isFresh(held: Held): boolean {
    return !hasHadItsTime(held, this.#clock.now())
  }

  #kekOf(platform: string): CryptoKey {
    const kek = this.#wrapping.get(this.#keys.isShared ? platform : '')
    if (!kek) throw new Unreadable(`${platform} opens on this device only after it was opened with the network once`)
    return kek
  }

  async #rowsOf(use: Use | 'index', platform: string): Promise<KeyRow[]> {
    const rows = await this.#db.keys.where('[use+platform]').equals([use, platform]).toArray()
    return rows.toSorted((a, b) => b.madeAt - a.madeAt)
  }

  async #renew(use: Use, platform: string, name: string): Promise<Held> {
    const coming = this.#coming.get(name) ?? this.#make(use, platform)
    this.#coming.set(name, coming)
    try {
      const held = await coming
      this.#current.set(name, held)
      return held
    } finally {
      this.#coming.delete(name)
    }
  }

  async #make(use: Use, platform: string): Promise<Held> {
    const now = this.#clock.now()
    const there = await this.#latest(use, platform)
    if (there && this.#isFresh(there)) return there
    const kek = this.#kekOf(platform)
    const made = await makeKey(kek, { keyId: crypto.randomUUID(), use, platform, madeAt: now, writes: 0 })
    // of two tabs that create one concurrently, the first to write wins
    await this.#db.transaction('rw', this.#db.keys, async () => {
      const [latest] = await this.#rowsOf(use, platform)
      if (latest?.keyId === there?.keyId) await this.#db.keys.add(made)
    })
    const held = await this.#latest(use, platform)
    if (!held) throw new Unreadable('the key that was made is gone')
    return held
  }

  /** The latest key of a use; null where there is none. Throws `Unreadable` where it is there and does not open. */
  async #latest(use: Use, platform: string): Promise<Held | null> {
    const [row] = await this.#rowsOf(use, platform)
    if (!row) return null
    const key = await this.#unwrap(row)
    // a new one would be wrapped by a key share that the server no longer gives
    if (!key) throw new Unreadable(`${platform} opens on this device only after it was opened with the network again`)
    return { keyId: row.keyId, key, madeAt: row.madeAt, writes: row.writes, counted: row.writes }
  }

  async #unwrap(row: KeyRow): Promise<CryptoKey | null> {
    const known = this.#found.get(row.keyId)
    const kek = this.#wrapping.get(this.#keys.isShared ? row.platform : '')
    if (known || !kek) return known ?? null
    // of another key share, or damaged: unusable either way
    const key = await unwrapKey(kek, row, ['encrypt', 'decrypt']).catch(() => null)
    if (key) this.#found.set(row.keyId, key)
    return key
  }

  async #count(held: Held): Promise<void> {
    held.counted += COUNT_STEP
    const { keyId } = held
    // a failed count is repeated at the next step
    await this.#db.keys
      .where('keyId')
      .equals(keyId)
      .modify((row) => {
        row.writes += COUNT_STEP
      })
      .catch(() => undefined)
  }
}

/**
 * Moves the keys of a vault that is being replaced from the table to a note, where they cannot be taken for keys of the
 * new one, and returns them. An interrupted replacement finds them there.
 */
export async function replaceKeys(db: VaultDb, old: VaultRing): Promise<Map<string, CryptoKey>> {
  const found = await old.unwrapAll([...((await readNote(db, 'replaced')) ?? []), ...(await db.keys.toArray())])
  await db.transaction('rw', db.keys, db.notes, async () => {
    await db.keys.bulkDelete(found.map(({ row }) => row.keyId))
    await writeNote(
      db,
      'replaced',
      found.map(({ row }) => row),
    )
  })
  return new Map(found.map(({ row, key }) => [row.keyId, key]))
}

/** The keys on disk that this ring can no longer open, although the server has just answered: they never will be. */
export async function dropLostKeys(db: VaultDb, ring: VaultRing): Promise<void> {
  for (const row of await db.keys.toArray()) {
    if (row.use !== 'index' && (await ring.find(row.keyId)) === null) await db.keys.delete(row.keyId)
  }
}

async function makeKey(kek: CryptoKey, head: Omit<KeyRow, 'iv' | 'ct'>): Promise<KeyRow> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const isIndex = head.use === 'index'
  const algorithm = isIndex ? ALGORITHMS.mac : ALGORITHMS.aes
  const usages: KeyUsage[] = isIndex ? ['sign'] : ['encrypt', 'decrypt']
  // can be exported for the one moment in which it is wrapped; what is used is what was unwrapped again
  const key = await crypto.subtle.generateKey(algorithm, true, usages)
  const how = { name: 'AES-GCM', iv, additionalData: boundOf(head) }
  return { ...head, iv, ct: await crypto.subtle.wrapKey('raw', key, kek, how) }
}

function unwrapKey(kek: CryptoKey, row: KeyRow, usages: KeyUsage[]): Promise<CryptoKey> {
  const how = { name: 'AES-GCM', iv: row.iv, additionalData: boundOf(row) }
  const algorithm = row.use === 'index' ? ALGORITHMS.mac : ALGORITHMS.aes
  return crypto.subtle.unwrapKey('raw', row.ct, kek, how, algorithm, false, usages)
}

/** The key of names, made on first use. Throws `Unreadable`. */
async function findIndex(db: VaultDb, kek: CryptoKey, now: number): Promise<CryptoKey> {
  const find = () => db.keys.where('[use+platform]').equals(['index', '']).toArray()
  let rows = await find()
  if (rows.length === 0) {
    const head = { keyId: crypto.randomUUID(), use: 'index', platform: '', madeAt: now, writes: 0 } as const
    const made = await makeKey(kek, head)
    rows = await db.transaction('rw', db.keys, async () => {
      const there = await find()
      if (there.length === 0) await db.keys.add(made)
      return there.length > 0 ? there : [made]
    })
  }
  // two while data are re-encrypted from one to the other: each has its own ring
  for (const row of rows) {
    const key = await unwrapKey(kek, row, ['sign']).catch(() => null)
    if (key) return key
  }
  throw new Unreadable('the keys on this device are of another vault')
}

/** Makes the key of names of a vault that takes the place of another one, whose keys are still there. */
export async function addIndex(db: VaultDb, clock: Clock, bundle: Bundle): Promise<void> {
  const kek = new Map((await wrappingOf(bundle)).wrapping).get('')
  if (!kek) throw new Unreadable('the bundle has no half for the user')
  const head = { keyId: crypto.randomUUID(), use: 'index', platform: '', madeAt: clock.now(), writes: 0 } as const
  await db.keys.add(await makeKey(kek, head))
}
