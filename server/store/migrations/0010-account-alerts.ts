/** Indexes for the queue of account alerts: newest first, and whatever narrows it most. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create index account_alert_order on alert (platform, created_at desc, id desc) where kind = 'account'`,
  `create index account_alert_open on alert (platform, created_at desc, id desc)
    where kind = 'account' and status in ('new', 'await', 'in_progress', 'notification_sent')`,
  `create index account_alert_status on alert (platform, status, sar, created_at desc, id desc) where kind = 'account'`,
  `create index account_alert_manager on alert (platform, manager_id, created_at desc, id desc) where kind = 'account'`,
  `create index account_alert_rule on alert (platform, rule_id, created_at desc, id desc) where kind = 'account'`,
  `create index account_alert_customer on alert (platform, customer_id, created_at desc, id desc) where kind = 'account'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
