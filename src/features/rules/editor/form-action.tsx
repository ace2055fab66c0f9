import { useQuery } from '@tanstack/react-query'
import { ALERT_LEVELS } from '#contract/model/values.ts'
import { useData } from '#src/data/data.ts'
import { ruleQueries } from '#src/features/rules/queries.ts'
import { LEVEL_LABELS } from '#src/features/rules/rule-labels.ts'
import { nameAmong } from '#src/features/rules/rule-text.ts'
import { Check } from '#src/ui/form/check.tsx'
import { Choice } from '#src/ui/form/choice.tsx'
import { TextArea } from '#src/ui/form/field.tsx'
import { Suggest } from '#src/ui/form/suggest.tsx'
import { withOption } from './draft.ts'
import { Part, PlaceField } from './form-parts.tsx'
import { matching } from './options.ts'
import type { PartProps } from './part-props.ts'

const LEVELS = ALERT_LEVELS.map((value) => ({ value, label: LEVEL_LABELS[value] ?? value }))
/** A change of a customer holds nothing. */
const ALERTS = LEVELS.filter(({ value }) => value !== 'hardstop')

/** The action of a hit, and the rule's lists. */
export function ActionPart({ body, onChange }: PartProps) {
  const { options, type } = body
  return (
    <Part section="action">
      {type === 'transaction' && (
        <PlaceField place="options.action" label="Action" hint="A hard stop holds the transaction until it is decided">
          <Choice
            value={options.action ?? 'alert'}
            options={options.trigger_event === 'customer_update' && options.action !== 'hardstop' ? ALERTS : LEVELS}
            onChange={(action) => onChange(withOption(body, 'action', action))}
          />
        </PlaceField>
      )}
      {type === 'transaction' && options.action === 'hardstop' && (
        <>
          <PlaceField place="options.auto_reject_note" label="Rejection note" hint="Required for automatic rejection">
            <TextArea
              rows={2}
              value={options.auto_reject_note ?? ''}
              onChange={({ target }) => onChange(withOption(body, 'auto_reject_note', target.value))}
            />
          </PlaceField>
          <Check
            isChecked={options.auto_reject ?? false}
            onChange={(isChecked) => onChange(withOption(body, 'auto_reject', isChecked))}
          >
            Reject automatically, with this note
          </Check>
        </>
      )}
      <Lists body={body} onChange={onChange} />
    </Part>
  )
}

function Lists({ body, onChange }: PartProps) {
  const { api } = useData()
  const { platform, options } = body
  const sets = useQuery(ruleQueries.configSets(api, platform)).data
  const templates = useQuery(ruleQueries.ticketTemplates(api, platform)).data
  const several = (name: 'configSets' | 'zohoTemplates', named: typeof sets | typeof templates, gone: string) => (
    <Suggest
      values={options[name] ?? []}
      onChange={(next) => onChange(withOption(body, name, next))}
      isStrict
      offer={(term) =>
        matching(
          (named ?? []).map(({ id, name: label }) => ({ value: String(id), label })),
          term,
        )
      }
      labelOf={nameAmong(named, gone)}
      placeholder="Type a name"
    />
  )
  return (
    <>
      <PlaceField
        place="options.configSets"
        label="Model settings"
        hint="Their values are added to the rule’s lists"
        isDeep
      >
        {several('configSets', sets, 'Deleted model setting')}
      </PlaceField>
      <PlaceField
        place="options.zohoTemplates"
        label="Ticket templates"
        hint="Offered with an alert of this rule"
        isDeep
      >
        {several('zohoTemplates', templates, 'Deleted ticket template')}
      </PlaceField>
    </>
  )
}
