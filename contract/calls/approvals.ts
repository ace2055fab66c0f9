/** What waits for a second person, over every kind of act that needs one. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { approval } from '#contract/model/cases/approval.ts'
import { noteText } from '#contract/model/common.ts'
import { APPROVAL_KINDS } from '#contract/model/values.ts'

const byId = '/management/approvals/{approvalId}'

export const approvals = {
  /** Open ones oldest first, or those decided last. */
  list: call('GET', '/management/approvals', {
    ours: true,
    query: { status: z.optional(z.enum(['open', 'decided'])), kind: z.optional(z.enum(APPROVAL_KINDS)) },
    reply: z.object({ items: z.array(approval) }),
  }),
  /** How many wait that the reader may approve, and how many of the reader's own wait for somebody else. */
  count: call('GET', '/management/approvals/count', {
    ours: true,
    reply: z.object({ toApprove: z.number(), asked: z.number() }),
  }),
  /** By somebody else than its author, on the version that was read: 409 where it went on since. */
  approve: call('POST', `${byId}/approve`, {
    ours: true,
    body: z.object({ note: noteText, version: z.string() }),
    reply: z.object({ message: z.string() }),
    notice: 'SAVE',
  }),
  /** Gives it back to its author with the reason, or takes one's own back. */
  return: call('POST', `${byId}/return`, {
    ours: true,
    body: z.object({ note: noteText }),
    reply: z.object({ message: z.string() }),
    notice: 'SAVE',
  }),
}
