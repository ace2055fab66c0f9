/** How much of a stack is looked at before it is decided: the platform's policy, for the window. */
import type { stacks } from '#contract/calls/cases/stacks.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { samplingOn } from './check.ts'

export const stacksCalls: Handlers<typeof stacks> = {
  async sampling(_, { db, platform, config }) {
    if (platform === '') throw new Refusal(400, 'platform: is missing')
    return samplingOn(db, { platform, config })
  },
}
