import { Select as Base } from '@base-ui/react/select'
import { SelectArrow, SelectOptions, type SelectOption } from './select-options.tsx'

export interface SelectProps<V extends string> {
  value: V
  options: readonly SelectOption<V>[]
  onChange: (value: V) => void
  /** Inside a Field the field's label names it. */
  label?: string
  disabled?: boolean
}

/** One of a few. For more than about twenty, a page of the palette is faster. */
export function Select<V extends string>({ value, options, onChange, label, disabled = false }: SelectProps<V>) {
  return (
    <Base.Root
      value={value}
      items={options}
      disabled={disabled}
      onValueChange={(next) => next !== null && onChange(next)}
      modal={false}
    >
      <Base.Trigger aria-label={label} className="input flex items-center gap-2 text-start">
        <Base.Value className="grow truncate" />
        <SelectArrow />
      </Base.Trigger>
      <SelectOptions options={options} />
    </Base.Root>
  )
}
