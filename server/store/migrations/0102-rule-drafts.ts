/** Rules that are not in force yet: in shadow mode, pending approval, in a backtest. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `alter table rule add column stage text not null default 'live' check (stage in ('live', 'shadow', 'proposed'))`,
  // what a rule in shadow would have raised, and how much of it other rules raised too
  `create table rule_shadow (
    rule_id bigint not null references rule,
    revision_id bigint not null,
    day date not null,
    hits int not null,
    also_alerted int not null,
    primary key (rule_id, revision_id, day)
  )`,
  `create table rule_proposal (
    id bigint generated always as identity primary key,
    platform text not null,
    rule_id bigint not null references rule,
    kind text not null check (kind in ('add', 'change', 'delete', 'stage')),
    -- the revision that it was made on
    revision_id bigint not null,
    body jsonb not null,
    author text not null references account,
    at timestamptz not null,
    status text not null default 'open' check (status in ('open', 'approved', 'returned')),
    decided_by text references account,
    decided_at timestamptz,
    note text
  )`,
  `create unique index rule_proposal_open on rule_proposal (rule_id) where status = 'open'`,
  `create index rule_proposal_list on rule_proposal (platform, status, id desc)`,

  `create table backtest (
    task uuid primary key references task on delete cascade,
    rule_id bigint references rule,
    draft jsonb not null,
    days int not null,
    -- customers up to each of these are one part of the work
    parts text[] not null default '{}',
    done int not null default 0,
    result jsonb
  )`,
  // one at a time for a person
  `create unique index backtest_running on task (author) where kind = 'rule-backtest' and status = 'Processing'`,
  // kept until the result is there
  `create table backtest_hit (
    task uuid not null,
    is_draft boolean not null,
    -- a transaction, or empty
    id text collate "C" not null,
    account text collate "C" not null
  )`,
  `create index backtest_hit_task on backtest_hit (task)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
