/**
 * Filters in SQL: true or false where the database decides exactly, null where only `passes` can. A property test keeps
 * both equivalent.
 */
import { sql, type RawBuilder } from 'kysely'
import { hasCondition, type Condition, type FilterGroup } from '#contract/model/rules/filter.ts'
import { comparable, findComparison, lastOf, type Comparable, type FieldType } from './comparisons.ts'
import { findField } from './fields.ts'

type Sql = RawBuilder<unknown>

const UNTOLD = sql`null::boolean`
/** The characters that `trim` removes. */
const SPACE = sql.lit(
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
)
const NUMBER = sql.lit('^-?[0-9]+(\\.[0-9]+)?$')
const DAY = '[0-9]{4}-((0[1-9]|1[0-2])-(0[1-9]|[12][0-9])|(0[13-9]|1[0-2])-30|(0[13578]|1[02])-31)'
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]'
const MOMENT = sql.lit(`^${DAY}([ T]${TIME}(\\.[0-9]+)?Z?)?$`)

/** The comparison of values of a type. */
interface Kind {
  /** A field, which is jsonb, as text to compare; null where it holds nothing of the type. */
  read(field: Sql): Sql
  /** The texts that are left to `passes`. */
  isUntold(text: Sql, wanted: readonly Comparable[]): Sql
  type: 'text' | 'float8' | 'boolean'
  put(value: Comparable): Comparable
}

const written = (field: Sql) => sql`(${field} #>> '{}')`
const trimmed = (field: Sql) => sql`btrim(${written(field)}, ${SPACE})`
const isString = (field: Sql) => sql`jsonb_typeof(${field}) = 'string'`
const asIs = (value: Comparable): Comparable => value

const WORDS: Kind = {
  // Without case among the letters of ASCII, and the two others that are written in small with them.
  read: (field) => sql`case when ${isString(field)} then nullif(lower(replace(translate(${trimmed(field)},
    ${sql.lit('\u212a')}, 'k'), ${sql.lit('\u0130')}, ${sql.lit('i\u0307')}) collate "C"), '') end`,
  // the searched characters are of this kind, or the text has none of them either
  isUntold: (text, wanted) =>
    wanted.every((one) => Buffer.byteLength(String(one)) === String(one).length)
      ? sql`false`
      : sql`octet_length(${text}) <> length(${text})`,
  type: 'text',
  put: asIs,
}
const NUMBERS: Kind = {
  read: (field) => sql`case when jsonb_typeof(${field}) = 'number' then ${written(field)}
    when ${isString(field)} and ${trimmed(field)} ~ ${NUMBER} then ${trimmed(field)} end`,
  // a number of more digits may be none that a double can hold
  isUntold: (text) => sql`length(${text}) > 300`,
  type: 'float8',
  put: asIs,
}
const MOMENTS: Kind = {
  read: (field) => sql`case when ${isString(field)} and ${written(field)} ~ ${MOMENT}
    then substring(${written(field)}, 1, 10) || ' ' ||
      coalesce(nullif(substring(${written(field)}, 12, 8), ''), '00:00:00') end collate "C"`,
  // the year may lack the day
  isUntold: (text) => sql`substring(${text}, 6, 5) = '02-29'`,
  type: 'text',
  put: (at) =>
    new Date(Number(at))
      .toISOString()
      .replace('T', ' ')
      .replace(/(\.000)?Z$/, ''),
}
const SWITCHES: Kind = {
  read: (field) => sql`case when ${field} in ('true', '"true"', '1') then 'true'
    when ${field} in ('false', '"false"', '0') then 'false' end`,
  isUntold: () => sql`false`,
  type: 'boolean',
  put: asIs,
}

function kindOf(type: FieldType): Kind {
  if (type === 'number' || type === 'amount') return NUMBERS
  if (type === 'date') return MOMENTS
  return type === 'boolean' ? SWITCHES : WORDS
}

type Asks = (seen: Sql, first: Sql, last: Sql) => Sql
const within: Asks = (seen, first, last) => sql`${seen} between ${first} and ${last}`
const contains: Asks = (seen, first) => sql`strpos(${seen}, ${first}) > 0`

