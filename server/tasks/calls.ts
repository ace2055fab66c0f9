/** Background tasks and how far they are. */
import type { tasks } from '#contract/calls/tasks.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { entriesOf, findTask, listTasks } from './queries.ts'

export const tasksCalls: Handlers<typeof tasks> = {
  async list(_, { db, platform }) {
    return { items: await listTasks(db, platform) }
  },

  async view({ params }, { db, platform }) {
    const task = await findTask(db, platform, params.uuid)
    if (!task) throw new Refusal(404, `There is no task ${params.uuid} here.`)
    return { items: [{ ...task, entries: await entriesOf(db, task.uuid) }] }
  },
}
