/** A list's query as SQL: the condition of each of its parameters. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isId } from './sql.ts'

type Condition = RawBuilder<SqlBool> | undefined

/** By parameter: one that is forgotten does not compile. `null` is part of another one's condition. */
export type Conditions<Query> = {
  readonly [Param in keyof Query]-?:
    | ((value: NonNullable<Query[Param]>, now: Date, query: Query) => Condition | readonly Condition[])
    | null
}

/** The conditions of what is asked for; what is empty asks for nothing. */
export function conditionsOf<Query extends object>(
  all: Conditions<Query>,
  query: Query,
  now: Date,
): RawBuilder<SqlBool>[] {
  return (Object.keys(all) as (keyof Query)[]).flatMap((param) => {
    const value = query[param]
    if (!value || (Array.isArray(value) && value.length === 0)) return []
    return [all[param]?.(value, now, query)].flat().filter((one) => one !== undefined)
  })
}

/** True if a column is from the first moment, included, to the second, excluded. */
export const within = (column: string, [from, to]: readonly [Date | null, Date | null]): Condition[] => [
  from ? sql`${sql.ref(column)} >= ${from}` : undefined,
  to ? sql`${sql.ref(column)} < ${to}` : undefined,
]

/** True if a column is one of these. */
export const isIn = (column: string, values: readonly unknown[]): Condition =>
  sql`${sql.ref(column)} in (${sql.join(values)})`

export const is = (column: string, value: unknown): Condition => sql`${sql.ref(column)} = ${value}`

/** True if a column is null, for the flag `1`, or not null. */
export const isNull = (column: string, flag: '0' | '1'): Condition =>
  sql`${sql.ref(column)} ${sql.raw(flag === '1' ? 'is' : 'is not')} null`

/** True if a column is the number of a row; a text that cannot be one is none. */
export const isNumbered = (column: string, id: string): Condition => (isId(id) ? is(column, id) : sql`false`)
