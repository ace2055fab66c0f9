/** Requests that wait for a second person, of every kind. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { approval } from '#contract/model/cases/approval.ts'
import { noteText } from '#contract/model/common.ts'
import { APPROVAL_KINDS } from '#contract/model/values.ts'

const byId = '/management/approvals/{approvalId}'

export const approvals = {
  /** Open ones oldest first, or those decided last. */
  list: call('GET', '/management/approvals', {
    roles: 'everybody',
    ours: true,
    query: { status: z.optional(z.enum(['open', 'decided'])), kind: z.optional(z.enum(APPROVAL_KINDS)) },
    reply: z.object({ items: z.array(approval) }),
  }),
  /** The number of everything pending, as the list has it, of what the reader may approve, and of the reader's own. */
  count: call('GET', '/management/approvals/count', {
    roles: 'everybody',
    ours: true,
    reply: z.object({ pending: z.number(), toApprove: z.number(), asked: z.number() }),
  }),
  /** Approved by another person than its author, on the version that was read; 409 if it has changed since. */
  approve: call('POST', `${byId}/approve`, {
    roles: 'everybody',
    ours: true,
    body: z.object({ note: noteText, version: z.string() }),
    reply: z.object({ message: z.string() }),
    notice: 'SAVE',
  }),
  /** Gives it back to its author with the reason, or takes one's own back. */
  return: call('POST', `${byId}/return`, {
    roles: 'everybody',
    ours: true,
    body: z.object({ note: noteText }),
    reply: z.object({ message: z.string() }),
    notice: 'SAVE',
  }),
}
