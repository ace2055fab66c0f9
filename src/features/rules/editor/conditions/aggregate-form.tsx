// Which payments an aggregate sums up, and how.
import type { ReactNode } from 'react'
import { FLOWS, MEASURES, type Aggregate } from '#contract/model/rules/conditions/conditions.ts'
import { AGGREGATE_KEYS, type AggregateKey } from '#contract/model/rules/conditions/facts-and-keys.ts'
import { AGGREGATE_KEY_LABELS } from '#contract/model/rules/conditions/sentence.ts'
import type { ConditionSubject } from '#contract/model/rules/conditions/faults.ts'
import { PERIOD_UNITS, readPeriod, writePeriod, type Period } from '#contract/model/rules/period.ts'
import { FaultText, useFault } from '#src/features/rules/field-faults.tsx'
import { matching } from '#src/features/rules/editor/options.ts'
import { humanise } from '#src/format/label.ts'
import { Check } from '#src/ui/form/check.tsx'
import { Choice } from '#src/ui/form/choice.tsx'
import { Field, TextInput } from '#src/ui/form/field.tsx'
import { Suggest } from '#src/ui/form/suggest.tsx'
import { NumberInput } from './operand-box.tsx'
import { MEASURE_LABELS, newAggregate } from './offers.ts'

interface AggregateFormProps {
  label: string
  aggregate: Aggregate
  onChange: (aggregate: Aggregate) => void
  on: ConditionSubject
  place: string
}

const MEASURE_OPTIONS = MEASURES.map((value) => ({ value, label: MEASURE_LABELS[value].replace('…', '') }))
const FLOW_LABELS = { in: 'Incoming', out: 'Outgoing', both: 'Both directions' } as const
const FLOW_OPTIONS = FLOWS.map((value) => ({ value, label: FLOW_LABELS[value] }))
const KEY_OPTIONS = AGGREGATE_KEYS.map((value) => ({ value, label: humanise(AGGREGATE_KEY_LABELS[value][0]) }))
const MANY_OPTIONS = AGGREGATE_KEYS.map((value) => ({ value, label: humanise(AGGREGATE_KEY_LABELS[value][1]) }))
const UNITS = PERIOD_UNITS.map((value) => ({ value, label: humanise(value) }))

export function AggregateForm({ label, aggregate, onChange, on, place }: AggregateFormProps) {
  const { measure, of, direction, within, by, amount, including, newOnly } = aggregate
  const period = readPeriod(within)
  const putPeriod = (part: Partial<Period>) => {
    const text = writePeriod({ ...period, ...part })
    const days = text.trim() === '' ? NaN : Number(text)
    onChange({ ...aggregate, within: Number.isNaN(days) ? text : days })
  }
  const putAmount = (part: { min?: number | undefined } | { max?: number | undefined }) => {
    const { amount: was, ...rest } = aggregate
    const { min, max } = { ...was, ...part }
    const next = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
    onChange(Object.keys(next).length === 0 ? rest : { ...rest, amount: next })
  }
  const toggled = (name: 'including' | 'newOnly', isOn: boolean) => {
    const { [name]: _, ...rest } = aggregate
    onChange(isOn ? { ...rest, [name]: true } : rest)
  }
  return (
    <fieldset data-place={place} className="grid grid-cols-3 items-start gap-2 rounded-md bg-raised p-2">
      <legend className="sr-only">{label}</legend>
      <Cell place={`${place}.measure`} label="Measure">
        <Choice
          value={measure}
          options={MEASURE_OPTIONS}
          onChange={(next) => onChange(newAggregate(next, aggregate))}
        />
      </Cell>
      {measure === 'distinct' && (
        <Cell place={`${place}.of`} label="Counted">
          <Choice
            value={of ?? 'counterparty'}
            options={MANY_OPTIONS}
            onChange={(next) => onChange({ ...aggregate, of: next })}
          />
        </Cell>
      )}
      <Cell place={`${place}.direction`} label="Payments">
        <Choice
          value={direction}
          options={FLOW_OPTIONS}
          onChange={(next) => onChange({ ...aggregate, direction: next })}
        />
      </Cell>
      <Cell place={`${place}.within`} label="Within the last">
        <TextInput
          value={period.count}
          inputMode="decimal"
          autoComplete="off"
          onChange={({ target }) => putPeriod({ count: target.value })}
        />
      </Cell>
      <Cell place={`${place}.unit`} label="Unit">
        <Choice value={period.unit} options={UNITS} onChange={(unit) => putPeriod({ unit })} />
      </Cell>
      <Cell place={`${place}.by`} label="With the same" isWide>
        <Suggest
          values={by}
          onChange={(next) => onChange({ ...aggregate, by: next as AggregateKey[] })}
          isStrict
          offer={(term) => matching(KEY_OPTIONS, term)}
          labelOf={(one) => KEY_OPTIONS.find(({ value }) => value === one)?.label ?? one}
          placeholder="Type customer, device, card…"
        />
      </Cell>
      <Cell place={`${place}.amount.min`} label="Each at least, USD">
        <NumberInput
          label="Each at least, USD"
          value={amount?.min}
          place={`${place}.amount.min`}
          onChange={(min) => putAmount({ min })}
        />
      </Cell>
      <Cell place={`${place}.amount.max`} label="Each at most, USD">
        <NumberInput
          label="Each at most, USD"
          value={amount?.max}
          place={`${place}.amount.max`}
          onChange={(max) => putAmount({ max })}
        />
      </Cell>
      <div className="col-span-3 flex gap-4">
        {(including || (on === 'transaction' && measure !== 'daysSince')) && (
          <Check isChecked={including ?? false} onChange={(isOn) => toggled('including', isOn)}>
            This payment included
          </Check>
        )}
        {(newOnly || measure === 'distinct') && (
          <Check isChecked={newOnly ?? false} onChange={(isOn) => toggled('newOnly', isOn)}>
            Only those new in the period
          </Check>
        )}
      </div>
      <Own places={['amount', 'including', 'newOnly'].map((name) => `${place}.${name}`)} />
    </fieldset>
  )
}

/** Faults of what has no field of its own. */
function Own({ places }: { places: readonly string[] }) {
  const [amount, including, newOnly] = [useFault(places[0]!), useFault(places[1]!), useFault(places[2]!)]
  const text = [amount && `Amount ${amount}`, including, newOnly].filter(Boolean).join('; ')
  return text === '' ? null : (
    <div className="col-span-3">
      <FaultText>{text}</FaultText>
    </div>
  )
}

interface CellProps {
  place: string
  label: string
  isWide?: boolean
  children: ReactNode
}

function Cell({ place, label, isWide = false, children }: CellProps) {
  const fault = useFault(place, true)
  return (
    <div data-place={place} className={isWide ? 'col-span-2' : ''}>
      <Field label={label} error={fault}>
        {children}
      </Field>
    </div>
  )
}
