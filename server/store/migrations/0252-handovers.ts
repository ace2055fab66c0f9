/** What one shift handed to the next, as it was then. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table handover (
    id bigint generated always as identity primary key,
    platform text not null,
    author text not null references account,
    at timestamptz not null,
    brief jsonb not null
  )`.execute(db)
  await sql`create index handover_of on handover (platform, id desc)`.execute(db)
}
