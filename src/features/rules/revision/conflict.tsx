import { useStore } from 'zustand'
import type { Rule, RuleInfo } from '#contract/model/rules/rule.ts'
import type { Draft } from '#src/features/rules/editor/draft.ts'
import { RuleButtons } from '#src/features/rules/rule-buttons.tsx'
import type { Rules } from '#src/features/rules/rules.ts'
import { placeLabel, valueText, type Look } from '#src/features/rules/rule-text.ts'
import { MergeConflict } from '#src/ui/merge-conflict.tsx'
import { Side } from './differences.tsx'
import { conflictsWith } from './merge.ts'

interface ConflictProps {
  rules: Rules
  draft: Draft
  now: Rule
  types: readonly RuleInfo[]
  look: Look
}

/** Two people changed one rule: what each did, side by side. */
export function Conflict({ rules, draft, now, types, look }: ConflictProps) {
  const chosen = useStore(rules.store, (state) => state.chosen)
  const rows = conflictsWith(draft, now, types).map(({ place, before, theirs, yours, by }) => ({
    key: place,
    label: placeLabel(place, look),
    before: <Side text={valueText(place, before, look)} />,
    theirs: <Side text={valueText(place, theirs, look)} isGone={theirs === undefined} />,
    yours: <Side text={valueText(place, yours, look)} isGone={yours === undefined} />,
    by,
  }))
  return (
    <div className="border-b border-line p-4">
      <MergeConflict
        title={`${now.author} changed the rule since you began`}
        rows={rows}
        chosen={chosen}
        onChoose={(place, whose) => rules.store.setState((was) => ({ chosen: { ...was.chosen, [place]: whose } }))}
      >
        <RuleButtons
          commands={['rule.merge', 'rule.discard']}
          primary="rule.merge"
          labels={{ 'rule.discard': 'Take theirs, all of it' }}
        />
      </MergeConflict>
    </div>
  )
}
