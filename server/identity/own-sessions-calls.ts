/** One's own sessions. */
import type { sessions as calls } from '#contract/calls/own-sessions.ts'
import { record } from '#server/audit/audit.ts'
import type { Account, Context, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Sessions } from './sessions.ts'

/** Audits an action on one's own session. */
export const noteAct = ({ db, origin, now }: Context, account: Account, action: string): Promise<void> =>
  db
    .transaction()
    .execute((tx) =>
      record(tx, { account, origin, platform: '', now }, { action, object: { kind: 'account', id: account.id } }),
    )

export function sessionsCalls(sessions: Sessions): Handlers<typeof calls> {
  return {
    list: async (_, { account, request }) => {
      const own = await sessions.find(request.headers.get('auth-token') ?? '')
      const all = await sessions.listOf(account.id)
      return {
        items: all.map(({ id, startedAt, seenAt, expiresAt, isLocked, device }) => ({
          id,
          current: id === own?.family,
          startedAt: startedAt.toISOString(),
          seenAt: seenAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
          locked: isLocked,
          device,
        })),
      }
    },
    end: async ({ params }, context) => {
      const { account } = context
      if (!(await sessions.end(account.id, params.session)))
        throw new Refusal(404, 'You have no session of that id that could be ended.')
      await noteAct(context, account, 'end session')
      return { message: 'The session was ended.' }
    },
  }
}
