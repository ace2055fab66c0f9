/** What nobody will ask for again is deleted. */
import { sql, type Kysely, type SqlBool } from 'kysely'
import { MARK_LIFE } from './queries/paging.ts'
import type { Database } from './schema.ts'

/** How long an ended session is kept for whoever looks into it; who signed in and out stays in the audit. */
const SESSION_KEPT = 24 * 3_600_000

/** Deletes ended sessions, codes of sign-ins that were not finished, and marks of lists. Any instance may, at any time. */
export async function purge(db: Kysely<Database>, now: Date): Promise<void> {
  const ended = new Date(now.getTime() - SESSION_KEPT)
  await db
    .deleteFrom('session')
    .where(sql<SqlBool>`least(expires_at, revoked_at) < ${ended}`)
    .execute()
  await db.deleteFrom('login_code').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('page_mark')
    .where('made_at', '<=', new Date(now.getTime() - MARK_LIFE))
    .execute()
}
