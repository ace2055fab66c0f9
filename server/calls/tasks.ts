/** Background tasks: not answered yet. */
import type { tasks } from '#contract/calls/tasks.ts'
import { notBuilt, type Handlers } from './handlers.ts'

export const tasksCalls: Handlers<typeof tasks> = {
  list: notBuilt,
  view: notBuilt,
}
