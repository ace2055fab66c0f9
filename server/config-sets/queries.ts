/** Model config sets. */
import { sql } from 'kysely'
import { toStamp } from '#contract/model/common.ts'
import type { ConfigSet, ConfigSetChange } from '#contract/model/config-set.ts'
import type { RuleBody } from '#contract/model/rules/rule.ts'
import { pendingOn } from '#server/four-eyes/queries.ts'
import { isId, personOf, type Db, type RowOf } from '#server/store/sql.ts'

/** The maximum number of listed changes of a set. */
const CHANGES = 200

/** More sets than anybody keeps on a platform. */
const MOST = 2000

/** Rules that name a set: existing ones, and pending changes. */
const USERS = sql`(
  select r.platform, r.id, r.name, r.description, r.area as type, r.criteria, r.options
  from rule r where r.deleted_at is null
  union all
  select r.platform, r.id, p.body ->> 'name', p.body ->> 'description', r.area, p.body -> 'criteria', p.body -> 'options'
  from rule_proposal p join rule r on r.id = p.rule_id
  where p.status = 'open' and p.kind = 'change' and r.deleted_at is null
)`

function selectSets(db: Db, platform: string) {
  return db
    .selectFrom('config_set as s')
    .selectAll('s')
    .select(
      sql<{ id: string; name: string }[]>`coalesce((
        select jsonb_agg(distinct jsonb_build_object('id', u.id::text, 'name', r.name))
        from ${USERS} u join rule r on r.id = u.id
        where u.platform = s.platform and u.options -> 'configSets' @> to_jsonb(s.id::text)), '[]')`.as('rules'),
    )
    .select(pendingOn('s.platform', 'config set', 's.id').as('pending'))
    .where('s.platform', '=', platform)
}

type Row = RowOf<typeof selectSets>

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
    pending: row.pending,
    rules: row.rules.toSorted((a, b) => a.name.localeCompare(b.name) || Number(a.id) - Number(b.id)),
  }
}

/** The sets of a platform, the newest id first. */
export async function listConfigSets(db: Db, platform: string): Promise<ConfigSet[]> {
  return (await selectSets(db, platform).orderBy('s.id', 'desc').limit(MOST).execute()).map(toConfigSet)
}

/** One set of the platform; `lock` holds it until the transaction ends. */
export async function findConfigSet(
  db: Db,
  platform: string,
  id: string,
  { lock = false } = {},
): Promise<ConfigSet | undefined> {
  if (!isId(id)) return undefined
  const query = selectSets(db, platform).where('s.id', '=', id)
  const row = await (lock ? query.forUpdate('s') : query).executeTakeFirst()
  return row && toConfigSet(row)
}

/** The rules of the platform that name a set, in force or proposed, by name. */
export async function bodiesWithConfigSet(db: Db, platform: string, id: string): Promise<RuleBody[]> {
  const { rows } = await sql<RuleBody>`
    select platform, name, description, type, criteria, options from ${USERS} u
    where platform = ${platform} and options -> 'configSets' @> to_jsonb(${id}::text) order by name, u.id`.execute(db)
  return rows
}

type Content = Partial<Pick<ConfigSet, 'name' | 'comment' | 'value'>>

/** The differences of each version, newest first, from the audit. */
export async function historyOf(db: Db, platform: string, id: string): Promise<ConfigSetChange[]> {
  const rows = await db
    .selectFrom('audit as a')
    .leftJoin('account as w', 'w.id', 'a.actor')
    .select(['a.at', 'a.actor', 'a.version', 'a.before', 'a.after', personOf('w').as('by')])
    .where('a.platform', '=', platform)
    .where('a.object_kind', '=', 'config set')
    .where('a.object_id', '=', id)
    .where('a.version', 'is not', null)
    .where('a.action', 'not like', 'propose %')
    .orderBy('a.n', 'desc')
    .limit(CHANGES)
    .execute()
  return rows.map(({ at, actor, version, by, ...content }) => {
    const before = (content.before ?? {}) as Content
    const after = (content.after ?? {}) as Content
    const lacking = (values: readonly string[] = [], than: readonly string[] = []) => {
      const known = new Set(than)
      return values.filter((value) => !known.has(value))
    }
    return {
      version: Number(version),
      at: toStamp(at),
      by: by ?? { id: actor, name: actor },
      name: after.name === before.name ? null : (after.name ?? null),
      comment: after.comment === before.comment ? null : (after.comment ?? null),
      added: lacking(after.value, before.value),
      removed: lacking(before.value, after.value),
    }
  })
}
