/** E-mails are stored before they are parsed, and stay attached to their message. Files of messages can be opened. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `alter table inbound_letter drop constraint inbound_letter_status_check`,
  `alter table inbound_letter add constraint inbound_letter_status_check
    check (status in ('received', 'threaded', 'unmatched', 'discarded', 'automatic'))`,
  // unknown until it is parsed, and where it is addressed to no team
  `alter table inbound_letter alter column platform drop not null`,
  `alter table inbound_letter add column digest text`,
  `create index inbound_letter_nobodys on inbound_letter (received_at) where status = 'unmatched' and platform is null`,
  `alter table helpdesk_message add column is_automatic boolean not null default false`,
  `alter table file add column helpdesk_message_id bigint references helpdesk_message`,
  `create index file_helpdesk_message on file (helpdesk_message_id) where helpdesk_message_id is not null`,
  `update file f set helpdesk_message_id = m.id
    from helpdesk_message m, jsonb_to_recordset(m.attachments::jsonb) as a(id uuid)
    where m.direction = 'in' and f.id = a.id`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
