-- Alerts of cases and of accounts, notes on them, procedures gone through.

create table alert (
  id bigint generated always as identity primary key,
  platform text not null,
  kind text not null check (kind in ('transaction', 'account')),
  case_id text,
  customer_id text not null,
  rule_id bigint not null references rule,
  rule_name text not null,
  rule_type text not null,
  rule_description text not null,
  revision_id bigint not null,
  level text not null check (level in ('alert', 'hardstop')),
  status text not null default 'new',
  sar smallint not null default 0,
  note text,
  manager_id text references account,
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text references account,
  trigger_info jsonb not null,
  criteria jsonb not null,
  enrichment jsonb not null default '{}',
  version bigint not null default 1,
  -- the hit of the screening that it rests on
  hit_id bigint generated always as ((trigger_info #>> '{saw,infolaft_sanction,hit}')::bigint) stored,
  due_at timestamptz,
  due_soon_at timestamptz,
  due_pauses timestamptz[] not null default '{}',
  last_due_at timestamptz,
  xid xid8 not null default pg_current_xact_id()
);
-- no query filters by these, so the planner needs no figures
alter table alert alter trigger_info set statistics 0, alter criteria set statistics 0, alter enrichment set statistics 0,
  alter rule_description set statistics 0, alter note set statistics 0;
-- a rule speaks once on a case
create unique index alert_once on alert (platform, case_id, rule_id) where case_id is not null;
create index alert_customer on alert (platform, customer_id, rule_id, created_at);
create index alert_rule on alert (rule_id, status);
create index alert_open on alert (platform, kind, rule_id)
  where status in ('new', 'await', 'in_progress', 'notification_sent');
create index alert_counts on alert (platform, kind, status);
create index alert_created on alert (platform, created_at);
create index alert_hit on alert (hit_id) where hit_id is not null;
-- the queue of account alerts, newest first, and what narrows it most
create index account_alert_order on alert (platform, created_at desc, id desc) where kind = 'account';
create index account_alert_open on alert (platform, created_at desc, id desc)
  where kind = 'account' and status in ('new', 'await', 'in_progress', 'notification_sent');
create index account_alert_status on alert (platform, status, sar, created_at desc, id desc) where kind = 'account';
create index account_alert_manager on alert (platform, manager_id, created_at desc, id desc) where kind = 'account';
create index account_alert_rule on alert (platform, rule_id, created_at desc, id desc) where kind = 'account';
create index account_alert_customer on alert (platform, customer_id, created_at desc, id desc) where kind = 'account';
create index account_alert_open_customer on alert (platform, customer_id)
  where kind = 'account' and status in ('new', 'await', 'in_progress', 'notification_sent');
create index account_alert_group on alert (platform, ((customer_id || ' ' || rule_id::text) collate "C") desc, id desc)
  where kind = 'account' and status in ('new', 'await', 'in_progress', 'notification_sent');
-- open work, in the order that a snapshot reads it
create index alert_open_order on alert (platform, created_at desc, id desc)
  where kind = 'account' and status in ('new', 'await', 'in_progress', 'notification_sent');
create index alert_feed on alert (platform, xid, id) where kind = 'account';
create index alert_due on alert (platform, (coalesce(due_at, 'infinity'::timestamptz)), id)
  where kind = 'account' and status in ('new', 'await', 'in_progress', 'notification_sent');
-- what auto-assignment takes
create index alert_unassigned on alert (platform, (coalesce(due_at, 'infinity'::timestamptz)), id)
  where kind = 'account' and status = 'new' and manager_id is null;
create index alert_sar_customer on alert (platform, customer_id) where kind = 'account' and sar = 1;
-- decisions: precedents of a rule, how much one person closed lately, counts of the page Trend
create index alert_decided on alert (platform, rule_id, id desc)
  where status not in ('new', 'await', 'in_progress', 'notification_sent');
create index alert_resolved_by on alert (resolved_by, resolved_at) where resolved_by is not null;
create index alert_decided_at on alert (platform, resolved_at) include (resolved_by)
  where resolved_by is not null;
create index alert_in_time on alert (platform, resolved_at) include (last_due_at, due_pauses, id)
  where resolved_at is not null and last_due_at is not null;

create table note (
  id uuid primary key,
  platform text not null,
  case_id text,
  alert_id bigint references alert,
  customer_id text not null,
  author_id text not null references account,
  text text not null,
  created_at timestamptz not null default now(),
  written_before_close boolean not null default false,
  template text
);
create index note_case on note (platform, case_id, created_at);
create index note_alert on note (alert_id);
-- notes on alerts of the account itself, which are the customer's too
create index note_customer on note (platform, customer_id, created_at desc) where case_id is null;

create table procedure_done (
  alert_id bigint not null references alert,
  procedure_id text not null,
  done_by text not null references account,
  at timestamptz not null,
  primary key (alert_id, procedure_id)
);
