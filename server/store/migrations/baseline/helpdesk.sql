-- The helpdesk: teams, templates, tickets with their messages, letters out and in.

create table helpdesk_team (
  platform text not null,
  id text not null,
  name text not null,
  -- what its tickets are written from
  email text not null,
  primary key (platform, id)
);

create table helpdesk_template (
  platform text not null,
  id text not null,
  name text not null,
  subject text not null,
  content text not null,
  version bigint not null default 1,
  primary key (platform, id)
);
create unique index helpdesk_template_name on helpdesk_template (platform, lower(name));

create table helpdesk_ticket (
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
);
create index helpdesk_ticket_customer on helpdesk_ticket (platform, customer_id, id);
create index helpdesk_ticket_case on helpdesk_ticket (case_uuid) where case_uuid is not null;

create table helpdesk_message (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references helpdesk_ticket,
  direction text not null check (direction in ('in', 'out')),
  from_email text not null,
  to_email text not null,
  content text not null,
  attachments jsonb not null default '[]',
  -- null for what came in
  author_id text references account,
  created_at timestamptz not null,
  -- of a letter that was sent or taken in: answers name it
  message_id text,
  is_automatic boolean not null default false
);
create index helpdesk_message_ticket on helpdesk_message (ticket_id, id);
create index helpdesk_message_id on helpdesk_message (message_id) where message_id is not null;

-- letters that are to be sent
create table mail (
  id uuid primary key,
  platform text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  attachment text check (attachment in ('kyc')),
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts int not null default 0,
  sent_at timestamptz,
  last_error text,
  reply_to text
);
create index mail_due on mail (due_at) where sent_at is null;

-- letters that came in, by their Message-ID: on the thread of a ticket, or waiting for a manager to say whose they are
create table inbound_letter (
  message_id text primary key,
  -- what it is called here; its source is kept under this id while it waits
  id uuid not null unique,
  -- unknown until it is parsed, and where it is addressed to no team
  platform text,
  from_email text not null,
  to_email text not null,
  subject text not null,
  summary text not null,
  attachments int not null,
  received_at timestamptz not null,
  status text not null check (status in ('received', 'threaded', 'unmatched', 'discarded')),
  reason text,
  ticket_id bigint references helpdesk_ticket,
  digest text
);
create index inbound_letter_unmatched on inbound_letter (platform, received_at) where status = 'unmatched';
create index inbound_letter_nobodys on inbound_letter (received_at) where status = 'unmatched' and platform is null;
