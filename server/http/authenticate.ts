/** Authorises a request before its handler: account, platform and input. */
import * as z from 'zod/mini'
import { describe, faultsOf, readQuery, type Call } from '#contract/call.ts'
import { flatText } from '#contract/model/common.ts'
import { mayCall } from '#contract/model/roles.ts'
import type { Account } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { NOBODY } from '#server/identity/accounts.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import { closed } from '#server/sync/devices.ts'
import { storable } from './body.ts'

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
  if (call.roles === 'public') return NOBODY
  const token = request.headers.get('auth-token')
  if (!token || token === 'undefined') throw new Refusal(401, SIGN_IN)
  const session = await sessions.find(token)
  if (session) return session.account
  // devices of a closed account are told to wipe its data
  throw (await sessions.isClosed(token)) ? closed() : new Refusal(401, SIGN_IN)
}

/** Throws 403 where the account has none of the roles that the call asks for. */
export function checkRole(call: Call, { roles }: Account): void {
  if (!mayCall(call, roles)) throw new Refusal(403, 'This account may not do that.')
}

/** Path and query, each text on one line: ends of lines and other control characters are spaces. */
export function readAddress(request: Request, params: Record<string, string>): RawInput {
  // characters that cannot be stored are replaced first: a search for them alone must not become an empty search
  const kept = storable({ params, query: readQuery(new URL(request.url).searchParams), body: undefined })
  return { ...kept, params: flattened(kept.params), query: flattened(kept.query) }
}

const flattened = <T extends object>(values: T): T =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.map(flatten) : flatten(value)]),
  ) as T

const flatten = (value: unknown) => (typeof value === 'string' ? flatText(value) : value)

/** Every platform a request names must be the account's; answers the one it is about, which the header names first. */
export function checkPlatform(call: Call, request: Request, raw: RawInput, account: Account): string {
  if (call.roles === 'public') return ''
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
  const isScoped = call.roles !== 'public' && call.path.startsWith('/management/') && !UNSCOPED.has(call.path)
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
