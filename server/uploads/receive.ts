/** Receives bodies of strangers on disk, piece by piece: one that is slow or large in coming fills no memory. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { Refusal } from '#server/core/refusal.ts'

export interface BodyLimit {
  /** The whole body, in bytes. */
  bytes: number
  /** All fields of a form that are no files, in bytes. */
  fieldBytes: number
  /** How long it may take to arrive, in milliseconds. */
  time: number
}

/** A body on disk; its files are read when they are used, until `remove`. */
export interface Received {
  /** In the order of the form. A body that is no form is one file without a name. */
  entries: readonly (readonly [name: string, value: string | File])[]
  /** Deletes the files. May be called twice. */
  remove: () => Promise<void>
}

/** Counts what arrives, also of a body that is refused in the end. */
export interface Arrival {
  bytes: number
}

const MIB = 1024 * 1024
/** The maximum number of parts; no form of ours has two files, and the second is refused by its name. */
const PARTS = { fields: 200, files: 2, headerPairs: 50 }

export const tooLarge = (bytes: number): Refusal =>
  new Refusal(413, bytes < MIB ? `The limit is ${bytes / 1024} KiB.` : `The limit is ${Math.floor(bytes / MIB)} MiB.`)

export const isMultipart = (request: Request): boolean =>
  request.headers.get('content-type')?.toLowerCase().startsWith('multipart/form-data') ?? false

/** Throws a `Refusal` 413 or 408 above the limits, 503 without room on disk, a `TypeError` for what is no multipart form. */
export async function receiveForm(
  request: Request,
  limit: BodyLimit,
  folder: string,
  arrival: Arrival = { bytes: 0 },
): Promise<Received> {
  if (!isMultipart(request)) throw new TypeError('no multipart form')
  const disk = new Disk(folder)
  const entries: (readonly [string, string | Promise<File>])[] = []
  const parser = parserOf(request, limit)
  let fault: unknown
  const fail = (error: unknown) => {
    fault ??= error
    parser.destroy()
  }
  const more = () => fail(new TypeError('more parts than a form of ours has'))
  for (const each of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) parser.on(each, more)
  let fieldBytes = 0
  parser.on('field', (name, value, _, isCut) => {
    fieldBytes += Buffer.byteLength(value)
    if (isCut || fieldBytes > limit.fieldBytes) fail(tooLarge(limit.fieldBytes))
    entries.push([name, value])
  })
  parser.on('file', (name, stream, filename, _, type) => {
    const file = disk.write(stream, filename ?? '', type)
    file.catch(fail)
    entries.push([name, file])
  })
  const end = finished(parser, { readable: false }).catch((error: unknown) => {
    fault ??= new TypeError('no multipart form', { cause: error })
  })
  try {
    for await (const part of partsOf(request, limit, arrival)) {
      if (fault !== undefined) break
      if (!parser.write(part)) await Promise.race([once(parser, 'drain').catch(() => undefined), end])
    }
    if (fault === undefined) parser.end()
    await end
    if (fault !== undefined) throw fault
    const whole = entries.map(async ([name, value]) => [name, await value] as const)
    return { entries: await Promise.all(whole), remove: () => disk.remove() }
  } catch (cause) {
    parser.destroy()
    await disk.remove()
    throw withoutRoom(cause) ?? cause
  }
}

function parserOf(request: Request, { fieldBytes }: BodyLimit): InstanceType<typeof Busboy> {
  const type = request.headers.get('content-type') ?? ''
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: { ...PARTS, fieldSize: fieldBytes } })
  } catch (cause) {
    throw new TypeError('no multipart form', { cause })
  }
}

/** A body that is no form. Throws a `Refusal` 413 or 408 above the limits, 503 without room on disk. */
export async function receiveBytes(
  request: Request,
  limit: BodyLimit,
  folder: string,
  arrival: Arrival = { bytes: 0 },
): Promise<Received> {
  const disk = new Disk(folder)
  try {
    const file = await disk.write(partsOf(request, limit, arrival), '', '')
    return { entries: [['', file]], remove: () => disk.remove() }
  } catch (cause) {
    await disk.remove()
    throw withoutRoom(cause) ?? cause
  }
}

/** The parts of a body as they come, counted. Leaves the rest unread where it ends early. */
async function* partsOf({ body }: Request, { bytes, time }: BodyLimit, arrival: Arrival): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    // the read that waits rejects
    reader.releaseLock()
  }, time)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      arrival.bytes += value.length
      if (arrival.bytes > bytes) throw tooLarge(bytes)
      yield value
    }
  } catch (cause) {
    throw isLate ? new Refusal(408, 'body: it takes too long to arrive') : cause
  } finally {
    clearTimeout(late)
    if (!isLate) reader.releaseLock()
  }
}

/** The files of one body. */
class Disk {
  readonly #folder: string
  readonly #paths: string[] = []
  readonly #sources: Readable[] = []
  readonly #closed: Promise<unknown>[] = []

  constructor(folder: string) {
    this.#folder = folder
  }

  async write(source: Readable | AsyncIterable<Uint8Array>, name: string, type: string): Promise<File> {
    const path = join(this.#folder, randomUUID())
    this.#paths.push(path)
    if ('destroy' in source) {
      this.#sources.push(source)
      // also one of a part that is not read any more
      source.on('error', () => undefined)
    }
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const target = createWriteStream(path, { mode: 0o600, flags: 'wx' })
    this.#closed.push(once(target, 'close').catch(() => undefined))
    await pipeline(source, target)
    return new File([await openAsBlob(path)], name, { type })
  }

  /** Ends what is still written, and deletes all of it. */
  async remove(): Promise<void> {
    for (const source of this.#sources) source.destroy()
    await Promise.all(this.#closed)
    await Promise.all(this.#paths.map((path) => rm(path, { force: true })))
  }
}

function withoutRoom(cause: unknown): Refusal | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return undefined
  return new Refusal(503, 'The server has no room for uploads just now: try again later.', undefined, {
    'retry-after': '60',
  })
}
