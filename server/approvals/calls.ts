/** Pending approvals, and the second person's decision. */
import type { approvals } from '#contract/calls/cases/approvals.ts'
import { RESOLVE_ALERTS } from '#server/allowlists/resolve-alerts.ts'
import type { Handlers } from '#server/core/context.ts'
import { SCREEN_ALL } from '#server/screening/screen-parties.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'
import { countApprovals } from './count.ts'
import { decideApproval } from './decide.ts'
import { listApprovals } from './list.ts'

export const approvalsCalls = (queue: TaskQueue): Handlers<typeof approvals> => ({
  async list({ query }, { db, account, platform }) {
    const { status = 'open', kind } = query
    return { items: await listApprovals(db, account, { platform, status, kind }) }
  },

  async count(_, { db, account, platform }) {
    return countApprovals(db, account, platform)
  },

  async approve({ params, body }, context) {
    const message = await decideApproval(context, queue, params.approvalId, { act: 'approve', ...body })
    queue.hurry(RESOLVE_ALERTS)
    queue.hurry(SCREEN_ALL)
    return { message }
  },

  async return({ params, body }, context) {
    return { message: await decideApproval(context, queue, params.approvalId, { act: 'return', ...body }) }
  },
})
