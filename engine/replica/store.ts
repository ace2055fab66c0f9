/**
 * The replica on disk: encrypted chunks of each kind, then encrypted changes in order, and a head per platform with the
 * feed's cursor. Disposable: if any part is unreadable, all of it is fetched again.
 */
import { Dexie } from 'dexie'
import { REPLICA_KINDS, type ReplicaKind } from '#contract/calls/sync.ts'
import type { CacheDb, ChunkRow, DeltaRow } from '#engine/base/database.ts'
import { open, openBytes, seal, sealBytes, Unreadable, type KeyRing } from '#engine/base/sealer.ts'
import { decodeChunk, encodeChunk, type Chunk } from './chunk.ts'
import type { KindChange } from './kinds.ts'

/** Grows with every change of what is in the bytes: what another version wrote is not read. */
const FORMAT = 1
/** Used in place of a kind. */
const HEAD = 'head'

export interface Head {
  /** The cursor of the server's feed; null without a feed. */
  cursor: string | null
  /** The start of the latest read, ms by this device's clock. */
  at: number
  /** The rows of a kind, in this many chunks. `isPartial`: there are more rows than held. */
  kinds: Partial<Record<ReplicaKind, { chunks: number; isPartial: boolean }>>
}

export interface Changes {
  head: Head
  changes: KindChange[]
  /** Number of the latest change. */
  last: number
}
export interface Stored extends Changes {
  chunks: Record<ReplicaKind, Chunk[]>
}

export class ReplicaStore {
  readonly #db: CacheDb
  readonly #ring: KeyRing

  constructor(db: CacheDb, ring: KeyRing) {
    this.#db = db
    this.#ring = ring
  }

  /**
   * All rows of a platform, or null if there are none. Throws `Unreadable`. Reads chunk by chunk, so that other reads
   * run in between, and decrypts one while reading the next.
   */
  async load(platform: string): Promise<Stored | null> {
    const { chunks, deltas } = this.#db
    const opening: Promise<{ kind: string; bytes: ArrayBuffer }>[] = []
    const changed = await this.#db.transaction('r', chunks, deltas, async () => {
      const keys = await chunks.where('[platform+kind+n]').between([platform], [platform, []]).primaryKeys()
      // without a head nothing is whole: the data are deleted when the platform is filled
      if (!keys.some(([, kind]) => kind === HEAD)) return null
      for (const key of keys) {
        const row = await chunks.get(key)
        const one = row && Dexie.ignoreTransaction(() => this.#openChunk(row))
        // reported when all have been read
        one?.catch(() => undefined)
        if (one) opening.push(one)
      }
      return this.#changesOf(platform)
    })
    const opened = await Promise.all(opening)
    const first = opened.find(({ kind }) => kind === HEAD)
    if (!first || !changed) return null
    const head = JSON.parse(new TextDecoder().decode(first.bytes)) as Head
    const of = (wanted: ReplicaKind) =>
      opened.flatMap(({ kind, bytes }) => (kind === wanted ? [decodeChunk(bytes)] : []))
    const found = { case: of('case'), accountAlert: of('accountAlert') }
    // another tab threw away what this head was of
    const isWhole = REPLICA_KINDS.every((kind) => (head.kinds[kind]?.chunks ?? 0) === found[kind].length)
    if (!isWhole) throw new Unreadable('chunks are missing')
    return {
      head,
      chunks: found,
      changes: await this.#open(platform, changed),
      last: changed.at(-1)?.n ?? 0,
    }
  }

  async #openChunk(row: ChunkRow): Promise<{ kind: string; bytes: ArrayBuffer }> {
    return { kind: row.kind, bytes: await openBytes(this.#ring, row, boundOfChunk(row)) }
  }

  /** Changes that were stored after the one of that number, by whichever tab, and the head. */
  async since(platform: string, last: number): Promise<Changes | null> {
    const first = await this.#db.chunks.get([platform, HEAD, 0])
    if (!first) return null
    const all = await this.#changesOf(platform)
    return {
      head: (await open(this.#ring, first, bound(platform, HEAD, 0))) as Head,
      changes: await this.#open(
        platform,
        all.filter(({ n }) => n > last),
      ),
      last: all.at(-1)?.n ?? last,
    }
  }

  /** Puts chunks in place of everything of a kind. */
  async replace(platform: string, kind: ReplicaKind, parts: readonly Chunk[], head: Head): Promise<void> {
    const sealed = await Promise.all(
      parts.map(async (chunk, n) => ({
        platform,
        kind,
        n,
        ...(await sealBytes(this.#ring, 'cache', platform, bound(platform, kind, n), encodeChunk(chunk))),
      })),
    )
    const first = await this.#head(platform, head)
    const { chunks, deltas } = this.#db
    await this.#db.transaction('rw', chunks, deltas, async () => {
      await this.#clear(platform, kind)
      await chunks.bulkPut([...sealed, first])
    })
  }

  /** Adds changes and the feed's cursor; returns the number of the latest change. */
  async append(platform: string, changes: readonly KindChange[], head: Head): Promise<number> {
    const sealed = await Promise.all(
      changes.map(async ({ kind, change }) => ({
        platform,
        kind,
        ...(await seal(this.#ring, 'cache', platform, bound(platform, kind, 'change'), change)),
      })),
    )
    const first = await this.#head(platform, head)
    const { chunks, deltas } = this.#db
    return this.#db.transaction('rw', chunks, deltas, async () => {
      await chunks.put(first)
      return sealed.length > 0 ? await deltas.bulkAdd(sealed) : 0
    })
  }

  /** Forgets a platform. */
  async drop(platform: string): Promise<void> {
    const { chunks, deltas } = this.#db
    await this.#db.transaction('rw', chunks, deltas, async () => {
      for (const kind of REPLICA_KINDS) await this.#clear(platform, kind)
      await chunks.delete([platform, HEAD, 0])
    })
  }

  async #clear(platform: string, kind: ReplicaKind): Promise<void> {
    const { chunks, deltas } = this.#db
    // by key, not by value: deleting reads nothing encrypted
    const range = chunks.where('[platform+kind+n]').between([platform, kind], [platform, kind, []])
    await chunks.bulkDelete(await range.primaryKeys())
    await deltas.where('[platform+kind]').equals([platform, kind]).delete()
  }

  async #head(platform: string, head: Head) {
    return {
      platform,
      kind: HEAD,
      n: 0,
      ...(await seal(this.#ring, 'cache', platform, bound(platform, HEAD, 0), head)),
    }
  }

  /** In their order, whatever they are of. */
  async #changesOf(platform: string): Promise<DeltaRow[]> {
    const { deltas } = this.#db
    const kinds = REPLICA_KINDS.map((kind) => [platform, kind])
    return deltas.where('[platform+kind]').anyOf(kinds).sortBy('n')
  }

  #open(platform: string, rows: readonly DeltaRow[]): Promise<KindChange[]> {
    return Promise.all(
      rows.map(async (row) => {
        const kind = row.kind as ReplicaKind
        return { kind, change: (await open(this.#ring, row, bound(platform, kind, 'change'))) as KindChange['change'] }
      }),
    )
  }
}

const bound = (platform: string, kind: string, n: number | 'change') => `replica|${FORMAT}|${platform}|${kind}|${n}`

/** The additional data of a chunk, and of a change. */
export const boundOfChunk = ({ platform, kind, n }: ChunkRow): string => bound(platform, kind, n)
export const boundOfDelta = ({ platform, kind }: DeltaRow): string => bound(platform, kind, 'change')
