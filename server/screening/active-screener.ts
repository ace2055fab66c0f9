/** The current screening: versions of lists, thresholds, and the screener. */
import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { listsInForce } from './store-list.ts'
import type { ListEntry } from './lists/entry.ts'
import { WEAK_ALIASES, WEAK_ALIASES_DEFAULT, type WeakAliases } from '#server/policies/data-policies.ts'
import { COMPARED_TYPES, THRESHOLD, VESSEL_THRESHOLD } from './settings.ts'
import { Screener, type Listed, type ThresholdOf } from './screener.ts'

export interface ActiveScreener {
  /** The versions and thresholds, in a few letters: who was compared with the same is not due. */
  stamp: string
  newestList: string
  policy: string
  /** Names of the lists by source. */
  names: ReadonlyMap<string, string>
  /** The same in every process that has the same database. */
  content: string
  thresholdOf: ThresholdOf
}

const isCompared = (kind: string) => COMPARED_TYPES.some((each) => each === kind)

/** The policy's name in the registry of policies. */
const WEAK_POLICY = 'weakAliases'

/** How weak aliases count on a platform. */
export async function weakAliasesOf(db: Kysely<Database>, platform: string): Promise<WeakAliases> {
  const row = await db
    .selectFrom('policy')
    .select('value')
    .where('platform', '=', platform)
    .where('id', '=', WEAK_POLICY)
    .executeTakeFirst()
  return WEAK_ALIASES.find((each) => each === row?.value) ?? WEAK_ALIASES_DEFAULT
}

/** Undefined before there is a list. */
export async function findActiveScreener(db: Kysely<Database>): Promise<ActiveScreener | undefined> {
  const lists = await listsInForce(db)
  if (lists.length === 0) return undefined
  const thresholds = await db
    .selectFrom('sanctions_threshold')
    .select(['source', 'kind', 'threshold', 'version'])
    .execute()
  const by = new Map(thresholds.map((row) => [`${row.source} ${row.kind}`, Math.round(row.threshold * 1000) / 1000]))
  const weak = await db.selectFrom('policy').select('version').where('id', '=', WEAK_POLICY).execute()
  const policy = String([...thresholds, ...weak].reduce((sum, { version }) => sum + Number(version), 0))
  const ids = lists.map(({ id }) => id)
  return {
    stamp: `${ids.join(',')} ${policy}`,
    newestList: String(Math.max(...ids.map(Number))),
    policy,
    names: new Map(lists.map(({ source, name }) => [source, name])),
    content: createHash('sha256')
      .update(JSON.stringify([lists.map(({ content }) => content), policy]))
      .digest('hex'),
    thresholdOf: (source, kind) => by.get(`${source} ${kind}`) ?? (isCompared(kind) ? THRESHOLD : VESSEL_THRESHOLD),
  }
}

/** Includes the lists before a change, since running batches end with them. */
const SCREENERS_MAX = 2
const screeners = new Map<string, Promise<Screener>>()

/** The screener of what is in force; made once in a process, then kept until something else is. */
export async function screenerOf(db: Kysely<Database>, inForce: ActiveScreener): Promise<Screener> {
  const there = screeners.get(inForce.content)
  if (there) return await there
  const made = makeScreener(db, inForce)
  screeners.set(inForce.content, made)
  for (const key of screeners.keys()) {
    if (screeners.size <= SCREENERS_MAX) break
    screeners.delete(key)
  }
  try {
    return await made
  } catch (error) {
    screeners.delete(inForce.content)
    throw error
  }
}

async function makeScreener(db: Kysely<Database>, { names, thresholdOf }: ActiveScreener): Promise<Screener> {
  return await Screener.made(await listedOf(db, names), thresholdOf)
}

/** The entries of lists, given by source and name. */
export async function listedOf(db: Kysely<Database>, names: ReadonlyMap<string, string>): Promise<Listed[]> {
  const rows = await sql<{ source: string; facts: ListEntry; digest: string }>`
    select source, facts, digest from sanctions_entry where source = any(${[...names.keys()]})
    order by source, id`.execute(db)
  return rows.rows.map(({ source, facts, digest }) => ({
    source,
    list: names.get(source) ?? source,
    entry: facts,
    digest,
  }))
}

/** Entries that came or changed after a version. */
export async function entriesSince(db: Kysely<Database>, newest: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('sanctions_entry').select(['source', 'id']).where('list_id', '>', newest).execute()
  return new Set(rows.map(({ source, id }) => `${source} ${id}`))
}
