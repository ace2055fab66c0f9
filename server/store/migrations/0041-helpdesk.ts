/** The helpdesk: whom it writes as, tickets with their messages, and forms that customers are asked for. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create table helpdesk_team (
    platform text not null,
    id text not null,
    name text not null,
    -- what its tickets are written from
    email text not null,
    primary key (platform, id)
  )`,
  `create table helpdesk_template (
    platform text not null,
    id text not null,
    name text not null,
    subject text not null,
    content text not null,
    primary key (platform, id)
  )`,

  `create table helpdesk_ticket (
    id bigint generated always as identity primary key,
    platform text not null,
    customer_id text not null,
    team_id text not null,
    subject text not null,
    status text not null default 'open' check (status in ('open', 'pending', 'closed')),
    case_uuid uuid,
    transaction_id text,
    contact_email text not null,
    created_by text not null references account,
    created_at timestamptz not null,
    version bigint not null default 1
  )`,
  `create index helpdesk_ticket_customer on helpdesk_ticket (platform, customer_id, id)`,
  `create index helpdesk_ticket_case on helpdesk_ticket (case_uuid) where case_uuid is not null`,

  `create table helpdesk_message (
    id bigint generated always as identity primary key,
    ticket_id bigint not null references helpdesk_ticket,
    direction text not null check (direction in ('in', 'out')),
    from_email text not null,
    to_email text not null,
    content text not null,
    attachments jsonb not null default '[]',
    -- null for what came in
    author_id text references account,
    created_at timestamptz not null
  )`,
  `create index helpdesk_message_ticket on helpdesk_message (ticket_id, id)`,

  `create table customer_form (
    id uuid primary key,
    platform text not null,
    customer_id text not null,
    form_type text not null,
    file_id uuid references file,
    created_by text not null references account,
    created_at timestamptz not null,
    submitted_at timestamptz,
    version bigint not null default 1
  )`,
  `create index customer_form_customer on customer_form (platform, customer_id, created_at)`,
  `create index customer_form_file on customer_form (file_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
