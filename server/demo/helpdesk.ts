/** The demo world's helpdesk: teams, templates, and what was asked of customers whose cases waited for them. */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { TicketStatus } from '#contract/model/ticket.ts'
import { recordEach, type Actor, type Entry } from '#server/audit/audit.ts'
import type { Account } from '#server/core/context.ts'
import type { Database } from '#server/schema/database.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import { attachAnswers, attachmentOf, fileAttachments, writeForms, type Message } from './answers.ts'
import { randomOf, type Random } from './random.ts'
import type { SpecimenName } from './specimen-files.ts'

type Tx = Transaction<Database>
const HOUR = 3_600_000

export const DEMO_TEAMS = [
  { id: 'compliance', name: 'Compliance', email: (platform: string) => `compliance@${platform}.example` },
  { id: 'due-diligence', name: 'Due diligence', email: (platform: string) => `kyc@${platform}.example` },
  { id: 'payments', name: 'Payments', email: (platform: string) => `payments@${platform}.example` },
] as const

export const DEMO_TEMPLATES = [
  {
    id: 'purpose',
    name: 'Purpose of a payment',
    subject: 'A question about your payment',
    content:
      'Hello {{customer.name}},\n\nbefore we can complete your payment of {{amount}} of {{date}} we need to know what it is for. Please answer with a few words and, if there is one, the invoice or contract.\n\nThank you',
  },
  {
    id: 'source-of-funds',
    name: 'Source of funds',
    subject: 'Where the money comes from',
    content:
      'Hello {{customer.name}},\n\nplease tell us where the money for your recent payments comes from, and send us a document that shows it: a payslip, a bank statement, or a contract of sale.\n\nThank you',
  },
  {
    id: 'identity',
    name: 'Identity document expired',
    subject: 'Your identity document has expired',
    content:
      'Hello {{customer.name}},\n\nthe identity document that we have of you is no longer valid. Please send us a picture of your new one, both sides.\n\nThank you',
  },
  {
    id: 'reminder',
    name: 'Reminder',
    subject: 'We are still waiting for your answer',
    content:
      'Hello {{customer.name}},\n\nwe asked you for information a while ago and have not heard from you. Without an answer we may have to limit your account.\n\nThank you',
  },
  {
    id: 'done',
    name: 'Thank you, all is well',
    subject: 'Thank you for your answer',
    content:
      'Hello {{customer.name}},\n\nthank you for your answer. We have what we need, and there is nothing more for you to do.\n\nKind regards',
  },
] as const

/** Answers of customers, with attachments. */
const ANSWERS: readonly { text: string; attached?: SpecimenName }[] = [
  { text: 'Hello, this is for an order of last month, the contract is attached.', attached: 'contract.pdf' },
  { text: 'Hi, I sold my car and sent the money to my sister. The contract is attached.', attached: 'contract.pdf' },
  { text: 'Good morning, it is the deposit for a rented flat. What else do you need?' },
  { text: 'Hello, the money is my salary and a bonus. I attach the statement.', attached: 'statement.pdf' },
]

/** Writes the teams and templates of each platform. */
export async function seedHelpdesk(db: Kysely<Database>, platforms: readonly string[]): Promise<void> {
  const conflict = sql`on conflict do nothing`
  const teams = platforms.flatMap((platform) =>
    DEMO_TEAMS.map(({ id, name, email }) => ({ platform, id, name, email: email(platform) })),
  )
  await insertRows(db, 'helpdesk_team', teams, { conflict })
  const templates = platforms.flatMap((platform) => DEMO_TEMPLATES.map((each) => Object.assign({ platform }, each)))
  await insertRows(db, 'helpdesk_template', templates, { conflict })
}

interface Asked {
  id: string
  uuid: string
  status: string
  customer_id: string
  transaction_id: string
  manager_id: string
  created_at: Date
  finished_at: Date | null
  type: 'personal' | 'business'
  username: string | null
  name: string
  amount: string
  currency: string
}

interface Told {
  ofCase: Asked
  status: TicketStatus
  team: (typeof DEMO_TEAMS)[number]
  subject: string
  email: string
  messages: Message[]
}

/** Writes tickets on cases that await the customer and on some finished ones, with the forms requested in them. */
export async function seedTickets(
  tx: Tx,
  { platform, transactionIds }: { platform: string; transactionIds: readonly string[] },
  staff: ReadonlyMap<string, Account>,
  anchor: Date,
): Promise<void> {
  const { rows } = await sql<Asked>`
    select c.id, c.uuid, c.status, c.customer_id, c.transaction_id, c.manager_id, c.created_at, c.finished_at,
      k.type, k.username, k.name, t.amount, t.currency
    from monitoring_case c
    join customer k on k.platform = c.platform and k.id = c.customer_id
    join transaction t on t.platform = c.platform and t.id = c.transaction_id
    where c.platform = ${platform} and c.transaction_id = any(${transactionIds}) and c.manager_id is not null
      and c.status in ('await', 'complete')
    order by c.created_at, c.id`.execute(tx)
  const told = rows.flatMap((row) => tell(randomOf(`docket tickets 1 ${platform} ${row.id}`), row, anchor) ?? [])
  await writeTickets(tx, platform, told)
  await writeForms(tx, platform, told)
  await recordEach(tx, [
    ...told.flatMap((one): [Actor, Entry][] => entryOf(platform, one, staff)),
    ...(await attachAnswers(tx, platform, told, staff)),
  ])
}

