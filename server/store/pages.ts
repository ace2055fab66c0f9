/**
 * Pages of a list by number, read by key. A distant page begins at a mark: the key of a row with a known position, so
 * that earlier rows are not counted again. Marks are set at the end of a page, at the start of the reader's next page,
 * and every thousand rows on the way to a distant page; all instances share them for some minutes. So reading on
 * repeats no row and misses none, whatever is inserted or removed; a jump uses row numbers that are at most some
 * minutes old.
 */
import { createHash } from 'node:crypto'
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { COUNT_CAP } from '#contract/model/values.ts'
import type { Db } from './sql.ts'

/** How far apart marks are set on the way: what is left to skip costs less than reading the page. */
const STRIDE = 1000
/** How long a mark is good for, in milliseconds. */
export const MARK_LIFE = 10 * 60_000

/** The order of a list: by a column or what is made of some, and by an id that breaks ties the same way. */
export interface Order {
  by: string | RawBuilder<unknown>
  type: 'timestamptz' | 'numeric' | 'int' | 'bigint' | 'text'
  id: string
  /** Oldest or least first. */
  isAscending?: boolean
}

/** A place in that order; `sort` is the column's value as PostgreSQL writes it, to its last digit. */
export interface Key {
  sort: string
  id: string
}

/** A request for a page, and its reader. */
export interface PageAt {
  /** The list and everything it was narrowed by: its pages share marks. */
  list: { name: string; platform: string; filter: object }
  /** The account that reads. */
  reader: string
  page: number
  pageSize: number
  now: Date
}

interface Mark extends Key {
  position: number
}

type List<DB, TB extends keyof DB> = SelectQueryBuilder<DB, TB, object>
type Keys<DB, TB extends keyof DB> = SelectQueryBuilder<DB, TB, Key>

/**
 * One page. `rows` is the list without columns, order or limit; `read` is given the keys of the page, in no order, and
 * answers its rows in order.
 */
export async function readPage<DB, TB extends keyof DB, Row extends Key>(
  db: Db,
  at: PageAt,
  order: Order,
  rows: List<DB, TB>,
  read: (keys: Keys<DB, TB>) => Promise<Row[]>,
): Promise<Row[]> {
  const list = digestOf(at.list)
  const offset = (at.page - 1) * at.pageSize
  const mark = offset === 0 ? undefined : await markBefore(db, { ...at, list }, offset, order, rows)
  const keys = inOrder(order, after(order, rows, mark))
    .limit(at.pageSize)
    .offset(offset - (mark?.position ?? 0))
  const found = await read(keys)
  const last = found[at.pageSize - 1]
  if (last) await keep(db, { ...at, list }, { position: offset + at.pageSize, sort: last.sort, id: last.id })
  return found
}

/** How many rows a list has, counted up to a cap. */
export async function countRows<DB, TB extends keyof DB>(
  db: Db,
  rows: List<DB, TB>,
  cap = COUNT_CAP,
): Promise<{ total: number; capped: boolean }> {
  const some = rows.select(sql`1`.as('one')).limit(cap + 1)
  const { rows: counts } = await sql<{ n: number }>`select count(*)::int as n from ${some} as capped`.execute(db)
  const n = counts[0]?.n ?? 0
  return { total: Math.min(n, cap), capped: n > cap }
}

type Reading = Pick<PageAt, 'reader' | 'now'> & { list: Buffer }

/** The nearest mark up to an offset; sets some on the way where it would be far. */
async function markBefore<DB, TB extends keyof DB>(
  db: Db,
  reading: Reading,
  offset: number,
  order: Order,
  rows: List<DB, TB>,
): Promise<Mark | undefined> {
  const near = await db
    .selectFrom('page_mark')
    .select(['position', 'sort', 'id'])
    .where('list', '=', reading.list)
    .where('reader', 'in', ['', reading.reader])
    .where('position', '<=', String(offset))
    .where('made_at', '>', new Date(reading.now.getTime() - MARK_LIFE))
    .orderBy('position', 'desc')
    .orderBy('reader', 'desc')
    .limit(1)
    .executeTakeFirst()
  const mark = near && { ...near, position: Number(near.position) }
  const isNear = offset - (mark?.position ?? 0) <= STRIDE
  return isNear ? mark : ((await walk(db, reading, offset, order, rows, mark)) ?? mark)
}

/** Sets marks between one and an offset, in one pass over keys, and answers the last; none where the list ends before. */
async function walk<DB, TB extends keyof DB>(
  db: Db,
  { list, now }: Reading,
  offset: number,
  order: Order,
  rows: List<DB, TB>,
  from: Mark | undefined,
): Promise<Mark | undefined> {
  const start = from?.position ?? 0
  const keys = inOrder(order, after(order, rows, from)).limit(offset - start)
  const { rows: marks } = await sql<{ position: string } & Key>`
    insert into page_mark (list, position, reader, sort, id, made_at)
    select ${list}, ${start}::bigint + n, '', sort, id, ${now}
    from (select sort, id, row_number() over () as n from ${keys} as keys) as numbered
    where n % ${STRIDE} = 0 order by n
    on conflict (list, position, reader) do update
      set sort = excluded.sort, id = excluded.id, made_at = excluded.made_at
    returning position, sort, id`.execute(db)
  const last = marks.at(-1)
  return last && { ...last, position: Number(last.position) }
}

/** The start of the reader's next page. */
async function keep(db: Db, { list, reader, now }: Reading, { position, sort, id }: Mark): Promise<void> {
  await db
    .insertInto('page_mark')
    .values({ list, position, reader, sort, id, made_at: now })
    .onConflict((conflict) => conflict.columns(['list', 'position', 'reader']).doUpdateSet({ sort, id, made_at: now }))
    .execute()
}

/** The sort key of an order, as an expression. */
export const sortOf = ({ by }: Order): RawBuilder<unknown> => (typeof by === 'string' ? sql`${sql.ref(by)}` : by)

export const directionOf = ({ isAscending }: Order): 'asc' | 'desc' => (isAscending ? 'asc' : 'desc')

function after<DB, TB extends keyof DB>(order: Order, rows: List<DB, TB>, key: Key | undefined) {
  if (!key) return rows
  const value = sql`${key.sort}::${sql.raw(order.type)}`
  const past = sql.raw(order.isAscending ? '>' : '<')
  return rows.where(sql<SqlBool>`(${sortOf(order)}, ${sql.ref(order.id)}) ${past} (${value}, ${key.id})`)
}

function inOrder<DB, TB extends keyof DB>(order: Order, rows: List<DB, TB>): Keys<DB, TB> {
  const id = sql<string>`${sql.ref(order.id)}`
  return rows
    .select([sql<string>`${sortOf(order)}::text`.as('sort'), id.as('id')])
    .orderBy(sortOf(order), directionOf(order))
    .orderBy(id, directionOf(order)) as Keys<DB, TB>
}

/** The same for the same filters, however they were written down. They carry customers' words: only a digest is kept. */
function digestOf({ name, platform, filter }: PageAt['list']): Buffer {
  const fields = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([name, platform, fields]))
    .digest()
}
