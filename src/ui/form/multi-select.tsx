import { Select as Base } from '@base-ui/react/select'
import { SelectArrow, SelectOptions, type SelectOption } from './select-options.tsx'

export interface MultiSelectProps<V extends string> {
  values: readonly V[]
  options: readonly SelectOption<V>[]
  onChange: (values: V[]) => void
  /** The placeholder: "Any service". */
  empty: string
  label?: string
}

/** Several of some. The list opens with everything ticked that is chosen and stays open while ticking. */
export function MultiSelect<V extends string>({ values, options, onChange, empty, label }: MultiSelectProps<V>) {
  const labelOf = (value: V) => options.find((option) => option.value === value)?.label ?? value
  return (
    <Base.Root multiple value={[...values]} onValueChange={(next) => onChange(next)} modal={false}>
      <Base.Trigger aria-label={label} className="input flex items-center gap-2 text-start">
        <Base.Value className="grow truncate">
          {() => (values.length === 0 ? empty : values.map(labelOf).join(', '))}
        </Base.Value>
        <SelectArrow />
      </Base.Trigger>
      <SelectOptions options={options} />
    </Base.Root>
  )
}
