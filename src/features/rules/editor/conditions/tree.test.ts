// Acts on the tree of conditions: none loses a condition, and every tree is sound or says where it is not.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { conditions } from '#contract/model/rules/conditions/conditions-schema.ts'
import {
  isGroup,
  leavesOf,
  membersOf,
  type Comparison,
  type ConditionNode,
} from '#contract/model/rules/conditions/conditions.ts'
import { conditionFacts, faultsOfConditions, findConditionField } from '#contract/model/rules/conditions/faults.ts'
import { under } from './condition-places.ts'
import { faultsOfDraft } from './draft-faults.ts'
import { offersFor, offersOf, readValue, relationsOf, withLeft, withRelation } from './offers.ts'
import {
  added,
  duplicated,
  moved,
  newComparison,
  nodeAt,
  placeOf,
  quantified,
  quantifierOf,
  QUANTIFIERS,
  removed,
  withGroup,
  wrapped,
  type Path,
  type Tree,
} from './tree.ts'

const leaf: Comparison = { left: { fact: 'activity.incomingRatio' }, is: 'gt', right: { value: 3 } }
const node: fc.Arbitrary<ConditionNode> = fc.letrec<{ node: ConditionNode }>((tie) => {
  const members = fc.array(tie('node'), { minLength: 1, maxLength: 3 })
  return {
    node: fc.oneof(
      { maxDepth: 3 },
      fc.integer({ min: 0, max: 99 }).map((value): ConditionNode => ({ ...leaf, right: { value } })),
      members.map((all): ConditionNode => ({ all })),
      members.map((any): ConditionNode => ({ any, not: true })),
    ),
  }
}).node

const pathsOf = (root: ConditionNode, path: Path = []): Path[] => [
  path,
  ...(isGroup(root) ? membersOf(root).flatMap((one, index) => pathsOf(one, [...path, index])) : []),
]
/** A tree and a path in it. */
const placed = node.chain((root) => fc.constantFrom(...pathsOf(root)).map((path) => ({ root, path })))
const leaves = (root: Tree) => (root ? [...leavesOf(root)].map((one) => JSON.stringify(one.node)) : [])

test('what is added and removed again leaves the tree as it was', () => {
  fc.assert(
    fc.property(placed, ({ root, path }) => {
      const more = added(root, path, newComparison())
      expect(nodeAt(more.root, more.path)).toEqual(newComparison())
      // a single condition has got a group, which stays
      const before = isGroup(root) ? root : { all: [root] }
      expect(removed(more.root, more.path).root).toEqual(before)
      const group = withGroup(root, path)
      expect(removed(group.root, group.path).root).toEqual(before)
    }),
  )
  const first = added(undefined, [], leaf)
  expect(removed(first.root, first.path).root).toBeUndefined()
})

test('a step up and a step down lead back, and no step loses a condition', () => {
  fc.assert(
    fc.property(placed, fc.constantFrom(1 as const, -1 as const), ({ root, path }, step) => {
      const next = moved(root, path, step)
      expect(nodeAt(next.root, next.path)).toEqual(nodeAt(root, path))
      expect(leaves(next.root).toSorted()).toEqual(leaves(root).toSorted())
      const parent = nodeAt(root, path.slice(0, -1))
      // a group that lost its only member is gone
      const isEmptied = next.path.length < path.length && parent && isGroup(parent) && membersOf(parent).length === 1
      if (next.root !== root && !isEmptied) {
        expect(moved(next.root, next.path, step > 0 ? -1 : 1)).toEqual({ root, path })
      }
    }),
  )
})

test('a wrapped and a joined group keep their conditions in order, and a double is one more', () => {
  fc.assert(
    fc.property(placed, fc.constantFrom(...QUANTIFIERS), ({ root, path }, quantifier) => {
      const into = wrapped(root, path)
      expect([leaves(into.root), nodeAt(into.root, into.path)]).toEqual([leaves(root), nodeAt(root, path)])
      const joined = nodeAt(quantified(root, path, quantifier), path)
      if (joined && isGroup(joined)) expect(quantifierOf(joined)).toBe(quantifier)
      const twice = duplicated(root, path)
      expect(nodeAt(twice.root, twice.path)).toEqual(nodeAt(root, path))
      expect(leaves(twice.root)).toHaveLength(leaves(root).length + leaves(nodeAt(root, path)).length)
    }),
  )
})

