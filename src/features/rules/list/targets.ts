/** The target rules of a command. */
import type { RuleItem } from '#contract/model/rules/rule.ts'
import type { Ctx } from '#src/commands/command.ts'
import type { Rules } from '#src/features/rules/rules.ts'
import { countOf } from '#src/format/count.ts'

export const NO_TRIALS = 'This server does not test rules: each is in force once it is saved'

/** The one that is open, else those of the list that are selected or under the cursor. */
export function targetRules(c: Ctx, { store }: Pick<Rules, 'store'>): readonly RuleItem[] {
  const { opened } = store.getState()
  if (opened) return opened.now ? [opened.now] : []
  if (c.atoms.view !== 'rules') return []
  return c.targets.map((id) => c.list?.rowOf(id) as RuleItem | undefined).filter((row) => row !== undefined)
}

/** "Velocity", "3 rules". */
export const namesOf = (rules: readonly RuleItem[]): string =>
  rules.length === 1 ? rules[0]!.name : rules.length === 0 ? 'the rule' : countOf(rules.length, 'rule')
