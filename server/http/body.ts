/** Reads bodies: no more than a call takes, no longer than it may last, and nothing that could not be kept. */
import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '#contract/call.ts'
import { UPLOAD_MAX } from '#contract/model/upload.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isMultipart, receiveForm, tooLarge, type BodyLimit, type Received } from '#server/uploads/receive.ts'
import { incomingFolder, takeIn } from '#server/uploads/take-in.ts'

const KIB = 1024
const MIB = 1024 * KIB
/** The size of multipart headers around a file. */
const WRAPPING = 64 * KIB
const SECOND = 1000

/** The maximum body of a call; less without a session. */
function limitOf({ sends, roles }: Call): BodyLimit {
  if (sends === 'form') return { bytes: UPLOAD_MAX + WRAPPING, fieldBytes: WRAPPING, time: 120 * SECOND }
  const bytes = roles === 'public' ? 64 * KIB : 4 * MIB
  return { bytes, fieldBytes: bytes, time: 30 * SECOND }
}

interface Body {
  /** Undefined for none. */
  value: unknown
  /** Deletes its files; call it once the handler is done. */
  remove: () => Promise<void>
}

type Sender = Pick<Context, 'db' | 'config' | 'account' | 'origin' | 'platform' | 'now'>

/** The body as received. Throws a `Refusal` if it is too large, too slow, above the sender's ceiling, or malformed. */
export async function readBody(call: Call, c: HonoContext, by: Sender): Promise<Body> {
  if (call.body && call.sends === 'form') {
    const sender = { kind: 'account', id: by.account.id } as const
    const form = await named(call, takeIn({ request: c.req.raw, by, sender, limit: limitOf(call), isForm: true }))
    return { value: storable(readForm(form)), remove: form.remove }
  }
  return { value: await named(call, readValue(call, c, by)), remove: async () => {} }
}

/** Names what is wrong with the body where its reader throws another error than a `Refusal`. */
async function named<T>(call: Call, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    if (cause instanceof SyntaxError || cause instanceof TypeError) {
      throw new Refusal(400, `body: not ${call.sends === 'form' ? 'a multipart form' : 'JSON'}`)
    }
    // the client disconnected; this is no server failure
    throw new Refusal(400, 'body: it did not arrive whole')
  }
}

async function readValue(call: Call, c: HonoContext, { config }: Sender): Promise<unknown> {
  if (!call.body) return undefined
  const limit = limitOf(call)
  if (call.takesForm && isMultipart(c.req.raw)) {
    const form = await receiveForm(c.req.raw, limit, incomingFolder(config))
    await form.remove()
    const body = fromFields(readForm(form))
    checkShape(body)
    return storable(body)
  }
  const text = await within(limit, readText(c, limit))
  if (text === '') return undefined
  const body: unknown = JSON.parse(text)
  checkShape(body)
  return ESCAPED.test(text) ? storable(body) : body
}

/** The fields of a form as a body of JSON: text as it is, lists and objects read from theirs. Refuses files. */
function fromFields(fields: Record<string, unknown>): Record<string, unknown> {
  const read = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(read)
    if (typeof value !== 'string') throw new Refusal(400, 'body: a file is attached by a call of its own')
    return /^\s*[[{]/.test(value) ? JSON.parse(value) : value
  }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, read(value)]))
}

/** Throws 408 for what takes too long to arrive. */
async function within<T>({ time }: BodyLimit, reading: Promise<T>): Promise<T> {
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

/** The text of a body; Node.js enforces a declared length. Throws 413 above the limit. */
async function readText(c: HonoContext, { bytes }: BodyLimit): Promise<string> {
  let text = ''
  const refuse = () => {
    throw tooLarge(bytes)
  }
  await bodyLimit({ maxSize: bytes, onError: refuse })(c, async () => {
    text = await c.req.raw.text()
  })
  return text
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
export function storable<T>(value: T): T
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(HALF, '\uFFFD').replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map((one: unknown) => storable(one))
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storable(name), storable(one)]))
}

/** A name that comes more than once is a list, which no field takes. */
function readForm({ entries }: Received): Record<string, unknown> {
  const fields = new Map<string, unknown[]>()
  for (const [name, value] of entries) fields.set(name, [...(fields.get(name) ?? []), value])
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}

/** How long a refusal waits for the rest of a body, in milliseconds. */
const PATIENCE = 500

/**
 * Throws the refusal once the rest of the body has come and was dropped: before that, the next request on the same
 * connection could not be told from it. Where the rest is long in coming, the connection ends with the answer.
 */
export async function dismiss(c: HonoContext, refusal: unknown): Promise<never> {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  if (!incoming || incoming.readableEnded || !hasBody(incoming.headers)) throw refusal
  if (!incoming.destroyed) {
    incoming.resume()
    await Promise.race([once(incoming, 'end').catch(() => undefined), pause(PATIENCE, undefined, { ref: false })])
  }
  if (!incoming.readableEnded && refusal instanceof Refusal) refusal.headers['connection'] = 'close'
  throw refusal
}

const hasBody = (headers: HttpBindings['incoming']['headers']) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
