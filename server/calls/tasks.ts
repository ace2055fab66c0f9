/** Background tasks and how far they are. */
import type { tasks } from '#contract/calls/tasks.ts'
import { entriesOf, findTask, listTasks } from '#server/store/queries/tasks.ts'
import { Refusal, type Handlers } from './handlers.ts'

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
