/** What stands between a request and a handler: who asks, for which platforms, and with what. */
import * as z from 'zod/mini'
import { describe, faultsOf, readQuery, type Call } from '#contract/call.ts'
import { Refusal, type Account } from '#server/calls/handlers.ts'
import { NOBODY } from '#server/identity/accounts.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import { closed } from '#server/sync/devices.ts'

export interface RawInput {
  params: Record<string, string>
  query: Record<string, unknown>
  body: unknown
}

/** Calls about the account and not about a platform's data; they need no platform. */
export const UNSCOPED = new Set([
  '/management/user/platforms/',
  '/management/user/search/{term}',
  '/management/search/user/{term}/',
  '/management/search/platform/{term}/',
])

const SIGN_IN = 'Sign in to go on.'

/** The account of the `auth-token` header. A client that lost its token may send the text `undefined`. */
export async function authenticate(call: Call, request: Request, sessions: Sessions): Promise<Account> {
  if (call.open) return NOBODY
  const token = request.headers.get('auth-token')
  if (!token || token === 'undefined') throw new Refusal(401, SIGN_IN)
  const session = await sessions.find(token)
  if (session) return session.account
  // whoever’s account is closed keeps nothing on any device
  throw (await sessions.isClosed(token)) ? closed() : new Refusal(401, SIGN_IN)
}

/** Path and query as they came. */
export function readAddress(request: Request, params: Record<string, string>): RawInput {
  return keepable({ params, query: readQuery(new URL(request.url).searchParams), body: undefined })
}

/** The body as it came; undefined for none. */
export async function readBody(call: Call, request: Request): Promise<unknown> {
  if (!call.body) return undefined
  try {
    if (call.sends === 'form') return keepable(readForm(await request.formData()))
    const text = await request.text()
    if (text === '') return undefined
    const body: unknown = JSON.parse(text)
    return ESCAPED.test(text) ? keepable(body) : body
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof TypeError)) throw cause
    throw new Refusal(400, `body: not ${call.sends === 'form' ? 'a multipart form' : 'JSON'}`)
  }
}

/** Half of a surrogate pair, as a cut through an emoji leaves it: no more than NUL is it anything that PostgreSQL keeps. */
const HALF = /\p{Surrogate}/gu
/** How JSON writes the two; everything else came as UTF-8 and is whole. */
const ESCAPED = /\\u(0000|d[89a-f])/i

/**
 * The same with every text, keys too, as it can be kept: with U+FFFD for what cannot. A note is worth more than a
 * refusal of it.
 */
function keepable<T>(value: T): T
function keepable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(HALF, '\uFFFD').replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map(keepable)
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [keepable(name), keepable(one)]))
}

/** A name that comes more than once is a list, which no field takes. */
function readForm(form: FormData): Record<string, unknown> {
  const fields = [...new Set(form.keys())].map((name) => [name, form.getAll(name)] as const)
  return Object.fromEntries(fields.map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}

/** Every platform a request names must be the account's; answers the one it is about, which the header names first. */
export function checkPlatform(call: Call, request: Request, raw: RawInput, account: Account): string {
  if (call.open) return ''
  const { headers } = request
  const body =
    typeof raw.body === 'object' && raw.body !== null && 'platform' in raw.body ? raw.body.platform : undefined
  const named = [headers.get('platform'), headers.get('project'), raw.params.platform, raw.query.platform, body]
  const platforms = named.filter((each): each is string => typeof each === 'string' && each !== '')
  for (const each of platforms) {
    if (!account.platforms.includes(each)) throw new Refusal(403, 'This account has no access to that platform.')
  }
  return platforms[0] ?? ''
}

/** Refuses a request about a platform's data that names no platform. */
export function requirePlatform(call: Call, platform: string): void {
  const isScoped = !call.open && call.path.startsWith('/management/') && !UNSCOPED.has(call.path)
  if (isScoped && platform === '') throw new Refusal(400, 'platform: the header is missing')
}

/** A check of path, query and body against the call's schemas, compiled once. */
export function inputParser(
  call: Call,
): (raw: RawInput) => { params: Record<string, string>; query: unknown; body: unknown } {
  const query = z.object(call.query ?? {})
  return (raw) => ({
    params: raw.params,
    query: parse(query, raw.query),
    body: call.body ? parse(call.body, raw.body) : undefined,
  })
}

function parse(schema: z.ZodMiniType, value: unknown): unknown {
  const result = z.safeParse(schema, value)
  if (!result.success) throw new Refusal(400, describe(result.error), { faults: faultsOf(result.error) })
  return result.data
}
