/** Unpacks WOFF fonts, since the embedding library would decompress a table for each glyph. */
import { inflateSync } from 'node:zlib'

const HEADER = 44
const ENTRY = 20

/** The same font as TrueType, without the tables of these names. */
export function toTrueType(woff: Buffer, leftOut: readonly string[] = []): Buffer {
  const all = Array.from({ length: woff.readUInt16BE(12) }, (_, n) => {
    const at = HEADER + n * ENTRY
    const [offset, packed, size] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
    const bytes = woff.subarray(offset, offset + packed)
    return {
      tag: woff.subarray(at, at + 4),
      sum: woff.readUInt32BE(at + 16),
      data: packed < size ? inflateSync(bytes) : bytes,
    }
  })
  const tables = all.filter(({ tag }) => !leftOut.includes(tag.toString('latin1')))
  const count = tables.length
  const power = 2 ** Math.floor(Math.log2(count))
  const head = Buffer.alloc(12 + count * 16)
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  for (const [n, value] of [count, power * 16, Math.log2(power), (count - power) * 16].entries())
    head.writeUInt16BE(value, 4 + n * 2)
  let offset = head.length
  const parts: Buffer[] = [head]
  for (const [n, { tag, sum, data }] of tables.entries()) {
    const at = 12 + n * 16
    tag.copy(head, at)
    for (const [k, value] of [sum, offset, data.length].entries()) head.writeUInt32BE(value, at + 4 + k * 4)
    const padding = Buffer.alloc(-data.length & 3)
    parts.push(data, padding)
    offset += data.length + padding.length
  }
  return Buffer.concat(parts)
}
