/** The lists in force, and the report of what a version changed. */
import { sql, type Kysely } from 'kysely'
import { toStamp } from '#contract/model/common.ts'
import type { BrokenList, ScreeningChanges, ScreeningList } from '#contract/model/screening/screening.ts'
import type { Database } from '#server/schema/database.ts'
import { stampOrNull } from '#server/store/sql.ts'
import { listsInForce } from './store-list.ts'

/** The newest version of every list, with how much of it could not be used. */
export async function listsOf(db: Kysely<Database>): Promise<ScreeningList[]> {
  const lists = await listsInForce(db)
  return lists.map(({ id, source, name, digest, entries, names, imported_at, screened_at, unusable, summary }) => {
    const left = unusable as { count?: number; entries?: { id: string; reason: string }[] }
    return {
      source,
      name,
      version: Number(id),
      digest: digest.slice(0, 12),
      entries,
      names,
      importedAt: toStamp(imported_at),
      screenedAt: stampOrNull(screened_at),
      unusable: { count: left.count ?? 0, entries: left.entries ?? [] },
      summary: summary as ScreeningList['summary'],
    }
  })
}

/** Lists of the settings that could not be read the last time, each with the list that stays in force in its place. */
export async function brokenLists(db: Kysely<Database>): Promise<BrokenList[]> {
  const rows = await db.selectFrom('sanctions_broken').selectAll().orderBy('place').execute()
  const sources = (await listsInForce(db)).map(({ source }) => source)
  return rows.map(({ place, source, message, at }) => ({
    place,
    source: source !== null && sources.includes(source) ? source : null,
    message,
    at: toStamp(at),
  }))
}

/**
 * The changes of a list's newest version, with the affected hits of a platform (null: of all); undefined for an unknown
 * list.
 */
export async function changesOf(
  db: Kysely<Database>,
  source: string,
  { most, platform }: { most: number; platform: string | null },
): Promise<ScreeningChanges | undefined> {
  const versions = await db
    .selectFrom('sanctions_list')
    .select(['id', 'imported_at', 'name'])
    .where('source', '=', source)
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const [now, before] = versions
  if (!now) return undefined
  const changes = db.selectFrom('sanctions_change').where('list_id', '=', now.id)
  const counted = await changes
    .select(['kind', sql<number>`count(*)::int`.as('count')])
    .groupBy('kind')
    .execute()
  const items = await changes
    .selectAll()
    .orderBy(sql`array_position(array['added', 'changed', 'removed'], kind)`)
    .orderBy('name')
    .orderBy('entry_id')
    .limit(most)
    .execute()
  const touched = await touchedBy(db, platform, { source, list: now.id })
  const countOf = (kind: string) => counted.find((each) => each.kind === kind)?.count ?? 0
  return {
    source,
    name: now.name,
    version: Number(now.id),
    importedAt: toStamp(now.imported_at),
    before: before ? { version: Number(before.id), importedAt: toStamp(before.imported_at) } : null,
    added: countOf('added'),
    changed: countOf('changed'),
    removed: countOf('removed'),
    hits: [...touched.values()].reduce(
      (sum, { open, decided }) => ({ open: sum.open + open, decided: sum.decided + decided }),
      NO_HITS,
    ),
    items: items.map(({ entry_id, kind, name, fields }) => ({
      entry: entry_id,
      kind,
      name,
      fields: fields as ScreeningChanges['items'][number]['fields'],
      hits: touched.get(entry_id) ?? NO_HITS,
    })),
  }
}

const NO_HITS = { open: 0, decided: 0 }

/** Hits of a platform with entries that a version changed, by entry. */
async function touchedBy(
  db: Kysely<Database>,
  platform: string | null,
  { source, list }: { source: string; list: string },
): Promise<ReadonlyMap<string, { open: number; decided: number }>> {
  const { rows } = await sql<{ entry: string; open: number; decided: number }>`
    select h.entry_id as entry, count(*) filter (where h.outcome = 'potential_match')::int as open,
      count(*) filter (where h.outcome <> 'potential_match')::int as decided
    from sanctions_change c join sanctions_hit h on h.source = ${source} and h.entry_id = c.entry_id
    where c.list_id = ${list} and (${platform}::text is null or h.platform = ${platform}) group by h.entry_id`.execute(
    db,
  )
  return new Map(rows.map(({ entry, open, decided }) => [entry, { open, decided }]))
}
