/** Tickets with customers, and requested forms. */
import type { helpdesk } from '#contract/calls/helpdesk.ts'
import type { Context, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import {
  discardEmail,
  emailSource,
  matchEmail,
  unmatchedEmail,
  unmatchedEmails,
} from '#server/helpdesk/inbound/unmatched.ts'
import type { MailOutbox } from '#server/mail/mail-outbox.ts'
import { requireCustomer } from '#server/store/require-customer.ts'
import { askForForm, linkToForm, submitForm, withdrawForm } from './forms.ts'
import {
  contactsOf,
  findTemplate,
  findTicket,
  formsOf,
  messagesOf,
  teamsOf,
  templatesOf,
  ticketsOf,
  type TicketRow,
} from './queries.ts'
import { addTemplate, changeTemplate, deleteTemplate } from './templates.ts'
import { openTicket, replyOn } from './tickets.ts'

async function ticketOf({ db }: Context, platform: string, id: string): Promise<TicketRow> {
  const row = await findTicket(db, platform, id)
  if (!row) throw new Refusal(404, `There is no ticket ${id} here.`)
  return row
}

export const helpdeskCalls = (mail: MailOutbox): Handlers<typeof helpdesk> => ({
  createForm: ({ params }, context) => askForForm(context, params),

  submitForm: ({ params, body }, context) => submitForm(context, params.formId, { file: body.file }),

  formLink: ({ params }, context) => linkToForm(context, params.formId),

  withdrawForm: ({ params }, context) => withdrawForm(context, params.formId),

  async forms({ params: { platform, customerId } }, { db }) {
    await requireCustomer({ db }, { platform, customerId })
    return { items: await formsOf(db, platform, customerId) }
  },

  async tickets({ params: { platform, customerId } }, { db }) {
    await requireCustomer({ db }, { platform, customerId })
    return { items: await ticketsOf(db, platform, customerId) }
  },

  async createTicket({ params, body }, context) {
    const ticket = await openTicket(context, params.platform, body)
    mail.nudge()
    return ticket
  },

  async threads({ params }, context) {
    const ticket = await ticketOf(context, params.platform, params.ticketId)
    const messages = await messagesOf(context.db, ticket.id)
    return { items: messages.map(({ content: _content, attachments: _attachments, ...item }) => item) }
  },

  async thread({ params }, context) {
    const ticket = await ticketOf(context, params.platform, params.ticketId)
    const [message] = await messagesOf(context.db, ticket.id, params.threadId)
    if (!message) throw new Refusal(404, `There is no message ${params.threadId} on this ticket.`)
    return message
  },

  async reply({ params, body }, context) {
    const sent = await replyOn(context, params.platform, params.ticketId, body)
    mail.nudge()
    return sent
  },

  async replyAddresses({ params }, { db }) {
    const emails = new Set((await teamsOf(db, params.platform)).map(({ email }) => email))
    return { items: [...emails].map((email) => ({ email })) }
  },

  async templates({ params }, { db }) {
    return { items: (await templatesOf(db, params.platform)).map(({ id, name }) => ({ id, name })) }
  },

  async template({ params }, { db }) {
    const found = await findTemplate(db, params.platform, params.tempId)
    if (!found) throw new Refusal(404, `There is no template ${params.tempId} here.`)
    return found
  },

  createTemplate: ({ params, body }, context) => addTemplate(context, params.platform, body),
  changeTemplate: ({ params, body }, context) => changeTemplate(context, params, body),
  deleteTemplate: ({ params }, context) => deleteTemplate(context, params),

  unmatched: ({ params }, context) => unmatchedEmails(context, params.platform),

  emailSource: ({ params }, context) => emailSource(context, params.platform, params.emailId),

  unmatchedEmail: ({ params }, context) => unmatchedEmail(context, params.platform, params.emailId),

  async matchEmail({ params, body }, context) {
    await matchEmail(context, params.platform, params.emailId, body.ticketId)
    return { message: 'It is on the ticket.' }
  },

  async discardEmail({ params, body }, context) {
    await discardEmail(context, params, body.reason)
    return { message: 'Discarded.' }
  },

  async teams({ params }, { db }) {
    return { items: (await teamsOf(db, params.platform)).map(({ id, name }) => ({ id, name })) }
  },

  async contacts({ params: { platform, customerId } }, { db }) {
    await requireCustomer({ db }, { platform, customerId })
    return { items: await contactsOf(db, platform, customerId) }
  },
})
