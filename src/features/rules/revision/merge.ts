/** Two people changed one rule: what each did, place by place, and one rule out of both. Pure. */
import type { Rule, RuleDraft, RuleInfo } from '#contract/model/rules/rule.ts'
import { mergeConflictsOf, mergedInto, type Chosen, type MergeConflict } from '#src/data/three-way-merge.ts'
import { bodyOf, contentOf, toSend, type Draft } from '#src/features/rules/editor/draft.ts'

/** The contests between a draft and the rule as it is now. */
export function conflictsWith({ base, body }: Draft, now: Rule, types: readonly RuleInfo[]): MergeConflict[] {
  if (!base) return []
  return mergeConflictsOf(contentOf(base), contentOf(now), contentOf(toSend(body, types)))
}

/** Their rule with what you changed on it. */
export const merged = (now: Rule, contests: readonly MergeConflict[], chosen: Chosen): RuleDraft =>
  bodyOf({ ...now, ...mergedInto(contentOf(now), contests, chosen) })
