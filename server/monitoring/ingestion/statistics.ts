/** Planner statistics of tables that have just grown. */
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'

/** Fewer pages than this leave any plan as it is. */
const FEW = 16

/** Analyses tables that have grown by half since the last time: until then the planner's plans would be slow. */
export async function refreshStatistics(db: Kysely<Database>, tables: readonly (keyof Database)[]): Promise<void> {
  const { rows } = await sql<{ name: keyof Database }>`
    select relname as name from pg_class
    where oid = any(${tables}::regclass[])
      and pg_relation_size(oid) > 1.5 * greatest(relpages, ${FEW}) * current_setting('block_size')::int`.execute(db)
  if (rows.length === 0) return
  await sql`analyze ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(db)
}
