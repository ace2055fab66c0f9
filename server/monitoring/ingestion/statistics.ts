/** What the planner knows about tables that just grew. */
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'

/** Fewer pages than this leave any plan as it is. */
const FEW = 16

/**
 * Looks anew at those of some tables that are half as large again as when they were looked at last: until then the
 * planner's idea of them is useless, and its plans slow. It may have heard nothing of a platform that came in since.
 */
export async function refreshStatistics(db: Kysely<Database>, tables: readonly (keyof Database)[]): Promise<void> {
  const { rows } = await sql<{ name: keyof Database }>`
    select relname as name from pg_class
    where oid = any(${tables}::regclass[])
      and pg_relation_size(oid) > 1.5 * greatest(relpages, ${FEW}) * current_setting('block_size')::int`.execute(db)
  if (rows.length === 0) return
  await sql`analyze ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(db)
}
