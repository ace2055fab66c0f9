/** Which lock a device is locked by: a lock that a sign-in has ended is not repeated by a request that comes late. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device add column lock_id text`.execute(db)
}
