/** Background tasks and how far they are (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { task, taskInFull } from '#contract/model/task.ts'

export const tasks = {
  list: call('GET', '/management/task', { reply: z.object({ items: z.array(task) }) }),
  view: call('GET', '/management/task/{uuid}', { reply: z.object({ items: z.array(taskInFull) }) }),
}
