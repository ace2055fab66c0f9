-- The audit, which only grows, and checks of it.

create table audit (
  n bigint primary key,
  at timestamptz not null,
  client_time timestamptz,
  skew_ms bigint,
  actor text not null,
  roles text[] not null,
  platform text,
  action text not null,
  object_kind text not null,
  object_id text not null,
  version bigint,
  before jsonb,
  after jsonb,
  reason text,
  note text,
  rule_revision bigint,
  alert_ids text[],
  idempotency_key uuid,
  device text,
  dev_seq bigint,
  offline boolean not null default false,
  app_version text,
  address text,
  previous bytea not null,
  hash bytea not null
);
create index audit_object on audit (platform, object_kind, object_id, n);
create index audit_platform on audit (platform, n);
create index audit_actor on audit (actor, n);
create index audit_action on audit (action, n);
create index audit_kind on audit (object_kind, n);
create index audit_at on audit using brin (at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();

create table audit_check (
  id bigint generated always as identity primary key,
  asked_by text not null references account,
  at timestamptz not null,
  status text not null default 'running' check (status in ('running', 'whole', 'faulty', 'failed')),
  count bigint not null default 0,
  hash bytea,
  faults text[] not null default '{}',
  heads integer not null default 0,
  ended_at timestamptz
);
