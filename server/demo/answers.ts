/** Submissions of customers in the demo world: attachments and completed forms. */
import { sql, type Transaction } from 'kysely'
import { FORM_TEMPLATES, type CustomerQuestion } from '#contract/model/customer-questions.ts'
import type { CustomerFormType, TicketStatus } from '#contract/model/ticket.ts'
import type { Actor, Entry } from '#server/audit/audit.ts'
import type { Account } from '#server/core/context.ts'
import { uuidOf } from '#server/core/uuid.ts'
import type { Database } from '#server/schema/database.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import { specimenFile } from './documents.ts'
import { randomOf, type Random } from './random.ts'
import type { SpecimenName } from './specimen-files.ts'

type Tx = Transaction<Database>
const HOUR = 3_600_000

export interface Message {
  direction: 'in' | 'out'
  content: string
  at: Date
  attached?: SpecimenName | undefined
}

/** A ticket on a case. */
interface Ticket {
  ofCase: { id: string; customer_id: string; manager_id: string }
  status: TicketStatus
  messages: readonly Message[]
}

export function attachmentOf(platform: string, { id }: Ticket['ofCase'], specimen: SpecimenName) {
  const { name, size } = specimenFile(specimen)
  return { id: uuidOf(`attachment:${platform}/${id}`), name, size }
}

/** A file for each attachment of the messages of these tickets. */
export async function fileAttachments(tx: Tx, platform: string, ticketIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ message: string; at: Date; id: string; name: SpecimenName }>`
    select m.id::text as message, m.created_at as at, f.id, f.name
    from helpdesk_message m cross join jsonb_to_recordset(m.attachments) as f (id uuid, name text)
    where m.ticket_id = any(${ticketIds}::bigint[])`.execute(tx)
  const files = rows.map(({ message, at, id, name }) => ({
    ...specimenFile(name),
    id,
    platform,
    helpdesk_message_id: message,
    created_at: at,
    is_signed: false,
  }))
  await insertRows(tx, 'file', files)
}

/** On a case that waits, what the customer attached is put on an open alert. Answers the entries of the audit. */
export async function attachAnswers(
  tx: Tx,
  platform: string,
  told: readonly Ticket[],
  staff: ReadonlyMap<string, Account>,
): Promise<[Actor, Entry][]> {
  const answered = told.flatMap(({ ofCase, status, messages }) => {
    const answer = messages.find(({ attached }) => attached)
    return status === 'open' && answer?.attached ? [{ ofCase, at: answer.at, specimen: answer.attached }] : []
  })
  const caseIds = answered.map(({ ofCase }) => ofCase.id)
  const { rows } = await sql<{ id: string; case_id: string; version: string }>`
    update alert set version = version + 1 where id in (
      select min(id) from alert where platform = ${platform} and case_id = any(${caseIds}) and status = 'new'
      group by case_id)
    returning id::text, case_id, version`.execute(tx)
  const alertOf = new Map(rows.map((row) => [row.case_id, row]))
  await sql`update monitoring_case set version = version + 1
    where platform = ${platform} and id = any(${[...alertOf.keys()]})`.execute(tx)
  const attached = answered.flatMap(({ ofCase, at, specimen }) => {
    const alert = alertOf.get(ofCase.id)
    const account = staff.get(ofCase.manager_id)
    return alert && account ? [{ alert, account, at, file: specimenFile(specimen) }] : []
  })
  const files = attached.map(({ alert, account, at, file }) => ({
    ...file,
    id: uuidOf(`file:${platform}/${alert.id}`),
    platform,
    alert_id: alert.id,
    created_by: account.id,
    created_at: at,
    is_signed: false,
  }))
  await insertRows(tx, 'file', files)
  return attached.map(({ alert, account, at, file: { name, type, size } }) => [
    { account, platform, origin: { address: null, appVersion: null }, now: () => at },
    {
      action: 'attach file',
      object: { kind: 'alert', id: alert.id },
      version: Number(alert.version),
      after: { file: { name, type, size } },
      alertIds: [alert.id],
    },
  ])
}

/** Forms asked for in some tickets; who answered has submitted his. */
export async function writeForms(tx: Tx, platform: string, told: readonly Ticket[]): Promise<void> {
  const forms = told.flatMap((one) => formOf(platform, one))
  await insertRows(
    tx,
    'file',
    forms.flatMap(({ file }) => file ?? []),
  )
  await insertRows(
    tx,
    'customer_form',
    forms.map(({ form }) => form),
  )
}

function formOf(platform: string, { ofCase, status, messages }: Ticket) {
  const random = randomOf(`docket customer forms 1 ${platform} ${ofCase.id}`)
  if (!random.chance(0.5)) return []
  const type = random.pick(Object.keys(FORM_TEMPLATES) as CustomerFormType[])
  const template = FORM_TEMPLATES[type]
  const [asked] = messages
  const answer = status === 'pending' ? undefined : messages.find(({ direction }) => direction === 'in')
  const key = `${platform}/${ofCase.id}`
  const file = answer &&
    template.isFileRequired && {
      ...specimenFile(PROOFS[type]),
      id: uuidOf(`file of customer form:${key}`),
      platform,
      created_at: answer.at,
      is_signed: false,
    }
  const form = {
    id: uuidOf(`customer form:${key}`),
    platform,
    customer_id: ofCase.customer_id,
    form_type: type,
    template,
    answers: answer ? answersTo(random, template.questions, answer.at) : null,
    file_id: file ? file.id : null,
    created_by: ofCase.manager_id,
    created_at: asked?.at,
    submitted_at: answer?.at ?? null,
    version: answer ? 2 : 1,
  }
  return [{ form, file: file || undefined }]
}

/** The document that proves an answer. */
const PROOFS: Readonly<Record<CustomerFormType, SpecimenName>> = {
  source_of_funds: 'statement.pdf',
  source_of_wealth: 'statement.pdf',
  expected_activity: 'contract.pdf',
  beneficial_owners: 'contract.pdf',
  identity_update: 'identity.png',
}

/** Answers in words, by the id of the question. */
const WORDS: Readonly<Record<string, string>> = {
  explanation: 'From my employer, as salary and a bonus for the year.',
  origin: 'Savings from twenty years of work, and the sale of a flat.',
  purpose: 'To receive payments of my customers and to pay suppliers.',
  countries: 'Canada, Germany and Mexico',
  owners: 'Alex Specimen, born 1 March 1971, Canada, 60 %; Kim Specimen, born 9 June 1975, Canada, 40 %',
  control: 'By votes, each by their share.',
}

function answersTo(random: Random, questions: readonly CustomerQuestion[], at: Date): Record<string, string> {
  const day = (days: number) => new Date(at.getTime() + days * 24 * HOUR).toISOString().slice(0, 10)
  const answer = ({ id, kind, choices = [] }: CustomerQuestion): string => {
    if (kind === 'choice') return random.pick(choices)
    if (kind === 'amount') return String(random.int(1000, 90_000))
    if (kind === 'date') return day(id === 'expires' ? random.int(300, 3000) : -random.int(30, 700))
    return kind === 'yesNo' ? 'No' : (WORDS[id] ?? 'See the file.')
  }
  return Object.fromEntries(
    questions.filter(({ isRequired }) => isRequired).map((question) => [question.id, answer(question)]),
  )
}
