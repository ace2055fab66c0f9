import { sync, type ReplicaKind, type ReplicaRow } from '#contract/calls/sync.ts'
import { buildChunk, decodeChunk, encodeChunk } from '#engine/replica/chunk.ts'
import type { Shape } from '#engine/replica/shape.ts'
import { ReplicaTable } from '#engine/replica/table.ts'
import type { TestServer } from './server.ts'

/** Makes a replica of a platform's open work: two chunks as read from the disk, with every `nth` row changed since. */
export async function replicaOf<K extends ReplicaKind, Query>(
  server: TestServer,
  platform: string,
  kind: K,
  { shape, nth }: { shape: Shape<ReplicaRow<K>, Query>; nth: number },
): Promise<ReplicaTable<ReplicaRow<K>, Query>> {
  const response = await server.send(sync.snapshot, { query: { platform, kind } })
  const lines = (await response.text()).trim().split('\n').slice(1, -1)
  const rows = lines.map((line) => JSON.parse(line) as ReplicaRow<K>)
  const table = new ReplicaTable(shape, platform)
  const half = Math.ceil(rows.length / 2)
  const chunks = [rows.slice(0, half), rows.slice(half)].map((part) => buildChunk(shape, part))
  table.replace(chunks.map((chunk) => decodeChunk(encodeChunk(chunk).buffer)))
  table.change(rows.filter((_, i) => i % nth === 0).map((row) => ({ id: row.id, version: row.version, row })))
  return table
}
