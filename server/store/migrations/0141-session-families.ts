/** The sessions that followed one another by refreshing belong together, and end together. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column family uuid`.execute(db)
  await sql`update session set family = id`.execute(db)
  await sql`alter table session alter column family set not null`.execute(db)
  await sql`create index session_family on session (family)`.execute(db)
}
