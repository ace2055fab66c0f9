/** What the planner knows about tables that just grew. */
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/store/schema.ts'

/** Fewer rows than this leave any plan as it is. */
const FEW = 1000

/**
 * Looks at tables anew when what was added outweighs what the first of them was known to have: until then the planner's
 * idea of them is useless, and its plans slow.
 */
export async function refreshStatistics(
  db: Kysely<Database>,
  tables: readonly [keyof Database, ...(keyof Database)[]],
  added: number,
): Promise<void> {
  if (added < FEW) return
  const { rows } = await sql<{ known: number }>`
    select reltuples::float8 as known from pg_class where oid = ${tables[0]}::regclass`.execute(db)
  if (added <= (rows[0]?.known ?? 0) / 2) return
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db)
}
