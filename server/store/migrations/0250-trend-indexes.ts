/** What the managers' page Trend counts, from indexes alone: decisions, cases that came, cases that were closed. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create index alert_decided_at on alert (platform, resolved_at) include (resolved_by)
    where resolved_by is not null`,
  `create index case_arrived on monitoring_case (platform, created_at)
    where status in ('new', 'await') or finished_at is not null`,
  `create index case_finished on monitoring_case (platform, finished_at) include (recommended_str, status, id)
    where finished_at is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
