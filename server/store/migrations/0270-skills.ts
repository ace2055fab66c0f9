/** What members of staff are good at, by area of rules, and what nobody has by what is due first. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table staff_skill (
    platform text not null,
    account text not null references account,
    area text not null,
    level smallint not null check (level between 1 and 3),
    updated_by text not null references account,
    updated_at timestamptz not null,
    primary key (platform, account, area)
  )`.execute(db)
  // what auto-assignment takes
  await sql`create index case_unassigned on monitoring_case (platform, (coalesce(due_at, 'infinity'::timestamptz)), id)
    where status = 'new' and manager_id is null`.execute(db)
  await sql`create index alert_unassigned on alert (platform, (coalesce(due_at, 'infinity'::timestamptz)), id)
    where kind = 'account' and status = 'new' and manager_id is null`.execute(db)
}
