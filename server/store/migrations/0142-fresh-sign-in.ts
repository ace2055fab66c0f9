/** Whether somebody showed who they are for this code, or only had a session at the identity provider. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table login_code add column is_fresh boolean not null default false`.execute(db)
}
