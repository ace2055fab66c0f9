/** Rows in bulk: one statement whatever their number. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#server/schema/database.ts'

/**
 * Inserts rows given as plain objects with the columns' names (dates as text or Date, JSON as objects, all rows with
 * the keys of the first; of those only what meets `where`, a condition on `r`) and answers what `returning` asks for. `jsonb`, so that it reads the text once, not a column at a time.
 */
export async function insertRows<R = never>(
  db: Kysely<Database>,
  table: keyof Database,
  rows: readonly object[],
  {
    where = sql`true`,
    conflict = sql``,
    returning,
  }: { where?: RawBuilder<boolean>; conflict?: RawBuilder<unknown>; returning?: string } = {},
): Promise<R[]> {
  const [first] = rows
  if (first === undefined) return []
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  const answer = returning === undefined ? sql`` : sql`returning ${sql.ref(returning)}`
  const result = await sql<R>`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) r
    where ${where}
    ${conflict} ${answer}`.execute(db)
  return result.rows
}
