/** Brings the list into the database. */
import { sql, type Kysely, type Transaction } from 'kysely'
import { insertRows } from '#server/monitoring/rows.ts'
import { COMPARED_TYPES } from '#server/policy/sanctions.ts'
import type { Database } from '#server/store/schema.ts'
import { toLatin } from './latin.ts'
import type { ListEntry } from './ofac.ts'
import type { SanctionsList } from './read-list.ts'

/** Whoever compares holds it shared, whoever replaces the list alone: nobody is compared with half of one. */
const LIST_LOCK = sql`hashtextextended('sanctions-list', 0)`

/** Until the transaction ends the list stays as it is. */
export async function holdList(tx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LIST_LOCK})`.execute(tx)
}

/** Puts the list in force unless it is already; answers whether it was new. Everybody is then due to be screened. */
export async function keepList(db: Kysely<Database>, list: SanctionsList, now: Date): Promise<boolean> {
  const { name, digest, entries } = list
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LIST_LOCK})`.execute(tx)
    if ((await listInForce(tx))?.digest === digest) return false
    await tx.deleteFrom('sanctions_unlike').execute()
    await tx.deleteFrom('sanctions_name').execute()
    await tx.deleteFrom('sanctions_entry').execute()
    await insertRows(tx, 'sanctions_entry', entries.map(toEntryRow))
    const names = entries.filter(({ type }) => COMPARED_TYPES.includes(type)).flatMap(toNames)
    await insertRows(tx, 'sanctions_name', names)
    await sql`analyze sanctions_entry, sanctions_name`.execute(tx)
    await tx
      .insertInto('sanctions_list')
      .values({ name, digest, entries: entries.length, names: names.length, imported_at: now })
      .execute()
    return true
  })
}

/** The list that is compared with, or undefined before there is one. */
export function listInForce(db: Kysely<Database>) {
  return db.selectFrom('sanctions_list').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
}

function toEntryRow({ id, type, programs, title, remarks, names, addresses }: ListEntry) {
  const [primary, ...aliases] = names
  const details = {
    ...(title && { title }),
    ...(aliases.length > 0 && { aliases: aliases.map((alias) => alias.name) }),
    ...(addresses.length > 0 && { addresses }),
    ...(remarks && { remarks }),
  }
  return { id, type, name: primary?.name ?? '', programs, details }
}

/** A name in another script is there in both. */
function toNames({ id, names }: ListEntry) {
  const all = names.flatMap(({ kind, name }) =>
    [name, toLatin(name) ?? []].flat().map((each) => ({ kind, name: each })),
  )
  return all.map((each, n) => ({ entry_id: id, n, ...each }))
}
