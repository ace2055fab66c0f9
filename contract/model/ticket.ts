/** Helpdesk: tickets with customers, their threads, reply templates, and form links sent to customers. */
import * as z from 'zod/mini'
import { noteText, oneLine, stamp } from './common.ts'
import { tippingOffReason } from './tipping-off.ts'

/** Checks whether a ticket went out for an alert: the ticket system's own numbers. */
export const TICKET_STATES = { nothing: 0, notification: 1, await: 2 } as const

/** Open waits for us, pending for the customer. */
export const TICKET_STATUSES = ['open', 'pending', 'closed'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** A ticket on a case is a notification, and one on a case that waits for the customer awaits his answer. */
export function ticketState(caseStatus: string | null): 0 | 1 | 2 {
  if (caseStatus === null) return TICKET_STATES.nothing
  return caseStatus === 'await' ? TICKET_STATES.await : TICKET_STATES.notification
}

export const ticket = z.object({
  id: z.string(),
  number: z.string(),
  subject: z.string(),
  status: z.string(),
  teamId: z.string(),
  customerId: z.string(),
  caseUuid: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  state: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  createAt: stamp,
  webUrl: z.nullable(z.string()),
})
export type Ticket = z.infer<typeof ticket>

/** `customer_id` and `case_uuid` are spelt as the ticket system takes them. */
export const ticketBody = z.object({
  transactionId: z.optional(z.string()),
  teamId: z.string(),
  subject: oneLine(255),
  description: noteText,
  contact: z.object({ email: z.email() }),
  customer_id: z.string(),
  case_uuid: z.optional(z.string()),
  tippingOffReason,
})

/** A message of a ticket in a list of them; its text comes with the single message. */
export const threadItem = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  direction: z.enum(['in', 'out']),
  summary: z.string(),
  createAt: stamp,
  /** Sent by a machine, such as an out-of-office reply: a case goes on waiting (ours). */
  isAutomatic: z.optional(z.boolean()),
})

export const threadMessage = z.extend(threadItem, {
  /** Shown as text, never as markup. */
  content: z.string(),
  attachments: z.array(z.object({ id: z.string(), name: z.string(), size: z.number() })),
})
export type ThreadMessage = z.infer<typeof threadMessage>

/** An inbound e-mail without a ticket (ours). */
export const unmatchedEmail = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  summary: z.string(),
  attachments: z.number(),
  /** The reason why it has no ticket. */
  reason: z.string(),
  receivedAt: stamp,
})
export type UnmatchedEmail = z.infer<typeof unmatchedEmail>

/** One e-mail in full, with the tickets of its sender (ours). */
export const emailInFull = z.extend(unmatchedEmail, {
  /** Shown as text, never as markup. */
  content: z.string(),
  files: z.array(z.object({ name: z.string(), size: z.number() })),
  /** Those it may belong to: the one it names first, then those of its sender, the newest first. */
  tickets: z.array(z.extend(ticket, { customerName: z.string(), caseId: z.nullable(z.string()) })),
})
export type EmailInFull = z.infer<typeof emailInFull>

export const replyBody = z.object({
  fromEmail: z.string(),
  to: z.email(),
  content: noteText,
  tippingOffReason,
})

/** A message template; its variables, `{{customer.name}}`, are filled in on use. */
export const replyTemplate = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string(),
  content: z.string(),
  /** Ours; absent where another system keeps the templates. */
  version: z.optional(z.number()),
})
export type ReplyTemplate = z.infer<typeof replyTemplate>

const title = oneLine(255)

/** `version`: the state it was made on; another one in the meantime is a 409. */
export const templateBody = z.object({
  name: title,
  subject: title,
  content: noteText,
  version: z.optional(z.number()),
})
export type TemplateBody = z.infer<typeof templateBody>

/** The forms that can be requested from customers, with their titles. */
export const CUSTOMER_FORM_TYPES = {
  source_of_funds: 'Source of funds',
  source_of_wealth: 'Source of wealth',
  expected_activity: 'Expected activity',
  beneficial_owners: 'Beneficial owners',
  identity_update: 'Update of identity documents',
} as const
export type CustomerFormType = keyof typeof CUSTOMER_FORM_TYPES

/** A form a customer was asked to fill in. */
export const customerForm = z.object({
  id: z.string(),
  title: z.string(),
  /**
   * The customer's page until the form is submitted, then the file. If links are shown once (ours), empty except in the
   * reply to the request.
   */
  url: z.string(),
  formType: z.string(),
  /** `withdrawn` is ours. */
  status: z.enum(['submitted', 'not_submitted', 'withdrawn']),
  createAt: stamp,
  /** The submission and its time (ours). */
  file: z.optional(z.object({ name: z.string(), size: z.number(), at: stamp })),
  /** The customer's answers, in the order of the questions (ours). */
  answers: z.optional(z.array(z.object({ question: z.string(), answer: z.string() }))),
})
export type CustomerForm = z.infer<typeof customerForm>

/** A page on which the customer hands a form in, without signing in, once. */
export const formLink = z.object({ url: z.string(), expiresAt: stamp })
