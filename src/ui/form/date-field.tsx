// A day: typed, moved by the arrow keys, or chosen in the calendar of the browser.
import { CalendarDays } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { moveDay, readDay } from '#src/format/date.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Field, TextInput, type TextInputProps } from './field.tsx'

const UNREADABLE = 'Enter a date as YYYY-MM-DD.'
const KEYS = 'YYYY-MM-DD. Arrow up and down move it by a day, page up and down by a month.'
const STEPS: Readonly<Record<string, Parameters<typeof moveDay>[1]>> = {
  ArrowUp: { days: 1 },
  ArrowDown: { days: -1 },
  PageUp: { months: 1 },
  PageDown: { months: -1 },
}

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown' | 'type' | 'ref'> {
  /** `YYYY-MM-DD`, or nothing. */
  value: string
  /** With each day that is typed; nothing as long as what is typed is no day. */
  onChange?: (day: string) => void
  /** On Enter, on leaving the field and from the calendar, unless what is typed is no day. */
  onCommit?: (day: string) => void
  /** Whether what was typed is no day, once the field is left. */
  onUnreadable?: (isUnreadable: boolean) => void
}

/** Inside a Field it is named by the field's label; elsewhere it needs `aria-label`. */
export function DateInput({ value, onChange, onCommit, onUnreadable, autoFocus, ...rest }: DateInputProps) {
  const [draft, setDraft] = useState({ value, text: value })
  const input = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const text = draft.value === value ? draft.text : value
  const day = text.trim() === '' ? '' : readDay(text)
  // in the same frame: what is typed after the key that opened the panel is meant for the field
  useLayoutEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])

  const type = (next: string) => {
    const read = readDay(next) ?? ''
    setDraft({ value: onChange ? read : value, text: next })
    if (read !== value) onChange?.(read)
  }
  const commit = (next: string | null) => {
    onUnreadable?.(next === null)
    if (next === null) return
    setDraft({ value, text: next })
    if (next !== value) onCommit?.(next)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && onCommit) {
      event.preventDefault()
      commit(day)
      return
    }
    const step = STEPS[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey || day === null) return
    event.preventDefault()
    const today = new Date().toISOString().slice(0, 10)
    type(day === '' ? today : moveDay(day, step))
  }
  return (
    <span className="relative grid min-w-36">
      <TextInput
        {...rest}
        ref={input}
        value={text}
        placeholder="YYYY-MM-DD"
        aria-description={KEYS}
        autoComplete="off"
        inputMode="numeric"
        onChange={({ target }) => type(target.value)}
        onBlur={() => commit(day)}
        onKeyDown={handleKeyDown}
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 opacity-0"
        value={day ?? ''}
        onChange={({ target }) => {
          type(target.value)
          commit(target.value)
        }}
      />
      <span className="absolute inset-y-0 end-0.5 grid place-content-center">
        <IconButton
          icon={CalendarDays}
          label="Open the calendar"
          disabled={rest.disabled}
          onClick={() => calendar.current?.showPicker()}
        />
      </span>
    </span>
  )
}

interface DateFieldProps extends Omit<DateInputProps, 'onUnreadable'> {
  label: string
  /** What is wrong with the day that is applied. */
  error?: string | undefined
}

/** A day with its label, and what is wrong with it in its place. */
export function DateField({ label, error, ...input }: DateFieldProps) {
  const [isUnreadable, setUnreadable] = useState(false)
  return (
    <Field label={label} error={isUnreadable ? UNREADABLE : error}>
      <DateInput {...input} onUnreadable={setUnreadable} />
    </Field>
  )
}
