/** The session that a token was traded for: one, however often it is traded. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column follows uuid`.execute(db)
  await sql`create unique index session_follows on session (follows) where follows is not null`.execute(db)
}
