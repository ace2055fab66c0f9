import type { KeyboardEvent } from 'react'
import { TextInput, type TextInputProps } from '#src/ui/form/field.tsx'

interface ListSearchProps extends Pick<TextInputProps, 'placeholder'> {
  /** Accessible name. */
  label: string
  /** Accessible name of the list that it narrows: Enter and Escape go back there. */
  list: string
  value: string
  onChange: (value: string) => void
}

/** The field that narrows a list whose rows are all there. */
export function ListSearch({ label, list, onChange, ...rest }: ListSearchProps) {
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') onChange('')
    // at once: the next key is meant for the list, which takes the focus where it has yet to appear
    event.currentTarget.blur()
    document.querySelector<HTMLElement>(`[role=grid][aria-label="${list}"]`)?.focus()
  }
  return (
    <div className="w-56 flex-none">
      <TextInput
        data-list-search
        type="search"
        aria-label={label}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={handleKeyDown}
        {...rest}
      />
    </div>
  )
}

/** For the search command: the field of the visible list. */
export const focusListSearch = (): void => document.querySelector<HTMLElement>('[data-list-search]')?.focus()
