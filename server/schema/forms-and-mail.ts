/** The tables of forms, tickets, mail and the assistant, as Kysely knows them. */
import type { ColumnType, Generated } from 'kysely'
import type { BigIdentity, Json, When, WhenOrNull } from './columns.ts'

interface DocumentFormTable {
  id: string
  platform: string
  customer_id: string
  customer_name: string
  type: 'sar' | 'edd_ong' | 'edd_ond'
  status: Generated<string>
  author_id: string
  /** Everybody who wrote on it or submitted it for review: none of them may approve it. */
  hands: string[]
  approved_by: string | null
  approved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: When
  updated_at: When
  data: Json
  version: ColumnType<string, string | number | undefined, string | number>
  /** Customer, type and status, lower-cased; made by the database. */
  search: ColumnType<string, never, never>
}

interface FormCommentTable {
  id: string
  form_id: string
  author_id: string
  comment: string
  created_at: When
}

/** A ticket opens one thing once, in place of a session where an address has to contain a token. */
interface TicketTable {
  hash: Buffer
  account_id: string
  purpose: string
  subject: string
  expires_at: When
}

interface AssistantMessageTable {
  id: BigIdentity
  account_id: string
  session_id: string
  platform: string
  role: 'user' | 'assistant'
  text: string
  created_at: When
}

/** A mail to send: written in the transaction of its subject, delivered afterwards. */
interface MailTable {
  id: string
  platform: string
  recipient: string
  /** The address for answers; the sender by default. */
  reply_to: ColumnType<string | null, string | null | undefined, string | null>
  subject: string
  text: string
  /** The attachment that is made when it is sent. */
  attachment: 'kyc' | null
  created_at: When
  /** Not before; later after each failure. */
  due_at: When
  attempts: Generated<number>
  sent_at: WhenOrNull
  last_error: string | null
}

export interface FormAndMailTables {
  document_form: DocumentFormTable
  form_comment: FormCommentTable
  ticket: TicketTable
  assistant_message: AssistantMessageTable
  mail: MailTable
}
