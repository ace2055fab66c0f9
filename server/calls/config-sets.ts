/** Model configuration sets: not answered yet. */
import type { configSets } from '#contract/calls/config-sets.ts'
import { notBuilt, type Handlers } from './handlers.ts'

export const configSetsCalls: Handlers<typeof configSets> = {
  list: notBuilt,
  create: notBuilt,
  change: notBuilt,
  delete: notBuilt,
  view: notBuilt,
}
