import { Select as Base } from '@base-ui/react/select'
import { ChevronDown } from 'lucide-react'

export interface SelectOption<V extends string> {
  value: V
  label: string
}

/** The arrow on a select's trigger. */
export const SelectArrow = () => <Base.Icon render={<ChevronDown size={14} aria-hidden="true" />} />

/** The popup of a select: one line per option, with a check on chosen ones. */
export function SelectOptions<V extends string>({ options }: { options: readonly SelectOption<V>[] }) {
  return (
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
  )
}
