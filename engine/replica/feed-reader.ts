/** Fills the replica from snapshots and keeps it current by the change feed (docs/design/offline.md#what-the-server-adds). */
import {
  REPLICA_KINDS,
  snapshotEnd,
  snapshotHead,
  sync,
  type FeedItem,
  type ReplicaKind,
  type ReplicaRow,
} from '#contract/calls/sync.ts'
import { buildChunk, CHUNK_ROWS, type Chunk } from './chunk.ts'
import { SHAPES, type KindChange } from './kinds.ts'
import type { Holding, Reader } from './reader.ts'
import type { Shape } from './shape.ts'

/** Lines of a text stream as they arrive, including a last one without a line break. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
  if (rest !== '') yield rest
}

/** Without a poke the feed is asked this often, ms. */
const POLL_MS = 30_000

export class FeedReader implements Reader {
  readonly #held: Holding

  constructor(held: Holding) {
    this.#held = held
  }

  read = async (): Promise<number> => {
    const head = this.#held.head()
    // filled by a server without a feed: it has no changes since
    if (head && head.cursor === null) await this.#held.drop()
    for (const kind of REPLICA_KINDS) if (!this.#held.head()?.kinds[kind]) await this.#fill(kind)
    await this.catchUp()
    return POLL_MS
  }

  catchUp = async (): Promise<void> => {
    const held = this.#held
    for (let isMore = true; isMore;) {
      const head = held.head()
      if (!head || head.cursor === null) return
      const at = held.now()
      const response = await held.request(sync.rows, { query: { platform: held.platform, since: head.cursor } }, true)
      const reply = sync.rows.reply.parse(await response.json())
      if (reply.reset && !held.isLeading()) return
      if (reply.reset) {
        held.tellReset()
        await held.drop()
        await this.read()
        return
      }
      isMore = reply.more
      // the time of the start, valid only once everything has been read
      await held.change(reply.items.map(toChange), { ...head, cursor: reply.next, at: isMore ? head.at : at })
    }
    if (held.isLeading()) await held.compact()
  }

  hear = async (): Promise<void> => {
    const { platform, device, poke, tellLost } = this.#held
    const { body } = await this.#held.request(sync.stream, { query: { platform, device } }, false)
    if (!body) return
    for await (const line of readLines(body)) {
      if (line === 'event: poke') poke()
      if (line === 'event: purge' || line === 'event: revoke') tellLost()
    }
  }

  /** All rows of a kind, newest first, up to the limit. */
  async #fill(kind: ReplicaKind): Promise<void> {
    const held = this.#held
    const at = held.now()
    const response = await held.request(sync.snapshot, { query: { platform: held.platform, kind } }, false)
    if (!response.body) throw new TypeError('the snapshot has no body')
    const chunks: Chunk[] = []
    let rows: ReplicaRow[] = []
    let cursor: string | null = null
    let total = 0
    let count = 0
    let isWhole = false
    const close = () => {
      if (rows.length > 0) chunks.push(buildChunk(SHAPES[kind] as Shape<ReplicaRow, never>, rows))
      rows = []
      held.tellFilling({ rows: count, total: Math.max(count, total) })
    }
    for await (const line of readLines(response.body)) {
      const value = JSON.parse(line) as Record<string, unknown>
      if (cursor === null) {
        ;({ cursor, total } = snapshotHead.parse(value))
        held.tellFilling({ rows: 0, total })
      } else if ('end' in value) isWhole = snapshotEnd.parse(value).end === count
      else if (count === held.most) break
      else {
        rows.push(value as unknown as ReplicaRow)
        count += 1
        if (rows.length === CHUNK_ROWS) close()
      }
    }
    const isPartial = !isWhole && count === held.most
    if (cursor === null || !(isWhole || isPartial)) throw new TypeError('the snapshot broke off')
    close()
    const before = held.head()
    await held.replace(kind, chunks, {
      // the earlier cursor: changes during the first snapshot are repeated, and the later ones contain them
      cursor: before?.cursor ?? cursor,
      at: before?.at ?? at,
      kinds: { ...before?.kinds, [kind]: { chunks: chunks.length, isPartial } },
    })
    held.tellFilling(null)
  }
}

const toChange = ({ kind, id, version, row }: FeedItem): KindChange => ({ kind, change: { id, version, row } })