/** The values that `holds` compares for one value and a range: the first value and the end of the last. */
const ASKS: Readonly<Record<string, Asks>> = {
  equal: within,
  notEqual: (...sides) => sql`not (${within(...sides)})`,
  contains,
  doesNotContain: (...sides) => sql`not (${contains(...sides)})`,
  beginsWith: (seen, first) => sql`starts_with(${seen}, ${first})`,
  endsWith: (seen, first) => sql`right(${seen}, length(${first})) = ${first}`,
  greater: (seen, _, last) => sql`${seen} > ${last}`,
  greaterOrEqual: (seen, first) => sql`${seen} >= ${first}`,
  less: (seen, first) => sql`${seen} < ${first}`,
  lessOrEqual: (seen, _, last) => sql`${seen} <= ${last}`,
  between: within,
}

/** The fields that filters name. */
export const namesIn = (groups: readonly FilterGroup[]): string[] =>
  groups.flatMap(({ rules }) => rules.flatMap((one) => ('rules' in one ? namesIn([one]) : [one.field])))

/** True if all of the filters let a subject pass; `fieldOf` names a field of it, which is jsonb. */
export function passesSql(groups: readonly FilterGroup[], fieldOf: (name: string) => Sql): RawBuilder<boolean | null> {
  return sql`(${sql.join([sql`true`, ...groups.map((group) => groupSql(group, fieldOf))], sql` and `)})`
}

function groupSql({ rules, combinator, not }: FilterGroup, fieldOf: (name: string) => Sql): Sql {
  const parts = rules.filter((one) => ('rules' in one ? hasCondition(one) : one.field !== ''))
  if (parts.length === 0) return sql`true`
  const each = parts.map((one) => ('rules' in one ? groupSql(one, fieldOf) : conditionSql(one, fieldOf)))
  const joined = sql`(${sql.join(each, combinator === 'and' ? sql` and ` : sql` or `)})`
  return not ? sql`not ${joined}` : joined
}

function conditionSql({ field, operator, value }: Condition, fieldOf: (name: string) => Sql): Sql {
  const known = findField(field)
  const comparison = findComparison(operator)
  if (!known || !comparison) return sql`false`
  const kind = kindOf(known.type)
  const text = sql`one.text`
  const values: unknown[] = Array.isArray(value) ? value : [value]
  const read = (by: typeof comparable) =>
    values.map((one) => by(known.type, one)).filter((one): one is Comparable => one !== null)
  const wanted = read(comparable)
  const holds = comparison.types.includes(known.type) ? holdsSql(operator, kind, text, wanted, read(lastOf)) : null
  // each field is read once a row
  return sql`(select case when ${text} is null then ${sql.lit(operator === 'isEmpty')} when ${kind.isUntold(text, wanted)} then null
    else ${holds ?? UNTOLD} end
    from (select ${kind.read(sql`field.value`)} as text
      from (select ${fieldOf(field)} as value offset 0) field offset 0) one)`
}

/** Null where the values are none that saving lets through. */
function holdsSql(
  operator: string,
  { type, put }: Kind,
  text: Sql,
  wanted: readonly Comparable[],
  ends: readonly Comparable[],
): Sql | null {
  if (operator === 'isEmpty' || operator === 'isNotEmpty') return sql.lit(operator === 'isNotEmpty')
  if (!wanted.every(isSendable)) return null
  const as = sql.raw(type)
  const seen = sql`(${text})::${as}`
  if (operator === 'in') return sql`${seen} = any(${wanted.map(put)}::${as}[])`
  if (operator === 'notIn') return sql`${seen} <> all(${wanted.map(put)}::${as}[])`
  const first = wanted[0]
  const last = ends[operator === 'between' ? 1 : 0]
  if (first === undefined || last === undefined) return null
  return ASKS[operator]?.(seen, sql`${put(first)}::${as}`, sql`${put(last)}::${as}`) ?? null
}

/** True if a value reaches the database as it is. */
const isSendable = (value: Comparable) =>
  typeof value !== 'string' || (!value.includes('\0') && !/\p{Surrogate}/u.test(value))
