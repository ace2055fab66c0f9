/** The reason why conditions raised an alert: those that hold, and every value that was compared. */
import { leavesOf, isType, type Comparison, type ConditionNode } from '#contract/model/rules/conditions/conditions.ts'
import { reasonOf, seenOperands, type Seen } from '#contract/model/rules/conditions/condition-holds.ts'
import { conditionValueText, type TypeText } from '#contract/model/rules/conditions/sentence.ts'
import { CONDITIONS_TYPE } from '#contract/model/values.ts'
import { RULE_TYPE_DEFINITIONS } from '#server/monitoring/rule-types/rule-type-definitions.ts'
import type { TriggerInfo } from '#server/monitoring/rule-type.ts'

/** A rule type by its label. */
export const typeText: TypeText = ({ type }) => RULE_TYPE_DEFINITIONS.get(type)?.label ?? type

/** The values that the rule lets pass, of a comparison with a number. */
function allowed({ is, right }: Comparison): string | null {
  if (right === undefined || Array.isArray(right) || !('value' in right) || typeof right.value !== 'number') return null
  if (is === 'gte') return `less than ${right.value}`
  return is === 'gt' ? String(right.value) : null
}

export function explainConditions(root: ConditionNode, seen: Seen): TriggerInfo {
  const comparisons = new Map(
    [...leavesOf(root)].flatMap(({ node, place }) =>
      isType(node) ? [] : [[[place, 'left'].filter(Boolean).join('.'), node] as const],
    ),
  )
  return {
    text: reasonOf(root, seen, typeText),
    facts: seenOperands(root, seen).map(({ place, label, value }) => {
      const comparison = comparisons.get(place)
      return {
        label: `${label.charAt(0).toUpperCase()}${label.slice(1)}`,
        saw: conditionValueText(value),
        allows: comparison ? allowed(comparison) : null,
      }
    }),
    saw: {
      [CONDITIONS_TYPE]: Object.fromEntries(
        Object.entries(seen).flatMap(([place, value]) =>
          value === null ? [] : [[place, typeof value === 'boolean' ? String(value) : value]],
        ),
      ),
    },
  }
}
