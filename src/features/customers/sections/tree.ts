/** The structure of a company as a tree is walked: the lines that are unfolded, in order. Pure. */
import type { CompanyNode } from '#contract/model/customer.ts'

/** One row. `id` is its path, since a person may appear in a company twice. */
export interface TreeLine {
  id: string
  node: CompanyNode
  /** Counted from 1. */
  level: number
  /** Place among its siblings, counted from 1, and how many they are. */
  place: number
  size: number
  hasChildren: boolean
  isOpen: boolean
  parent: string | null
}

/** Owner companies are expanded, to show the ultimate owners (docs/design/specification.md#entities). */
const opensByItself = (node: CompanyNode, level: number): boolean => level === 1 || node.role === 'owner_company'

/** The visible rows. `turned`: paths whose default state was toggled. */
export function visibleLines(root: CompanyNode, turned: ReadonlySet<string>): TreeLine[] {
  const lines: TreeLine[] = []
  const add = (node: CompanyNode, index: number, size: number, level: number, parent: string | null) => {
    const id = parent === null ? '0' : `${parent}.${index}`
    const hasChildren = node.children.length > 0
    const isOpen = hasChildren && opensByItself(node, level) !== turned.has(id)
    lines.push({ id, node, level, place: index + 1, size, hasChildren, isOpen, parent })
    if (isOpen) node.children.forEach((child, at) => add(child, at, node.children.length, level + 1, id))
  }
  add(root, 0, 1, 1, null)
  return lines
}

/** Toggles one row. */
export function turn(turned: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(turned)
  if (!next.delete(id)) next.add(id)
  return next
}
