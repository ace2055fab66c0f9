/** Sessions, devices and rights of the people on a platform. */
import type { access } from '#contract/calls/access.ts'
import type { Handlers } from '#server/core/context.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import { addAccount } from './add-account.ts'
import { changeAccess, listAccess, claimsOf } from './change-access.ts'
import { endSession, presenceOf, wipe } from './presence.ts'

const WAITS = { message: 'A second administrator has to approve this.', pending: true }

export const accessCalls = (sessions: Sessions): Handlers<typeof access> => ({
  async presence(_, context) {
    const own = await sessions.find(context.request.headers.get('auth-token') ?? '')
    return presenceOf(context, own?.family)
  },
  async endSession({ params, body }, context) {
    await endSession(context, sessions, params.session, body.reason)
    return { message: 'The session was ended.' }
  },
  async wipeDevice({ params, body }, context) {
    await wipe(context, { device: params.device, ...body })
    return { message: 'The device was wiped.' }
  },
  async list(_, context) {
    return { items: await listAccess(context.db, context), ruledBy: claimsOf(context.config) }
  },
  async add({ body }, context) {
    return (await addAccount(context, body)) ? { message: 'The account was added.' } : WAITS
  },
  async change({ params, body }, context) {
    if (await changeAccess(context, params.account, body)) return { message: 'Changed.', version: body.version + 1 }
    return WAITS
  },
})
