/** Pieces of SQL that several queries share, and the shapes they come back in. */
import { sql, type Kysely, type RawBuilder, type SqlBool, type Transaction } from 'kysely'
import type { DueState } from '#contract/model/cases/due.ts'
import { toStamp, type Person, type Stamp } from '#contract/model/common.ts'
import type { Range } from '#contract/model/range.ts'
import type { Database } from '#server/schema/database.ts'

/** A connection, in a transaction or not. */
export type Db = Kysely<Database> | Transaction<Database>

/** A row of the query that a function builds. */
export type RowOf<Build extends (...args: never[]) => { executeTakeFirstOrThrow(): Promise<unknown> }> = Awaited<
  ReturnType<ReturnType<Build>['executeTakeFirstOrThrow']>
>

/** Statuses of an alert that still waits for a decision, as the partial indexes name them. */
export const OPEN_ALERT = sql`('new', 'await', 'in_progress', 'notification_sent')`

/** The status that alert `a` shows: on an account, resolved with the SAR flag is `sar` (`accountAlertKey`). */
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

/** When it is due, what has no due date last: as the indexes `case_due` and `alert_due` have it. */
export const dueOrder = (alias: string) => sql<Date>`coalesce(${sql.ref(`${alias}.due_at`)}, 'infinity'::timestamptz)`

/** True if a row is late at a moment, or about to be (`dueState`). Only what is open has a due date. */
export function dueIs(alias: string, state: DueState, now: Date): RawBuilder<SqlBool> {
  const late = sql`${dueOrder(alias)} <= ${now}`
  return state === 'breached'
    ? sql<SqlBool>`${late}`
    : sql<SqlBool>`(${dueOrder(alias)} > ${now} and ${sql.ref(`${alias}.due_soon_at`)} <= ${now})`
}

/** The wildcards of LIKE taken literally, anywhere in the text. */
export function containing(term: string): string {
  return `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** True if a text can be the number of a row. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text)
}

/** True if a text can be a UUID column's value. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

/** True if a row's customer has a score in a range, if any; `row` is the alias of what has a platform and a customer. */
export function scored(row: 'c' | 'a', range: Range | null): RawBuilder<SqlBool> | undefined {
  if (!range) return undefined
  const [least, most] = range
  const of = (column: string) => sql.ref(`${row}.${column}`)
  return sql<SqlBool>`exists (select from customer_risk r
    where r.platform = ${of('platform')} and r.customer_id = ${of('customer_id')}
      and r.score >= coalesce(${least}::numeric, 0) and r.score <= coalesce(${most}::numeric, r.score))`
}

/** True if an STR or a SAR of a row's customer is on record. */
export const hadStr = (row: string) => sql<boolean>`(
  exists (select from monitoring_case k where k.platform = ${sql.ref(`${row}.platform`)}
    and k.customer_id = ${sql.ref(`${row}.customer_id`)} and k.recommended_str = 1)
  or exists (select from alert s where s.platform = ${sql.ref(`${row}.platform`)}
    and s.customer_id = ${sql.ref(`${row}.customer_id`)} and s.kind = 'account' and s.sar = 1))`

/** The value under a key; where there is none, the given one is stored, by whichever instance comes first. */
export async function getOrMake<T>(db: Kysely<Database>, key: string, make: () => T): Promise<T> {
  const read = () => db.selectFrom('meta').select('v').where('k', '=', key).executeTakeFirst()
  const found = await read()
  if (found) return found.v as T
  await db
    .insertInto('meta')
    .values({ k: key, v: JSON.stringify(make()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await read())?.v as T
}
