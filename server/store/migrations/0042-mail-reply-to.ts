/** Letters may ask for their answers to go elsewhere than to their sender. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail add column reply_to text`.execute(db)
}
