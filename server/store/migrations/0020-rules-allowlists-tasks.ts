/** Allowlists and their versions, model config sets, background tasks, procedures gone through. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create table allowlist (
    id bigint generated always as identity primary key,
    platform text not null,
    rule_id bigint not null references rule,
    version_id bigint not null default 0,
    created_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  `create index allowlist_platform on allowlist (platform, id desc) where deleted_at is null`,
  `create index allowlist_rule on allowlist (rule_id) where deleted_at is null`,
  `create table allowlist_version (
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
    check (end_date is null or end_date >= start_date)
  )`,
  `create index allowlist_version_list on allowlist_version (allowlist_id, id)`,

  `create table config_set (
    id bigint generated always as identity primary key,
    platform text not null,
    name text not null,
    comment text not null,
    value text[] not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version bigint not null default 1
  )`,
  `create unique index config_set_name on config_set (platform, lower(name))`,

  `create table task (
    uuid uuid primary key,
    platform text not null,
    kind text not null,
    allowlist_id bigint references allowlist,
    version_id bigint references allowlist_version,
    status text not null check (status in ('Processing', 'Processed', 'Error', 'Canceled')),
    message text,
    author text not null references account,
    created_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create index task_platform on task (platform, created_at desc)`,
  // one at a time for an allowlist
  `create unique index task_running on task (allowlist_id) where status = 'Processing'`,
  // what a task has to go through; the outcome is set in the transaction of the effect
  `create table task_alert (
    task uuid not null references task on delete cascade,
    alert_id bigint not null references alert,
    outcome text check (outcome in ('resolved', 'skipped')),
    reason text,
    primary key (task, alert_id)
  )`,
  `create index task_alert_waiting on task_alert (task, alert_id) where outcome is null`,

  `create table procedure_done (
    alert_id bigint not null references alert,
    procedure_id text not null,
    done_by text not null references account,
    at timestamptz not null,
    primary key (alert_id, procedure_id)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
