/** Filter groups as trees to work on: every act answers a new tree. A path names a place by the indexes that lead there. */
import type { FilterField } from '#contract/model/rules/allowlist.ts'
import {
  TRANSACTION_FILTER_FIELDS,
  type Comparison,
  type Condition,
  type FilterGroup,
  type Operand,
} from '#contract/model/rules/filter.ts'

export type Path = readonly number[]
type Node = Condition | FilterGroup

export const emptyGroup = (): FilterGroup => ({ combinator: 'and', rules: [] })

/** The quantifier of a group: combinator and negation in one word. */
export const QUANTIFIERS = ['and', 'or', 'notAnd', 'notOr'] as const
export type Quantifier = (typeof QUANTIFIERS)[number]

export const QUANTIFIER_LABELS: Record<Quantifier, string> = {
  and: 'All conditions',
  or: 'Any condition',
  notAnd: 'Not all conditions',
  notOr: 'No condition',
}

export function quantifierOf({ combinator, not }: FilterGroup): Quantifier {
  if (not) return combinator === 'and' ? 'notAnd' : 'notOr'
  return combinator
}

export function withQuantifier(group: FilterGroup, quantifier: Quantifier): FilterGroup {
  const { not: _, ...rest } = group
  const combinator = quantifier === 'and' || quantifier === 'notAnd' ? 'and' : 'or'
  return { ...rest, combinator, ...(quantifier !== combinator && { not: true }) }
}

export const isGroup = (node: Node): node is FilterGroup => 'rules' in node

/** Puts another node, or none, in the place of one. An empty path is the root, which stays. */
export function replaceAt(group: FilterGroup, path: Path, put: (node: Node) => Node | null): FilterGroup {
  const [index, ...rest] = path
  if (index === undefined) {
    const root = put(group)
    return root && isGroup(root) ? root : group
  }
  const rules = group.rules.flatMap((node, at): Node[] => {
    if (at !== index) return [node]
    if (rest.length > 0) return isGroup(node) ? [replaceAt(node, rest, put)] : [node]
    const next = put(node)
    return next ? [next] : []
  })
  return { ...group, rules }
}

/** Puts a node into the group at a path, behind the one of that index; at its end without. */
export function insertInto(group: FilterGroup, path: Path, node: Node, behind?: number): FilterGroup {
  return replaceAt(group, path, (found) => {
    if (!isGroup(found)) return found
    const at = behind === undefined ? found.rules.length : behind + 1
    return { ...found, rules: found.rules.toSpliced(at, 0, node) }
  })
}

export const removeAt = (group: FilterGroup, path: Path): FilterGroup => replaceAt(group, path, () => null)

/** A condition to be filled in: the first comparison of the first field. */
export function newCondition(fields: readonly FilterField[], comparisons: readonly Comparison[]): Condition {
  const [field] = fields
  return field
    ? onField({ field: '', operator: '', value: '' }, field, comparisons)
    : { field: '', operator: '', value: '' }
}

/** A condition on another field: its comparison stays where it fits, its value where it means the same. */
export function onField(
  condition: Condition,
  field: FilterField,
  comparisons: readonly Comparison[],
  was?: FilterField,
): Condition {
  const operator = field.operators.includes(condition.operator) ? condition.operator : (field.operators[0] ?? '')
  const isAlike = was?.type === field.type && !was.choices && !field.choices
  const operand = operandOf(comparisons, operator)
  const value = isAlike ? fitted(condition.value, operand) : startOf(field, operand)
  return { field: field.name, operator, value }
}

/** A condition with another operator, keeping the value as far as it applies. */
export function byOperator(condition: Condition, operator: string, comparisons: readonly Comparison[]): Condition {
  return { ...condition, operator, value: fitted(condition.value, operandOf(comparisons, operator)) }
}

export function operandOf(comparisons: readonly Comparison[], operator: string): Operand {
  return comparisons.find(({ name }) => name === operator)?.operand ?? 'one'
}

function startOf({ type, choices }: FilterField, operand: Operand): unknown {
  if (operand !== 'one') return fitted('', operand)
  return type === 'boolean' ? true : (choices?.[0]?.value ?? '')
}

function fitted(value: unknown, operand: Operand): unknown {
  const values = listOf(value)
  switch (operand) {
    case 'none':
      return null
    case 'list':
      return values
    case 'range':
      return [values[0] ?? '', values[1] ?? '']
    default:
      return values[0] ?? ''
  }
}

/** A word, a number or a yes as it is written; nothing for what is none of them. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** The operands as a list. */
export function listOf(value: unknown): unknown[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => one !== '' && one !== null && one !== undefined)
}

/** The fields that a rule's filter of payments may name, in their order. */
export const filterable = (ofTransactions: readonly FilterField[]): FilterField[] =>
  TRANSACTION_FILTER_FIELDS.flatMap((name) => ofTransactions.find((field) => field.name === name) ?? [])
