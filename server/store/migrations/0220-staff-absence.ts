/** When members of staff are away, and who covers. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table staff_absence (
    id bigint generated always as identity primary key,
    platform text not null,
    account text not null references account,
    from_day text not null check (from_day ~ '^\\d{4}-\\d{2}-\\d{2}$'),
    to_day text not null check (to_day >= from_day),
    cover text references account check (cover <> account),
    author text not null references account,
    at timestamptz not null
  )`.execute(db)
  await sql`create index staff_absence_of on staff_absence (platform, account, to_day)`.execute(db)
  // what a person has open, oldest first: the pages of managers count and list it
  await sql`create index case_open_of on monitoring_case (platform, manager_id, created_at)
    include (status, active_hard_stop) where status in ('new', 'await')`.execute(db)
}
