/** Background tasks and how far they are (specification 2, section 7 "Metrics and tasks"). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { task } from '#contract/model/task.ts'

const reply = z.object({ items: z.array(task) })

export const tasks = {
  list: call('GET', '/management/task', { reply }),
  view: call('GET', '/management/task/{uuid}', { reply }),
}
