/** Notices to everybody on a platform: read by all, published by administrators (ours). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { done } from '#contract/model/common.ts'
import { notice, NOTICE_MAX } from '#contract/model/notice.ts'
import { ADMINISTRATORS } from '#contract/model/roles.ts'

const base = '/management/administration'

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
