/** Business hours and due dates of a platform. */
import type { businessHours } from '#contract/calls/business-hours.ts'
import type { Handlers } from '#server/core/context.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'
import { changesOf, policyOf, refuseFaults, savePolicy } from './policy.ts'
import { effectOf } from './preview.ts'
import { SET_DUE_DATES } from './set-dates-task.ts'

export const businessHoursCalls = (queue: TaskQueue): Handlers<typeof businessHours> => ({
  policy: (_, { db, platform }) => policyOf(db, platform),

  async savePolicy({ body }, context) {
    const kept = await context.db.transaction().execute(async (tx) => {
      const saved = await savePolicy(tx, context, body)
      await queue.send(tx, SET_DUE_DATES, { platform: context.platform })
      return saved
    })
    queue.hurry(SET_DUE_DATES)
    return kept
  },

  async preview({ body: { policy } }, { db, platform, now }) {
    refuseFaults(policy)
    const about = { platform, policy, now: now() }
    return { case: await effectOf(db, 'case', about), accountAlert: await effectOf(db, 'accountAlert', about) }
  },

  async history(_, { db, platform }) {
    return { items: await changesOf(db, platform) }
  },
})
