/** Who works which queues, what people are excluded from, and the last run of auto-assignment. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table staff_roster (
    platform text not null,
    account text not null references account,
    queues text[] not null,
    updated_by text not null references account,
    updated_at timestamptz not null,
    primary key (platform, account)
  )`.execute(db)
  await sql`create table staff_exclusion (
    id bigint generated always as identity primary key,
    platform text not null,
    account text not null references account,
    scope text not null check (scope in ('customer', 'ruleType', 'queue')),
    value text not null,
    reason text not null,
    author text not null references account,
    at timestamptz not null,
    unique (platform, account, scope, value)
  )`.execute(db)
  await sql`create table auto_assign_run (
    platform text not null,
    queue text not null,
    at timestamptz not null,
    assigned integer not null,
    unassigned integer not null,
    last_assigned_at timestamptz,
    primary key (platform, queue)
  )`.execute(db)
}
