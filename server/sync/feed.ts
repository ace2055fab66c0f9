/**
 * The replica's reads: all open work, then changes (docs/design/offline.md#what-the-server-adds). No transaction is
 * held while a client reads: the cursor is taken first, so that the feed repeats changes during a snapshot.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { FeedItem, ReplicaKind, snapshotEnd, snapshotHead } from '#contract/calls/sync.ts'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { UNFINISHED_CASES } from '#contract/model/cases/case.ts'
import type { AlertStatus } from '#contract/model/values.ts'
import { selectAccountAlertRows, toAccountAlertItem } from '#server/account-alerts/queries.ts'
import { selectCaseRows, toCaseItem } from '#server/cases/case-row.ts'
import type { Database } from '#server/schema/database.ts'
import { hadStr, OPEN_ALERT, type RowOf } from '#server/store/sql.ts'
import { boundsOf, incarnationOf, printCursor, readCursor, snapshotNow, type Cursor } from './cursor.ts'

/** The maximum number of rows in memory. */
export const FEED_PAGE = 1000
const LIMIT = 1000

type Db = Kysely<Database>
type Place = readonly [createdAt: Date, id: string]

interface Page {
  rows: readonly object[]
  /** The start of the next page; null at the end. */
  next: Place | null
}

/** The properties of a kind that the feed needs. */
interface Source {
  count(db: Db, platform: string): Promise<number>
  /** A page of open rows, newest first, below a place. */
  page(db: Db, platform: string, below: Place | null, now: number): Promise<Page>
  /** These objects as the feed tells them. */
  changes(db: Db, platform: string, ids: readonly string[], now: number): Promise<FeedItem[]>
}

const unfinished = new Set<string>(UNFINISHED_CASES)

/** As the fact `counterpartyCountry.earlier` counts: on whichever side of earlier payments the customer was. */
export const IS_NEW_COUNTRY = sql<boolean>`exists (
  select from transaction t
  where t.platform = c.platform and t.id = c.transaction_id and t.counterparty_country is not null
    and not exists (select from transaction o where o.platform = c.platform and o.customer_id = c.customer_id
      and (o.at, o.id) < (t.at, t.id) and o.counterparty_country = t.counterparty_country)
    and not exists (select from transaction o join customer p on p.platform = o.platform and p.id = o.customer_id
      where o.platform = c.platform and o.counterparty_id = c.customer_id
      and (o.at, o.id) < (t.at, t.id) and p.country = t.counterparty_country))`

/** True if an STR or a SAR of the customer is on record. */
export const HAD_STR = hadStr('c')

/** A case's row with what says whether it stands out among alike ones. */
const selectOpenCases = (db: Db) =>
  selectCaseRows(db).select([HAD_STR.as('had_str'), IS_NEW_COUNTRY.as('is_new_country')])

type OpenCase = RowOf<typeof selectOpenCases>

const toOpenCase = (row: OpenCase, now: number) => ({
  ...toCaseItem(row, now),
  search: row.search,
  ...(row.had_str && { hadStr: true }),
  ...(row.is_new_country && { isNewCountry: true }),
})

const openCases: Source = {
  async count(db, platform) {
    const { n } = await db
      .selectFrom('monitoring_case')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('platform', '=', platform)
      .where('status', 'in', [...UNFINISHED_CASES])
      .executeTakeFirstOrThrow()
    return Number(n)
  },

  async page(db, platform, below, now) {
    let query = selectOpenCases(db)
      .where('c.platform', '=', platform)
      .where('c.status', 'in', [...UNFINISHED_CASES])
      .orderBy('c.created_at', 'desc')
      .orderBy('c.id', 'desc')
      .limit(FEED_PAGE)
    if (below) query = query.where(sql<boolean>`(c.created_at, c.id) < (${below[0]}, ${below[1]})`)
    const rows = await query.execute()
    const last = rows.at(-1)
    return {
      rows: rows.map((row) => toOpenCase(row, now)),
      next: last && rows.length === FEED_PAGE ? [last.created_at, last.id] : null,
    }
  },

  async changes(db, platform, ids, now) {
    if (ids.length === 0) return []
    const rows = await selectOpenCases(db).where('c.platform', '=', platform).where('c.id', 'in', ids).execute()
    return rows.map((row) => ({
      kind: 'case' as const,
      id: row.id,
      version: Number(row.version),
      row: unfinished.has(row.status) ? toOpenCase(row, now) : null,
    }))
  },
}

const toReplica = (row: Parameters<typeof toAccountAlertItem>[0], now: number) => ({
  ...toAccountAlertItem(row, now),
  search: row.customer_search ?? '',
})

