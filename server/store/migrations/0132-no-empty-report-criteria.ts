/**
 * What has to be reported of an allowlist is left out where it holds no criterion: all of none hold on everything, so
 * that the allowlist would cover nothing. Saving refuses such a one by now.
 */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update allowlist_version set report_criteria = null where report_criteria = '{}'`.execute(db)
}
