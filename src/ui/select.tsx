import { Select as Base } from '@base-ui/react/select'
import { ChevronDown } from 'lucide-react'

export interface SelectOption<V extends string> {
  value: V
  label: string
}

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
        <Base.Icon render={<ChevronDown size={14} aria-hidden="true" />} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-10">
          <Base.Popup className="overlay max-h-80 min-w-(--anchor-width) overflow-y-auto rounded-md p-1">
            {options.map((option) => (
              <Base.Item key={option.value} value={option.value} className="menu-item">
                <span aria-hidden="true" className="menu-check">
                  <Base.ItemIndicator>✓</Base.ItemIndicator>
                </span>
                <Base.ItemText>{option.label}</Base.ItemText>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
