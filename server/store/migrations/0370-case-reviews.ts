/** When a case that is monitored comes back, what is watched until then, and since when it is back. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `alter table monitoring_case add column review_on text check (review_on ~ '^\\d{4}-\\d{2}-\\d{2}$'),
    add column review_watch text, add column review_due_at timestamptz,
    add constraint case_review_whole check ((review_on is null) = (review_watch is null)
      and (review_due_at is null or review_on is not null))`,
  `create index case_review on monitoring_case (platform, review_on, id) where review_on is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
