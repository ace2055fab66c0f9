/** Tickets with customers and form links sent to them (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { done, noteText } from '#contract/model/common.ts'
import {
  customerForm,
  formLink,
  letterInFull,
  replyBody,
  replyTemplate,
  templateBody,
  threadItem,
  threadMessage,
  ticket,
  ticketBody,
  unmatchedLetter,
} from '#contract/model/helpdesk.ts'

const base = '/management/helpdesk'
const items = <T extends z.ZodMiniType>(item: T) => ({ reply: z.object({ items: z.array(item) }) })
const named = items(z.object({ id: z.string(), name: z.string() }))

export const helpdesk = {
  createForm: call('POST', `${base}/customer-forms/{platform}/{customerId}/{formType}`, {
    reply: customerForm,
    notice: 'SAVE',
  }),
  submitForm: call('POST', `${base}/customer-forms/submit/{formId}`, {
    sends: 'form',
    body: z.strictObject({ file: z.file() }),
    reply: customerForm,
    notice: 'Load File',
  }),
  /** A link more, for the customer alone; those made before stay good until the form is back. */
  formLink: call('POST', `${base}/customer-forms/link/{formId}`, { ours: true, reply: formLink }),
  /** The customer can no longer submit it; 409 if it was submitted already. */
  withdrawForm: call('POST', `${base}/customer-forms/withdraw/{formId}`, {
    ours: true,
    reply: customerForm,
    notice: 'SAVE',
  }),
  forms: call('GET', `${base}/customer-forms/list/{platform}/{customerId}`, items(customerForm)),
  tickets: call('GET', `${base}/tickets/{platform}/{customerId}`, items(ticket)),
  createTicket: call('POST', `${base}/tickets/{platform}`, { body: ticketBody, reply: ticket, notice: 'SAVE' }),
  threads: call('GET', `${base}/thread/{platform}/{ticketId}`, items(threadItem)),
  thread: call('GET', `${base}/thread/{platform}/{ticketId}/{threadId}`, { reply: threadMessage }),
  reply: call('POST', `${base}/tickets/{platform}/{ticketId}/sendReply`, {
    body: replyBody,
    reply: done,
    notice: 'SAVE',
  }),
  replyAddresses: call('GET', `${base}/reply-address/list/{platform}`, items(z.object({ email: z.string() }))),
  templates: call('GET', `${base}/templates/{platform}`, named),
  template: call('GET', `${base}/templates/{platform}/{tempId}`, { reply: replyTemplate }),
  createTemplate: call('POST', `${base}/templates/{platform}`, {
    ours: true,
    body: templateBody,
    reply: replyTemplate,
    notice: 'SAVE',
  }),
  changeTemplate: call('PATCH', `${base}/templates/{platform}/{tempId}`, {
    ours: true,
    body: templateBody,
    reply: replyTemplate,
    notice: 'SAVE',
  }),
  deleteTemplate: call('DELETE', `${base}/templates/{platform}/{tempId}`, {
    ours: true,
    reply: done,
    notice: 'Delete',
  }),
  /** E-mails that answer no ticket, the oldest first; `total` counts those that are not told, too. */
  unmatched: call('GET', `${base}/unmatched/{platform}`, {
    ours: true,
    reply: z.object({ items: z.array(unmatchedLetter), total: z.number() }),
  }),
  unmatchedLetter: call('GET', `${base}/unmatched/{platform}/{letterId}`, { ours: true, reply: letterInFull }),
  /** The e-mail as it came (`message/rfc822`); 410 if it is no longer kept. */
  letterSource: call('GET', `${base}/unmatched/{platform}/{letterId}/source`, {
    ours: true,
    gives: 'file',
    reply: z.unknown(),
  }),
  /** Adds an e-mail to a ticket; 409 if somebody else has matched or discarded it. */
  matchLetter: call('POST', `${base}/unmatched/{platform}/{letterId}`, {
    ours: true,
    body: z.object({ ticketId: z.string() }),
    reply: done,
    notice: 'SAVE',
  }),
  /** Discards an e-mail; 409 if somebody else has matched or discarded it. */
  discardLetter: call('POST', `${base}/unmatched/{platform}/{letterId}/discard`, {
    ours: true,
    body: z.object({ reason: noteText }),
    reply: done,
    notice: 'SAVE',
  }),
  teams: call('GET', `${base}/teams/{platform}`, named),
  contacts: call(
    'GET',
    `${base}/contacts/{platform}/{customerId}`,
    items(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  ),
}
