/** The rule that a case's row names, kept with it: the queue is sorted by it. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table monitoring_case add column lead_rule text not null default ''`.execute(db)
  await sql`update monitoring_case c set lead_rule = a.rule_name from (
    select distinct on (platform, case_id) platform, case_id, rule_name from alert where case_id is not null
    order by platform, case_id, status in ('new', 'await', 'in_progress', 'notification_sent') desc, id
  ) as a where a.platform = c.platform and a.case_id = c.id`.execute(db)
}
