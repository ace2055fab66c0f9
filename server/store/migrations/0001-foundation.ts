/** Accounts, customers, transactions, rules, cases, alerts, notes, files, audit, idempotency. PostgreSQL 15 and later. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create extension if not exists pg_trgm`,

  `create table account (
    id text primary key,
    email text not null unique,
    first_name text not null,
    last_name text not null,
    roles text[] not null,
    platforms text[] not null,
    is_disabled boolean not null default false
  )`,
  `create table session (
    id uuid primary key,
    account_id text not null references account,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    revoked_at timestamptz
  )`,
  `create index session_account on session (account_id)`,

  `create table customer (
    platform text not null,
    id text not null,
    type text not null check (type in ('personal', 'business')),
    name text not null,
    first_name text,
    last_name text,
    username text,
    country text,
    created_at timestamptz not null,
    profile jsonb not null default '{}',
    primary key (platform, id)
  )`,

  // one row a transaction as its platform's customer sees it
  `create table transaction (
    platform text not null,
    id text not null,
    at timestamptz not null,
    customer_id text not null,
    counterparty_id text,
    direction text not null check (direction in ('incoming', 'outgoing')),
    service text,
    amount numeric not null,
    currency text not null,
    usd numeric not null,
    country text,
    counterparty_country text,
    client_name text not null,
    counterparty_name text not null,
    status text not null default 'new',
    data jsonb not null default '{}',
    ingested_at timestamptz not null default now(),
    primary key (platform, id)
  )`,
  `create index transaction_customer on transaction (platform, customer_id, at)`,
  `create index transaction_counterparty on transaction (platform, counterparty_id, at)`,
  `create index transaction_at on transaction (platform, at)`,

  `create table rule (
    id bigint generated always as identity primary key,
    platform text not null,
    name text not null,
    description text not null default '',
    area text not null check (area in ('transaction', 'account', 'schedule')),
    type text not null,
    criteria jsonb not null,
    options jsonb not null,
    revision_id bigint not null default 0,
    author text not null,
    updated_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  `create table rule_revision (
    id bigint generated always as identity primary key,
    rule_id bigint not null references rule,
    name text not null,
    description text not null,
    criteria jsonb not null,
    options jsonb not null,
    author text not null,
    at timestamptz not null default now()
  )`,
  `create index rule_revision_rule on rule_revision (rule_id, id)`,
  `create index rule_platform on rule (platform) where deleted_at is null`,

  `create table monitoring_case (
    platform text not null,
    id text not null,
    uuid uuid not null unique,
    transaction_id text not null,
    customer_id text not null,
    customer_type text not null,
    status text not null,
    recommended_str smallint not null default 0,
    transaction_status text not null default 'new',
    manager_id text references account,
    assigned_at timestamptz,
    created_at timestamptz not null,
    finished_at timestamptz,
    failed_rule text,
    alert_count int not null default 0,
    open_alert_count int not null default 0,
    hard_stop_count int not null default 0,
    active_hard_stop int not null default 0,
    service text,
    direction text not null,
    amount numeric not null,
    currency text not null,
    usd numeric not null,
    country text,
    client_name text not null,
    counterparty_name text not null,
    search text not null,
    version bigint not null default 1,
    primary key (platform, id)
  )`,
  // newest first, the id breaking ties: the one order of the queue
  `create index case_order on monitoring_case (platform, created_at desc, id desc)`,
  `create index case_status_order on monitoring_case (platform, status, created_at desc, id desc)`,
  `create index case_manager on monitoring_case (platform, manager_id, created_at desc, id desc)`,
  `create index case_customer on monitoring_case (platform, customer_id, created_at desc)`,
  `create index case_search on monitoring_case using gin (search gin_trgm_ops)`,

  `create table alert (
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
    version bigint not null default 1
  )`,
  `create index alert_case on alert (platform, case_id) where case_id is not null`,
  `create index alert_customer on alert (platform, customer_id, rule_id)`,
  `create index alert_rule on alert (rule_id, status)`,
  // a rule speaks once on a case
  `create unique index alert_once on alert (platform, case_id, rule_id) where case_id is not null`,

  `create table note (
    id uuid primary key,
    platform text not null,
    case_id text,
    alert_id bigint references alert,
    customer_id text not null,
    author_id text not null references account,
    text text not null,
    created_at timestamptz not null default now(),
    written_before_close boolean not null default false
  )`,
  `create index note_case on note (platform, case_id, created_at)`,
  `create index note_alert on note (alert_id)`,

  `create table file (
    id uuid primary key,
    platform text not null,
    alert_id bigint references alert,
    name text not null,
    type text not null,
    size bigint not null,
    created_by text not null references account,
    created_at timestamptz not null default now()
  )`,
  `create index file_alert on file (alert_id)`,

  `create table audit (
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
  )`,
  `create index audit_object on audit (platform, object_kind, object_id, n)`,

  `create table idempotency (
    account_id text not null references account,
    key uuid not null,
    fingerprint bytea not null,
    status int not null,
    body jsonb not null,
    at timestamptz not null default now(),
    primary key (account_id, key)
  )`,

  // facts about this database as a whole, such as its identity and what the demo world was made from
  `create table meta (k text primary key, v jsonb not null)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
