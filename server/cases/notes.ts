/** Notes on cases and alerts. */
import { sql } from 'kysely'
import type { Note } from '#contract/model/cases/case.ts'
import { toStamp } from '#contract/model/common.ts'
import { personOf, stampOf, type Db } from '#server/store/sql.ts'

/** All notes of a case, those on its alerts too, oldest first. */
export async function notesOfCase(db: Db, platform: string, caseId: string): Promise<Note[]> {
  const rows = await db
    .selectFrom('note as n')
    .innerJoin('account as p', 'p.id', 'n.author_id')
    .select(['n.id', 'n.text', 'n.created_at', 'n.alert_id', 'n.written_before_close', 'n.template'])
    .select(personOf('p').as('author'))
    .where('n.platform', '=', platform)
    .where('n.case_id', '=', caseId)
    .orderBy('n.created_at')
    .orderBy('n.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    author: row.author ?? { id: '', name: '' },
    createAt: toStamp(row.created_at),
    alertId: row.alert_id,
    writtenBeforeClose: row.written_before_close || undefined,
    template: row.template ?? undefined,
  }))
}

/** The notes of alert `a` as JSON inside a query over alerts, oldest first. */
export const notesOfAlert = sql<Note[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', n.id, 'text', n.text, 'author', ${personOf('p')},
    'createAt', ${stampOf('n.created_at')}, 'alertId', n.alert_id::text) ||
    case when n.written_before_close then '{"writtenBeforeClose": true}'::jsonb else '{}' end ||
    case when n.template is not null then jsonb_build_object('template', n.template) else '{}' end
    order by n.created_at, n.id)
  from note n join account p on p.id = n.author_id where n.alert_id = a.id), '[]')`
