/** Indexes for what is asked around cases, and how often an answer was given again. */
import { sql, type Kysely } from 'kysely'

const statements = [
  // the case of a transaction
  `create index case_transaction on monitoring_case (platform, transaction_id)`,
  // the dashboard's counts, from the index alone
  `create index case_open on monitoring_case (platform, manager_id) where status in ('new', 'await')`,
  `create index case_counts on monitoring_case (platform, status, recommended_str, alert_count)`,
  `create index alert_open on alert (platform, kind, rule_id)
    where status in ('new', 'await', 'in_progress', 'notification_sent')`,
  `create index alert_counts on alert (platform, kind, status)`,
  `create index alert_created on alert (platform, created_at)`,
  `alter table idempotency add column replays int not null default 0`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
