/** Puts an e-mail on a ticket, with its files and the e-mail as it came. */
import { sql } from 'kysely'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { fileStore } from '#server/files/file-store.ts'
import { readUpload, refuseInfected, type Upload } from '#server/files/upload.ts'
import type { TicketRow } from '#server/helpdesk/queries.ts'
import { resumeCase } from '#server/helpdesk/forms.ts'
import type { Tx } from '#server/ops/effect.ts'
import { sourceOf, type ReadEmail } from './read-email.ts'

/** The acting person: nobody for a direct match, a manager for a manual one. */
export type ThreadContext = Pick<Context, 'db' | 'config' | 'now' | 'origin' | 'account'>
type Acting = ThreadContext & { platform: string }

/** The maximum number of attachments. */
const ATTACHMENTS = 20
/** The maximum number of names in a remark. */
const NAMED = 50

/** An attachment of a message. */
type Attached = Omit<Upload, 'bytes'>

interface Kept {
  uploads: readonly Upload[]
  /** The e-mail as it came; undefined where the virus scanner found a threat in it. */
  letter: Attached | undefined
  remarks: readonly string[]
}

/**
 * Adds a stored e-mail to a ticket: its files are validated like uploads; the ticket opens and a waiting case resumes,
 * unless a machine sent the e-mail. False if it is no longer in the state `from`, or was added already.
 */
export async function thread(
  by: ThreadContext,
  letter: ReadEmail,
  ticket: TicketRow,
  { id, from }: { id: string; from: 'received' | 'unmatched' },
): Promise<boolean> {
  const acting = { ...by, platform: ticket.platform }
  const kept = await keepFiles(acting, letter, id)
  try {
    await fileStore(by).keep(kept.uploads, async (tx) => {
      // a concurrent delivery of the same e-mail waits here
      const { numUpdatedRows } = await tx
        .updateTable('inbound_letter')
        .set({
          platform: ticket.platform,
          from_email: letter.from,
          to_email: letter.to[0] ?? '',
          subject: letter.subject,
          attachments: letter.attachments.length,
          status: 'threaded',
          reason: null,
          ticket_id: ticket.id,
          ...(from === 'received' && { message_id: letter.messageId, digest: letter.digest }),
        })
        .where('id', '=', id)
        .where('status', '=', from)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new Refusal(409, 'This message was received already.')
      await insertMessage(tx, acting, { letter, ticket, kept })
    })
  } catch (error) {
    const isKnown = error instanceof Error && (error as Error & { code?: string }).code === '23505'
    if (!isKnown && !(error instanceof Refusal && error.status === 409)) throw error
    return false
  }
  return true
}

interface Message {
  letter: ReadEmail
  ticket: TicketRow
  kept: Kept
}

async function insertMessage(tx: Tx, by: Acting, { letter, ticket, kept }: Message): Promise<void> {
  const at = by.now()
  const attached: Attached[] = [
    ...kept.uploads.map(({ id, name, type, size }) => ({ id, name, type, size })),
    ...(kept.letter ? [kept.letter] : []),
  ]
  const remarks = [...letter.remarks, ...kept.remarks].map((remark) => `[${remark}]`)
  const message = {
    ticket_id: ticket.id,
    direction: 'in' as const,
    from_email: letter.from,
    to_email: letter.to[0] ?? '',
    content: [letter.text || '(no text)', ...remarks].join('\n\n'),
    attachments: JSON.stringify(attached.map(({ id, name, size }) => ({ id, name, size }))),
    author_id: null,
    created_at: at,
    message_id: letter.messageId,
    is_automatic: letter.isAutomatic,
  }
  const { id } = await tx.insertInto('helpdesk_message').values(message).returning('id').executeTakeFirstOrThrow()
  for (const entry of attached) {
    await tx
      .insertInto('file')
      .values({ ...entry, platform: by.platform, created_by: null, created_at: at, helpdesk_message_id: id })
      .execute()
  }
  const status = letter.isAutomatic ? ticket.status : 'open'
  const { version } = await tx
    .updateTable('helpdesk_ticket')
    .set({ status, version: sql`version + 1` })
    .where('id', '=', ticket.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  if (ticket.case_uuid !== null && !letter.isAutomatic) {
    await resumeCase(tx, by, ticket.case_uuid, 'The customer answered.')
  }
  await record(tx, by, {
    action: 'receive answer',
    object: { kind: 'ticket', id: ticket.id },
    version,
    before: { status: ticket.status },
    after: {
      status,
      message: id,
      from: letter.from,
      files: kept.uploads.length,
      refused: kept.remarks.length,
      ...(letter.isAutomatic && { isAutomatic: true }),
    },
  })
}

/** The files of an e-mail and the e-mail itself; those that are refused or cut are named. */
async function keepFiles(by: Acting, { attachments }: ReadEmail, id: string): Promise<Kept> {
  const uploads: Upload[] = []
  const remarks: string[] = []
  for (const { name, bytes } of attachments.slice(0, ATTACHMENTS)) {
    try {
      uploads.push(await readUpload(by, new File([new Uint8Array(bytes)], name), name))
    } catch (error) {
      // the scanner is unavailable: the e-mail is tried again
      if (!(error instanceof Refusal) || error.status === 503) throw error
      remarks.push(`Not kept: ${error.message}`)
    }
  }
  const left = attachments.slice(ATTACHMENTS).map(({ name }) => name)
  if (left.length > 0) {
    const more = left.length > NAMED ? ` and ${left.length - NAMED} more` : ''
    const names = left.slice(0, NAMED).join(', ')
    remarks.push(`Not kept, since a message may have ${ATTACHMENTS} attachments: ${names}${more}.`)
  }
  const source = await sourceOf(by, id)
  const letter = { id, name: 'message as it came.eml', type: 'message/rfc822', size: source.length }
  try {
    await refuseInfected(by, 'message', letter, source)
    return { uploads, letter, remarks }
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 503) throw error
    return {
      uploads,
      letter: undefined,
      remarks: [...remarks, `The message as it came is not attached. ${error.message}`],
    }
  }
}
