import type { CaseRow } from '#server/cases/case-row.ts'
import type { Db } from '#server/store/sql.ts'

/** Where a question is asked. */
export interface Scope {
  db: Db
  platform: string
  now: Date
  /** Told of each case whose facts an answer gives: its readers are on record where it has an STR. */
  opened?: (row: CaseRow) => Promise<void>
}
