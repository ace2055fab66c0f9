import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RuleOptions } from '#contract/model/rules/rule.ts'
import { useData } from '#src/data/data.ts'
import { useFault } from '#src/features/rules/field-faults.tsx'
import { ruleQueries } from '#src/features/rules/queries.ts'
import { TRIGGER_INFO_LABELS } from '#src/features/rules/rule-text.ts'
import { Check } from '#src/ui/form/check.tsx'
import { TextArea } from '#src/ui/form/field.tsx'
import { typesOf, withOption } from './draft.ts'
import { Part, PlaceField } from './form-parts.tsx'
import { GroupsEditor } from './groups-editor.tsx'
import type { PartProps } from './part-props.ts'

type TriggerInfo = NonNullable<RuleOptions['triggerInfo']>

const NOTHING: TriggerInfo = {
  enabled: false,
  isFollowing: false,
  isAddWhl: false,
  customerName: false,
  ignoreCriteria: false,
  criteriaGroups: [],
  filterGroups: [],
  text: '',
  isReport: false,
  key: '',
  table: '',
}
// the others are kept as they came: nothing is known of what they mean (decision 0110)
const SWITCHES = ['isAddWhl', 'customerName', 'ignoreCriteria', 'isReport'] as const

/** The additional trigger information of an alert. */
export function TriggerPart({ body, onChange }: PartProps) {
  const { api } = useData()
  const info = body.options.triggerInfo ?? NOTHING
  const ofCustomers = useQuery(ruleQueries.customerFields(api)).data ?? []
  const ofTransactions = useQuery(ruleQueries.transactionFields(api)).data ?? []
  const fields = typesOf(body) === 'transaction' ? [...ofTransactions, ...ofCustomers] : ofCustomers
  const put = (part: Partial<TriggerInfo>) => onChange(withOption(body, 'triggerInfo', { ...info, ...part }))
  const at = (name: keyof TriggerInfo) => `options.triggerInfo.${name}`
  // hidden fields are validated too: with a fault they are shown
  const isFaulty = useFault('options.triggerInfo', true) !== undefined
  const [isMended, setMended] = useState(false)
  if (isFaulty && !isMended) setMended(true)
  return (
    <Part section="trigger">
      <Check isChecked={info.enabled} onChange={(enabled) => put({ enabled })}>
        {TRIGGER_INFO_LABELS['enabled']}
      </Check>
      {(info.enabled || isMended) && (
        <>
          <div className="grid grid-cols-2 gap-2">
            {SWITCHES.map((name) => (
              <Check key={name} isChecked={info[name]} onChange={(isChecked) => put({ [name]: isChecked })}>
                {TRIGGER_INFO_LABELS[name]}
              </Check>
            ))}
          </div>
          <PlaceField place={at('text')} label="Text">
            <TextArea rows={3} value={info.text} onChange={({ target }) => put({ text: target.value })} />
          </PlaceField>
          <GroupsEditor
            label="Filter group"
            value={info.filterGroups}
            onChange={(filterGroups) => put({ filterGroups })}
            fields={fields}
            place={at('filterGroups')}
          />
          {isMended && info.criteriaGroups.length > 0 && (
            <GroupsEditor
              label="Criteria group"
              value={info.criteriaGroups}
              onChange={(criteriaGroups) => put({ criteriaGroups })}
              fields={fields}
              place={at('criteriaGroups')}
            />
          )}
        </>
      )}
    </Part>
  )
}