const step = fc.record({ act: fc.nat({ max: 7 }), at: fc.nat({ max: 30 }), pick: fc.nat({ max: 500 }) })

test('every tree that can be reached is saved as it is, or has a fault whose place is in it', () => {
  const offers = offersOf('transaction')
  const fill = (one: ConditionNode, pick: number): ConditionNode => {
    if (!('left' in one)) return one
    const filled = withLeft(one, offers[pick % offers.length]!.operand, 'transaction')
    const relations = relationsOf(filled.left, 'transaction')
    const related = withRelation(filled, relations[pick % relations.length]!)
    if (related.right === undefined) return related
    const value = readValue(['3', 'IR', 'yes', '2026-01-01'][pick % 4]!, filled.left)
    if (Array.isArray(related.right)) return { ...related, right: typeof value === 'boolean' ? [] : [value] }
    const rights = offersFor(filled.left, offers)
    return { ...related, right: pick % 2 === 0 ? { value } : rights[pick % rights.length]!.operand }
  }
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let root: Tree
      for (const { act, at, pick } of steps) {
        const paths: Path[] = root ? pathsOf(root) : [[]]
        const path = paths[at % paths.length]!
        const found = nodeAt(root, path)
        if (act === 0) root = added(root, path, newComparison()).root
        else if (act === 1) root = withGroup(root, path).root
        else if (act === 2 && pick % 4 === 0) root = removed(root, path).root
        else if (act === 3) root = moved(root, path, pick % 2 === 0 ? 1 : -1).root
        else if (act === 4) root = wrapped(root, path).root
        else if (act === 5) root = quantified(root, path, QUANTIFIERS[pick % 4]!)
        else if (found && 'left' in found) {
          const filled = fill(found, pick)
          root = path.length === 0 ? filled : swap(root, path, filled)
        }
      }
      if (!root) return
      const faults = faultsOfDraft(root, 'transaction')
      const isSound = z.safeParse(conditions, root).success && faultsOfConditions(root, 'transaction').length === 0
      expect(faults.length === 0).toBe(isSound)
      const places = ['', ...pathsOf(root).map((path) => placeOf(root, path))].map(under)
      for (const { place } of faults) expect(places.some((one) => `${place}.`.startsWith(`${one}.`))).toBe(true)
    }),
  )
})

function swap(root: Tree, path: Path, by: ConditionNode): Tree {
  const index = path.at(-1)!
  const parent = nodeAt(root, path.slice(0, -1))
  if (!parent || !isGroup(parent)) return root
  const members = membersOf(parent).map((one, at) => (at === index ? by : one))
  const group: ConditionNode = 'all' in parent ? { ...parent, all: members } : { ...parent, any: members }
  return path.length === 1 ? group : swap(root, path.slice(0, -1), group)
}

test('of what is offered no relation is refused, whatever the left side is', () => {
  for (const { operand } of offersOf('transaction')) {
    for (const is of relationsOf(operand, 'transaction')) {
      const made = withRelation(withLeft(newComparison(), operand, 'transaction'), is)
      const faults = faultsOfDraft(made, 'transaction').filter(({ place }) => !place.includes('right'))
      expect([operand, is, faults]).toEqual([operand, is, []])
    }
  }
})

test('offers have names of their own, and a customer has no payment', () => {
  for (const on of ['transaction', 'customer'] as const) {
    const labels = offersOf(on).map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
  }
  expect(conditionFacts('customer')).not.toContain('amount.usd')
  expect(offersOf('customer').some(({ value }) => value === 'transactionUsdAmount')).toBe(false)
  expect(findConditionField('transactionUsdAmount')).toBeDefined()
})
