/** The faults of conditions as they are being written, each at its place in the rule. Pure. */
import * as z from 'zod/mini'
import { conditions } from '#contract/model/rules/conditions/conditions-schema.ts'
import { isType, leavesOf, type ConditionNode } from '#contract/model/rules/conditions/conditions.ts'
import { faultsOfConditions, type ConditionSubject } from '#contract/model/rules/conditions/faults.ts'
import { isSameValue } from '#contract/model/settings.ts'
import { under } from './condition-places.ts'
import type { Fault } from '#src/data/net/faults.ts'

/** The fault of what is not filled in yet: told once the rule is to be saved. */
export const EMPTY = 'is empty'

type Issue = z.core.$ZodIssue

function messageOf(issue: Issue, value: unknown): string {
  if (value === '' || value === undefined || isSameValue(value, [])) return EMPTY
  if (issue.code === 'too_small') return `must be ${String(issue.minimum)} or more`
  if (issue.code === 'too_big') {
    const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' entries' : ''
    return `must be at most ${issue.maximum.toLocaleString('en')}${unit}`
  }
  return issue.code === 'custom' ? issue.message : 'is no value that can be compared'
}

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value ? Reflect.get(value, name) : undefined),
    root,
  )

function shapeFaults(root: ConditionNode): Fault[] {
  const issues = z.safeParse(conditions, root).error?.issues ?? []
  return issues.map((issue) => ({
    place: issue.path.map(String).join('.'),
    message: messageOf(issue, valueAt(root, issue.path)),
  }))
}

/** Faults of the expression, but of the parameters of its types: of each comparison its shape, else what it says. */
export function faultsOfDraft(root: ConditionNode, on: ConditionSubject): Fault[] {
  const shape = shapeFaults(root)
  const isOf = (place: string) => (fault: Fault) => place === '' || `${fault.place}.`.startsWith(`${place}.`)
  const said =
    shape.length === 0
      ? faultsOfConditions(root, on)
      : [...leavesOf(root)].flatMap(({ node, place }) =>
          isType(node) || shape.some(isOf(place))
            ? []
            : faultsOfConditions(node, on).map((one) => ({
                ...one,
                place: [place, one.place].filter(Boolean).join('.'),
              })),
        )
  return [...shape, ...said].map((fault) => ({ ...fault, place: under(fault.place) }))
}
