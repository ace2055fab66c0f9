/** The audit as administrators read it: entries of their platforms, latest first, one in full, and all as CSV. */
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Parsed } from '#contract/call.ts'
import type { audit } from '#contract/calls/audit.ts'
import type { AuditEntry, AuditRow } from '#contract/model/audit/audit-row.ts'
import { toStamp } from '#contract/model/common.ts'
import { REPORT_ALL } from '#contract/model/report.ts'
import { READ_STR } from '#server/cases/str-reads.ts'
import { readDates } from '#server/core/ranges.ts'
import type { Account } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { READ_FORM } from '#server/files/read-file.ts'
import { NEW_ACCOUNT } from '#server/access/add-account.ts'
import { withoutHidden, withoutHiddenSql } from '#server/identity/hidden-platforms.ts'
import { safeCell } from '#server/store/copy.ts'
import { countRows, readPage } from '#server/store/pages.ts'
import { isId, stampOrNull, type Db, type RowOf } from '#server/store/sql.ts'
import { isAboutCase } from './of-case.ts'

export type AuditFilter = Parsed<typeof audit.csv>['query']

/** Entries in a list and in a count. */
const PAGE_SIZE = 100

/** Entries on these tell of platforms that the reader may have no access to. */
const ABOUT_ACCOUNTS: readonly string[] = ['account', NEW_ACCOUNT]

/** The reader, and their location. */
export interface Reader {
  account: Account
  platform: string
}

/** Written out: a query for CSV takes no array as a parameter. */
const textsOf = (names: readonly string[]) => sql`array[${sql.join(names)}]::text[]`

/** Sign-ins, devices and rights have no platform: an administrator sees those of the people who work on theirs. */
function ofNoPlatform({ account, platform }: Reader, isAll: boolean): RawBuilder<boolean> {
  if (account.roles.includes('super_admin')) return sql<boolean>`a.platform is null`
  const platforms = isAll ? account.platforms : [platform]
  return sql<boolean>`(a.platform is null and exists (select from account p where p.id in (a.actor, a.object_id)
    and (p.platforms && ${textsOf(platforms)} or 'super_admin' = any(p.roles))))`
}

function inScope(reader: Reader, scope: AuditFilter['scope']): RawBuilder<boolean> {
  if (scope === 'none') return ofNoPlatform(reader, false)
  if (scope === 'all') {
    return sql<boolean>`(a.platform = any(${textsOf(reader.account.platforms)}) or ${ofNoPlatform(reader, true)})`
  }
  return sql<boolean>`a.platform = ${reader.platform}`
}

/** The platforms whose entries a filter can find; null for those of no platform. */
export function coveredBy({ account, platform }: Reader, { scope }: AuditFilter): (string | null)[] {
  if (scope === 'none') return [null]
  return scope === 'all' ? [...account.platforms, null] : [platform]
}

/** Everything an entry can be found by, as a query without columns. */
function matching(db: Db, reader: Reader, filter: AuditFilter) {
  const { scope, who, action, objectKind, objectId, startDate = '', endDate = '', reads } = filter
  const [from, to] = readDates('startDate', [startDate, endDate], 'endDate')
  let query = db.selectFrom('audit as a').where(inScope(reader, scope))
  if (reads === '1') query = query.where('a.action', 'in', [READ_FORM, READ_STR])
  if (who) query = query.where('a.actor', '=', who)
  if (action) query = query.where('a.action', '=', action)
  if (objectId) {
    // a case is found with everything that belongs to it
    const platforms = scope === undefined || scope === 'platform' ? [reader.platform] : reader.account.platforms
    query = query.where(sql<boolean>`(a.object_id = ${objectId} or ${isAboutCase(objectId, platforms)})`)
  }
  if (objectKind && !(objectKind === 'case' && objectId)) query = query.where('a.object_kind', '=', objectKind)
  if (from) query = query.where('a.at', '>=', from)
  if (to) query = query.where('a.at', '<', to)
  return query
}

/** The person or business that a form is about; only forms have ids of that shape. */
const ABOUT = sql<
  AuditRow['about']
>`case a.object_kind when 'form' then (select jsonb_build_object('customerId', f.customer_id, 'customerName', f.customer_name)
  from document_form f where f.id::text = a.object_id)
  when 'STR' then (select jsonb_build_object('customerId', c.customer_id, 'customerName', c.client_name)
  from monitoring_case c where c.platform = a.platform and c.id = a.object_id) end`
const NAME = sql<string>`coalesce((select p.first_name || ' ' || p.last_name from account p where p.id = a.actor), a.actor)`
/** The part of a form that was read, or the name of its file; the STR recorded for a case. */
const PART = sql<
  string | null
>`case when a.action = ${sql.lit(READ_STR)} then 'Case, STR ' || (a.after ->> 'str') when a.action = ${sql.lit(READ_FORM)} then case when a.after ? 'pdf' then 'Print'
  when a.after ? 'zip' then 'ZIP' when a.after ? 'comments' then 'Comments' when a.after ? 'file' then a.after ->> 'file'
  else 'Form' end end`

const ORDER = { by: 'a.n', type: 'bigint', id: 'a.n' } as const

function rowsOf(db: Db) {
  return db
    .selectFrom('audit as a')
    .select([
      'a.n',
      'a.at',
      'a.actor',
      'a.platform',
      'a.action',
      'a.object_kind',
      'a.object_id',
      'a.reason',
      'a.offline',
    ])
    .select([NAME.as('name'), ABOUT.as('about'), PART.as('part')])
}
type Row = RowOf<typeof rowsOf>

const toRow = (row: Row): AuditRow => ({
  n: Number(row.n),
  at: toStamp(row.at),
  by: { id: row.actor, name: row.name },
  platform: row.platform,
  action: row.action,
  object: { kind: row.object_kind, id: row.object_id },
  about: row.about,
  part: row.part,
  reason: row.reason,
  offline: row.offline,
})

