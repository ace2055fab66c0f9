/** Helpdesk: tickets with customers, their threads, reply templates, and form links sent to customers. */
import * as z from 'zod/mini'
import { stamp } from './common.ts'

/** Whether a ticket went out for an alert: the ticket system's own numbers. */
export const TICKET_STATES = { nothing: 0, notification: 1, await: 2 } as const

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
  subject: z.string().check(z.trim(), z.minLength(1)),
  description: z.string().check(z.trim(), z.minLength(1)),
  contact: z.object({ email: z.string() }),
  customer_id: z.string(),
  case_uuid: z.optional(z.string()),
})

/** A message of a ticket in a list of them; its text comes with the single message. */
export const threadItem = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  direction: z.enum(['in', 'out']),
  summary: z.string(),
  createAt: stamp,
})

export const threadMessage = z.extend(threadItem, {
  /** Shown as text, never as markup. */
  content: z.string(),
  attachments: z.array(z.object({ id: z.string(), name: z.string(), size: z.number() })),
})
export type ThreadMessage = z.infer<typeof threadMessage>

export const replyBody = z.object({
  fromEmail: z.string(),
  to: z.string(),
  content: z.string().check(z.trim(), z.minLength(1)),
})

export const replyTemplate = z.object({ id: z.string(), name: z.string(), subject: z.string(), content: z.string() })

/** A form a customer was asked to fill in. */
export const customerForm = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  formType: z.string(),
  status: z.enum(['submitted', 'not_submitted']),
  createAt: stamp,
})
export type CustomerForm = z.infer<typeof customerForm>
