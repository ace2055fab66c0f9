/**
 * Stores an e-mail as it came, before anything of it is read, and takes it in by a job: on the ticket it answers, else
 * on the list that a manager matches. The sender is as reliable as the receiving mail server makes it.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { fileStore } from '#server/files/file-store.ts'
import { contactsOf, findTicket, type TicketRow } from '#server/helpdesk/queries.ts'
import { NOBODY } from '#server/identity/accounts.ts'
import type { Db } from '#server/store/sql.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'
import { readEmail, sourceOf, type ReadEmail } from './read-email.ts'
import { thread, type ThreadContext } from './thread.ts'

export type Outcome = 'threaded' | 'unmatched' | 'duplicate'
export const READ_EMAIL = 'read letter'

const SUMMARY = 500
/** The name of an e-mail until its own Message-ID is known. */
const provisional = (id: string) => `received ${id}`

/** Automatic: without an account. */
export const byItself = ({ db, config, now }: Pick<Context, 'db' | 'config' | 'now'>): ThreadContext => ({
  db,
  config,
  now,
  account: NOBODY,
  origin: { address: null, appVersion: null },
})

/** Keeps the bytes with the row and its job, or none of them. */
export async function receiveEmail(by: ThreadContext, tasks: TaskQueue, source: Uint8Array): Promise<string> {
  const id = randomUUID()
  await fileStore(by).keep([{ id, bytes: source }], async (tx) => {
    const unread = { from_email: '', to_email: '', subject: '', summary: '', attachments: 0, reason: null }
    const row = { message_id: provisional(id), id, platform: null, ticket_id: null, received_at: by.now() }
    await tx
      .insertInto('inbound_letter')
      .values({ ...row, ...unread, status: 'received' })
      .execute()
    await tasks.send(tx, READ_EMAIL, { id })
  })
  tasks.hurry(READ_EMAIL)
  return id
}

/**
 * Takes a stored e-mail in, once: a second time changes nothing. Throws where it has to be tried again: a scanner that
 * does not answer, or too many readings at once.
 */
export async function takeIn(by: ThreadContext, id: string): Promise<Outcome | undefined> {
  const { db } = by
  const waiting = db.selectFrom('inbound_letter').select('id').where('id', '=', id).where('status', '=', 'received')
  if (!(await waiting.executeTakeFirst())) return undefined
  const letter = await readEmail(await sourceOf(by, id))
  const known = await findKnown(db, letter, id)
  if (known === 'duplicate') return dropDuplicate(by, id)
  const found = letter.fault === null && known === undefined ? await findThread(db, letter) : undefined
  if (typeof found === 'object') {
    return (await thread(by, letter, found, { id, from: 'received' })) ? 'threaded' : dropDuplicate(by, id)
  }
  const reason =
    letter.fault !== null ? `It could not be read: ${letter.fault}.` : (found ?? 'Its Message-ID is that of another.')
  return keepUnmatched(by, letter, { id, reason })
}

/** An e-mail that could not be processed waits for a manager. */
export async function setAside(by: ThreadContext, id: string): Promise<void> {
  const letter = await readEmail(await sourceOf(by, id))
  await keepUnmatched(by, letter, { id, reason: 'It could not be processed after several attempts.' })
}

/** True if its Message-ID came before: with the same content it is a duplicate, with another one it is kept. */
async function findKnown(db: Db, letter: ReadEmail, id: string): Promise<'duplicate' | 'other' | undefined> {
  const query = db.selectFrom('inbound_letter').select('digest').where('message_id', '=', letter.messageId)
  const known = await query.where('id', '!=', id).executeTakeFirst()
  if (!known) return undefined
  return known.digest === null || known.digest === letter.digest ? 'duplicate' : 'other'
}

async function dropDuplicate(by: ThreadContext, id: string): Promise<'duplicate'> {
  await by.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('inbound_letter').where('id', '=', id).where('status', '=', 'received').execute()
    await fileStore(by).remove(tx, id)
  })
  return 'duplicate'
}

