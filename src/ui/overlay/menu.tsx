import { Menu as Base } from '@base-ui/react/menu'
import { useState, type ReactNode, type RefObject } from 'react'
import { Kbd } from '#src/ui/kbd.tsx'
import { focusTarget } from './return-focus.ts'

export interface MenuProps {
  /** The button it hangs from; it may have been drawn long before this part was loaded. */
  anchor: RefObject<HTMLElement | null>
  label: string
  onClose: () => void
  children: ReactNode
}

/** Mounted while it is open. */
export function Menu({ anchor, label, onClose, children }: MenuProps) {
  // inside the landmark of its button, as all content must be in one
  const [landmark] = useState(() => anchor.current?.closest<HTMLElement>('header, main, nav, footer'))
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal container={landmark}>
        <Base.Positioner anchor={anchor} side="bottom" align="end" sideOffset={6} className="z-10">
          <Base.Popup
            aria-label={label}
            finalFocus={() => focusTarget(anchor.current)}
            className="overlay min-w-64 rounded-md p-1"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export interface MenuItemProps {
  onSelect: () => void
  children: ReactNode
  /** Small print after the label. */
  detail?: string | undefined
  keys?: readonly string[] | undefined
  disabled?: boolean | undefined
}

export function MenuItem({ onSelect, children, detail, keys, disabled }: MenuItemProps) {
  return (
    <Base.Item className="menu-item" onClick={onSelect} disabled={disabled ?? false}>
      <span className="grow">{children}</span>
      {detail && <span className="text-label text-muted">{detail}</span>}
      {keys && keys.length > 0 && <Kbd keys={keys} />}
    </Base.Item>
  )
}

export interface MenuChoiceProps<V extends string> {
  label: string
  value: V
  choices: readonly { value: V; label: string; detail?: string | undefined }[]
  onChange: (value: V) => void
}

/** One of several, the present one marked. */
export function MenuChoice<V extends string>({ label, value, choices, onChange }: MenuChoiceProps<V>) {
  return (
    <Base.RadioGroup aria-label={label} value={value} onValueChange={(next) => onChange(next as V)}>
      {choices.map((choice) => (
        <Base.RadioItem key={choice.value} value={choice.value} closeOnClick className="menu-item">
          <span aria-hidden="true" className="menu-check">
            <Base.RadioItemIndicator>✓</Base.RadioItemIndicator>
          </span>
          <span className="grow">{choice.label}</span>
          {choice.detail && <span className="text-label text-muted">{choice.detail}</span>}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />
}
