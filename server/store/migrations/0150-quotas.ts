/** What an account has uploaded and named nowhere, and which numbers it has given up lately: counted at each one more. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index file_unnamed on file (created_by, created_at)
    where form_id is null and alert_id is null and stored_as is null`.execute(db)
  await sql`create index tombstone_at on tombstone (account_id, at)`.execute(db)
}
