/** An index for the queue of account alerts with those of one customer and rule next to each other. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const group = `(customer_id || ' ' || rule_id::text) collate "C"`
  const open = `status in ('new', 'await', 'in_progress', 'notification_sent')`
  await sql
    .raw(`create index account_alert_group on alert (platform, (${group}) desc, id desc)
      where kind = 'account' and ${open}`)
    .execute(db)
}
