/** Business hours and the pauses of due dates have the names that the field has for them; entries of the audit keep theirs. */
import { sql, type Kysely } from 'kysely'

const statements = [
  'alter table clock_policy rename to business_hours',
  'alter table monitoring_case rename column clock_stops to due_pauses',
  'alter table alert rename column clock_stops to due_pauses',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
