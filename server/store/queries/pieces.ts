/** Pieces of SQL that several queries share, and the shapes they come back in. */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { toStamp, type Person, type Stamp } from '#contract/model/common.ts'
import type { Database } from '#server/store/schema.ts'

/** A connection, in a transaction or not. */
export type Db = Kysely<Database> | Transaction<Database>

/** Statuses of an alert that still waits for a decision, as the partial indexes name them. */
export const OPEN_ALERT = sql`('new', 'await', 'in_progress', 'notification_sent')`

/** What alert `a` shows: on an account, resolved with the SAR flag is `sar` (`accountAlertKey`). */
export const ALERT_KEY = sql<string>`case when a.kind = 'account' and a.status = 'resolved' and a.sar = 1
  then 'sar' else a.status end`

/** Somebody as `{id, name}` out of a joined account, null where there is none. */
export function personOf(alias: string): RawBuilder<Person | null> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<Person | null>`case when ${of('id')} is not null then
    jsonb_build_object('id', ${of('id')}, 'name', ${of('first_name')} || ' ' || ${of('last_name')}) end`
}

/** A moment inside aggregated JSON, as the contract's stamps. */
export function stampOf(column: string): RawBuilder<Stamp> {
  return sql<Stamp>`jsonb_build_object('date', to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
    'timezone', 'UTC')`
}

/** A moment that may be missing. */
export function stampOrNull(at: Date | null): Stamp | null {
  return at && toStamp(at)
}

/** The wildcards of LIKE taken literally, anywhere in the text. */
export function containing(term: string): string {
  return `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Whether a text can be the number of a row. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text)
}

/** Whether a text can be a UUID column's value. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
