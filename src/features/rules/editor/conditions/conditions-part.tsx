// The conditions of a rule in its form, with the sentence that they make.
import { useMemo } from 'react'
import type { RuleInfo } from '#contract/model/rules/rule.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { subjectOf, typesOf, withOption } from '#src/features/rules/editor/draft.ts'
import { Part } from '#src/features/rules/editor/form-parts.tsx'
import type { PartProps } from '#src/features/rules/editor/part-props.ts'
import { MoreFaults } from '#src/features/rules/field-faults.tsx'
import { valueText } from '#src/features/rules/rule-text.ts'
import { useRules } from '#src/features/rules/rules.ts'
import { useLookups } from '#src/features/rules/use-lookups.ts'
import { useDebounced } from '#src/ui/use-debounced.ts'
import { ConditionsEditor } from './conditions-editor.tsx'
import { CONDITIONS, NO_CONDITIONS } from './condition-places.ts'
import { EMPTY, faultsOfDraft } from './draft-faults.ts'
import { offersOf } from './offers.ts'

interface ConditionsPartProps extends PartProps {
  types: readonly RuleInfo[]
}

export function ConditionsPart({ body, onChange, types }: ConditionsPartProps) {
  const rules = useRules()
  const look = useLookups(body.platform, typesOf(body))
  const { conditions } = body.options
  const on = subjectOf(body)
  const offers = useMemo(() => offersOf(on), [on])
  // an empty side is a fault once the rule is saved
  const faults = conditions ? faultsOfDraft(conditions, on).filter(({ message }) => message !== EMPTY) : []
  if (!rules.hasConditions()) {
    return (
      <Part section="conditions">
        <p className="-mt-2 text-label text-muted">{NO_CONDITIONS}.</p>
      </Part>
    )
  }
  return (
    <Part section="conditions">
      <p className="-mt-2 text-label text-muted">
        All conditions must hold, and the criteria too. A rule with conditions needs no criteria.
      </p>
      <Sentence text={conditions ? valueText(CONDITIONS, conditions, look) : ''} />
      <MoreFaults faults={faults}>
        <ConditionsEditor
          value={conditions}
          onChange={(next) => onChange(withOption(body, 'conditions', next))}
          onFocus={(conditionAt) => rules.store.setState({ conditionAt })}
          on={on}
          offers={offers}
          types={types}
          addType={
            <CommandButton command="rule.addConditionType" variant="quiet">
              + Rule type
            </CommandButton>
          }
        />
      </MoreFaults>
    </Part>
  )
}

/** Follows the conditions, and is read aloud once they rest. */
function Sentence({ text }: { text: string }) {
  const rested = useDebounced(text, 600)
  return (
    <div>
      {text !== '' && <p className="font-medium">{text}</p>}
      <p aria-live="polite" className="sr-only">
        {rested}
      </p>
    </div>
  )
}
