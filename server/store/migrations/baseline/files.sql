-- Files and their contents, and forms that customers hand in.

create table file (
  id uuid primary key,
  platform text not null,
  alert_id bigint references alert,
  name text not null,
  type text not null,
  size bigint not null,
  -- null for what a customer handed in
  created_by text references account,
  created_at timestamptz not null default now(),
  form_id uuid references document_form,
  is_signed boolean not null default false,
  helpdesk_message_id bigint references helpdesk_message,
  -- of another file with the same bytes
  stored_as uuid
);
create index file_alert on file (alert_id);
create index file_form on file (form_id) where form_id is not null;
-- a form is signed once
create unique index file_signed on file (form_id) where is_signed;
-- what an account uploaded and named nowhere
create index file_unnamed on file (created_by, created_at)
  where form_id is null and alert_id is null and stored_as is null;
create index file_helpdesk_message on file (helpdesk_message_id) where helpdesk_message_id is not null;

-- contents in chunks, or the record of one that is kept in a bucket
create table file_content (
  id uuid primary key,
  place text not null check (place in ('database', 'bucket')),
  size bigint not null,
  sha256 bytea not null check (length(sha256) = 32),
  -- false from before an object is sent until the row that names it is written, and again once nothing names it
  is_kept boolean not null default true,
  at timestamptz not null default now()
);
create index file_content_unkept on file_content (at) where not is_kept;

-- chunks are written as they arrive, before size and hash are known
create table file_chunk (
  file_id uuid not null references file_content on delete cascade deferrable initially deferred,
  n integer not null,
  bytes bytea not null,
  primary key (file_id, n)
);
-- most files are compressed already
alter table file_chunk alter column bytes set storage external;

create table customer_form (
  id uuid primary key,
  platform text not null,
  customer_id text not null,
  form_type text not null,
  file_id uuid references file,
  created_by text not null references account,
  created_at timestamptz not null,
  submitted_at timestamptz,
  version bigint not null default 1,
  withdrawn_at timestamptz,
  -- what it asks, and what was answered
  template jsonb,
  answers jsonb
);
create index customer_form_customer on customer_form (platform, customer_id, created_at);
create index customer_form_file on customer_form (file_id);

-- the addresses under which customers hand forms in
create table customer_form_link (
  -- SHA-256 of what stands in the address
  hash bytea primary key,
  form_id uuid not null references customer_form,
  created_by text not null references account,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index customer_form_link_expires on customer_form_link (expires_at);
