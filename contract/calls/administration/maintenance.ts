/** Jobs, notices and policies: administrators' calls, but for the notices that everybody is shown (ours). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { ADMINISTRATORS } from '#contract/model/roles.ts'
import { policy, policyValue } from '#contract/model/administration/policy.ts'
import { job, jobKind, notice, NOTICE_MAX } from '#contract/model/administration/maintenance.ts'
import { done, noteText } from '#contract/model/common.ts'
import { madeOn } from '#contract/model/version.ts'

const base = '/management/administration'
const reason = noteText

export const jobs = {
  list: call('GET', `${base}/jobs`, {
    roles: ADMINISTRATORS,
    ours: true,
    reply: z.object({ kinds: z.array(jobKind), items: z.array(job) }),
  }),
  retry: call('POST', `${base}/jobs/{name}/{job}/retry`, {
    roles: ADMINISTRATORS,
    ours: true,
    body: z.object({ reason }),
    reply: done,
    notice: 'SAVE',
  }),
}

export const notices = {
  /** Those that everybody on the platform is shown now. */
  current: call('GET', '/management/notices', {
    roles: 'everybody',
    ours: true,
    reply: z.object({ items: z.array(notice) }),
  }),
  list: call('GET', `${base}/notices`, {
    roles: ADMINISTRATORS,
    ours: true,
    reply: z.object({ items: z.array(notice) }),
  }),
  publish: call('POST', `${base}/notices`, {
    roles: ADMINISTRATORS,
    ours: true,
    body: z.object({
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(NOTICE_MAX)),
      /** ISO 8601. */
      until: z.iso.datetime(),
    }),
    reply: notice,
    notice: 'SAVE',
  }),
  end: call('POST', `${base}/notices/{notice}/end`, { roles: ADMINISTRATORS, ours: true, reply: done, notice: 'SAVE' }),
}

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
    body: z.object({ value: policyValue, version: madeOn, reason }),
    reply: policy,
    notice: 'SAVE',
  }),
}
