/**
 * Bulk loading: building an index over existing rows costs a fraction of updating it row by row. Dropped indexes are
 * recorded in the database, so that the next start after a crash restores them.
 */
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'

const META_KEY = 'indexes put aside'

/** Drops the indexes of some tables, but for keys, what the names of `needed` say, and what constraints rest on. */
export async function putIndexesAside(
  db: Kysely<Database>,
  tables: readonly (keyof Database)[],
  needed: readonly string[] = [],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await restore(tx)
    const { rows } = await sql<{ name: string; definition: string }>`
      select c.relname as name, pg_get_indexdef(c.oid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
      where t.relnamespace = current_schema()::regnamespace and t.relname = any(${tables})
        and not exists (select from pg_constraint where conindid = i.indexrelid)
      order by c.oid`.execute(tx)
    const aside = rows.filter(({ name }) => !needed.includes(name))
    for (const { name } of aside) await tx.schema.dropIndex(name).execute()
    const v = JSON.stringify(aside.map(({ definition }) => definition))
    await tx.insertInto('meta').values({ k: META_KEY, v }).execute()
  })
}

/** Builds again what was put aside, all of it or nothing; does nothing where all are in place. */
export async function restoreIndexes(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(restore)
}

async function restore(tx: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ t: string | null }>`select to_regclass('meta')::text as t`.execute(tx)
  if (!rows[0]?.t) return
  const aside = await tx.deleteFrom('meta').where('k', '=', META_KEY).returning('v').executeTakeFirst()
  if (!aside) return
  await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
  for (const definition of aside.v as string[]) await sql.raw(definition).execute(tx)
}
