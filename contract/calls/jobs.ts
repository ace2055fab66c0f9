/** The background jobs, and trying one again: administrators’ calls (ours). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { done, noteText } from '#contract/model/common.ts'
import { job, jobKind } from '#contract/model/job.ts'
import { ADMINISTRATORS } from '#contract/model/roles.ts'

const base = '/management/administration'

export const jobs = {
  list: call('GET', `${base}/jobs`, {
    roles: ADMINISTRATORS,
    ours: true,
    reply: z.object({ kinds: z.array(jobKind), items: z.array(job) }),
  }),
  retry: call('POST', `${base}/jobs/{name}/{job}/retry`, {
    roles: ADMINISTRATORS,
    ours: true,
    body: z.object({ reason: noteText }),
    reply: done,
    notice: 'SAVE',
  }),
}
