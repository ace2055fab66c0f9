/** Model config sets. */
import { sql } from 'kysely'
import { toStamp } from '#contract/model/common.ts'
import type { ConfigSet } from '#contract/model/config-set.ts'
import { isId, type Db } from './pieces.ts'

/** More sets than anybody keeps on a platform. */
const MOST = 2000

function selectSets(db: Db, platform: string) {
  return db.selectFrom('config_set').selectAll().where('platform', '=', platform)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSets>['executeTakeFirstOrThrow']>>

function toConfigSet(row: Row): ConfigSet {
  return {
    id: Number(row.id),
    platform: row.platform,
    name: row.name,
    comment: row.comment,
    createdAt: toStamp(row.created_at),
    updatedAt: toStamp(row.updated_at),
    value: row.value,
    version: Number(row.version),
  }
}

/** The sets of a platform, the newest id first. */
export async function listConfigSets(db: Db, platform: string): Promise<ConfigSet[]> {
  return (await selectSets(db, platform).orderBy('id', 'desc').limit(MOST).execute()).map(toConfigSet)
}

/** One set of the platform; with `lock` nobody else changes it before the transaction ends. */
export async function findConfigSet(
  db: Db,
  platform: string,
  id: string,
  { lock = false } = {},
): Promise<ConfigSet | undefined> {
  if (!isId(id)) return undefined
  const query = selectSets(db, platform).where('id', '=', id)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row && toConfigSet(row)
}

/** The names of the rules of the platform, not deleted, that refer to a set. */
export async function rulesWithConfigSet(db: Db, platform: string, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('rule')
    .select('name')
    .where('platform', '=', platform)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`options -> 'configSets' @> to_jsonb(${id}::text)`)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
