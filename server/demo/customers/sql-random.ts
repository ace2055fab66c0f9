/** Deterministic random values in SQL: each follows from its purpose and from the customer `c`. */
import { sql, type RawBuilder } from 'kysely'

/** A number in [0, 1). */
export function chance(what: string): RawBuilder<number> {
  return sql<number>`(('x' || substr(md5(${what} || c.platform || c.id), 1, 8))::bit(32)::bigint / 4294967296.0::float8)`
}

/** One of a list. */
export function pick(what: string, list: readonly string[]): RawBuilder<string> {
  return sql<string>`(${[...list]}::text[])[1 + floor(${chance(what)} * ${list.length}::int)::int]`
}

/** One element of an array in the row. */
export function pickFrom(what: string, column: string): RawBuilder<string> {
  const array = sql.ref(`c.${column}`)
  return sql<string>`${array}[1 + floor(${chance(what)} * coalesce(array_length(${array}, 1), 0))::int]`
}

/** A whole number, both ends included. */
export function between(what: string, from: number, to: number): RawBuilder<number> {
  return sql<number>`(${from}::int + floor(${chance(what)} * ${to - from + 1}::int)::int)`
}

/** A moment between the customer's registration and the end of the world, nearer to the first where `part` is small. */
export function moment(what: string, anchor: Date, part = 1): RawBuilder<Date> {
  return sql<Date>`date_trunc('second', c.created_at
    + ${chance(what)} * ${part}::float8 * (${anchor}::timestamptz - c.created_at))`
}

/** A UUID that follows from the customer and what it is for. */
export function uuid(what: string): RawBuilder<string> {
  return sql<string>`md5(${what} || c.platform || c.id)::uuid`
}
