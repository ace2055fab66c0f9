/** The background jobs, and trying one again. */
import type { jobs } from '#contract/calls/jobs.ts'
import { record } from '#server/audit/audit.ts'
import type { Handlers } from '#server/core/context.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'

export const jobsCalls = (tasks: TaskQueue): Handlers<typeof jobs> => ({
  list: (_, { account }) => tasks.overview(account.platforms),
  async retry({ params, body }, context) {
    const { name, job } = params
    const entry = { action: 'retry job', object: { kind: 'job', id: `${name}/${job}` } }
    await context.db.transaction().execute(async (tx) => {
      const platform = await tasks.retry(tx, { name, id: job, platforms: context.account.platforms })
      await record(tx, context, { ...entry, platform, reason: body.reason })
    })
    tasks.hurry(name)
    return { message: 'The job is tried again.' }
  },
})
