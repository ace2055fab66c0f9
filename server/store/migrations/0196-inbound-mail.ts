/** Letters that came in, by their Message-ID: on the thread of a ticket, or waiting for a manager to say whose they are. */
import { sql, type Kysely } from 'kysely'

const statements = [
  // of a letter that we sent or took in: answers name it
  `alter table helpdesk_message add column message_id text`,
  `create index helpdesk_message_id on helpdesk_message (message_id) where message_id is not null`,
  `create table inbound_letter (
    message_id text primary key,
    -- what it is called here; its source is kept under this id while it waits
    id uuid not null unique,
    platform text not null,
    from_email text not null,
    to_email text not null,
    subject text not null,
    summary text not null,
    attachments int not null,
    received_at timestamptz not null,
    status text not null check (status in ('threaded', 'unmatched', 'discarded', 'automatic')),
    reason text,
    ticket_id bigint references helpdesk_ticket
  )`,
  `create index inbound_letter_unmatched on inbound_letter (platform, received_at) where status = 'unmatched'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
