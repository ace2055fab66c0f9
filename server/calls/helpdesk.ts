/** Tickets and form links: not answered yet. */
import type { helpdesk } from '#contract/calls/helpdesk.ts'
import { notBuilt, type Handlers } from './handlers.ts'

export const helpdeskCalls: Handlers<typeof helpdesk> = {
  createForm: notBuilt,
  submitForm: notBuilt,
  forms: notBuilt,
  tickets: notBuilt,
  createTicket: notBuilt,
  threads: notBuilt,
  thread: notBuilt,
  reply: notBuilt,
  replyAddresses: notBuilt,
  templates: notBuilt,
  template: notBuilt,
  teams: notBuilt,
  contacts: notBuilt,
}
