import { Select as Base } from '@base-ui/react/select'
import { ChevronDown } from 'lucide-react'
import type { SelectOption } from './select.tsx'

export interface MultiSelectProps<V extends string> {
  values: readonly V[]
  options: readonly SelectOption<V>[]
  onChange: (values: V[]) => void
  /** What stands there while nothing is chosen: "Any service". */
  empty: string
  label?: string
}

/** Several of some. The list opens with everything ticked that is chosen and stays open while ticking. */
export function MultiSelect<V extends string>({ values, options, onChange, empty, label }: MultiSelectProps<V>) {
  const labelOf = (value: V) => options.find((option) => option.value === value)?.label ?? value
  return (
    <Base.Root multiple value={[...values]} onValueChange={(next) => onChange(next as V[])} modal={false}>
      <Base.Trigger aria-label={label} className="input flex items-center gap-2 text-start">
        <Base.Value className="grow truncate">
          {() => (values.length === 0 ? empty : values.map(labelOf).join(', '))}
        </Base.Value>
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
