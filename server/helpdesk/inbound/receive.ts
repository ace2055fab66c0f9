/**
 * Stores an e-mail, once per Message-ID: on the ticket it answers, else on the list that a manager matches. The sender
 * is as reliable as the receiving mail server makes it.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { fileStore } from '#server/files/file-store.ts'
import { readUpload, type Upload } from '#server/files/upload.ts'
import { contactsOf, findTicket, type TicketRow } from '#server/helpdesk/queries.ts'
import { resumeCase } from '#server/helpdesk/resume-case.ts'
import { NOBODY } from '#server/identity/accounts.ts'
import type { Tx } from '#server/ops/effect.ts'
import type { Db } from '#server/store/sql.ts'
import { parseLetter, type InboundLetter } from './parse.ts'

/** The acting person: nobody for a direct match, a manager for a manual one. */
export type Surroundings = Pick<Context, 'db' | 'config' | 'now' | 'origin' | 'account'>

export type Taken = { outcome: 'threaded' | 'unmatched' | 'automatic' | 'duplicate' | 'refused'; reason?: string }

/** The maximum number of attachments. */
const ATTACHMENTS = 20
const SUMMARY = 500

/** Automatic: without an account. */
export const byItself = ({ db, config, now }: Pick<Context, 'db' | 'config' | 'now'>): Surroundings => ({
  db,
  config,
  now,
  account: NOBODY,
  origin: { address: null, appVersion: null },
})

/** Throws a `Refusal` 503 where it has to be offered again. */
export async function receiveEmail(by: Surroundings, source: Uint8Array): Promise<Taken> {
  const letter = await parseLetter(source)
  const { db } = by
  const known = db.selectFrom('inbound_letter').select('id').where('message_id', '=', letter.messageId)
  if (await known.executeTakeFirst()) return { outcome: 'duplicate' }
  const platform = await platformOf(db, letter)
  if (platform === undefined) return { outcome: 'refused', reason: 'No team of the helpdesk has its address.' }
  const place = { platform, id: randomUUID() }
  if (letter.isAutomatic) return keep(by, letter, place, { status: 'automatic', reason: 'It was sent by a machine.' })
  const found = await findThread(db, platform, letter)
  if (typeof found === 'object') {
    await thread(by, letter, found, place.id)
    return { outcome: 'threaded' }
  }
  return keep(by, letter, place, { status: 'unmatched', reason: found, source })
}

/** The platform of the addressed team. */
async function platformOf(db: Db, { to }: InboundLetter): Promise<string | undefined> {
  if (to.length === 0) return undefined
  const team = db
    .selectFrom('helpdesk_team')
    .select('platform')
    .where(sql<string>`lower(email)`, 'in', to)
  return (await team.orderBy('platform').executeTakeFirst())?.platform
}

/** The ticket that an e-mail answers; otherwise why there is none. */
async function findThread(db: Db, platform: string, letter: InboundLetter): Promise<TicketRow | string> {
  const answered = letter.answers.length > 0 ? await ticketOfMessage(db, letter.answers) : undefined
  const id = answered ?? numberIn(letter.subject)
  if (id === undefined) return 'It answers no message of a ticket.'
  const ticket = await findTicket(db, platform, id)
  if (!ticket) return `There is no ticket ${id} here.`
  const contacts = await contactsOf(db, platform, ticket.customer_id)
  const known = [ticket.contact_email, ...contacts.map(({ email }) => email)]
  // the number of a ticket can be guessed
  if (!known.some((email) => email.toLowerCase() === letter.from)) {
    return `It names ticket ${id}, and its sender is no contact of that customer.`
  }
  return ticket
}

