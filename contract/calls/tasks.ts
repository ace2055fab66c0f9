/** Background tasks and how far they are (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { task, taskInFull } from '#contract/model/task.ts'

export const tasks = {
  list: call('GET', '/management/task', { roles: 'everybody', reply: z.object({ items: z.array(task) }) }),
  view: call('GET', '/management/task/{uuid}', { roles: 'everybody', reply: z.object({ items: z.array(taskInFull) }) }),
}
