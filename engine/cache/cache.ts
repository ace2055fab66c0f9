/** Encrypted snapshots of answers. Disposable: whatever goes wrong, the row is dropped and read again (2.1). */
import type { Clock } from '#engine/base/clock.ts'
import type { CacheDb } from '#engine/base/database.ts'
import { hash, open, seal, type KeyRing } from '#engine/base/sealer.ts'

/** A snapshot older than this is worth nothing, ms. */
export const SNAPSHOT_TTL_MS = 24 * 3_600_000
/** The limits of cached answers; the least recently used are evicted. */
export const SNAPSHOT_BUDGET = { rows: 5000, bytes: 48 * 1024 * 1024 }
/** The number of entries evicted at once. */
const SHED = 50
/** The limits are checked after this many writes, which costs little excess. */
const TRIM_EVERY = 25
/** A use is noted when the last one was longer ago, ms: reading is not to write every time. */
const USED_MS = 10 * 60_000

export class SnapshotCache {
  readonly #db: CacheDb
  readonly #ring: KeyRing
  readonly #clock: Clock
  readonly #budget: typeof SNAPSHOT_BUDGET
  #written = 0

  constructor(db: CacheDb, ring: KeyRing, clock: Clock, budget = SNAPSHOT_BUDGET) {
    this.#db = db
    this.#ring = ring
    this.#clock = clock
    this.#budget = budget
  }

  /** The value stored under a key and when it was read, or null. */
  async get(key: string): Promise<{ value: unknown; at: number } | null> {
    const k = await hash(this.#ring, key)
    try {
      const row = await this.#db.snap.get(k)
      const now = this.#clock.now()
      if (!row || row.exp <= now) return null
      if (now - row.used > USED_MS) await this.#db.snap.update(k, { used: now })
      return { value: await open(this.#ring, row, `${k}|${row.platform}|${row.at}`), at: row.at }
    } catch {
      // damaged, or encrypted with a destroyed key: a miss in both cases
      await this.#db.snap.delete(k)
      return null
    }
  }

  async put(key: string, platform: string, value: unknown, at: number): Promise<void> {
    const k = await hash(this.#ring, key)
    const sealed = await seal(this.#ring, 'cache', platform, `${k}|${platform}|${at}`, value)
    const size = sealed.ct.byteLength
    await this.#db.snap.put({ k, platform, at, exp: at + SNAPSHOT_TTL_MS, used: this.#clock.now(), size, ...sealed })
    this.#written += 1
    if (this.#written % TRIM_EVERY === 0) await this.trim()
  }

  /** The read time of each entry, ms; null if absent or expired. */
  async ages(keys: readonly string[]): Promise<(number | null)[]> {
    const rows = await this.#db.snap.bulkGet(await Promise.all(keys.map((key) => hash(this.#ring, key))))
    const now = this.#clock.now()
    return rows.map((row) => (row && row.exp > now ? row.at : null))
  }

  /** Drops what has outlived its time, or is beyond the budget. */
  async trim(): Promise<void> {
    await this.expire()
    const inOrder = this.#db.snap.orderBy('[used+size]').reverse()
    // reads the index alone, and decrypts nothing
    const [sizes, keys] = await Promise.all([inOrder.clone().keys(), inOrder.clone().primaryKeys()])
    let bytes = 0
    const first = sizes.findIndex((entry, i) => {
      bytes += Number((entry as unknown as [number, number])[1])
      return i >= this.#budget.rows || bytes > this.#budget.bytes
    })
    if (first >= 0) await this.#db.snap.bulkDelete(keys.slice(first))
  }

  /** Invalidates what is stored under a key. */
  async drop(key: string): Promise<void> {
    await this.#db.snap.delete(await hash(this.#ring, key))
  }

  /** Makes room: drops the least recently used snapshots, and then the replica's rows. False where nothing is left to drop. */
  async shed(): Promise<boolean> {
    const { snap, chunks, deltas } = this.#db
    const oldest = await snap.orderBy('[used+size]').limit(SHED).primaryKeys()
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
