/** A message draft: recipient, sender, and why it cannot be sent yet. Pure. */
import type { Input } from '#contract/call.ts'
import type { helpdesk } from '#contract/calls/helpdesk.ts'
import type { NoteText } from '#src/features/templates/public.ts'
import type { TicketAbout } from './helpdesk.ts'

export interface MessageDraft extends NoteText {
  subject: string
  /** The team that receives the answer, for a ticket. */
  team: string
  /** The address it is written from, for a reply. */
  from: string
  /** Empty if none is chosen. */
  to: string
}

export const NO_MESSAGE: MessageDraft = { subject: '', team: '', from: '', to: '', text: '', prompts: [] }

/** Possible recipients and senders. */
export interface MessageOptions {
  contacts: readonly { name: string; email: string }[]
  /** Reply addresses. */
  addresses: readonly { email: string }[]
  teams: readonly { id: string; name: string }[]
}

/** Those first whose ids are named, in the order of their naming. */
export function firstNamed<T extends { id: string }>(all: readonly T[], ids: readonly string[]): T[] {
  const first = [...new Set(ids)].flatMap((id) => all.find((one) => one.id === id) ?? [])
  return [...first, ...all.filter((one) => !first.includes(one))]
}

/** A message's sender and recipient. */
interface Sent {
  direction: 'in' | 'out'
  from: string
  to: string
}

/** The customer's address that a reply goes to: the one that wrote last or was written to last, else his first. */
export function recipientOf(messages: readonly Sent[], { contacts }: Pick<MessageOptions, 'contacts'>): string {
  const last = messages.toReversed().map(({ direction, from, to }) => (direction === 'in' ? from : to))
  const known = last.find((email) => contacts.some((contact) => contact.email === email))
  return known ?? contacts[0]?.email ?? ''
}

/** The address of ours that a reply goes out from: the one the conversation is with, else the first. */
export function senderOf(messages: readonly Sent[], { addresses }: Pick<MessageOptions, 'addresses'>): string {
  const last = messages.toReversed().map(({ direction, from, to }) => (direction === 'in' ? to : from))
  const known = last.find((email) => addresses.some((address) => address.email === email))
  return known ?? addresses[0]?.email ?? ''
}

/** The reason why it has no recipient, as text; null if it has one. */
function noRecipient(to: string, { contacts }: MessageOptions): string | null {
  if (contacts.length === 0) return 'Not sent: this customer has no e-mail address to send it to.'
  if (to === '') return 'Not sent: choose a recipient.'
  if (!contacts.some(({ email }) => email === to)) return `Not sent: ${to} is no longer an address of this customer.`
  return null
}

const noText = (text: string) => (text.trim() === '' ? 'Not sent: write what it says.' : null)

/** The reason why a reply cannot be sent; null if it can. */
export function replyFault({ from, to, text }: MessageDraft, desk: MessageOptions): string | null {
  const known = desk.addresses.some(({ email }) => email === from)
  return noRecipient(to, desk) ?? (known ? null : 'Not sent: choose the address it is written from.') ?? noText(text)
}

/** The reason why a ticket cannot be opened; null if it can. */
export function ticketFault({ subject, team, to, text }: MessageDraft, desk: MessageOptions): string | null {
  const known = desk.teams.some(({ id }) => id === team)
  return (
    noRecipient(to, desk) ??
    (known ? null : 'Not sent: choose the team that reads the answer.') ??
    (subject.trim() === '' ? 'Not sent: give it a subject.' : null) ??
    noText(text)
  )
}

/** The body of a new ticket; names in the ticket system's spelling (docs/design/specification.md#entities). */
export function ticketBodyOf(
  { subject, team, to, text }: MessageDraft,
  { customerId, on }: Pick<TicketAbout, 'customerId' | 'on'>,
): Input<typeof helpdesk.createTicket>['body'] {
  return {
    teamId: team,
    subject: subject.trim(),
    description: text.trim(),
    contact: { email: to },
    customer_id: customerId,
    ...(on && { case_uuid: on.uuid, transactionId: on.transactionId }),
  }
}

/** The key of its draft: `about` is "case PX7", "customer 3" or "ticket 12". */
export const messageKey = (about: string): string => `letter on ${about}`
