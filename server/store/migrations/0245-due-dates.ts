/** When cases and account alerts are due, and what that follows from. Dates of what is open are set by a job. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create table clock_policy (
    platform text primary key,
    value jsonb not null,
    version bigint not null,
    updated_by text not null references account,
    updated_at timestamptz not null
  )`,
  ...['monitoring_case', 'alert'].map(
    (table) => `alter table ${table} add column due_at timestamptz, add column due_soon_at timestamptz,
      add column clock_stops timestamptz[] not null default '{}'`,
  ),
  // since when is not known: as if the customer had been asked just now
  `update monitoring_case set clock_stops = array[now()] where status = 'await'`,
  `update alert set clock_stops = array[coalesce(resolved_at, now())]
    where kind = 'account' and status not in ('new', 'in_progress')`,
  `create index case_due on monitoring_case (platform, (coalesce(due_at, 'infinity'::timestamptz)), id)
    where status in ('new', 'await', 'error', 'process')`,
  `create index alert_due on alert (platform, (coalesce(due_at, 'infinity'::timestamptz)), id)
    where kind = 'account' and status in ('new', 'await', 'in_progress', 'notification_sent')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
