/** Business hours and due dates of a platform (ours). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { clockPolicy } from '#contract/model/clocks/policy.ts'
import { noteText, person, stamp } from '#contract/model/common.ts'
import { madeOn } from '#contract/model/version.ts'

const kept = z.object({
  policy: clockPolicy,
  /** 0 while no policy was saved. */
  version: z.number(),
  changedBy: z.nullable(person),
  changedAt: z.nullable(stamp),
})

/** One saved state, with what went before it. */
const change = z.object({
  version: z.number(),
  by: person,
  at: stamp,
  reason: z.nullable(z.string()),
  before: clockPolicy,
  after: clockPolicy,
})
export type ClockPolicyChange = z.infer<typeof change>

/** Open work of one queue under the policy that holds and under another. */
const effect = z.object({
  /** With a clock that runs. */
  open: z.number(),
  breached: z.object({ before: z.number(), after: z.number() }),
  dueSoon: z.object({ before: z.number(), after: z.number() }),
  /** Due dates that would move. */
  changed: z.number(),
})
export type ClockPolicyEffect = z.infer<typeof effect>

export const clocks = {
  policy: call('GET', '/management/clocks', { ours: true, reply: kept }),
  /** 409 with `current` on a newer version. A background job recalculates the due dates. */
  savePolicy: call('PATCH', '/management/clocks', {
    ours: true,
    body: z.object({ policy: clockPolicy, version: madeOn, reason: noteText }),
    reply: kept,
    notice: 'SAVE',
  }),
  /** Previews the due dates of open work; nothing is written. */
  preview: call('POST', '/management/clocks/preview', {
    ours: true,
    body: z.object({ policy: clockPolicy }),
    reply: z.object({ case: effect, accountAlert: effect }),
  }),
  /** The latest 100 changes of the policy, newest first, with author, reason and differences. */
  history: call('GET', '/management/clocks/history', { ours: true, reply: z.object({ items: z.array(change) }) }),
}
