import { Field as Base } from '@base-ui/react/field'
import type { Ref } from 'react'

export interface ChoiceProps<V extends string> {
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  /** Inside a Field the field's label names it. */
  label?: string
  isInvalid?: boolean
  describedBy?: string | undefined
  ref?: Ref<HTMLSelectElement>
}

/** One of a few, by the browser's own list: letters find, arrows choose, nothing has to be loaded for it. */
export function Choice<V extends string>(props: ChoiceProps<V>) {
  const { value, options, onChange, label, isInvalid = false, describedBy, ref } = props
  // a value that is no longer offered is still shown
  const shown = options.some((option) => option.value === value) ? options : [{ value, label: value }, ...options]
  const select = (
    <select
      ref={ref}
      value={value}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
      data-invalid={isInvalid || undefined}
      onChange={({ target }) => onChange(target.value as V)}
    >
      {shown.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
  return <Base.Control render={select} className="input choice" />
}
