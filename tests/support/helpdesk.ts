/** Tickets and forms of customers for tests of the helpdesk; its teams have to exist. */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { NOON, type MadeCase } from './world.ts'

/** Adds a closed ticket on the case with one message to its customer; returns its id. */
export async function addTicket(db: Kysely<Database>, one: MadeCase, email: string): Promise<string> {
  const { id } = await db
    .insertInto('helpdesk_ticket')
    .values({
      platform: one.platform,
      customer_id: one.customerId,
      team_id: 'compliance',
      subject: 'Your payment',
      status: 'closed',
      case_uuid: one.uuid,
      transaction_id: one.transactionId,
      contact_email: email,
      created_by: 'analyst',
      created_at: NOON,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('helpdesk_message')
    .values({
      ticket_id: id,
      direction: 'out',
      from_email: 'compliance@paxum.example',
      to_email: email,
      content: 'What was\n\nit for?',
      author_id: 'analyst',
      created_at: NOON,
    })
    .execute()
  return id
}

/** Adds an address to a customer's profile, unless it exists. */
export async function addAddress(db: Kysely<Database>, platform: string, customerId: string, email: string) {
  await db
    .insertInto('customer_email')
    .values({ platform, customer_id: customerId, email, is_primary: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Adds a form request to the case's customer; returns its id. */
export async function addCustomerForm(db: Kysely<Database>, one: MadeCase): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('customer_form')
    .values({
      id,
      platform: one.platform,
      customer_id: one.customerId,
      form_type: 'source_of_funds',
      created_by: 'analyst',
      created_at: NOON,
    })
    .execute()
  return id
}

/** Adds a message without a ticket; returns its id. Its source is not stored. */
export async function addEmail(db: Kysely<Database>): Promise<string> {
  const id = randomUUID()
  const letter = {
    from_email: 'eve@mail.example',
    to_email: 'compliance@paxum.example',
    subject: 'Hello',
    summary: 'Hello',
  }
  const row = { ...letter, id, platform: 'paxum', message_id: `${id}@mail.example`, attachments: 0, received_at: NOON }
  await db
    .insertInto('inbound_letter')
    .values({ ...row, status: 'unmatched', reason: 'It answers no message of a ticket.', ticket_id: null })
    .execute()
  return id
}