function tell(random: Random, ofCase: Asked, anchor: Date): Told | undefined {
  const isWaiting = ofCase.status === 'await'
  if (!isWaiting && !random.chance(0.06)) return undefined
  const start = ofCase.created_at.getTime()
  const end = (ofCase.finished_at ?? anchor).getTime()
  const at = (share: number) => new Date(Math.floor(start + (end - start) * share))
  const template = random.pick(DEMO_TEMPLATES.slice(0, 3))
  const messages: Message[] = [{ direction: 'out', content: letterTo(ofCase, template.content), at: at(0.3) }]
  const hasAnswered = !isWaiting || random.chance(0.35)
  const isLate = !hasAnswered && end - start > 72 * HOUR
  if (isLate) messages.push({ direction: 'out', content: letterTo(ofCase, wordsOf('reminder')), at: at(0.7) })
  if (hasAnswered) {
    const { text, attached } = random.pick(ANSWERS)
    messages.push({ direction: 'in', content: text, at: at(0.6), attached })
  }
  if (!isWaiting) messages.push({ direction: 'out', content: letterTo(ofCase, wordsOf('done')), at: at(0.9) })
  return {
    ofCase,
    status: isWaiting ? (hasAnswered ? 'open' : 'pending') : 'closed',
    team: random.pick(DEMO_TEAMS),
    subject: template.subject,
    email: addressOf(ofCase),
    messages,
  }
}

/** The primary e-mail address of the customer's profile. */
function addressOf({ type, username, customer_id }: Asked): string {
  const name = username ?? `customer${customer_id}`
  return type === 'business' ? `office@${name}.example` : `${name}@mail.example`
}

/** A template as it was sent to the customer of a case. */
function letterTo({ name, amount, currency, created_at }: Asked, content: string): string {
  const facts: Record<string, string> = {
    'customer.name': name,
    amount: `${Number(amount).toLocaleString('en', { minimumFractionDigits: 2 })} ${currency}`,
    date: created_at.toISOString().slice(0, 10),
  }
  return content.replaceAll(/\{\{([^{}]+)\}\}/g, (whole, variable: string) => facts[variable] ?? whole)
}

const wordsOf = (id: string) => DEMO_TEMPLATES.find((each) => each.id === id)?.content ?? ''

async function writeTickets(tx: Tx, platform: string, told: readonly Told[]): Promise<void> {
  const tickets = told.map(({ ofCase, status, team, subject, email, messages }) => ({
    platform,
    customer_id: ofCase.customer_id,
    team_id: team.id,
    subject,
    status,
    case_uuid: ofCase.uuid,
    transaction_id: ofCase.transaction_id,
    contact_email: email,
    created_by: ofCase.manager_id,
    created_at: messages[0]?.at,
    version: messages.length,
  }))
  await insertRows(tx, 'helpdesk_ticket', tickets)
  const uuids = told.map(({ ofCase }) => ofCase.uuid)
  const { rows } = await sql<{ id: string; uuid: string }>`
    select id, case_uuid as uuid from helpdesk_ticket where case_uuid = any(${uuids}::uuid[])`.execute(tx)
  const ids = new Map(rows.map(({ id, uuid }) => [uuid, id]))
  const messages = told.flatMap(({ ofCase, team, email, messages: its }) =>
    its.map(({ direction, content, at, attached }) => ({
      ticket_id: ids.get(ofCase.uuid),
      direction,
      from_email: direction === 'out' ? team.email(platform) : email,
      to_email: direction === 'out' ? email : team.email(platform),
      content,
      attachments: attached ? [attachmentOf(platform, ofCase, attached)] : [],
      author_id: direction === 'out' ? ofCase.manager_id : null,
      created_at: at,
    })),
  )
  await insertRows(tx, 'helpdesk_message', messages)
  await fileAttachments(tx, platform, [...ids.values()])
}

function entryOf(
  platform: string,
  { ofCase, subject, messages: [first] }: Told,
  staff: ReadonlyMap<string, Account>,
): [Actor, Entry][] {
  const account = staff.get(ofCase.manager_id)
  if (!account || !first) return []
  const actor = { account, platform, origin: { address: null, appVersion: null }, now: () => first.at }
  return [[actor, { action: 'add ticket link', object: { kind: 'case', id: ofCase.id }, after: { subject } }]]
}
