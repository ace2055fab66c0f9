/** The policies of a platform: administrators’ calls (ours). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { noteText, madeOn } from '#contract/model/common.ts'
import { policy, policyValue } from '#contract/model/policy.ts'
import { ADMINISTRATORS } from '#contract/model/roles.ts'

const base = '/management/administration'

export const policies = {
  list: call('GET', `${base}/policies`, {
    roles: ADMINISTRATORS,
    ours: true,
    reply: z.object({ items: z.array(policy) }),
  }),
  /** 409 where it was changed since it was read. */
  set: call('PATCH', `${base}/policies/{policy}`, {
    roles: ADMINISTRATORS,
    ours: true,
    body: z.object({ value: policyValue, version: madeOn, reason: noteText }),
    reply: policy,
    notice: 'SAVE',
  }),
}
