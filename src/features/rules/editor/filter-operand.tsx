import type { FilterField } from '#contract/model/rules/allowlist.ts'
import type { Comparison, Condition } from '#contract/model/rules/filter.ts'
import { useReference } from '#src/data/data.ts'
import { useNames } from '#src/data/names.ts'
import { serviceName } from '#src/format/name.ts'
import { Choice } from '#src/ui/form/choice.tsx'
import { DateInput } from '#src/ui/form/date-field.tsx'
import { TextInput } from '#src/ui/form/field.tsx'
import { Suggest, type Suggestion } from '#src/ui/form/suggest.tsx'
import { useCompletion } from './completion.ts'
import { listOf, operandOf } from './filter-groups.ts'
import { matching, useCountryOptions } from './options.ts'

interface OperandProps {
  label: string
  condition: Condition
  field: FilterField | undefined
  comparisons: readonly Comparison[]
  onChange: (value: unknown) => void
  isInvalid: boolean
  describedBy: string | undefined
}

const YES_NO = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
]
const NUMBERS: readonly string[] = ['number', 'amount']

/** The operand of a condition, as its operator requires. */
export function Operand({ label, condition, field, comparisons, onChange, isInvalid, describedBy }: OperandProps) {
  const complete = useCompletion()
  const options = useOptions(field)
  const { value } = condition
  const operand = operandOf(comparisons, condition.operator)
  const common = { label, isInvalid, describedBy }
  const texts = listOf(value).map(String)

  if (operand === 'none') return <span />
  if (operand === 'range') {
    const ends = Array.isArray(value) ? value : ['', '']
    const put = (index: number, text: string) => onChange([0, 1].map((at) => (at === index ? text : (ends[at] ?? ''))))
    return (
      <span className="grid grid-cols-[1fr_auto_1fr] items-center gap-1">
        <Plain
          {...common}
          label={`${label}, from`}
          type={field?.type}
          text={String(ends[0] ?? '')}
          onChange={(text) => put(0, text)}
        />
        <span className="text-label text-muted">and</span>
        <Plain
          {...common}
          label={`${label}, to`}
          type={field?.type}
          text={String(ends[1] ?? '')}
          onChange={(text) => put(1, text)}
        />
      </span>
    )
  }
  const offer = (term: string) => (options ? matching(options, term) : field ? complete(field, term) : [])
  const labelOf = (one: string) => options?.find((option) => option.value === one)?.label ?? one
  if (operand === 'list') {
    const isStrict = options !== null && field?.type !== 'currency'
    return (
      <Suggest {...common} values={texts} onChange={onChange} offer={offer} labelOf={labelOf} isStrict={isStrict} />
    )
  }
  const [text = ''] = texts
  if (field?.type === 'boolean') {
    return <Choice {...common} value={text || 'true'} options={YES_NO} onChange={(next) => onChange(next === 'true')} />
  }
  if (options) return <Choice {...common} value={text} options={options} onChange={onChange} />
  if (field?.autocomplete) {
    return <Suggest {...common} isSingle values={texts} onChange={([next = '']) => onChange(next)} offer={offer} />
  }
  return <Plain {...common} type={field?.type} text={text} onChange={onChange} />
}

/** The values that a field can have; null where it is free. */
function useOptions(field: FilterField | undefined): readonly Suggestion[] | null {
  const { services } = useNames()
  const reference = useReference()
  const countries = useCountryOptions()
  if (field?.choices) {
    return field.choices.map(({ value, label }) => ({
      value,
      label: field.type === 'service' ? serviceName(value, services) : label,
    }))
  }
  if (field?.type === 'country') return countries
  if (field?.type !== 'currency') return null
  return reference.list('currencies').map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))
}

interface PlainProps {
  label: string
  type: FilterField['type'] | undefined
  text: string
  onChange: (text: string) => void
  isInvalid: boolean
  describedBy: string | undefined
}

/** A day; a moment is text as filters keep it, `YYYY-MM-DD HH:mm:ss`, UTC. */
function Plain({ label, type, text, onChange, isInvalid, describedBy }: PlainProps) {
  const shared = {
    'aria-label': label,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy,
    'data-invalid': isInvalid || undefined,
  }
  if (type === 'date' && text.length <= 10) return <DateInput {...shared} value={text} onChange={onChange} />
  return (
    <TextInput
      {...shared}
      inputMode={type && NUMBERS.includes(type) ? 'decimal' : 'text'}
      autoComplete="off"
      value={text}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
