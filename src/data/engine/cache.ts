/** Encrypted snapshots of answers. Disposable: whatever goes wrong, the row is dropped and read again (2.1). */
import type { Clock } from './clock.ts'
import type { CacheDb } from './database.ts'
import { hash, open, seal, type KeyRing } from './sealer.ts'

/** A snapshot older than this is worth nothing, ms. */
export const SNAPSHOT_TTL_MS = 24 * 3_600_000
/** When room is needed, so many of the oldest go. */
const SHED = 50

export class SnapshotCache {
  readonly #db: CacheDb
  readonly #ring: KeyRing
  readonly #clock: Clock

  constructor(db: CacheDb, ring: KeyRing, clock: Clock) {
    this.#db = db
    this.#ring = ring
    this.#clock = clock
  }

  /** The value stored under a key and when it was read, or null. */
  async get(key: string): Promise<{ value: unknown; at: number } | null> {
    const k = await hash(this.#ring, key)
    try {
      const row = await this.#db.snap.get(k)
      if (!row || row.exp <= this.#clock.now()) return null
      return { value: await open(this.#ring, row, `${k}|${row.platform}|${row.at}`), at: row.at }
    } catch {
      // damaged, or sealed with a key that is gone: a miss either way
      await this.#db.snap.delete(k)
      return null
    }
  }

  async put(key: string, platform: string, value: unknown, at: number): Promise<void> {
    const k = await hash(this.#ring, key)
    const sealed = await seal(this.#ring, 'cache', platform, `${k}|${platform}|${at}`, value)
    await this.#db.snap.put({ k, platform, at, exp: at + SNAPSHOT_TTL_MS, ...sealed })
  }

  /** What is stored under a key is not to be seen any more. */
  async drop(key: string): Promise<void> {
    await this.#db.snap.delete(await hash(this.#ring, key))
  }

  /** Makes room: drops the oldest snapshots, and then the replica's rows. False where nothing is left to drop. */
  async shed(): Promise<boolean> {
    const { snap, chunks, deltas } = this.#db
    const oldest = await snap.orderBy('at').limit(SHED).primaryKeys()
    await snap.bulkDelete(oldest)
    if (oldest.length > 0) return true
    const rows = (await chunks.count()) + (await deltas.count())
    // it is read from the server again when the window is next opened
    await Promise.all([chunks.clear(), deltas.clear()])
    return rows > 0
  }

  /** Drops what has outlived its time. */
  async expire(): Promise<void> {
    await this.#db.snap.where('exp').belowOrEqual(this.#clock.now()).delete()
  }

  async clear(): Promise<void> {
    await this.#db.snap.clear()
  }
}