const openAccountAlerts: Source = {
  async count(db, platform) {
    const { n } = await db
      .selectFrom('alert')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('platform', '=', platform)
      .where('kind', '=', 'account')
      .where(sql<boolean>`status in ${OPEN_ALERT}`)
      .executeTakeFirstOrThrow()
    return Number(n)
  },

  async page(db, platform, below, now) {
    let query = selectAccountAlertRows(db)
      .where('a.platform', '=', platform)
      .where(sql<boolean>`a.status in ${OPEN_ALERT}`)
      .orderBy('a.created_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(FEED_PAGE)
    if (below) query = query.where(sql<boolean>`(a.created_at, a.id) < (${below[0]}, ${below[1]})`)
    const rows = await query.execute()
    const last = rows.at(-1)
    return {
      rows: rows.map((row) => toReplica(row, now)),
      next: last && rows.length === FEED_PAGE ? [last.created_at, last.id] : null,
    }
  },

  async changes(db, platform, ids, now) {
    if (ids.length === 0) return []
    const rows = await selectAccountAlertRows(db).where('a.platform', '=', platform).where('a.id', 'in', ids).execute()
    return rows.map((row) => ({
      kind: 'accountAlert' as const,
      id: row.id,
      version: Number(row.version),
      row: isOpenAlert(row.status as AlertStatus) ? toReplica(row, now) : null,
    }))
  },
}

const SOURCES: Record<ReplicaKind, Source> = { case: openCases, accountAlert: openAccountAlerts }

/** The lines of a snapshot, without their ends. Reads as fast as they are taken. */
export async function* snapshotLines(
  db: Db,
  platform: string,
  kind: ReplicaKind,
  now: () => Date,
): AsyncGenerator<string> {
  const source = SOURCES[kind]
  const cursor = printCursor({ incarnation: await incarnationOf(db), seen: await snapshotNow(db), way: null })
  yield JSON.stringify({ cursor, total: await source.count(db, platform) } satisfies z.infer<typeof snapshotHead>)
  let end = 0
  let below: Place | null = null
  do {
    const page: Page = await source.page(db, platform, below, now().getTime())
    for (const row of page.rows) yield JSON.stringify(row)
    end += page.rows.length
    below = page.next
  } while (below)
  yield JSON.stringify({ end } satisfies z.infer<typeof snapshotEnd>)
}

interface Key {
  kind: ReplicaKind
  id: string
  xid: string
}

/** The changes since a cursor, oldest first, and the next cursor. */
export async function changesSince(db: Db, platform: string, since: string, now: number, limit = LIMIT) {
  const incarnation = await incarnationOf(db)
  const present = await snapshotNow(db)
  const from = readCursor(since)
  // numbers that no transaction has had yet were given before the database was restored from a backup
  if (from?.incarnation !== incarnation || boundsOf(from.seen).xmax > boundsOf(present).xmax) {
    return { items: [], next: printCursor({ incarnation, seen: present, way: null }), more: false, reset: true }
  }
  const until = from.way?.until ?? present
  const keys = await keysBetween(db, platform, from, until, limit + 1)
  const told = keys.slice(0, limit)
  const last = told.at(-1)
  const more = keys.length > limit
  const items = new Map<string, FeedItem>()
  for (const [kind, source] of Object.entries(SOURCES) as [ReplicaKind, Source][]) {
    const ids = told.filter((key) => key.kind === kind).map(({ id }) => id)
    for (const item of await source.changes(db, platform, ids, now)) items.set(`${kind}|${item.id}`, item)
  }
  return {
    items: told.flatMap(({ kind, id }) => items.get(`${kind}|${id}`) ?? []),
    next: printCursor(
      more && last
        ? { incarnation, seen: from.seen, way: { until, ...last } }
        : { incarnation, seen: until, way: null },
    ),
    more,
  }
}

/** Keys written by transactions that had ended by `until` and not by what was seen, in the order of cursors. */
async function keysBetween(db: Db, platform: string, from: Cursor, until: string, limit: number): Promise<Key[]> {
  const { xid, kind, id } = from.way ?? { xid: String(boundsOf(from.seen).xmin), kind: '', id: '' }
  const keysOf = (name: ReplicaKind, rows: RawBuilder<unknown>) => sql`(
    select xid, ${name}::text collate "C" as kind, id::text collate "C" as id from ${rows} as r
    where platform = ${platform} and xid >= ${xid}::xid8 and xid < ${String(boundsOf(until).xmax)}::xid8
      and not pg_visible_in_snapshot(xid, ${from.seen}::pg_snapshot)
      and pg_visible_in_snapshot(xid, ${until}::pg_snapshot)
      and (xid, ${name}::text collate "C", id::text collate "C") > (${xid}::xid8, ${kind}::text, ${id}::text)
    order by xid, id::text collate "C" limit ${limit})`
  const { rows } = await sql<Key>`
    select xid::text as xid, kind, id from (
      ${keysOf('case', sql`monitoring_case`)}
      union all
      ${keysOf('accountAlert', sql`(select * from alert where kind = 'account')`)}
    ) as changed
    order by changed.xid, kind, id limit ${limit}`.execute(db)
  return rows
}
