-- Allowlists, what they kept from being raised, and background tasks.

create table allowlist (
  id bigint generated always as identity primary key,
  platform text not null,
  rule_id bigint not null references rule,
  version_id bigint not null default 0,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  proposed_version_id bigint
);
create index allowlist_platform on allowlist (platform, id desc) where deleted_at is null;
create index allowlist_rule on allowlist (rule_id) where deleted_at is null;

create table allowlist_version (
  id bigint generated always as identity primary key,
  allowlist_id bigint not null references allowlist,
  name text not null,
  comment text not null,
  customer_type text not null check (customer_type in ('personal', 'business')),
  customer_id text,
  ignore_criteria boolean not null,
  start_date date not null,
  end_date date,
  rule_criteria jsonb not null,
  report_criteria jsonb,
  filter_groups jsonb not null default '[]',
  author text not null,
  at timestamptz not null,
  approved_by text references account,
  approved_at timestamptz,
  approval_note text,
  check (end_date is null or end_date >= start_date)
);
create index allowlist_version_list on allowlist_version (allowlist_id, id);

-- what an allowlist kept from being raised: a hit that leaves no alert leaves a line here
create table allowlist_hit (
  id bigint generated always as identity primary key,
  platform text not null,
  allowlist_id bigint not null references allowlist,
  version_id bigint not null references allowlist_version,
  rule_id bigint not null references rule,
  revision_id bigint not null,
  -- null for a hit on the customer
  transaction_id text,
  customer_id text not null,
  trigger_info jsonb not null,
  at timestamptz not null
);
create index allowlist_hit_customer on allowlist_hit (allowlist_id, customer_id, at);

create table task (
  uuid uuid primary key,
  platform text not null,
  kind text not null,
  allowlist_id bigint references allowlist,
  version_id bigint references allowlist_version,
  status text not null check (status in ('Processing', 'Processed', 'Error', 'Canceled')),
  message text,
  author text not null references account,
  created_at timestamptz not null,
  ended_at timestamptz,
  total int not null default 0,
  done int not null default 0,
  close_cases boolean not null default false
);
create index task_platform on task (platform, created_at desc);
-- one at a time for an allowlist
create unique index task_running on task (allowlist_id) where status = 'Processing';
-- one at a time for a person on each platform
create unique index backtest_running on task (author, platform) where kind = 'rule-backtest' and status = 'Processing';

-- what a task has to go through; the outcome is set in the transaction of the effect
create table task_alert (
  task uuid not null references task on delete cascade,
  alert_id bigint not null references alert,
  outcome text check (outcome in ('resolved', 'skipped')),
  reason text,
  closed_case boolean not null default false,
  primary key (task, alert_id)
);
create index task_alert_waiting on task_alert (task, alert_id) where outcome is null;

create table backtest (
  task uuid primary key references task on delete cascade,
  rule_id bigint references rule,
  draft jsonb not null,
  days int not null,
  -- customers up to each of these are one part of the work
  parts text[] not null default '{}',
  done int not null default 0,
  result jsonb,
  -- the rule that it stands beside, as it was when it began
  live jsonb
);

-- kept until the result is there
create table backtest_hit (
  task uuid not null,
  is_draft boolean not null,
  -- a transaction, or empty
  id text collate "C" not null,
  account text collate "C" not null
);
create index backtest_hit_task on backtest_hit (task);
