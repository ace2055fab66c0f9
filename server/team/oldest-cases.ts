/** What somebody has to do, the oldest first. */
import type { CaseItem } from '#contract/model/cases/case.ts'
import { selectCaseRows, toCaseItem } from '#server/cases/case-row.ts'
import type { Db } from '#server/store/sql.ts'

/** A page is for people. */
const MOST = 30

/** The oldest open cases of a person, or of nobody. */
export async function oldestOf(db: Db, platform: string, person: string | null, now: Date): Promise<CaseItem[]> {
  const rows = await selectCaseRows(db)
    .where('c.platform', '=', platform)
    .where('c.status', 'in', ['new', 'await'])
    .where('c.manager_id', person === null ? 'is' : '=', person)
    .orderBy('c.created_at')
    .limit(MOST)
    .execute()
  return rows.map((row) => toCaseItem(row, now.getTime()))
}
