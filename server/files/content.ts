/** The bytes of files on their way into a store and out of it: in chunks, counted and hashed. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

/** The whole content, or a source that can be read more than once. */
export type Bytes = Uint8Array | (() => AsyncIterable<Uint8Array>)

/** A file's id, which names one content for ever, and its bytes. */
export interface Content {
  id: string
  bytes: Bytes
}

/** The size in bytes, and the SHA-256. */
export interface Measure {
  size: number
  sha256: Buffer
}

/** The size of a chunk in bytes: decision 0350 has the measurements. */
export const CHUNK = 256 * 1024

/** The bytes from their start, however often it is called. */
export async function* read(bytes: Bytes): AsyncGenerator<Uint8Array> {
  if (typeof bytes === 'function') yield* bytes()
  else for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

/** Chunks of `CHUNK` bytes, the last one shorter; the function returns the measure once all are read. */
export function inChunks(bytes: Bytes): { chunks: AsyncGenerator<Buffer>; measure: () => Measure } {
  const hash = createHash('sha256')
  let size = 0
  async function* chunks(): AsyncGenerator<Buffer> {
    let parts: Uint8Array[] = []
    let held = 0
    for await (const part of read(bytes)) {
      hash.update(part)
      size += part.length
      parts.push(part)
      held += part.length
      if (held < CHUNK) continue
      const whole = Buffer.concat(parts)
      const end = whole.length - (whole.length % CHUNK)
      for (let at = 0; at < end; at += CHUNK) yield whole.subarray(at, at + CHUNK)
      parts = [whole.subarray(end)]
      held = whole.length - end
    }
    if (held > 0) yield Buffer.concat(parts)
  }
  return { chunks: chunks(), measure: () => ({ size, sha256: hash.digest() }) }
}

/** Read as it is taken; a reader that stops ends it. */
export const streamOf = (source: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(source, { objectMode: false, highWaterMark: 1 })) as ReadableStream<Uint8Array>

export async function measureOf(bytes: Bytes): Promise<Measure> {
  const { chunks, measure } = inChunks(bytes)
  for await (const _ of chunks) continue
  return measure()
}

/** The same bytes; the stream ends with an error where they are not those that were kept. */
export async function* verified(
  source: AsyncIterable<Uint8Array>,
  id: string,
  { size, sha256 }: Measure,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let seen = 0
  let held: Uint8Array | undefined
  for await (const part of source) {
    // one behind: a reader has not got all of a content before it is known to be whole
    if (held) yield held
    held = part
    hash.update(part)
    seen += part.length
  }
  if (seen !== size || !hash.digest().equals(sha256)) {
    throw new Error(`The content of file ${id} is damaged: ${seen} of ${size} bytes, or other bytes than were kept.`)
  }
  if (held) yield held
}
