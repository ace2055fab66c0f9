/** Whether a rule found a customer before is answered by the index alone: the dashboard asks it of each pair of a month. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index alert_customer`.execute(db)
  await sql`create index alert_customer on alert (platform, customer_id, rule_id, created_at)`.execute(db)
}
