/** Reads bodies: no more than a call takes, no longer than it may last, and nothing that could not be kept. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '#contract/call.ts'
import { UPLOAD_MAX } from '#contract/model/upload.ts'
import { Refusal } from '#server/core/refusal.ts'

const KIB = 1024
const MIB = 1024 * KIB
/** The size of multipart headers around a file. */
const WRAPPING = 64 * KIB
const SECOND = 1000

interface Limit {
  bytes: number
  /** Milliseconds. */
  time: number
}

/** The maximum body of a call; less without a session. */
function limitOf({ sends, roles }: Call): Limit {
  if (sends === 'form') return { bytes: UPLOAD_MAX + WRAPPING, time: 120 * SECOND }
  return { bytes: roles === 'public' ? 64 * KIB : 4 * MIB, time: 30 * SECOND }
}

/** The body as received; undefined for none. Throws a `Refusal` if it is too large, too slow, or malformed. */
export async function readBody(call: Call, request: Request): Promise<unknown> {
  if (!call.body) return undefined
  const limit = limitOf(call)
  try {
    if (call.sends === 'form') return keepable(readForm(await within(limit, readFormData(request, limit))))
    const text = await within(limit, readText(request, limit))
    if (text === '') return undefined
    const body: unknown = JSON.parse(text)
    checkShape(body)
    return ESCAPED.test(text) ? keepable(body) : body
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    if (cause instanceof SyntaxError || cause instanceof TypeError) {
      throw new Refusal(400, `body: not ${call.sends === 'form' ? 'a multipart form' : 'JSON'}`)
    }
    // the client disconnected; this is no server failure
    throw new Refusal(400, 'body: it did not arrive whole')
  }
}

function tooLarge({ bytes }: Limit): Refusal {
  return new Refusal(
    413,
    bytes < MIB ? `The limit is ${bytes / KIB} KiB.` : `The limit is ${Math.floor(bytes / MIB)} MiB.`,
  )
}

/** Throws 408 for what takes too long to arrive. */
async function within<T>({ time }: Limit, reading: Promise<T>): Promise<T> {
  const isRead = new AbortController()
  const late = pause(time, undefined, { ref: false, signal: isRead.signal }).then(() => {
    throw new Refusal(408, 'body: it takes too long to arrive')
  })
  try {
    return await Promise.race([reading, late])
  } finally {
    isRead.abort()
    late.catch(() => undefined)
    reading.catch(() => undefined)
  }
}

/** Whether the request declares its length, which Node.js enforces. Throws 413 if it is too long. */
function isDeclared({ headers }: Request, limit: Limit): boolean {
  const length = headers.get('content-length')
  if (length !== null && Number(length) > limit.bytes) throw tooLarge(limit)
  return length !== null
}

async function readText(request: Request, limit: Limit): Promise<string> {
  return isDeclared(request, limit) ? request.text() : new TextDecoder().decode(await gather(request, limit))
}

async function readFormData(request: Request, limit: Limit): Promise<FormData> {
  if (isDeclared(request, limit)) return request.formData()
  const type = request.headers.get('content-type')
  return new Response(
    await gather(request, limit),
    type === null ? {} : { headers: { 'content-type': type } },
  ).formData()
}

/** A body of unknown length, counted while it comes. */
async function gather({ body }: Request, limit: Limit): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array()
  const reader = body.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(parts, size)
    size += value.length
    if (size > limit.bytes) {
      reader.releaseLock()
      throw tooLarge(limit)
    }
    parts.push(value)
  }
}

/** Limits far above valid bodies: depth, list length, and number of values. */
const SHAPE = { depth: 40, list: 20_000, values: 200_000 }

/** Refuses a body whose depth or length makes it too expensive to process. */
function checkShape(body: unknown): void {
  let left = SHAPE.values
  const look = (value: unknown, depth: number): void => {
    left -= 1
    if (left < 0) throw new Refusal(400, `body: more than ${SHAPE.values} values`)
    if (typeof value !== 'object' || value === null) return
    if (depth > SHAPE.depth) throw new Refusal(400, `body: nested deeper than ${SHAPE.depth} levels`)
    if (Array.isArray(value) && value.length > SHAPE.list) {
      throw new Refusal(400, `body: a list of more than ${SHAPE.list} entries`)
    }
    for (const one of Object.values(value)) look(one, depth + 1)
  }
  look(body, 1)
}

/** An unpaired surrogate, from a truncated emoji: like NUL, PostgreSQL cannot store it. */
const HALF = /\p{Surrogate}/gu
/** The two as JSON escapes; any other character came as valid UTF-8. */
const ESCAPED = /\\u(0000|d[89a-f])/i

/**
 * The same with every text, keys too, as it can be kept: with U+FFFD for what cannot. A note is worth more than a
 * refusal of it.
 */
export function keepable<T>(value: T): T
export function keepable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(HALF, '\uFFFD').replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map((one: unknown) => keepable(one))
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [keepable(name), keepable(one)]))
}

/** A name that comes more than once is a list, which no field takes. */
function readForm(form: FormData): Record<string, unknown> {
  const fields = [...new Set(form.keys())].map((name) => [name, form.getAll(name)] as const)
  return Object.fromEntries(fields.map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}
