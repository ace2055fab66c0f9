/**
 * The position of a feed reader: at a snapshot of the database whose transactions have all been sent, or at a row
 * between two snapshots. Transactions that were running are named in the snapshot, so that a late one is sent late and
 * not skipped, and nobody waits for it.
 */
import { createHash, randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { getOrMake } from '#server/store/sql.ts'

export interface Cursor {
  incarnation: string
  /** PostgreSQL's text of a `pg_snapshot`. */
  seen: string
  /** Between two snapshots: the target, and the last row sent. */
  way: { until: string; xid: string; kind: string; id: string } | null
}

const SNAPSHOT = String.raw`\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?`
const CURSOR = new RegExp(String.raw`^(\w+)~(${SNAPSHOT})(?:~(${SNAPSHOT})~(\d{1,19})~(\w+)~(.+))?$`, 's')

export const printCursor = ({ incarnation, seen, way }: Cursor): string =>
  [incarnation, seen, ...(way ? [way.until, way.xid, way.kind, way.id] : [])].join('~')

/** Null where the text is no cursor. */
export function readCursor(text: string): Cursor | null {
  const [, incarnation, seen, until, xid, kind, id] = CURSOR.exec(text) ?? []
  if (!incarnation || !seen || !isInOrder(seen) || !isInOrder(until ?? seen)) return null
  return { incarnation, seen, way: until && xid && kind && id ? { until, xid, kind, id } : null }
}

/** PostgreSQL's requirement on the numbers of a snapshot. */
function isInOrder(snapshot: string): boolean {
  const [xmin, xmax, running = ''] = snapshot.split(':')
  const numbers = [xmin, ...running.split(','), xmax].filter(Boolean).map((each) => BigInt(each ?? 0))
  const [first = 0n] = numbers
  const inside = numbers.slice(1, -1)
  return (
    first > 0n &&
    numbers.every((each, i) => i === 0 || (numbers[i - 1] ?? 0n) <= each) &&
    !inside.includes(numbers.at(-1) ?? 0n)
  )
}

/**
 * Names the history that this database is in. It changes when the database is another one, was restored to a point in
 * time, or when an operator says that it was restored from a backup (`npm run restored`), which nothing in it can tell.
 */
export async function incarnationOf(db: Kysely<Database>): Promise<string> {
  const id = await getOrMake(db, 'incarnation', () => randomUUID())
  const { rows } = await sql<{ system: string; timeline: number }>`
    select system_identifier::text as system, timeline_id as timeline
    from pg_control_system(), pg_control_checkpoint()`.execute(db)
  const { system, timeline } = rows[0] ?? { system: '', timeline: 0 }
  return createHash('sha256').update(`${id}|${system}|${timeline}`).digest('hex').slice(0, 16)
}

/** Begins another history: every client's cursor is void from now on. */
export async function beginIncarnation(db: Kysely<Database>): Promise<void> {
  const v = JSON.stringify(randomUUID())
  await db
    .insertInto('meta')
    .values({ k: 'incarnation', v })
    .onConflict((conflict) => conflict.column('k').doUpdateSet({ v }))
    .execute()
}

/** All transactions that have ended by now. */
export async function snapshotNow(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ now: string }>`select pg_current_snapshot()::text as now`.execute(db)
  return rows[0]?.now ?? ''
}

/** The number below which every transaction had ended, and the first that none had yet. */
export function boundsOf(snapshot: string): { xmin: bigint; xmax: bigint } {
  const [xmin = '0', xmax = '0'] = snapshot.split(':')
  return { xmin: BigInt(xmin), xmax: BigInt(xmax) }
}
