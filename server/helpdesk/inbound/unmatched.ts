/** E-mails that are on no ticket: the list of them, and what a manager makes of one. */
import type { ExpressionBuilder, Selectable } from 'kysely'
import { toStamp } from '#contract/model/common.ts'
import type { EmailInFull, UnmatchedEmail } from '#contract/model/ticket.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { fileStore } from '#server/files/file-store.ts'
import { findTicket, selectTickets, toTicket } from '#server/helpdesk/queries.ts'
import { refuseInfected } from '#server/files/upload.ts'
import type { Database } from '#server/schema/database.ts'
import type { InboundEmailTable } from '#server/schema/helpdesk.ts'
import { isUuid, type Db } from '#server/store/sql.ts'
import { downloadOf } from '#server/files/download.ts'
import { readEmail, sourceOf } from './read-email.ts'
import { numberIn } from './receive.ts'
import { thread } from './thread.ts'

const MOST = 500

type LetterRow = Selectable<InboundEmailTable>

type Reading = Pick<Context, 'account'> & { db: Db }

/** An e-mail that is addressed to no team belongs to no platform: those see it who work for every platform with a team. */
async function seen({ db, account }: Reading, platform: string) {
  const elsewhere = db
    .selectFrom('helpdesk_team')
    .select('platform')
    .where('platform', 'not in', [...account.platforms, ''])
  const isEverywhere = (await elsewhere.executeTakeFirst()) === undefined
  return (eb: ExpressionBuilder<Database, 'inbound_letter'>) =>
    eb.or([eb('platform', '=', platform), ...(isEverywhere ? [eb('platform', 'is', null)] : [])])
}

/** Oldest first; `total` counts all. */
export async function unmatchedEmails(
  context: Context,
  platform: string,
): Promise<{ items: UnmatchedEmail[]; total: number }> {
  const waiting = context.db
    .selectFrom('inbound_letter')
    .where(await seen(context, platform))
    .where('status', '=', 'unmatched')
  const rows = await waiting.selectAll().orderBy('received_at').orderBy('id').limit(MOST).execute()
  const { n } = await waiting.select((eb) => eb.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
  return { items: rows.map(toLetter), total: Number(n) }
}

const toLetter = (row: LetterRow): UnmatchedEmail => ({
  id: row.id,
  from: row.from_email,
  to: row.to_email,
  subject: row.subject,
  summary: row.summary,
  attachments: row.attachments,
  reason: row.reason ?? '',
  receivedAt: toStamp(row.received_at),
})

/** The maximum number of suggested tickets. */
const OFFERED = 20

/** One of them whole, and the tickets it may belong to. */
export async function unmatchedEmail(context: Context, platform: string, id: string): Promise<EmailInFull> {
  const { db } = context
  const row = await requireUnmatched(context, platform, id)
  const letter = await readEmail(await sourceOf(context, id))
  return {
    ...toLetter(row),
    content: [letter.text, ...letter.remarks.map((remark) => `[${remark}]`)].join('\n\n').trim(),
    files: letter.attachments.map(({ name, bytes }) => ({ name, size: bytes.length })),
    tickets: await ticketsFor(db, platform, row),
  }
}

/** The e-mail as it came, as a download; with a scanner, once that has found no threat in it. */
export async function emailSource(context: Context, platform: string, id: string): Promise<Response> {
  await requireUnmatched(context, platform, id)
  const source = await sourceOf(context, id)
  const letter = { id, name: 'message as it came.eml', type: 'message/rfc822', size: source.length }
  await refuseInfected({ ...context, platform }, 'message', letter, source)
  return downloadOf(letter, new Blob([new Uint8Array(source)]).stream())
}

/** The ticket that is named in a subject, and those of the sender or of a customer with that address. */
async function ticketsFor(
  db: Db,
  platform: string,
  { subject, from_email }: LetterRow,
): Promise<EmailInFull['tickets']> {
  const named = numberIn(subject)
  const rows = await selectTickets(db)
    .innerJoin('customer as u', (join) =>
      join.onRef('u.platform', '=', 't.platform').onRef('u.id', '=', 't.customer_id'),
    )
    .select('u.name')
    .where('t.platform', '=', platform)
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['t.contact_email']), '=', from_email),
        eb(
          't.customer_id',
          'in',
          eb
            .selectFrom('customer_email as e')
            .select('e.customer_id')
            .where('e.platform', '=', platform)
            .where((e) => e(e.fn('lower', ['e.email']), '=', from_email)),
        ),
        ...(named === undefined ? [] : [eb('t.id', '=', named)]),
      ]),
    )
    .orderBy((eb) => eb('t.id', '=', named ?? '0'), 'desc')
    .orderBy('t.id', 'desc')
    .limit(OFFERED)
    .execute()
  return rows.map((one) => ({ ...toTicket(one), customerName: one.name, caseId: one.case_id }))
}

/** Adds an e-mail to a ticket of the platform, from any sender: the manager decides. */
export async function matchEmail(context: Context, platform: string, id: string, ticketId: string): Promise<void> {
  await requireUnmatched(context, platform, id)
  const ticket = await findTicket(context.db, platform, ticketId)
  if (!ticket) throw new Refusal(404, `There is no ticket ${ticketId} here.`)
  const letter = await readEmail(await sourceOf(context, id))
  const taken = await thread(context, letter, ticket, { id, from: 'unmatched' })
  // another person discarded it, or put it on a ticket, at the same time
  if (!taken) throw new Refusal(409, 'Someone else has already attached or discarded this message.')
}

/** Discards an e-mail; the audit records person, reason and sender. */
export async function discardEmail(
  context: Context,
  { platform, emailId }: { platform: string; emailId: string },
  reason: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { from_email: from, subject } = await requireUnmatched({ ...context, db: tx }, platform, emailId, true)
    await tx.updateTable('inbound_letter').set({ status: 'discarded' }).where('id', '=', emailId).execute()
    const after = { from, subject, status: 'discarded' }
    const object = { kind: 'letter', id: emailId }
    await fileStore(context).remove(tx, emailId)
    await record(tx, context, { action: 'discard letter', object, platform, after, note: reason })
  })
}

/** Locked where it is about to be changed. */
async function requireUnmatched(context: Reading, platform: string, id: string, isLocked = false): Promise<LetterRow> {
  const query = context.db
    .selectFrom('inbound_letter')
    .selectAll()
    .where(await seen(context, platform))
    .where('id', '=', id)
  const row = isUuid(id) ? await (isLocked ? query.forUpdate() : query).executeTakeFirst() : undefined
  if (!row) throw new Refusal(404, `There is no message ${id} here.`)
  if (row.status !== 'unmatched') throw new Refusal(409, `This message is ${row.status} already.`)
  return row
}
