import type { CaseRow } from '#server/cases/case-row.ts'
import type { Db } from '#server/store/sql.ts'

/** The scope of a question. */
export interface Scope {
  db: Db
  platform: string
  now: Date
  /** Called for each case whose facts an answer contains: reads of cases with an STR are recorded. */
  opened?: (row: CaseRow) => Promise<void>
}
