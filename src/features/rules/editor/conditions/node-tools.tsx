// The acts on a condition or a group by mouse, and the state that the parts of the editor share.
import { ArrowDown, ArrowUp, Copy, Parentheses, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConditionNode } from '#contract/model/rules/conditions/conditions.ts'
import type { ConditionSubject } from '#contract/model/rules/conditions/faults.ts'
import type { RuleInfo } from '#contract/model/rules/rule.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { Offer } from './offers.ts'
import { duplicated, moved, removed, wrapped, type Change, type Path, type Tree } from './tree.ts'

/** Shared by the parts of the editor. */
export interface Editing {
  on: ConditionSubject
  offers: readonly Offer[]
  types: readonly RuleInfo[]
  /** A button that asks for a rule type. */
  addType?: ReactNode
  /** Puts another node in the place of one. */
  put: (path: Path, node: ConditionNode) => void
  /** Changes the tree, and focuses what is current then. */
  act: (by: (root: Tree) => Change) => void
}

export interface NodeProps<N> {
  node: N
  path: Path
  place: string
  editing: Editing
}

/** "1.2", the second of the first group. */
export const numberOf = (path: Path): string => path.map((index) => index + 1).join('.') || '1'

/** The acts on a node, by mouse. */
export function Tools({ what, path, editing: { act } }: { what: string; path: Path; editing: Editing }) {
  const tools = [
    ...(path.length > 0
      ? ([
          [ArrowUp, 'Move up', (root: Tree) => moved(root, path, -1)],
          [ArrowDown, 'Move down', (root: Tree) => moved(root, path, 1)],
        ] as const)
      : []),
    [Parentheses, 'Wrap in a group', (root: Tree) => wrapped(root, path)] as const,
    [Copy, 'Duplicate', (root: Tree) => duplicated(root, path)] as const,
    [X, 'Remove', (root: Tree) => removed(root, path)] as const,
  ]
  return (
    <span className="flex h-7 items-center">
      {tools.map(([icon, verb, by]) => (
        <IconButton key={verb} icon={icon} label={`${verb}: ${what}`} onClick={() => act(by)} />
      ))}
    </span>
  )
}
