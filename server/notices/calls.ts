/** Notices to everybody on a platform. */
import type { notices } from '#contract/calls/notices.ts'
import type { Handlers } from '#server/core/context.ts'
import { currentNotices, endNotice, listNotices, publishNotice } from './notices.ts'

export const noticesCalls: Handlers<typeof notices> = {
  current: async (_, context) => ({ items: await currentNotices(context) }),
  list: async (_, context) => ({ items: await listNotices(context) }),
  publish: ({ body }, context) => publishNotice(context, body),
  async end({ params }, context) {
    await endNotice(context, params.notice)
    return { message: 'The notice is over.' }
  },
}
