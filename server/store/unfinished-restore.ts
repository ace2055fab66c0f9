/** The mark of a restore that has begun and not ended: a database that has it is not whole. */
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'

const MARK = 'unfinished_restore'

export const markUnfinished = (db: Kysely<Database>) => sql`create table ${sql.table(MARK)} ()`.execute(db)
export const markFinished = (db: Kysely<Database>) => sql`drop table ${sql.table(MARK)}`.execute(db)

/** Throws where a restore was interrupted. */
export async function refuseUnfinished(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ mark: string | null }>`select to_regclass(${MARK})::text as mark`.execute(db)
  if (rows[0]?.mark == null) return
  throw new Error('A restore into this database was interrupted. Run npm run restore -- FILE --replace again.')
}
