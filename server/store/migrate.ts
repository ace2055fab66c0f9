/** Brings a database to the shape this version knows. Migrations are imported by name, so a build cannot lose one. */
import { Migrator, sql, type Kysely, type Migration } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import * as baseline from './migrations/0001-baseline.ts'

export type Migrations = Readonly<Record<string, Migration>>

const BASELINE = '0001-baseline'
/** All that this version has. A released one never changes. */
export const migrations: Migrations = {
  [BASELINE]: baseline,
}

interface Migrating {
  known?: Migrations
  /** Makes the shape of an earlier version, for a backup of that version. */
  only?: readonly string[]
}

/** Kysely takes a lock in the database, so instances that start together migrate once. Refuses as `refuseOthers` does. */
export async function migrate(db: Kysely<Database>, { known = migrations, only }: Migrating = {}): Promise<void> {
  await refuseOthers(db, known)
  const some = Object.fromEntries(Object.entries(known).filter(([name]) => !only || only.includes(name)))
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => some },
    // numbers go by area, and no area's migration touches another's tables: a later one may sort before
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw new Error('The database could not be migrated; it is unchanged.', { cause: error })
}

/** Refuses a database that a newer version wrote, or one before 1.0.0; touches nothing. */
export async function refuseOthers(db: Kysely<Database>, known: Migrations = migrations): Promise<void> {
  const { rows: found } = await sql<{ t: string | null }>`select to_regclass('kysely_migration')::text as t`.execute(db)
  if (!found[0]?.t) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name)
  const origin = otherOrigin(names, known)
  if (origin === null) return
  const remedy = names.includes(BASELINE)
    ? 'Start that version instead.'
    : 'Use another database, or an empty directory as DATA_DIR.'
  throw new Error(`The database ${origin}. Nothing was changed. ${remedy}`)
}

/** Which other version wrote what has these migrations, as the end of a sentence; null where this one can work on it. */
export function otherOrigin(names: readonly string[], known: Migrations = migrations): string | null {
  if (!names.includes(BASELINE)) return 'was made by a version before 1.0.0, which cannot be upgraded'
  const unknown = names.filter((name) => !(name in known))
  return unknown.length > 0 ? `was written by a newer Docket (it knows ${unknown.join(', ')})` : null
}
