/** The newest decided alerts of a rule, which a decision on another is compared with. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index alert_decided on alert (platform, rule_id, id desc)
    where status not in ('new', 'await', 'in_progress', 'notification_sent')`.execute(db)
}