/** The number of a ticket that a subject has. */
export const numberIn = (subject: string): string | undefined => /\[#(\d{1,18})\]/.exec(subject)?.[1]

async function ticketOfMessage(db: Db, ids: readonly string[]): Promise<string | undefined> {
  const rows = await db
    .selectFrom('helpdesk_message')
    .select(['message_id', 'ticket_id'])
    .where('message_id', 'in', [...ids])
    .execute()
  return ids.flatMap((id) => rows.find(({ message_id }) => message_id === id)?.ticket_id ?? []).at(0)
}

interface Place {
  platform: string
  id: string
}

/** An e-mail on no ticket: `source` is kept with its row, for the manager who matches it. */
async function keep(
  by: Surroundings,
  letter: InboundLetter,
  place: Place,
  { status, reason, source }: { status: 'unmatched' | 'automatic'; reason: string; source?: Uint8Array },
): Promise<Taken> {
  const row = { ...rowOf(letter, place, by.now()), status, reason, ticket_id: null }
  try {
    await fileStore(by).keep(source ? [{ id: place.id, bytes: source }] : [], async (tx) => {
      const added = tx
        .insertInto('inbound_letter')
        .values(row)
        .onConflict((c) => c.doNothing())
      // a concurrent delivery was quicker: its source is kept, and not this one
      await added.returning('id').executeTakeFirstOrThrow(() => new AlreadyReceived())
    })
    return { outcome: status, reason }
  } catch (error) {
    if (error instanceof AlreadyReceived) return { outcome: 'duplicate' }
    throw error
  }
}

class AlreadyReceived extends Error {}

const rowOf = (letter: InboundLetter, { platform, id }: Place, at: Date) => ({
  message_id: letter.messageId,
  id,
  platform,
  from_email: letter.from,
  to_email: letter.to[0] ?? '',
  subject: letter.subject,
  summary: letter.text.slice(0, SUMMARY),
  attachments: letter.attachments.length,
  received_at: at,
})

/**
 * Adds an e-mail to a ticket: validates its files like uploads, reopens the ticket, and resumes a waiting case. Its
 * source is no longer kept then. Returns false if somebody else has matched it.
 */
export async function thread(by: Surroundings, letter: InboundLetter, ticket: TicketRow, id: string): Promise<boolean> {
  const acting = { ...by, platform: ticket.platform }
  const { uploads, refused } = await readAttachments(acting, letter)
  const files = fileStore(by)
  try {
    await files.keep(uploads, async (tx) => {
      const at = by.now()
      const row = {
        ...rowOf(letter, { platform: ticket.platform, id }, at),
        status: 'threaded' as const,
        reason: null,
        ticket_id: ticket.id,
      }
      // a concurrent delivery of the same e-mail waits here
      await tx
        .insertInto('inbound_letter')
        .values(row)
        .onConflict((c) =>
          c
            .column('message_id')
            .doUpdateSet({ status: 'threaded', reason: null, ticket_id: ticket.id })
            .where('inbound_letter.status', '=', 'unmatched'),
        )
        .returning('id')
        .executeTakeFirstOrThrow(() => new Refusal(409, 'This message was received already.'))
      await insertMessage(tx, acting, { letter, ticket, uploads, refused, at })
      await files.remove(tx, id)
    })
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 409)) throw error
    return false
  }
  return true
}

interface Message {
  letter: InboundLetter
  ticket: TicketRow
  uploads: readonly Upload[]
  refused: readonly string[]
  at: Date
}

async function insertMessage(
  tx: Tx,
  by: Surroundings & { platform: string },
  { letter, ticket, uploads, refused, at }: Message,
): Promise<void> {
  for (const { bytes: _, ...entry } of uploads) {
    await tx
      .insertInto('file')
      .values({ ...entry, platform: by.platform, created_by: null, created_at: at })
      .execute()
  }
  const message = {
    ticket_id: ticket.id,
    direction: 'in' as const,
    from_email: letter.from,
    to_email: letter.to[0] ?? '',
    content: [letter.text, ...refused].join('\n\n').trim() || '(no text)',
    attachments: JSON.stringify(uploads.map(({ id, name, size }) => ({ id, name, size }))),
    author_id: null,
    created_at: at,
    message_id: letter.messageId,
  }
  const { id } = await tx.insertInto('helpdesk_message').values(message).returning('id').executeTakeFirstOrThrow()
  const { version } = await tx
    .updateTable('helpdesk_ticket')
    .set({ status: 'open', version: sql`version + 1` })
    .where('id', '=', ticket.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  if (ticket.case_uuid !== null) await resumeCase(tx, by, ticket.case_uuid, 'The customer answered.')
  await record(tx, by, {
    action: 'receive answer',
    object: { kind: 'ticket', id: ticket.id },
    version,
    before: { status: ticket.status },
    after: { status: 'open', message: id, from: letter.from, files: uploads.length, refused: refused.length },
  })
}

/** The files of an e-mail; refused ones are named in its text. */
async function readAttachments(by: Surroundings & { platform: string }, { attachments }: InboundLetter) {
  const uploads: Upload[] = []
  const refused: string[] = []
  for (const { name, bytes } of attachments.slice(0, ATTACHMENTS)) {
    try {
      uploads.push(await readUpload(by, new File([new Uint8Array(bytes)], name), name))
    } catch (error) {
      // the scanner is unavailable: the e-mail will be redelivered
      if (!(error instanceof Refusal) || error.status === 503) throw error
      refused.push(`[Not kept: ${error.message}]`)
    }
  }
  const left = attachments.length - ATTACHMENTS
  if (left > 0) refused.push(`[Not kept: ${left} more attachments, of which a message may have ${ATTACHMENTS}.]`)
  return { uploads, refused }
}
