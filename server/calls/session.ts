/** Signing in and out, and who is signed in. */
import type { session } from '#contract/calls/session.ts'
import { PLATFORMS } from '#contract/model/platform.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import type { SignIn } from '#server/identity/sign-in.ts'
import { record } from '#server/policy/audit.ts'
import { Refusal, type Handlers } from './handlers.ts'

export function sessionCalls(sessions: Sessions, signIn: SignIn): Handlers<typeof session> {
  const refresh = async (token: string | undefined) => ({
    refreshToken: (token && (await sessions.refresh(token))) ?? null,
  })
  return {
    login: ({ query }, { request, origin }) =>
      signIn.begin(query.spa_host, request, origin.address, query.anew === '1'),
    exchange: async ({ body }, { origin }) => signIn.exchange(body.accessToken, origin),
    logout: async (_, { db, request, origin, now }) => {
      const found = await sessions.find(request.headers.get('auth-token') ?? '')
      if (found) {
        const { account } = found
        await sessions.revoke(found)
        await db
          .transaction()
          .execute((tx) =>
            record(
              tx,
              { account, origin, platform: '', now },
              { action: 'sign out', object: { kind: 'account', id: account.id } },
            ),
          )
      }
      return { logoutUrl: await signIn.logoutUrl(request) }
    },
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
