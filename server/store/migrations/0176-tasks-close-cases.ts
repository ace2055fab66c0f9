/** A task that resolves alerts may recommend no STR for the cases it leaves without an open alert. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `alter table task add column close_cases boolean not null default false`,
  `alter table task_alert add column closed_case boolean not null default false`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
