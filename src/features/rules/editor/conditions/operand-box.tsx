// A side of a comparison: one text field that finds fields, facts and aggregates, and on the right takes a value too.
import { useState } from 'react'
import type { ConditionOperand } from '#contract/model/rules/conditions/conditions.ts'
import { kindOfOperand } from '#contract/model/rules/conditions/faults.ts'
import { isSameValue } from '#contract/model/settings.ts'
import { useFault } from '#src/features/rules/field-faults.tsx'
import { matching } from '#src/features/rules/editor/options.ts'
import { numberIn } from '#src/features/rules/editor/criteria.ts'
import { TextInput } from '#src/ui/form/field.tsx'
import { Suggest, type Suggestion } from '#src/ui/form/suggest.tsx'
import { labelOf, type Offer } from './offers.ts'

interface OperandBoxProps {
  label: string
  operand: ConditionOperand
  /** Those that can be chosen, and all, for the label of the present one. */
  offers: readonly Offer[]
  known: readonly Offer[]
  /** Values that the other side can have. */
  values?: readonly Suggestion[]
  /** Only what is offered can be chosen. */
  isStrict: boolean
  /** The operand that a typed text means. */
  read: (text: string) => ConditionOperand
  onChange: (operand: ConditionOperand) => void
  place: string
  describedBy: string | undefined
}

const NO_VALUES: readonly Suggestion[] = []

export function OperandBox(props: OperandBoxProps) {
  const { label, operand, offers, known, values = NO_VALUES, isStrict, read, onChange, place, describedBy } = props
  // the text as it was typed, as long as it is what the operand was read from: "1,000." and not 1000
  const [typed, setTyped] = useState<{ text: string; operand: ConditionOperand } | null>(null)
  const isInvalid = useFault(place, true) !== undefined
  const text = typed && isSameValue(typed.operand, operand) ? typed.text : labelOf(operand, known)
  const isMultiplied = ('fact' in operand || 'aggregate' in operand) && kindOfOperand(operand) === 'number'
  return (
    <div data-place={place} className="flex items-start gap-1">
      <div className="min-w-0 grow">
        <Suggest
          label={label}
          isSingle
          isStrict={isStrict}
          isInvalid={isInvalid}
          describedBy={describedBy}
          values={text === '' ? [] : [text]}
          placeholder={isStrict ? 'Type a field or fact' : 'Type a value or a field'}
          offer={(term) => matching([...values, ...offers], term)}
          onChange={([next = '']) => {
            const offer = offers.find(({ value }) => value === next)
            const chosen = offer?.operand ?? read(next)
            setTyped(offer ? null : { text: next, operand: chosen })
            onChange(chosen)
          }}
        />
      </div>
      {isMultiplied && <Times label={label} operand={operand} onChange={onChange} place={`${place}.times`} />}
    </div>
  )
}

type Multiplied = Extract<ConditionOperand, { fact: unknown } | { aggregate: unknown }>
interface TimesProps extends Pick<OperandBoxProps, 'label' | 'onChange' | 'place'> {
  operand: Multiplied
}

/** A factor; none is once. */
function Times({ label, operand, onChange, place }: TimesProps) {
  return (
    <span data-place={place} className="flex flex-none items-center gap-1">
      <span aria-hidden="true" className="text-muted">
        ×
      </span>
      <span className="w-12">
        <NumberInput
          label={`${label}, times`}
          value={operand.times}
          placeholder="1"
          place={place}
          onChange={(times) => {
            const { times: _, ...once } = operand
            onChange(times === undefined ? once : { ...once, times })
          }}
        />
      </span>
    </span>
  )
}

interface NumberInputProps {
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
  place: string
  placeholder?: string
}

/** A number or nothing. What is none stays in the field, is marked, and changes nothing. */
export function NumberInput({ label, value, onChange, place, placeholder }: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const fault = useFault(place) !== undefined
  const isOdd = typed !== null && typed.trim() !== '' && Number.isNaN(numberIn(typed))
  const isOwn = typed !== null && (isOdd || (typed.trim() === '' ? undefined : numberIn(typed)) === value)
  return (
    <TextInput
      aria-label={label}
      aria-invalid={fault || isOdd || undefined}
      data-invalid={fault || isOdd || undefined}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      value={isOwn ? typed : value === undefined ? '' : String(value)}
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        setTyped(target.value)
        const number = target.value.trim() === '' ? undefined : numberIn(target.value)
        if (!Number.isNaN(number)) onChange(number)
      }}
    />
  )
}
