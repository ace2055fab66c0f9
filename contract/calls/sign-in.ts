/** Signing in and out, and who is signed in (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { platform } from '#contract/model/platform.ts'
import { ROLES } from '#contract/model/values.ts'

export const profile = z.object({
  id: z.string(),
  fullName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  roles: z.array(z.enum(ROLES)),
})
export type Profile = z.infer<typeof profile>

const refreshed = z.object({ refreshToken: z.nullable(z.string()) })

export const session = {
  /** Redirects to the identity provider; `spa_host` must be on the allow-list. */
  login: call('GET', '/login/azure', {
    roles: 'public',
    gives: 'file',
    /** `anew` requires authentication even with a session at the provider (ours). */
    query: { auth: z.literal('1'), spa_host: z.string(), anew: z.optional(z.literal('1')) },
    reply: z.unknown(),
  }),
  logout: call('GET', '/logout', { roles: 'public', reply: z.object({ logoutUrl: z.string() }) }),
  info: call('GET', '/login/info', { roles: 'everybody', reply: profile }),
  refresh: call('POST', '/login/refreshToken', {
    roles: 'public',
    body: z.object({ token: z.string() }),
    reply: refreshed,
  }),
  refreshByGet: call('GET', '/login/refreshToken', {
    roles: 'public',
    query: { token: z.optional(z.string()) },
    reply: refreshed,
  }),
  /** Checks whether a token is good: 401 if not. */
  check: call('GET', '/session', {
    roles: 'public',
    query: { token: z.string() },
    reply: z.object({ valid: z.boolean(), expiresAt: z.string() }),
  }),
  /** Exchanges the single-use code of the callback for the session's token (docs/design/specification.md#words-in-addresses). */
  exchange: call('POST', '/login/exchange', {
    roles: 'public',
    ours: true,
    body: z.object({ accessToken: z.string() }),
    /** `fresh`: the person has just authenticated, which unlocks a locked device. */
    reply: z.object({ token: z.string(), fresh: z.optional(z.boolean()) }),
  }),
  platforms: call('GET', '/management/user/platforms/', {
    roles: 'everybody',
    reply: z.object({ items: z.array(platform) }),
  }),
}