/** One page, latest first. */
export async function listAudit(
  db: Db,
  reader: Reader,
  filter: AuditFilter,
  at: { page?: number | undefined; pageSize?: number | undefined; now: Date },
): Promise<{ items: AuditRow[]; total: number; capped: boolean }> {
  const { page = 1, pageSize = PAGE_SIZE, now } = at
  const rows = matching(db, reader, filter)
  const list = { name: 'audit', platform: reader.platform, filter: { ...filter, of: reader.account.platforms } }
  const [found, count] = await Promise.all([
    readPage(db, { list, reader: reader.account.id, page, pageSize, now }, ORDER, rows, (keys) =>
      rowsOf(db)
        .innerJoin(keys.as('k'), (join) => join.on(sql<boolean>`k.id = a.n`))
        .select(['k.sort', 'k.id as key'])
        .orderBy('a.n', 'desc')
        .execute()
        .then((all) => all.map((row) => ({ sort: row.sort, id: row.key, row }))),
    ),
    countRows(db, rows),
  ])
  return { items: found.map(({ row }) => toRow(row)), ...count }
}

/** An entry in full, if the reader may see it. */
export async function entryOf(db: Db, reader: Reader, n: string): Promise<AuditEntry> {
  const row = isId(n)
    ? await rowsOf(db)
        .select(['a.roles', 'a.note', 'a.version', 'a.before', 'a.after', 'a.rule_revision', 'a.alert_ids'])
        .select(['a.device', 'a.client_time', 'a.address', 'a.app_version', 'a.hash'])
        .where('a.n', '=', n)
        .where(inScope(reader, 'all'))
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal(404, `There is no entry ${n} here.`)
  const shown = (value: unknown) =>
    ABOUT_ACCOUNTS.includes(row.object_kind) ? withoutHidden(reader.account, value) : value
  return {
    ...toRow(row),
    roles: row.roles,
    note: row.note,
    version: row.version,
    before: shown(row.before),
    after: shown(row.after),
    ruleRevision: row.rule_revision,
    alertIds: row.alert_ids,
    device: row.device,
    clientTime: stampOrNull(row.client_time),
    address: row.address,
    appVersion: row.app_version,
    hash: row.hash.toString('hex'),
  }
}

/** The filter values that the reader may see, read from the index, one step per value. */
export async function choicesOf(db: Db, reader: Reader): Promise<{ actions: string[]; objectKinds: string[] }> {
  const [actions, objectKinds] = await Promise.all([
    valuesOf(db, reader, 'action'),
    valuesOf(db, reader, 'object_kind'),
  ])
  return { actions, objectKinds }
}

async function valuesOf(db: Db, reader: Reader, column: 'action' | 'object_kind'): Promise<string[]> {
  const name = sql.ref(column)
  const { rows } = await sql<{ value: string }>`with recursive known as (
      (select ${name} as value from audit order by ${name} limit 1)
      union all select (select ${name} from audit where ${name} > k.value order by ${name} limit 1)
        from known k where k.value is not null)
    select value from known k where value is not null
      and exists (select from audit a where a.${name} = k.value and ${inScope(reader, 'all')}) order by value`.execute(
    db,
  )
  return rows.map(({ value }) => value)
}

/**
 * Everything that matches, latest first, as a query for CSV: no cell of it is a formula. It has every hashed field, so
 * that `npm run audit -- --csv FILE` verifies it without the database.
 */
export function csvOfAudit(db: Db, reader: Reader, filter: AuditFilter): CompiledQuery {
  const text = (value: RawBuilder<unknown>) => safeCell(sql<string | null>`(${value})::text`)
  const ref = (column: string) => sql.ref(`a.${column}`)
  const shown = (column: 'before' | 'after') =>
    sql`case when a.object_kind = any(${textsOf(ABOUT_ACCOUNTS)}) then ${withoutHiddenSql(reader.account, ref(column))} else ${ref(column)}::text end`
  const moment = (column: string) => sql`to_char(${ref(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')`
  const isShown = (column: 'before' | 'after') => sql`${shown(column)} is not distinct from ${ref(column)}::text`
  const cells: Record<string, RawBuilder<unknown>> = {
    n: ref('n'),
    at: moment('at'),
    client_time: moment('client_time'),
    skew_ms: ref('skew_ms'),
    account: text(ref('actor')),
    name: text(NAME),
    roles: sql`to_json(a.roles)`,
    platform: text(ref('platform')),
    action: text(ref('action')),
    object_kind: text(ref('object_kind')),
    object_id: text(ref('object_id')),
    customer_id: text(sql`${ABOUT} ->> 'customerId'`),
    part: text(PART),
    version: text(ref('version')),
    before: text(shown('before')),
    after: text(shown('after')),
    reason: text(ref('reason')),
    note: text(ref('note')),
    rule_revision: ref('rule_revision'),
    alert_ids: sql`to_json(a.alert_ids)`,
    idempotency_key: text(ref('idempotency_key')),
    device: text(ref('device')),
    dev_seq: ref('dev_seq'),
    offline: ref('offline'),
    app_version: text(ref('app_version')),
    address: text(ref('address')),
    // platforms that the reader may not see are left out of it: its hash cannot be computed from the file
    is_whole: sql`${isShown('before')} and ${isShown('after')}`,
    previous: sql`encode(a.previous, 'hex')`,
    hash: sql`encode(a.hash, 'hex')`,
  }
  return matching(db, reader, filter)
    .select(Object.entries(cells).map(([name, value]) => value.as(name)))
    .orderBy('a.n', 'desc')
    .limit(sql.lit(REPORT_ALL))
    .compile()
}
