/** Stores versions of the lists, and reports their changes. */
import { createHash } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import { difference } from './party-facts.ts'
import type { ListEntry } from './lists/entry.ts'
import type { SanctionsList } from './lists/read.ts'

/** Screening holds the lock shared, an import exclusively, so that nobody is compared with half of a list. */
const LIST_LOCK = sql`hashtextextended('sanctions-list', 0)`
/** The maximum number of stored unusable entries of a version; the rest is counted. */
const UNUSABLE_MAX = 200

/** Until the transaction ends the lists stay as they are. */
export async function holdList(tx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LIST_LOCK})`.execute(tx)
}

/** Prevents screening and list changes until the transaction ends. */
export async function holdLists(tx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LIST_LOCK})`.execute(tx)
}

/**
 * Puts the version in force unless it is already; returns whether it was new. Equal entries stay; added, removed and
 * changed ones are stored as the version's report. Other lists stay in force.
 */
export async function storeList(db: Kysely<Database>, list: SanctionsList, now: Date): Promise<boolean> {
  return await db.transaction().execute((tx) => storeListIn(tx, list, now))
}

/** As `storeList`, within a transaction. */
export async function storeListIn(tx: Transaction<Database>, list: SanctionsList, now: Date): Promise<boolean> {
  const { source, name, digest, entries, unusable, summary } = list
  await holdLists(tx)
  const before = (await listsInForce(tx)).find((each) => each.source === source)
  if (before?.digest === digest) return false
  const names = entries.reduce((sum, entry) => sum + entry.names.length, 0)
  const { id } = await tx
    .insertInto('sanctions_list')
    .values({
      source,
      name,
      digest,
      names,
      entries: entries.length,
      imported_at: now,
      unusable: JSON.stringify({
        count: unusable.length,
        entries: unusable.slice(0, UNUSABLE_MAX).map(({ id, reason }) => ({ id, reason })),
      }),
      summary: summary ? JSON.stringify(summary) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await replaceEntries(tx, { source, id, entries, isFirst: before === undefined })
  await tx.deleteFrom('sanctions_unlike').execute()
  await sql`analyze sanctions_entry`.execute(tx)
  return true
}

/** Takes lists out of force that are not among these sources; answers which. Their entries count as removed. */
export async function withdrawOthers(db: Kysely<Database>, sources: readonly string[], now: Date): Promise<string[]> {
  return await db.transaction().execute(async (tx) => {
    await holdLists(tx)
    const others = (await listsInForce(tx)).filter(({ source }) => !sources.includes(source))
    for (const { id, source } of others) {
      await tx.updateTable('sanctions_list').set({ withdrawn_at: now }).where('id', '=', id).execute()
      await tx.deleteFrom('sanctions_entry').where('source', '=', source).execute()
    }
    return others.map(({ name }) => name)
  })
}

/** The newest version of every list that is not withdrawn, by source. */
export async function listsInForce(db: Kysely<Database>) {
  const newest = await db
    .selectFrom('sanctions_list')
    .distinctOn('source')
    .selectAll()
    .orderBy('source')
    .orderBy('id', 'desc')
    .execute()
  return newest.filter((list) => list.withdrawn_at === null)
}

interface Kept {
  id: string
  digest: string
  facts: ListEntry
}

async function replaceEntries(
  tx: Transaction<Database>,
  {
    source,
    id: list_id,
    entries,
    isFirst,
  }: { source: string; id: string; entries: readonly ListEntry[]; isFirst: boolean },
): Promise<void> {
  const { rows } = await sql<Kept>`select id, digest, facts from sanctions_entry where source = ${source}`.execute(tx)
  const before = new Map(rows.map((row) => [row.id, row]))
  const after = entries.map((entry) => ({ entry, digest: digestOf(entry) }))
  const fresh = after.filter(({ entry, digest }) => before.get(entry.id)?.digest !== digest)
  const ids = new Set(entries.map(({ id }) => id))
  const gone = rows.filter(({ id }) => !ids.has(id))
  const written = fresh.map(({ entry, digest }) => ({ source, id: entry.id, list_id, digest, facts: entry }))
  await insertRows(tx, 'sanctions_entry', written, {
    conflict: sql`on conflict (source, id) do update set list_id = excluded.list_id, digest = excluded.digest,
      facts = excluded.facts`,
  })
  await sql`delete from sanctions_entry where source = ${source} and id = any(${gone.map(({ id }) => id)})`.execute(tx)
  // of a first version everything is new
  if (isFirst) return
  const changes = [
    ...fresh.map(({ entry }) => {
      const was = before.get(entry.id)?.facts
      const kind = was ? 'changed' : 'added'
      return { list_id, entry_id: entry.id, kind, name: nameOf(entry), fields: was ? difference(was, entry) : {} }
    }),
    ...gone.map(({ id, facts }) => ({ list_id, entry_id: id, kind: 'removed', name: nameOf(facts), fields: {} })),
  ]
  await insertRows(tx, 'sanctions_change', changes)
}

const nameOf = ({ names }: ListEntry) => names[0]?.name ?? ''

function digestOf(entry: ListEntry): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
}
