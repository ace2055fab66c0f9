/** Quality reviews have the name that the field has for them; entries of the audit that were written before keep theirs. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table second_look rename to quality_review`.execute(db)
}
