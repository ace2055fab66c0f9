/** Indexes for what the list of customers is narrowed by most: their type, and whether their account has open alerts. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create index customer_type_order on customer (platform, type, created_at desc, id desc)`,
  `create index account_alert_open_customer on alert (platform, customer_id)
    where kind = 'account' and status in ('new', 'await', 'in_progress', 'notification_sent')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
