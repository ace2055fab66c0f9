/** Business hours and due dates of a platform (ours). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { ADMINISTRATORS, MANAGERS } from '#contract/model/roles.ts'
import { businessHoursPolicy } from '#contract/model/business-hours/policy.ts'
import { noteText, person, stamp, madeOn } from '#contract/model/common.ts'

const kept = z.object({
  policy: businessHoursPolicy,
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
  before: businessHoursPolicy,
  after: businessHoursPolicy,
})
export type BusinessHoursChange = z.infer<typeof change>

/** Open work of one queue under the policy that holds and under another. */
const effect = z.object({
  /** Without what is paused. */
  open: z.number(),
  breached: z.object({ before: z.number(), after: z.number() }),
  dueSoon: z.object({ before: z.number(), after: z.number() }),
  /** Due dates that would move. */
  changed: z.number(),
})
export type BusinessHoursEffect = z.infer<typeof effect>

export const businessHours = {
  policy: call('GET', '/management/business-hours', { roles: 'everybody', ours: true, reply: kept }),
  /** 409 with `current` on a newer version. A background job recalculates the due dates. */
  savePolicy: call('PATCH', '/management/business-hours', {
    roles: ADMINISTRATORS,
    ours: true,
    body: z.object({ policy: businessHoursPolicy, version: madeOn, reason: noteText }),
    reply: kept,
    notice: 'SAVE',
  }),
  /** Previews the due dates of open work; nothing is written. */
  preview: call('POST', '/management/business-hours/preview', {
    roles: MANAGERS,
    ours: true,
    body: z.object({ policy: businessHoursPolicy }),
    reply: z.object({ case: effect, accountAlert: effect }),
  }),
  /** The latest 100 changes of the policy, newest first, with author, reason and differences. */
  history: call('GET', '/management/business-hours/history', {
    roles: MANAGERS,
    ours: true,
    reply: z.object({ items: z.array(change) }),
  }),
}
