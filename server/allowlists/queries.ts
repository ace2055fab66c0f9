/** Allowlists and their versions, as the calls answer them. */
import { sql, type SqlBool } from 'kysely'
import { toStamp } from '#contract/model/common.ts'
import { foldText } from '#contract/fold-text.ts'
import { ALLOWLIST_WARN_DAYS, type Allowlist, type AllowlistExpiry } from '#contract/model/rules/allowlist.ts'
import type { FilterGroup } from '#contract/model/rules/filter.ts'
import type { Criteria } from '#contract/model/rules/rule.ts'
import { approvedOf, pendingOn } from '#server/four-eyes/queries.ts'
import type { Page } from '#server/rules/queries.ts'
import { containing, isId, type Db, type RowOf } from '#server/store/sql.ts'

export interface AllowlistFilter {
  search?: string | undefined
  /** A rule's id. */
  rule?: string | undefined
  customerId?: string | undefined
  /** First and last day; those whose period touches them. Empty for none. */
  days: readonly [string, string]
  /** The requested expiry state. */
  expiry?: AllowlistExpiry | undefined
  today: string
}

/** Versions `v` of allowlists `a`, with what they refer to. */
function selectVersions(db: Db, platform: string) {
  return db
    .selectFrom('allowlist_version as v')
    .innerJoin('allowlist as a', 'a.id', 'v.allowlist_id')
    .innerJoin('rule as r', 'r.id', 'a.rule_id')
    .leftJoin('account as w', 'w.id', 'v.author')
    .leftJoin('customer as c', (join) =>
      join.onRef('c.platform', '=', 'a.platform').onRef('c.id', '=', 'v.customer_id'),
    )
    .where('a.platform', '=', platform)
}

function withColumns(query: ReturnType<typeof selectVersions>) {
  return query
    .selectAll('v')
    .select(['a.platform', 'a.rule_id', 'r.name as rule_name', 'c.name as customer_name'])
    .select([
      sql<string>`v.start_date::text`.as('first_day'),
      sql<string | null>`v.end_date::text`.as('last_day'),
      sql<string | null>`(select e.email from customer_email e where e.platform = c.platform and e.customer_id = c.id
        order by e.is_primary desc, e.email limit 1)`.as('customer_email'),
      sql<string>`coalesce(w.first_name || ' ' || w.last_name, v.author)`.as('author_name'),
      sql<number>`(select count(*)::int from allowlist_hit h where h.allowlist_id = a.id)`.as('hits'),
      pendingOn('a.platform', 'allowlist', 'a.id').as('approval'),
      approvedOf('v').as('approved'),
      sql<'open' | 'approved' | 'returned' | null>`(select p.status from approval p where p.platform = a.platform
        and p.object_kind = 'allowlist' and p.object_id = a.id::text and p.version = v.id::text)`.as('review'),
    ])
}

type Row = RowOf<typeof withColumns>

function toAllowlist(row: Row): Allowlist {
  const criteria = row.rule_criteria as Criteria
  return {
    id: row.allowlist_id,
    versionId: row.id,
    author: row.author_name,
    comment: row.comment,
    customerType: row.customer_type,
    customerEmail: row.customer_email,
    customerId: row.customer_id,
    customerName: row.customer_name,
    filterGroups: row.filter_groups as FilterGroup[],
    ignoreCriteria: row.ignore_criteria,
    name: row.name,
    startDate: row.first_day,
    endDate: row.last_day,
    platform: row.platform,
    reportCriteria: row.report_criteria as Criteria | null,
    ruleCriteria: criteria,
    // saving put the criteria of the one object in place of the rule's: for one customer they are those
    objCriteria: row.customer_id === null ? null : criteria,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    lastUpdate: toStamp(row.at),
    hits: row.hits,
    ...(row.approval && { approval: row.approval }),
    ...(row.approved && { approved: row.approved }),
    ...(row.review && row.review !== 'approved' && { review: row.review }),
  }
}

/** In force; of a new one that waits for a second person, the version that waits. */
const isCurrent = sql<SqlBool>`v.id = coalesce(nullif(a.version_id, 0), a.proposed_version_id) and a.deleted_at is null`

/** Same states as the window's `expiryOf`. */
const expiryOn = (today: string) => sql`case
  when v.start_date > ${today}::date then 'coming'
  when v.end_date is null then 'open'
  when v.end_date < ${today}::date then 'ended'
  when v.end_date <= ${today}::date + ${ALLOWLIST_WARN_DAYS}::int then 'ending'
  else 'running' end`

/** The allowlists of a platform in their current version, newest first. */
export async function listAllowlists(
  db: Db,
  platform: string,
  { search = '', rule, customerId, days: [start, end], expiry, today }: AllowlistFilter,
  { page, pageSize }: Page,
): Promise<{ items: Allowlist[]; total: number }> {
  let query = selectVersions(db, platform).where(isCurrent)
  if (rule) query = query.where('a.rule_id', '=', isId(rule) ? rule : '0')
  if (customerId) query = query.where('v.customer_id', '=', customerId)
  if (start !== '') query = query.where(sql<SqlBool>`coalesce(v.end_date >= ${start}::date, true)`)
  if (end !== '') query = query.where(sql<SqlBool>`v.start_date <= ${end}::date`)
  if (expiry) query = query.where(sql<SqlBool>`${expiryOn(today)} = ${expiry}`)
  const term = foldText(search)
  if (term !== '') {
    query = query.where(
      sql<SqlBool>`fold_text(concat_ws(chr(31), v.name, v.comment, r.name, c.name, v.customer_id)) like ${containing(term)}`,
    )
  }
  const [rows, { total }] = await Promise.all([
    withColumns(query)
      .orderBy('a.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: rows.map(toAllowlist), total }
}

/** One allowlist in its current version; none where it was deleted. */
export async function findAllowlist(db: Db, platform: string, id: string): Promise<Allowlist | undefined> {
  if (!isId(id)) return undefined
  const row = await withColumns(selectVersions(db, platform).where(isCurrent).where('a.id', '=', id)).executeTakeFirst()
  return row && toAllowlist(row)
}

/** The same, held for the rest of the transaction. */
export async function lockAllowlist(tx: Db, platform: string, id: string): Promise<Allowlist | undefined> {
  if (!isId(id)) return undefined
  await tx.selectFrom('allowlist').select('id').where('id', '=', id).forUpdate().execute()
  return findAllowlist(tx, platform, id)
}

/** An allowlist as a version had it, also when it was deleted since. */
export async function findVersion(db: Db, platform: string, versionId: string): Promise<Allowlist | undefined> {
  if (!isId(versionId)) return undefined
  const row = await withColumns(selectVersions(db, platform).where('v.id', '=', versionId)).executeTakeFirst()
  return row && toAllowlist(row)
}

/** Every version of an allowlist, newest first, also when it was deleted since; none where there never was one. */
export async function historyOf(db: Db, platform: string, id: string): Promise<Allowlist[]> {
  if (!isId(id)) return []
  const query = withColumns(selectVersions(db, platform).where('a.id', '=', id)).orderBy('v.id', 'desc')
  return (await query.execute()).map(toAllowlist)
}
