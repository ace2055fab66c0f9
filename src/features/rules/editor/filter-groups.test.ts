import { expect, test } from 'vitest'
import fc from 'fast-check'
import type { FilterField } from '#contract/model/rules/allowlist.ts'
import type { Comparison, FilterGroup } from '#contract/model/rules/filter.ts'
import {
  byOperator,
  emptyGroup,
  insertInto,
  isGroup,
  newCondition,
  onField,
  quantifierOf,
  QUANTIFIERS,
  removeAt,
  withQuantifier,
} from './filter-groups.ts'

const comparisons: Comparison[] = [
  { name: 'equal', label: 'is', types: ['text', 'amount', 'choice'], operand: 'one' },
  { name: 'between', label: 'is between', types: ['amount'], operand: 'range' },
  { name: 'in', label: 'is one of', types: ['text', 'choice'], operand: 'list' },
  { name: 'isEmpty', label: 'is not known', types: ['text', 'amount'], operand: 'none' },
]
const field = (name: string, type: FilterField['type'], more: Partial<FilterField> = {}): FilterField => ({
  name,
  label: name,
  type,
  operators: comparisons.filter(({ types }) => types.includes(type)).map((one) => one.name),
  autocomplete: false,
  ...more,
})
const city = field('city', 'text')
const name = field('name', 'text')
const amount = field('amount', 'amount')
const status = field('status', 'choice', { choices: [{ value: 'Active', label: 'Active' }] })

const tree: fc.Arbitrary<FilterGroup> = fc.letrec<{ group: FilterGroup }>((tie) => ({
  group: fc.record(
    {
      combinator: fc.constantFrom('and' as const, 'or' as const),
      not: fc.constant(true),
      rules: fc.array(
        fc.oneof(
          { depthSize: 'small' },
          fc.record({ field: fc.string(), operator: fc.string(), value: fc.string() }),
          tie('group'),
        ),
        { maxLength: 4 },
      ),
    },
    { requiredKeys: ['combinator', 'rules'] },
  ),
})).group

/** Every group of a tree by its path. */
const groupsOf = (
  group: FilterGroup,
  path: readonly number[] = [],
): { path: readonly number[]; group: FilterGroup }[] => [
  { path, group },
  ...group.rules.flatMap((node, index) => (isGroup(node) ? groupsOf(node, [...path, index]) : [])),
]

test('an inserted condition is removed without a trace', () => {
  fc.assert(
    fc.property(tree, fc.nat(), fc.nat(), (root, one, two) => {
      const groups = groupsOf(root)
      const { path, group } = groups[one % groups.length]!
      const behind = group.rules.length === 0 ? undefined : two % group.rules.length
      const condition = newCondition([city], comparisons)
      const more = insertInto(root, path, condition, behind)
      const at = [...path, behind === undefined ? group.rules.length : behind + 1]
      expect(more).not.toEqual(root)
      expect(removeAt(more, at)).toEqual(root)
    }),
  )
})

test('a quantifier sets combinator and negation, and nothing else of the group', () => {
  fc.assert(
    fc.property(tree, fc.constantFrom(...QUANTIFIERS), (root, quantifier) => {
      const next = withQuantifier(root, quantifier)
      expect(quantifierOf(next)).toBe(quantifier)
      expect(withQuantifier(next, quantifierOf(root))).toEqual({ ...root })
    }),
  )
})

test('the root stays when it is removed', () => {
  expect(removeAt(emptyGroup(), [])).toEqual(emptyGroup())
})

test('a new condition compares the first field by its first operator', () => {
  expect(newCondition([status, city], comparisons)).toEqual({ field: 'status', operator: 'equal', value: 'Active' })
  expect(newCondition([], comparisons)).toEqual({ field: '', operator: '', value: '' })
})

test('another field keeps only what has the same meaning', () => {
  const typed = { field: 'city', operator: 'in', value: ['Paris', 'Lyon'] }
  expect(onField(typed, name, comparisons, city)).toEqual({ field: 'name', operator: 'in', value: ['Paris', 'Lyon'] })
  expect(onField(typed, amount, comparisons, city)).toEqual({ field: 'amount', operator: 'equal', value: '' })
  expect(onField(typed, status, comparisons, city)).toEqual({ field: 'status', operator: 'in', value: [] })
})

test('another operator keeps the value as far as it applies', () => {
  const typed = { field: 'amount', operator: 'equal', value: '100' }
  const range = byOperator(typed, 'between', comparisons)
  expect(range.value).toEqual(['100', ''])
  expect(byOperator(range, 'equal', comparisons).value).toBe('100')
  expect(byOperator({ ...typed, field: 'city' }, 'in', comparisons).value).toEqual(['100'])
  expect(byOperator(typed, 'isEmpty', comparisons).value).toBeNull()
})
