/** What was read, kept and left out of a version of a list; null of versions before it was counted. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sanctions_list add column summary jsonb`.execute(db)
}
