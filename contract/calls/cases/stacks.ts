/** Stacks of similar rows: how much of one must be reviewed before all of it is decided (ours). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { text } from '#contract/model/common.ts'

/** Same values as `StackSampling`. */
const sampling = z.object({ share: z.number(), rules: z.record(z.string(), z.number()), least: z.number() })

export const stacks = {
  /** The platform's policy. */
  sampling: call('GET', '/management/stacks/sampling', {
    roles: 'everybody',
    ours: true,
    query: { platform: text },
    reply: sampling,
  }),
}
