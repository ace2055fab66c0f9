/** Opens and answers tickets. The message is the record; a mail in the outbox delivers it. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Ticket, replyBody, ticketBody } from '#contract/model/ticket.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { post } from '#server/mail/mail-outbox.ts'
import { requireCustomer } from '#server/store/require-customer.ts'
import { isUuid, type Db } from '#server/store/sql.ts'
import { guardTippingOff } from '#server/tipping-off/guard.ts'
import { contactsOf, findTicket, teamsOf, toTicket } from './queries.ts'

/** The spelling of the specification's audit labels. */
const ADD_TICKET = 'add ticket link'

/** Opens a ticket with its first message to the customer. The history of its case shows it. */
export async function openTicket(
  context: Context,
  platform: string,
  body: z.output<typeof ticketBody>,
): Promise<Ticket> {
  const { db, account, now } = context
  return await db.transaction().execute(async (tx) => {
    const team = (await teamsOf(tx, platform)).find(({ id }) => id === body.teamId)
    if (!team) throw new Refusal(400, `teamId: there is no team ${body.teamId} here`)
    const about = await aboutOf(tx, platform, body)
    await requireContact(tx, platform, body.customer_id, 'contact.email', body.contact.email)
    const guarded = await guardTippingOff(tx, context, {
      platform,
      customerId: body.customer_id,
      text: `${body.subject}\n${body.description}`,
      reason: body.tippingOffReason,
    })
    const at = now()
    const { id } = await tx
      .insertInto('helpdesk_ticket')
      .values({
        platform,
        customer_id: body.customer_id,
        team_id: team.id,
        subject: body.subject,
        case_uuid: body.case_uuid ?? null,
        transaction_id: body.transactionId ?? null,
        contact_email: body.contact.email,
        // the first word is ours
        status: 'pending',
        created_by: account.id,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const message = { from: team.email, to: body.contact.email, content: body.description }
    await addMessage(tx, { platform, id, subject: body.subject }, message, account.id, at)
    const row = await findTicket(tx, platform, id)
    if (!row) throw new Error(`ticket ${id} is not there`)
    await record(tx, context, {
      action: ADD_TICKET,
      object: about,
      platform,
      after: { ticket: id, subject: body.subject, to: body.contact.email, ...guarded },
    })
    return toTicket(row)
  })
}

/** The subject of the ticket, for the audit; refuses other platforms and customers. */
async function aboutOf(
  tx: Db,
  platform: string,
  { customer_id, case_uuid, transactionId }: z.output<typeof ticketBody>,
): Promise<{ kind: string; id: string }> {
  await requireCustomer({ db: tx }, { platform, customerId: customer_id })
  if (transactionId !== undefined) {
    const found = await tx
      .selectFrom('transaction')
      .select('id')
      .where('platform', '=', platform)
      .where('id', '=', transactionId)
      .where('customer_id', '=', customer_id)
      .executeTakeFirst()
    if (!found) throw new Refusal(400, `transactionId: this customer has no transaction ${transactionId}`)
  }
  if (case_uuid === undefined) return { kind: 'customer', id: customer_id }
  const found = await tx
    .selectFrom('monitoring_case')
    .select(['id', 'transaction_id'])
    .where('platform', '=', platform)
    .where('uuid', '=', isUuid(case_uuid) ? case_uuid : null)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  if (!found) throw new Refusal(400, `case_uuid: this customer has no case ${case_uuid}`)
  if (transactionId !== undefined && found.transaction_id !== transactionId) {
    throw new Refusal(400, `transactionId: ${found.id} is not about transaction ${transactionId}`)
  }
  return { kind: 'case', id: found.id }
}

/** Writes to the customer on a ticket, which then waits for him; a closed one is open again by it. */
export async function replyOn(
  context: Context,
  platform: string,
  ticketId: string,
  { fromEmail, to, content, tippingOffReason: reason }: z.output<typeof replyBody>,
): Promise<{ message: string; version: number }> {
  const { db, account, now } = context
  return await db.transaction().execute(async (tx) => {
    const seen = await findTicket(tx, platform, ticketId)
    if (!seen) throw new Refusal(404, `There is no ticket ${ticketId} here.`)
    if (!(await teamsOf(tx, platform)).some(({ email }) => email === fromEmail)) {
      throw new Refusal(400, `fromEmail: ${fromEmail} is not a reply address of this platform`)
    }
    await requireContact(tx, platform, seen.customer_id, 'to', to)
    const asked = { platform, customerId: seen.customer_id, text: content, reason }
    const guarded = await guardTippingOff(tx, context, asked)
    const { version } = await tx
      .updateTable('helpdesk_ticket')
      .set({ status: 'pending', version: sql`version + 1` })
      .where('id', '=', ticketId)
      .returning('version')
      .executeTakeFirstOrThrow()
    const message = await addMessage(tx, seen, { from: fromEmail, to, content }, account.id, now())
    await record(tx, context, {
      action: 'reply to ticket',
      object: { kind: 'ticket', id: ticketId },
      platform,
      version,
      before: { status: seen.status },
      after: { status: 'pending', message, from: fromEmail, to, ...guarded },
    })
    return { message: 'The reply was sent.', version: Number(version) }
  })
}

/** Refuses an address that is not the customer's, since a ticket contains confidential data. */
async function requireContact(tx: Db, platform: string, customerId: string, field: string, to: string): Promise<void> {
  const contacts = await contactsOf(tx, platform, customerId)
  if (!contacts.some(({ email }) => email === to)) {
    throw new Refusal(400, `${field}: ${to} is not a contact of this customer`)
  }
}

/** The message and its mail; replies go to the sending address. */
async function addMessage(
  tx: Db,
  { platform, id: ticketId, subject }: { platform: string; id: string; subject: string },
  { from, to, content }: { from: string; to: string; content: string },
  author: string,
  at: Date,
): Promise<string> {
  const letter = { platform, to, subject: `${subject} [#${ticketId}]`, text: content, attachment: null, replyTo: from }
  const messageId = await post(tx, letter, at)
  const { id } = await tx
    .insertInto('helpdesk_message')
    .values({
      ticket_id: ticketId,
      direction: 'out',
      from_email: from,
      to_email: to,
      content,
      author_id: author,
      created_at: at,
      message_id: messageId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
