/** What a rule is filed under: its first criterion, or the first type of its conditions. */
import { CONDITIONS_TYPE } from '#contract/model/values.ts'
import type { Criteria, RuleOptions } from '#contract/model/rules/rule.ts'
import { isType, leavesOf } from './conditions.ts'

export function ruleTypeOf({ criteria, options }: { criteria: Criteria; options: RuleOptions }): string {
  const [first] = Object.keys(criteria)
  if (first !== undefined || !options.conditions) return first ?? ''
  for (const { node } of leavesOf(options.conditions)) if (isType(node)) return node.type
  return CONDITIONS_TYPE
}
