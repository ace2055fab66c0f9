/** Filters of rules and allowlists: what is wrong with one, and whether a subject passes it. */
import { FAULTS_REPORTED } from '#contract/call.ts'
import type { FilterField } from '#contract/model/rules/allowlist.ts'
import { hasCondition, type Condition, type FilterGroup } from '#contract/model/rules/filter.ts'
import { Refusal } from '#server/core/refusal.ts'
import { comparable, findComparison, lastOf, whyNotOperand, type Comparable } from './comparisons.ts'
import { findField } from './fields.ts'

/** The subject of a filter: data of a transaction and its customer, by field name. */
export type Subject = Readonly<Record<string, unknown>>

/** Something wrong, and the place as a path of names and numbers joined by dots. */
export interface Fault {
  place: string
  message: string
}

/** Refuses with 400 where anything is wrong, each with its place: `criteria.limit_transaction.limit: is too small`. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length === 0) return
  const told = faults.slice(0, FAULTS_REPORTED)
  throw new Refusal(400, told.map(({ place, message }) => `${place}: ${message}`).join('; '), { faults: told })
}

/** The maximum depth of groups, and number of conditions. */
const DEEPEST = 10
const MOST = 200

/** Everything wrong with a filter, in reading order; `fields` are those it may name. */
export function faultsOfFilter(group: FilterGroup, place: string, fields: readonly FilterField[]): Fault[] {
  const byName = new Map(fields.map((field) => [field.name, field]))
  let left = MOST
  const walk = (each: FilterGroup, at: string, depth: number): Fault[] => {
    if (depth > DEEPEST) return [{ place: at, message: `groups are nested at most ${DEEPEST} deep` }]
    return each.rules.flatMap((one, index) => {
      const where = `${at}.rules.${index}`
      if ('rules' in one) return walk(one, where, depth + 1)
      left -= 1
      if (left === -1) return [{ place: where, message: `a filter has at most ${MOST} conditions` }]
      return left < 0 ? [] : faultsOfCondition(one, where, byName.get(one.field))
    })
  }
  return walk(group, place, 1)
}

function faultsOfCondition({ field, operator, value }: Condition, place: string, known?: FilterField): Fault[] {
  if (!known) return [{ place: `${place}.field`, message: `there is no field “${field}” to filter by here` }]
  const comparison = findComparison(operator)
  if (!comparison) return [{ place: `${place}.operator`, message: `there is no comparison “${operator}”` }]
  if (!comparison.types.includes(known.type)) {
    return [{ place: `${place}.operator`, message: `“${comparison.label}” is not valid for ${known.label}` }]
  }
  const why = whyNotOperand(known.type, comparison.operand, value)
  if (why !== null) return [{ place: `${place}.value`, message: why }]
  const values = comparison.operand === 'none' ? [] : Array.isArray(value) ? value : [value]
  const odd = known.choices && values.find((one) => !known.choices?.some((choice) => choice.value === one))
  return odd === undefined ? [] : [{ place: `${place}.value`, message: `“${String(odd)}” is none of the choices` }]
}

/** True if a subject passes a filter. A group without a condition lets everything pass. */
export function passes(group: FilterGroup, subject: Subject): boolean {
  const parts = group.rules.filter((one) => ('rules' in one ? hasCondition(one) : one.field !== ''))
  if (parts.length === 0) return true
  const holds = (one: Condition | FilterGroup) => ('rules' in one ? passes(one, subject) : meets(one, subject))
  const joined = group.combinator === 'and' ? parts.every(holds) : parts.some(holds)
  return group.not ? !joined : joined
}

function meets({ field, operator, value }: Condition, subject: Subject): boolean {
  const known = findField(field)
  const comparison = findComparison(operator)
  // saving refuses both; a row from elsewhere that names them passes nothing
  if (!known || !comparison) return false
  const seen = comparable(known.type, subject[field])
  if (seen === null) return operator === 'isEmpty'
  const values: unknown[] = Array.isArray(value) ? value : [value]
  const read = (by: typeof comparable) =>
    values.map((one) => by(known.type, one)).filter((one): one is Comparable => one !== null)
  return comparison.holds(seen, read(comparable), read(lastOf))
}
