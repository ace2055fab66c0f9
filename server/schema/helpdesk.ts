/** The helpdesk's tables as Kysely knows them. */
import type { FormTemplate } from '#contract/model/customer-questions.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { TicketStatus } from '#contract/model/ticket.ts'
import type { Big, BigIdentity, When, WhenOrNull } from './columns.ts'

interface HelpdeskTeamTable {
  platform: string
  id: string
  name: string
  /** The sender address of its tickets. */
  email: string
}

interface HelpdeskTemplateTable {
  platform: string
  id: string
  name: string
  subject: string
  content: string
  version: ColumnType<string, string | number | undefined, string | number>
}

interface HelpdeskTicketTable {
  id: BigIdentity
  platform: string
  customer_id: string
  team_id: string
  subject: string
  status: ColumnType<TicketStatus, TicketStatus | undefined, TicketStatus>
  case_uuid: string | null
  transaction_id: string | null
  contact_email: string
  created_by: string
  created_at: When
  version: ColumnType<string, string | number | undefined, string | number>
}

interface HelpdeskMessageTable {
  id: BigIdentity
  ticket_id: Big
  direction: 'in' | 'out'
  from_email: string
  to_email: string
  content: string
  attachments: JSONColumnType<{ id: string; name: string; size: number }[], string | undefined, string>
  /** Null for what came in. */
  author_id: string | null
  created_at: When
  /** Of the e-mail, without angle brackets; null where none was sent. */
  message_id: ColumnType<string | null, string | null | undefined, string | null>
  /** Sent by a machine, such as an out-of-office reply: it answers nothing. */
  is_automatic: Generated<boolean>
}

export interface InboundEmailTable {
  /** Made of the id until the e-mail is read, and where the Message-ID is another e-mail's. */
  message_id: string
  /** Its bytes are stored under this id. */
  id: string
  /** Null until it is read, and where it is addressed to no team. */
  platform: string | null
  from_email: string
  to_email: string
  subject: string
  summary: string
  attachments: number
  received_at: When
  status: 'received' | 'threaded' | 'unmatched' | 'discarded'
  reason: string | null
  ticket_id: string | null
  /** Of its content, to tell it from another e-mail of the same Message-ID; null where it could not be read. */
  digest: ColumnType<string | null, string | null | undefined, string | null>
}

export interface CustomerFormTable {
  id: string
  platform: string
  customer_id: string
  form_type: string
  /** Its questions; null for a form that only asks for a file. */
  template: ColumnType<FormTemplate | null, string | undefined, never>
  /** By the id of the question; null where a file alone was submitted. */
  answers: ColumnType<Record<string, string> | null, undefined, string | null>
  file_id: string | null
  created_by: string
  created_at: When
  submitted_at: WhenOrNull
  withdrawn_at: WhenOrNull
  version: ColumnType<string, string | number | undefined, string | number>
}

interface CustomerFormLinkTable {
  hash: Buffer
  form_id: string
  created_by: string
  created_at: When
  expires_at: When
}

export interface HelpdeskTables {
  helpdesk_team: HelpdeskTeamTable
  helpdesk_template: HelpdeskTemplateTable
  helpdesk_ticket: HelpdeskTicketTable
  helpdesk_message: HelpdeskMessageTable
  customer_form: CustomerFormTable
  customer_form_link: CustomerFormLinkTable
  inbound_letter: InboundEmailTable
}
