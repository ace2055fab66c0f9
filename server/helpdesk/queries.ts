/** Helpdesk queries: tickets, messages, forms, senders and recipients. */
import { LISTED_MAX, toStamp } from '#contract/model/common.ts'
import type { FormTemplate } from '#contract/model/customer-questions.ts'
import {
  CUSTOMER_FORM_TYPES,
  ticketState,
  type CustomerForm,
  type CustomerFormType,
  type ReplyTemplate,
  type Ticket,
  type ThreadMessage,
} from '#contract/model/ticket.ts'
import { findPlatform } from '#contract/model/platform.ts'
import { isId, type Db } from '#server/store/sql.ts'

/** The length of a message in lists. */
const SUMMARY = 140

/** The tickets of a customer, newest first. */
export async function ticketsOf(db: Db, platform: string, customerId: string): Promise<Ticket[]> {
  const rows = await selectTickets(db)
    .where('t.platform', '=', platform)
    .where('t.customer_id', '=', customerId)
    .orderBy('t.id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return rows.map(toTicket)
}

/** A ticket of the platform by its id. */
export async function findTicket(db: Db, platform: string, id: string): Promise<TicketRow | undefined> {
  if (!isId(id)) return undefined
  return selectTickets(db).where('t.platform', '=', platform).where('t.id', '=', id).executeTakeFirst()
}

export function selectTickets(db: Db) {
  return db
    .selectFrom('helpdesk_ticket as t')
    .leftJoin('monitoring_case as c', 'c.uuid', 't.case_uuid')
    .selectAll('t')
    .select(['c.status as case_status', 'c.id as case_id'])
}

export type TicketRow = Awaited<ReturnType<ReturnType<typeof selectTickets>['execute']>>[number]

export function toTicket(row: TicketRow): Ticket {
  return {
    id: row.id,
    number: row.id,
    subject: row.subject,
    status: row.status,
    teamId: row.team_id,
    customerId: row.customer_id,
    caseUuid: row.case_uuid,
    transactionId: row.transaction_id,
    state: ticketState(row.case_status),
    createAt: toStamp(row.created_at),
    // tickets have no other place than this one
    webUrl: null,
  }
}

/** The latest messages of a ticket, oldest first; one of them where `id` is given. */
export async function messagesOf(db: Db, ticketId: string, id?: string): Promise<ThreadMessage[]> {
  if (id !== undefined && !isId(id)) return []
  let query = db.selectFrom('helpdesk_message').selectAll().where('ticket_id', '=', ticketId)
  if (id !== undefined) query = query.where('id', '=', id)
  const rows = await query.orderBy('id', 'desc').limit(LISTED_MAX).execute()
  return rows.toReversed().map((row) => ({
    id: row.id,
    from: row.from_email,
    to: row.to_email,
    direction: row.direction,
    summary: row.content.replaceAll(/\s+/g, ' ').slice(0, SUMMARY),
    content: row.content,
    attachments: row.attachments,
    ...(row.is_automatic && { isAutomatic: true }),
    createAt: toStamp(row.created_at),
  }))
}

/** The forms requested from a customer, newest first; a single one with `id`. */
export async function formsOf(db: Db, platform: string, customerId: string, id?: string): Promise<CustomerForm[]> {
  let query = db
    .selectFrom('customer_form as a')
    .leftJoin('file as f', 'f.id', 'a.file_id')
    .selectAll('a')
    .select(['f.name as file_name', 'f.size as file_size'])
    .where('a.platform', '=', platform)
    .where('a.customer_id', '=', customerId)
  if (id !== undefined) query = query.where('a.id', '=', id)
  const rows = await query.orderBy('a.created_at', 'desc').orderBy('a.id').limit(LISTED_MAX).execute()
  const links = findPlatform(platform)
  return rows.map((row) => ({
    id: row.id,
    title: CUSTOMER_FORM_TYPES[row.form_type as CustomerFormType],
    // the customer's page is returned when its link is created, and never again
    url: row.file_id ? `${links?.filesLink}${row.file_id}` : '',
    formType: row.form_type,
    status: row.submitted_at ? 'submitted' : row.withdrawn_at ? 'withdrawn' : 'not_submitted',
    createAt: toStamp(row.created_at),
    ...(row.submitted_at &&
      row.file_name !== null && {
        file: { name: row.file_name, size: Number(row.file_size), at: toStamp(row.submitted_at) },
      }),
    ...(row.answers && { answers: answersOf(row.template, row.answers) }),
  }))
}

function answersOf(template: FormTemplate | null, answers: Readonly<Record<string, string>>) {
  const { questions = [] } = template ?? {}
  return questions.flatMap(({ id, label }) => (answers[id] ? [{ question: label, answer: answers[id] }] : []))
}

/** The recipients of a platform's tickets, by name. */
export function teamsOf(db: Db, platform: string) {
  return db.selectFrom('helpdesk_team').selectAll().where('platform', '=', platform).orderBy('name').execute()
}

/** Ready-made replies of a platform, by name. */
export function templatesOf(db: Db, platform: string) {
  return db.selectFrom('helpdesk_template').selectAll().where('platform', '=', platform).orderBy('name').execute()
}

/** A template for display; locked before a change. */
export async function findTemplate(
  db: Db,
  platform: string,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<(ReplyTemplate & { version: number }) | undefined> {
  const query = db
    .selectFrom('helpdesk_template')
    .select(['id', 'name', 'subject', 'content', 'version'])
    .where('platform', '=', platform)
    .where('id', '=', id)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row && { ...row, version: Number(row.version) }
}

/** Addresses under which a customer can be written to: those of his profile, the primary one first. */
export async function contactsOf(db: Db, platform: string, customerId: string) {
  const rows = await db
    .selectFrom('customer_email as e')
    .innerJoin('customer as c', (join) =>
      join.onRef('c.platform', '=', 'e.platform').onRef('c.id', '=', 'e.customer_id'),
    )
    .select(['e.email', 'c.name'])
    .where('e.platform', '=', platform)
    .where('e.customer_id', '=', customerId)
    .orderBy('e.is_primary', 'desc')
    .orderBy('e.email')
    .limit(LISTED_MAX)
    .execute()
  return rows.map(({ email, name }) => ({ id: email, name, email }))
}
