/**
 * Nothing is looked for by what is in these, so the planner needs to know nothing of them; and to find it out takes most
 * of the time in which a table is looked at after an import.
 */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert alter trigger_info set statistics 0, alter criteria set statistics 0,
    alter enrichment set statistics 0, alter rule_description set statistics 0, alter note set statistics 0`.execute(db)
  await sql`alter table transaction alter data set statistics 0`.execute(db)
  // another index, that sees to it that a rule speaks once, begins with the same columns
  await sql`drop index alert_case`.execute(db)
}
