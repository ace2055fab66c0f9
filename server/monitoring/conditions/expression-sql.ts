/**
 * Conditions as SQL over a candidate `c` with its `fields`, and the values `v` of facts and aggregates, both jsonb. The
 * logic of SQL is the one that is wanted: what is unknown is null, and stays so under `not`.
 */
import { sql, type RawBuilder } from 'kysely'
import { FACTS } from '#contract/model/facts/facts.ts'
import {
  isGroup,
  isType,
  joinOf,
  leavesOf,
  membersOf,
  operandsOf,
  type Comparison,
  type ConditionNode,
  type ConditionOperand,
  type ConditionValue,
} from '#contract/model/rules/conditions/conditions.ts'
import { findConditionField, kindOfOperand, type ValueKind } from '#contract/model/rules/conditions/faults.ts'
import { aggregateKey, isLookedUp, LEVEL_FIELDS } from './wanted-operands.ts'

type Sql = RawBuilder<unknown>

const TYPES: Record<ValueKind, string> = { number: 'float8', text: 'text', date: 'text', boolean: 'boolean' }

/** The maximum number of keys in one call of `jsonb_build_object`. */
const PAIRS = 40

/** One jsonb object of any number of keys. */
export function jsonObject(pairs: readonly (readonly [key: string, value: Sql])[]): Sql {
  const parts: Sql[] = []
  for (let start = 0; start < pairs.length; start += PAIRS) {
    const some = pairs.slice(start, start + PAIRS)
    parts.push(sql`jsonb_build_object(${sql.join(some.flatMap(([key, value]) => [sql.lit(key), value]))})`)
  }
  return parts.length === 0 ? sql`'{}'::jsonb` : sql`(${sql.join(parts, sql` || `)})`
}

function constant(value: ConditionValue): Sql {
  if (typeof value === 'number') return sql`${value}::float8`
  return typeof value === 'boolean' ? sql`${value}::boolean` : sql`${value}::text`
}

/** A field as its platform sent it: numbers may be text, and what is not of the kind is unknown. */
function fieldSql(name: string, kind: ValueKind): Sql {
  const text = sql`c.fields ->> ${sql.lit(name)}`
  switch (kind) {
    case 'number':
      return sql`case when ${text} ~ '^\\s*-?[0-9]{1,18}(\\.[0-9]{1,12})?\\s*$' then (${text})::float8 end`
    case 'date':
      return sql`case when ${text} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then left(${text}, 10) end`
    case 'boolean':
      return sql`case when ${text} in ('true', '1') then true when ${text} in ('false', '0') then false end`
    case 'text':
      return sql`nullif(btrim(${text}), '')`
  }
}

function operandSql(operand: ConditionOperand): Sql {
  if ('value' in operand) return constant(operand.value)
  const kind = kindOfOperand(operand) ?? 'text'
  if ('field' in operand) return fieldSql(operand.field, kind)
  if ('byRisk' in operand || 'bySegment' in operand) {
    const name = 'byRisk' in operand ? 'byRisk' : 'bySegment'
    const levels: Record<string, ConditionValue> = 'byRisk' in operand ? operand.byRisk : operand.bySegment
    const { else: other = '', ...named } = levels
    const cases = Object.entries(named).map(([level, value]) => sql`when ${level}::text then ${constant(value)}`)
    if (cases.length === 0) return constant(other)
    return sql`case c.fields ->> ${sql.lit(LEVEL_FIELDS[name])} ${sql.join(cases, sql` `)} else ${constant(other)} end`
  }
  const key = 'fact' in operand ? operand.fact : aggregateKey(operand.aggregate)
  const value = sql`(v.values ->> ${sql.lit(key)})::${sql.raw(TYPES[kind])}`
  return operand.times === undefined ? value : sql`(${value} * ${operand.times}::float8)`
}

/** Codes are compared as they are; other text without case, accents and spaces. */
function isCode(operand: Comparison['right']): boolean {
  if (operand === undefined || Array.isArray(operand)) return false
  if ('field' in operand) return findConditionField(operand.field)?.type !== 'text'
  return 'fact' in operand && FACTS[operand.fact].unit === 'country'
}

