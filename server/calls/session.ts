/** Signing in and out, and who is signed in. */
import type { session } from '#contract/calls/session.ts'
import { PLATFORMS } from '#contract/model/platform.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import { notBuilt, Refusal, type Handlers } from './handlers.ts'

export function sessionCalls(sessions: Sessions): Handlers<typeof session> {
  const refresh = async (token: string | undefined) => ({
    refreshToken: (token && (await sessions.refresh(token))) ?? null,
  })
  return {
    login: notBuilt,
    exchange: notBuilt,
    logout: notBuilt,
    info: async (_, { account: { platforms: _platforms, ...profile } }) => profile,
    refresh: ({ body }) => refresh(body.token),
    refreshByGet: ({ query }, { request }) => refresh(query.token ?? request.headers.get('auth-token') ?? undefined),
    check: async ({ query }) => {
      const found = await sessions.find(query.token)
      if (!found) throw new Refusal(401, 'This session has ended.')
      return { valid: true, expiresAt: found.expiresAt.toISOString() }
    },
    platforms: async (_, { account }) => ({
      items: PLATFORMS.filter(({ name }) => account.platforms.includes(name)),
    }),
  }
}
