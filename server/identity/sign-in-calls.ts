/** Signing in and out, and who is signed in. */
import type { session } from '#contract/calls/sign-in.ts'
import { PLATFORMS } from '#contract/model/platform.ts'
import type { Context, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { noteAct } from './own-sessions-calls.ts'
import type { Sessions } from './sessions.ts'
import type { SignIn } from './sign-in.ts'

export function sessionCalls(sessions: Sessions, signIn: SignIn): Handlers<typeof session> {
  const refresh = async (token: string | undefined, context: Context) => {
    const refreshed = token ? await sessions.refresh(token) : null
    if (refreshed?.type === 'reused') await noteAct(context, refreshed.session.account, 'end session: token reused')
    return { refreshToken: refreshed?.type === 'new' ? refreshed.token : null }
  }
  return {
    login: ({ query }, { request, origin }) =>
      signIn.begin(query.spa_host, request, origin.address, query.anew === '1'),
    exchange: async ({ body }, { request, origin }) => signIn.exchange(body.accessToken, request, origin),
    logout: async (_, context) => {
      const { request } = context
      const found = await sessions.find(request.headers.get('auth-token') ?? '')
      if (found) {
        await sessions.revoke(found)
        await noteAct(context, found.account, 'sign out')
      }
      return { logoutUrl: await signIn.logoutUrl(request) }
    },
    info: async (_, { account: { platforms: _platforms, ...profile } }) => profile,
    refresh: ({ body }, context) => refresh(body.token, context),
    refreshByGet: ({ query }, context) =>
      refresh(query.token ?? context.request.headers.get('auth-token') ?? undefined, context),
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
