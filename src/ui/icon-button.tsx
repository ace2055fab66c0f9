import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'

export type IconSize = 16 | 32 | 45

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> {
  icon: LucideIcon
  /** Accessible name and tooltip. */
  label: string
  /** Labels of the key that does the same; shown in the tooltip. */
  keys?: readonly string[] | undefined
  /** The icon's size in pixels; the target is at least 24. */
  size?: IconSize
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ icon: Icon, label, keys, size = 16, ...rest }: IconButtonProps) {
  const title = keys && keys.length > 0 ? `${label} (${keys.join(' ')})` : label
  return (
    <button type="button" aria-label={label} title={title} {...rest} data-size={size} className="icon-button">
      <Icon size={size} strokeWidth={size === 16 ? 1.75 : 1.5} aria-hidden="true" />
    </button>
  )
}
