/** The index that counts what a person has open holds due dates too: the team's page reads no rows. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index case_open_of`.execute(db)
  await sql`create index case_open_of on monitoring_case (platform, manager_id, created_at)
    include (status, active_hard_stop, due_at, due_soon_at) where status in ('new', 'await')`.execute(db)
}
