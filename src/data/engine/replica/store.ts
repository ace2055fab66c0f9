/**
 * The replica on disk: sealed chunks, then sealed changes in their order, and a head that says where the feed goes on.
 * Disposable: whatever cannot be read makes the whole of its kind worthless, and it is fetched again.
 */
import type { ReplicaKind } from '#contract/calls/sync.ts'
import type { CacheDb } from '#src/data/engine/database.ts'
import { open, openBytes, seal, sealBytes, type KeyRing } from '#src/data/engine/sealer.ts'
import { decodeChunk, encodeChunk, type Chunk } from './chunk.ts'
import type { RowChange } from './table.ts'

/** Grows with every change of what is in the bytes: what another version wrote is not read. */
const FORMAT = 1
const HEAD = -1

export interface Head {
  /** Of the server's feed; null for a server without one. */
  cursor: string | null
  /** When the reading began that is the latest, ms by this device's clock. */
  at: number
}

export interface Stored<Row> {
  head: Head
  chunks: Chunk[]
  changes: RowChange<Row>[]
  /** Number of the latest change. */
  last: number
}

export class ReplicaStore {
  readonly #db: CacheDb
  readonly #ring: KeyRing

  constructor(db: CacheDb, ring: KeyRing) {
    this.#db = db
    this.#ring = ring
  }

  /** Everything of a kind, or null where there is nothing. Throws `Unreadable`. */
  async load<Row>(platform: string, kind: ReplicaKind): Promise<Stored<Row> | null> {
    const { chunks, deltas } = this.#db
    const [rows, changed] = await this.#db.transaction('r', chunks, deltas, async () => [
      await chunks.where('[platform+kind+n]').between([platform, kind, HEAD], [platform, kind, Infinity]).toArray(),
      await deltas.where('[platform+kind]').equals([platform, kind]).sortBy('n'),
    ])
    const [first, ...rest] = rows
    if (first?.n !== HEAD) return null
    const head = (await open(this.#ring, first, bound(platform, kind, HEAD))) as Head
    const bytes = await Promise.all(rest.map((row) => openBytes(this.#ring, row, bound(platform, kind, row.n))))
    return {
      head,
      chunks: bytes.map(decodeChunk),
      changes: await this.#open<Row>(platform, kind, changed),
      last: changed.at(-1)?.n ?? 0,
    }
  }

  /** Changes that were stored after the one of that number, by whichever tab, and the head. */
  async since<Row>(platform: string, kind: ReplicaKind, last: number): Promise<Omit<Stored<Row>, 'chunks'> | null> {
    const first = await this.#db.chunks.get([platform, kind, HEAD])
    if (!first) return null
    const all = await this.#db.deltas.where('[platform+kind]').equals([platform, kind]).sortBy('n')
    const later = all.filter(({ n }) => n > last)
    return {
      head: (await open(this.#ring, first, bound(platform, kind, HEAD))) as Head,
      changes: await this.#open<Row>(platform, kind, later),
      last: all.at(-1)?.n ?? last,
    }
  }

  /** Puts chunks in place of everything. */
  async replace(platform: string, kind: ReplicaKind, parts: readonly Chunk[], head: Head): Promise<void> {
    const sealed = await Promise.all(
      parts.map(async (chunk, n) => ({
        platform,
        kind,
        n,
        ...(await sealBytes(this.#ring, 'cache', platform, bound(platform, kind, n), encodeChunk(chunk))),
      })),
    )
    const first = await this.#head(platform, kind, head)
    const { chunks, deltas } = this.#db
    await this.#db.transaction('rw', chunks, deltas, async () => {
      await this.#clear(platform, kind)
      await chunks.bulkPut([...sealed, first])
    })
  }

  /** Adds changes, and says how far the feed has been read; answers the number of the latest change. */
  async append<Row>(
    platform: string,
    kind: ReplicaKind,
    changes: readonly RowChange<Row>[],
    head: Head,
  ): Promise<number> {
    const sealed = await Promise.all(
      changes.map(async (change) => ({
        platform,
        kind,
        ...(await seal(this.#ring, 'cache', platform, bound(platform, kind, 'change'), change)),
      })),
    )
    const first = await this.#head(platform, kind, head)
    const { chunks, deltas } = this.#db
    return this.#db.transaction('rw', chunks, deltas, async () => {
      await chunks.put(first)
      return sealed.length > 0 ? await deltas.bulkAdd(sealed) : 0
    })
  }

  /** Forgets a kind, or a platform whole. */
  async drop(platform: string, kind?: ReplicaKind): Promise<void> {
    const { chunks, deltas } = this.#db
    await this.#db.transaction('rw', chunks, deltas, () => this.#clear(platform, kind))
  }

  async #clear(platform: string, kind?: ReplicaKind): Promise<void> {
    const { chunks, deltas } = this.#db
    const is = (row: { platform: string; kind: string }) =>
      row.platform === platform && (kind === undefined || row.kind === kind)
    // by key, not by value: nothing sealed is read to be deleted
    const keys = (await chunks.toCollection().primaryKeys()).filter(([of, k]) => is({ platform: of, kind: k }))
    await chunks.bulkDelete(keys)
    const kinds = kind === undefined ? ['case', 'accountAlert'] : [kind]
    for (const one of kinds) await deltas.where('[platform+kind]').equals([platform, one]).delete()
  }

  async #head(platform: string, kind: ReplicaKind, head: Head) {
    return {
      platform,
      kind,
      n: HEAD,
      ...(await seal(this.#ring, 'cache', platform, bound(platform, kind, HEAD), head)),
    }
  }

  #open<Row>(
    platform: string,
    kind: ReplicaKind,
    rows: readonly Parameters<typeof open>[1][],
  ): Promise<RowChange<Row>[]> {
    return Promise.all(
      rows.map(async (row) => (await open(this.#ring, row, bound(platform, kind, 'change'))) as RowChange<Row>),
    )
  }
}

const bound = (platform: string, kind: ReplicaKind, n: number | 'change') =>
  `replica|${FORMAT}|${platform}|${kind}|${n}`