const SIGNS = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

function comparisonSql({ left, is, right }: Comparison): Sql {
  const kind = kindOfOperand(left) ?? 'text'
  const value = operandSql(left)
  if (is === 'isKnown') return sql`(${value} is not null)`
  if (is === 'isNew') return sql`(${value} = 0)`
  const isFolded = kind === 'text' && !isCode(left) && !isCode(right)
  const fold = (one: Sql) => (isFolded ? sql`fold_text(${one})` : one)
  if (Array.isArray(right)) {
    const list = right.map((one) => fold(constant(one)))
    return sql`(${fold(value)} ${sql.raw(is === 'in' ? 'in' : 'not in')} (${sql.join(list)}))`
  }
  if (right === undefined || is === 'in' || is === 'notIn') return sql`null::boolean`
  const order = kind === 'text' || kind === 'date' ? sql` collate "C"` : sql``
  return sql`(${fold(value)}${order} ${sql.raw(SIGNS[is])} ${fold(operandSql(right))}${order})`
}

/** A condition: a type hit the candidate, by its place. */
export type TypeHit = (place: string) => Sql

const at = (place: string, name: string | number) => [place, String(name)].filter(Boolean).join('.')
const membersAt = (node: ConditionNode & { not?: true | undefined }, place: string) =>
  isGroup(node) ? membersOf(node).map((one, index) => [one, at(at(place, joinOf(node)), index)] as const) : []

/** A condition: an expression holds, with every value at hand. */
export function expressionSql(node: ConditionNode, typeHit: TypeHit, place = ''): Sql {
  if (isType(node)) return typeHit(place)
  if (!isGroup(node)) return comparisonSql(node)
  const each = membersAt(node, place).map(([one, of]) => expressionSql(one, typeHit, of))
  const joined = sql`(${sql.join(each, sql.raw(joinOf(node) === 'all' ? ' and ' : ' or '))})`
  return node.not ? sql`(not ${joined})` : joined
}

/** The possible values of an expression while facts and aggregates are not read. */
interface Possible {
  isTrue: Sql
  isFalse: Sql
}

function possible(node: ConditionNode, typeHit: TypeHit, place: string): Possible {
  if (isGroup(node)) {
    const each = membersAt(node, place).map(([one, of]) => possible(one, typeHit, of))
    const all = (name: keyof Possible) =>
      sql`(${sql.join(
        each.map((one) => one[name]),
        sql` and `,
      )})`
    const any = (name: keyof Possible) =>
      sql`(${sql.join(
        each.map((one) => one[name]),
        sql` or `,
      )})`
    const isAll = joinOf(node) === 'all'
    const joined: Possible = isAll
      ? { isTrue: all('isTrue'), isFalse: any('isFalse') }
      : { isTrue: any('isTrue'), isFalse: all('isFalse') }
    return node.not ? { isTrue: joined.isFalse, isFalse: joined.isTrue } : joined
  }
  if (!isType(node) && operandsOf(node, '').some(({ operand }) => isLookedUp(operand))) {
    return { isTrue: sql`true`, isFalse: sql`true` }
  }
  const exact = isType(node) ? typeHit(place) : comparisonSql(node)
  return { isTrue: sql`coalesce(${exact}, false)`, isFalse: sql`coalesce(not ${exact}, false)` }
}

/** A condition: a candidate can still meet an expression. No facts are read for one that types and fields exclude. */
export const canHoldSql = (root: ConditionNode, typeHit: TypeHit): Sql => possible(root, typeHit, '').isTrue

/** The values that were seen, by place: the values of operands, and whether each type hit. */
export const seenSql = (root: ConditionNode, typeHit: TypeHit): Sql =>
  jsonObject(
    [...leavesOf(root)].flatMap(({ node, place }): (readonly [string, Sql])[] =>
      isType(node)
        ? [[place, sql`to_jsonb(${typeHit(place)})`]]
        : operandsOf(node, place).map(({ operand, place: of }) => [of, sql`to_jsonb(${operandSql(operand)})`]),
    ),
  )
