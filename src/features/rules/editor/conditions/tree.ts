/** Conditions as a tree to work on: every act answers a new tree and the path that is current in it. Pure. */
import {
  isGroup,
  isType,
  joinOf,
  membersOf,
  type Comparison,
  type ConditionGroup,
  type ConditionNode,
} from '#contract/model/rules/conditions/conditions.ts'
import type { RuleInfo } from '#contract/model/rules/rule.ts'
import { criteriaToSend } from '#src/features/rules/editor/criteria.ts'

/** The indexes that lead from the root to a node; empty for the root. */
export type Path = readonly number[]
/** No root: there are no conditions. */
export type Tree = ConditionNode | undefined
export interface Change {
  root: Tree
  /** The node that takes the focus. */
  path: Path
}

/** A comparison to be filled in. */
export const newComparison = (): Comparison => ({ left: { field: '' }, is: 'eq', right: { value: '' } })

/** How a group joins its members, with its negation in one word. */
export const QUANTIFIERS = ['all', 'any', 'none', 'notAll'] as const
export type Quantifier = (typeof QUANTIFIERS)[number]
export const QUANTIFIER_LABELS: Readonly<Record<Quantifier, string>> = {
  all: 'All of',
  any: 'Any of',
  none: 'None of',
  notAll: 'Not all of',
}
export const quantifierOf = (group: ConditionGroup): Quantifier =>
  joinOf(group) === 'all' ? (group.not ? 'notAll' : 'all') : group.not ? 'none' : 'any'

function groupOf(quantifier: Quantifier, members: readonly ConditionNode[]): ConditionGroup {
  const not = quantifier === 'none' || quantifier === 'notAll' ? { not: true as const } : {}
  return quantifier === 'all' || quantifier === 'notAll' ? { all: [...members], ...not } : { any: [...members], ...not }
}
const withMembers = (group: ConditionGroup, members: readonly ConditionNode[]) => groupOf(quantifierOf(group), members)

export function nodeAt(root: Tree, path: Path): Tree {
  let node = root
  for (const index of path) node = node && isGroup(node) ? membersOf(node)[index] : undefined
  return node
}

/** The place of a node in the expression: `all.1.any.0`. */
export function placeOf(root: Tree, path: Path): string {
  const names = path.flatMap((index, depth) => {
    const group = nodeAt(root, path.slice(0, depth))
    return group && isGroup(group) ? [joinOf(group), String(index)] : []
  })
  return names.join('.')
}

/** Puts any number of nodes in the place of one; a group without members goes too. */
function put(node: ConditionNode, path: Path, by: (node: ConditionNode) => readonly ConditionNode[]): ConditionNode[] {
  const [index, ...rest] = path
  if (index === undefined) return [...by(node)]
  if (!isGroup(node)) return [node]
  const members = membersOf(node).flatMap((one, at) => (at === index ? put(one, rest, by) : [one]))
  return members.length === 0 ? [] : [withMembers(node, members)]
}

/** Puts another node in the place of one. */
export const replaced = (root: Tree, path: Path, by: (node: ConditionNode) => ConditionNode): Tree =>
  root && put(root, path, (node) => [by(node)])[0]

/** A node more: at the end of the group at a path, or behind what is there. */
export function added(root: Tree, at: Path, node: ConditionNode): Change {
  const found = nodeAt(root, at)
  if (root === undefined) return { root: { all: [node] }, path: [0] }
  if (found && isGroup(found)) {
    const members = membersOf(found)
    return { root: replaced(root, at, () => withMembers(found, [...members, node])), path: [...at, members.length] }
  }
  if (found === undefined) return added(root, [], node)
  return behind(root, at, found, node)
}

/** A group more, with a comparison that takes the focus. */
export function withGroup(root: Tree, at: Path): Change {
  const { path, ...change } = added(root, at, { any: [newComparison()] })
  return { ...change, path: [...path, 0] }
}

function behind(root: ConditionNode, at: Path, found: ConditionNode, node: ConditionNode): Change {
  const index = at.at(-1)
  if (index === undefined) return { root: { all: [found, node] }, path: [1] }
  return { root: put(root, at, () => [found, node])[0], path: [...at.slice(0, -1), index + 1] }
}

/** Without a node, and without groups that have no other. */
export function removed(root: Tree, at: Path): Change {
  const next = root && put(root, at, () => [])[0]
  const parent = at.slice(0, -1)
  const before = [...parent, Math.max(0, (at.at(-1) ?? 0) - 1)]
  const path = [before, ...before.map((_, depth) => before.slice(0, -1 - depth))].find((one) => nodeAt(next, one))
  return { root: next, path: path ?? [] }
}

/** A node in a group of its own. */
export const wrapped = (root: Tree, at: Path): Change => ({
  root: replaced(root, at, (node) => groupOf(at.length === 0 ? 'all' : 'any', [node])),
  path: [...at, 0],
})

/** A node twice. */
export function duplicated(root: Tree, at: Path): Change {
  const found = nodeAt(root, at)
  return root && found ? behind(root, at, found, structuredClone(found)) : { root, path: at }
}

export const quantified = (root: Tree, at: Path, quantifier: Quantifier): Tree =>
  replaced(root, at, (node) => (isGroup(node) ? groupOf(quantifier, membersOf(node)) : node))

/** The path of the group that a path is in, or is. */
export function groupPath(root: Tree, at: Path): Path {
  const found = nodeAt(root, at)
  return found && isGroup(found) ? at : at.slice(0, -1)
}

/** A step up or down in reading order: into a group beside it, and out of its own at the end. */
export function moved(root: Tree, at: Path, step: 1 | -1): Change {
  const still = { root, path: at }
  const [parent, index] = [at.slice(0, -1), at.at(-1)]
  const [found, group] = [nodeAt(root, at), nodeAt(root, parent)]
  if (!root || index === undefined || !found || !group || !isGroup(group)) return still
  const members = membersOf(group)
  const beside = members[index + step]
  if (beside && isGroup(beside)) {
    const inner = membersOf(beside)
    const joined = withMembers(beside, step > 0 ? [found, ...inner] : [...inner, found])
    const rest = members.flatMap((one, other) => (other === index ? [] : [one === beside ? joined : one]))
    const path = [...parent, step > 0 ? index : index - 1, step > 0 ? 0 : inner.length]
    return { root: replaced(root, parent, () => withMembers(group, rest)), path }
  }
  if (beside) {
    const swapped = members.map((one, other) => (other === index ? beside : other === index + step ? found : one))
    return { root: replaced(root, parent, () => withMembers(group, swapped)), path: [...parent, index + step] }
  }
  const place = parent.at(-1)
  if (place === undefined) return still
  const rest = members.filter((_, other) => other !== index)
  const left = rest.length > 0 ? [withMembers(group, rest)] : []
  const next = put(root, parent, () => (step > 0 ? [...left, found] : [found, ...left]))[0]
  return { root: next, path: [...parent.slice(0, -1), step > 0 ? place + left.length : place] }
}

/** Conditions as they are sent: the parameters of their types as those of criteria are. */
export function conditionsToSend(node: ConditionNode, types: readonly RuleInfo[]): ConditionNode {
  if (isGroup(node))
    return withMembers(
      node,
      membersOf(node).map((one) => conditionsToSend(one, types)),
    )
  if (!isType(node)) return node
  const sent = criteriaToSend({ [node.type]: node.criterion } as Parameters<typeof criteriaToSend>[0], types)
  return { ...node, criterion: sent[node.type] ?? {} }
}
