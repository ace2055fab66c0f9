/** Rights with versions, policies as data, notices, checks of the audit, and ways into the audit. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column version bigint not null default 1`.execute(db)
  await sql`alter table approval drop constraint approval_kind_check`.execute(db)
  await sql`create table policy (
    platform text not null,
    id text not null,
    value jsonb not null,
    version bigint not null,
    updated_by text not null references account,
    updated_at timestamptz not null,
    primary key (platform, id)
  )`.execute(db)
  await sql`create table notice (
    id bigint generated always as identity primary key,
    platform text not null,
    text text not null,
    author text not null references account,
    at timestamptz not null,
    until timestamptz not null check (until > at),
    ended_at timestamptz,
    ended_by text references account
  )`.execute(db)
  await sql`create index notice_of on notice (platform, until)`.execute(db)
  await sql`create table audit_check (
    id bigint generated always as identity primary key,
    asked_by text not null references account,
    at timestamptz not null,
    status text not null default 'running' check (status in ('running', 'whole', 'faulty', 'failed')),
    count bigint not null default 0,
    hash bytea,
    faults text[] not null default '{}',
    heads integer not null default 0,
    ended_at timestamptz
  )`.execute(db)
  // the audit by what administrators ask of it, latest first
  await sql`create index audit_platform on audit (platform, n)`.execute(db)
  await sql`create index audit_actor on audit (actor, n)`.execute(db)
  await sql`create index audit_action on audit (action, n)`.execute(db)
  await sql`create index audit_kind on audit (object_kind, n)`.execute(db)
  await sql`create index audit_at on audit using brin (at)`.execute(db)
}