/** The ticket that an e-mail answers; otherwise why there is none. */
async function findThread(db: Db, letter: ReadEmail): Promise<TicketRow | string> {
  const platform = await platformOf(db, letter)
  if (platform === null) return 'It is addressed to no team of the helpdesk.'
  const answered = letter.answers.length > 0 ? await ticketOfMessage(db, letter.answers) : undefined
  const id = answered ?? numberIn(letter.subject)
  if (id === undefined) return 'It answers no message of a ticket.'
  const ticket = await findTicket(db, platform, id)
  if (!ticket) return `There is no ticket ${id} here.`
  // mail systems answer from addresses of their own, and the id of a message cannot be guessed
  if (letter.isAutomatic && answered !== undefined) return ticket
  const contacts = await contactsOf(db, platform, ticket.customer_id)
  const known = [ticket.contact_email, ...contacts.map(({ email }) => email)]
  // the number of a ticket can be guessed
  if (!known.some((email) => email.toLowerCase() === letter.from)) {
    return `It names ticket ${id}, and its sender is not a contact of that customer.`
  }
  return ticket
}

/** The platform of the addressed team, else that of the message that the e-mail answers. */
async function platformOf(db: Db, { to, answers }: ReadEmail): Promise<string | null> {
  const team = db
    .selectFrom('helpdesk_team')
    .select('platform')
    .where(sql<string>`lower(email)`, 'in', [...to, ''])
  const addressed = await team.orderBy('platform').executeTakeFirst()
  if (addressed) return addressed.platform
  const ticket = answers.length > 0 ? await ticketOfMessage(db, answers) : undefined
  if (ticket === undefined) return null
  const query = db.selectFrom('helpdesk_ticket').select('platform').where('id', '=', ticket)
  return (await query.executeTakeFirst())?.platform ?? null
}

const NUMBER = /\[#(\d{1,18})\]/
/** The number of a ticket that a subject has. */
export const numberIn = (subject: string): string | undefined => NUMBER.exec(subject)?.[1]

async function ticketOfMessage(db: Db, ids: readonly string[]): Promise<string | undefined> {
  const rows = await db
    .selectFrom('helpdesk_message')
    .select(['message_id', 'ticket_id'])
    .where('message_id', 'in', [...ids])
    .execute()
  return ids.flatMap((id) => rows.find(({ message_id }) => message_id === id)?.ticket_id ?? []).at(0)
}

async function keepUnmatched(
  { db }: ThreadContext,
  letter: ReadEmail,
  { id, reason }: { id: string; reason: string },
): Promise<'unmatched'> {
  const platform = await platformOf(db, letter)
  const update = (messageId: string) =>
    db
      .updateTable('inbound_letter')
      .set({
        message_id: messageId,
        platform,
        from_email: letter.from,
        to_email: letter.to[0] ?? '',
        subject: letter.subject,
        summary: letter.text.slice(0, SUMMARY),
        attachments: letter.attachments.length,
        digest: letter.digest === '' ? null : letter.digest,
        status: 'unmatched',
        reason: letter.isAutomatic ? `It was sent by a machine. ${reason}` : reason,
      })
      .where('id', '=', id)
      .where('status', '=', 'received')
      .execute()
  const query = db.selectFrom('inbound_letter').select('id').where('message_id', '=', letter.messageId)
  const isTaken = letter.messageId === '' || (await query.executeTakeFirst()) !== undefined
  try {
    await update(isTaken ? provisional(id) : letter.messageId)
  } catch (error) {
    // delivered twice at the same time
    if (!isUniqueViolation(error)) throw error
    await update(provisional(id))
  }
  return 'unmatched'
}

const isUniqueViolation = (error: unknown) =>
  error instanceof Error && (error as Error & { code?: string }).code === '23505'
