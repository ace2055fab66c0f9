/** Who proposed an STR on a case that somebody else has yet to approve. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table monitoring_case add column str_proposed_by text references account,
    add column str_proposed_at timestamptz`.execute(db)
}
