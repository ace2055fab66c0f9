/**
 * Reads of a case with an STR, recommended or proposed: one entry per person, case and day. A device reads its copies
 * without the server, so the entry records the delivery, not every view.
 */
import { sql } from 'kysely'
import { record, type Actor } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import type { Db } from '#server/store/sql.ts'
import type { CaseRow } from './case-row.ts'

/** The audit's action; a separate kind, since the case is unchanged. */
export const READ_STR = 'read STR'

type Given = Pick<CaseRow, 'id' | 'platform' | 'status' | 'recommended_str' | 'str_proposed_by'>

/** The recorded STR of a case; null without one. */
function strOf({ status, recommended_str, str_proposed_by }: Given): 'recommended' | 'proposed' | null {
  if (recommended_str === 1 || status === 'str') return 'recommended'
  return str_proposed_by === null ? null : 'proposed'
}

/** Puts on record that the caller was given a case, where it has an STR. Comes before the answer. */
export async function noteStrRead(context: Pick<Context, 'db'> & Actor, row: Given): Promise<void> {
  const str = strOf(row)
  if (!str || (await isNoted(context.db, context, row))) return
  await context.db.transaction().execute(async (tx) => {
    // the calls of one screen come at once
    const name = [READ_STR, row.platform, row.id, context.account.id].join(' ')
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
    if (await isNoted(tx, context, row)) return
    const entry = { action: READ_STR, object: { kind: 'STR', id: row.id }, platform: row.platform, after: { str } }
    await record(tx, context, entry)
  })
}

async function isNoted(db: Db, { account, now }: Actor, { platform, id }: Given): Promise<boolean> {
  const found = await db
    .selectFrom('audit')
    .select('n')
    .where('platform', '=', platform)
    .where('object_kind', '=', 'STR')
    .where('object_id', '=', id)
    .where('actor', '=', account.id)
    .where('at', '>=', new Date(`${now().toISOString().slice(0, 10)}T00:00:00Z`))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
