-- Acts that wait for a second person, decisions on stacks.

create table approval (
  id bigint generated always as identity primary key,
  platform text not null,
  kind text not null,
  object_kind text not null,
  object_id text not null,
  label text not null,
  customer_id text,
  case_id text,
  version text not null,
  body jsonb not null,
  reason text,
  author text not null references account,
  at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'approved', 'returned')),
  decided_by text references account,
  decided_at timestamptz,
  note text
);
-- one thing waits for one approval at a time
create unique index approval_open on approval (platform, object_kind, object_id)
  where status = 'open';
create index approval_object on approval (platform, object_kind, object_id);
create index approval_case on approval (platform, case_id) where status = 'open';
create index approval_author on approval (author, at) where kind = 'bulk';

create table stack_decision (
  id uuid primary key,
  platform text not null,
  kind text not null,
  -- what its rows share
  shared text not null,
  author text not null references account,
  size int not null,
  looked text[] not null,
  -- which were decided
  rows text[] not null,
  at timestamptz not null
);
