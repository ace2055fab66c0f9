/** Tickets with customers and form links sent to them (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { MANAGERS } from '#contract/model/roles.ts'
import { done, noteText } from '#contract/model/common.ts'
import {
  customerForm,
  formLink,
  emailInFull,
  replyBody,
  replyTemplate,
  templateBody,
  threadItem,
  threadMessage,
  ticket,
  ticketBody,
  unmatchedEmail,
} from '#contract/model/ticket.ts'

const base = '/management/helpdesk'
const items = <T extends z.ZodMiniType>(item: T) => ({ reply: z.object({ items: z.array(item) }) })
const named = items(z.object({ id: z.string(), name: z.string() }))

export const helpdesk = {
  createForm: call('POST', `${base}/customer-forms/{platform}/{customerId}/{formType}`, {
    roles: 'everybody',
    reply: customerForm,
    notice: 'SAVE',
  }),
  submitForm: call('POST', `${base}/customer-forms/submit/{formId}`, {
    roles: 'everybody',
    sends: 'form',
    body: z.strictObject({ file: z.file() }),
    reply: customerForm,
    notice: 'Load File',
  }),
  /** A link more, for the customer alone; those made before stay good until the form is back. */
  formLink: call('POST', `${base}/customer-forms/link/{formId}`, { roles: 'everybody', ours: true, reply: formLink }),
  /** The customer can no longer submit it; 409 if it was submitted already. */
  withdrawForm: call('POST', `${base}/customer-forms/withdraw/{formId}`, {
    roles: 'everybody',
    ours: true,
    reply: customerForm,
    notice: 'SAVE',
  }),
  forms: call('GET', `${base}/customer-forms/list/{platform}/{customerId}`, {
    roles: 'everybody',
    ...items(customerForm),
  }),
  tickets: call('GET', `${base}/tickets/{platform}/{customerId}`, { roles: 'everybody', ...items(ticket) }),
  createTicket: call('POST', `${base}/tickets/{platform}`, {
    roles: 'everybody',
    body: ticketBody,
    reply: ticket,
    notice: 'SAVE',
  }),
  threads: call('GET', `${base}/thread/{platform}/{ticketId}`, { roles: 'everybody', ...items(threadItem) }),
  thread: call('GET', `${base}/thread/{platform}/{ticketId}/{threadId}`, { roles: 'everybody', reply: threadMessage }),
  reply: call('POST', `${base}/tickets/{platform}/{ticketId}/sendReply`, {
    roles: 'everybody',
    body: replyBody,
    reply: done,
    notice: 'SAVE',
  }),
  replyAddresses: call('GET', `${base}/reply-address/list/{platform}`, {
    roles: 'everybody',
    ...items(z.object({ email: z.string() })),
  }),
  templates: call('GET', `${base}/templates/{platform}`, { roles: 'everybody', ...named }),
  template: call('GET', `${base}/templates/{platform}/{tempId}`, { roles: 'everybody', reply: replyTemplate }),
  createTemplate: call('POST', `${base}/templates/{platform}`, {
    roles: MANAGERS,
    ours: true,
    body: templateBody,
    reply: replyTemplate,
    notice: 'SAVE',
  }),
  changeTemplate: call('PATCH', `${base}/templates/{platform}/{tempId}`, {
    roles: MANAGERS,
    ours: true,
    body: templateBody,
    reply: replyTemplate,
    notice: 'SAVE',
  }),
  deleteTemplate: call('DELETE', `${base}/templates/{platform}/{tempId}`, {
    roles: MANAGERS,
    ours: true,
    reply: done,
    notice: 'Delete',
  }),
  /** E-mails that answer no ticket, the oldest first; `total` counts those that are not told, too. */
  unmatched: call('GET', `${base}/unmatched/{platform}`, {
    roles: 'everybody',
    ours: true,
    reply: z.object({ items: z.array(unmatchedEmail), total: z.number() }),
  }),
  unmatchedEmail: call('GET', `${base}/unmatched/{platform}/{emailId}`, {
    roles: 'everybody',
    ours: true,
    reply: emailInFull,
  }),
  /** The e-mail as it came (`message/rfc822`); 410 if it is no longer kept. */
  emailSource: call('GET', `${base}/unmatched/{platform}/{emailId}/source`, {
    roles: 'everybody',
    ours: true,
    gives: 'file',
    reply: z.unknown(),
  }),
  /** Adds an e-mail to a ticket; 409 if somebody else has matched or discarded it. */
  matchEmail: call('POST', `${base}/unmatched/{platform}/{emailId}`, {
    roles: MANAGERS,
    ours: true,
    body: z.object({ ticketId: z.string() }),
    reply: done,
    notice: 'SAVE',
  }),
  /** Discards an e-mail; 409 if somebody else has matched or discarded it. */
  discardEmail: call('POST', `${base}/unmatched/{platform}/{emailId}/discard`, {
    roles: MANAGERS,
    ours: true,
    body: z.object({ reason: noteText }),
    reply: done,
    notice: 'SAVE',
  }),
  teams: call('GET', `${base}/teams/{platform}`, { roles: 'everybody', ...named }),
  contacts: call('GET', `${base}/contacts/{platform}/{customerId}`, {
    roles: 'everybody',
    ...items(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  }),
}
