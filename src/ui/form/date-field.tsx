// A day: typed as people say it, moved by the arrow keys, or chosen in a calendar.
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { moveDay } from '#src/format/date.ts'
import { dayText, readDay, type Towards } from '#src/format/day.ts'
import { DAY_HINT, dayOf } from '#src/format/iso-day.ts'
import { Calendar } from './calendar.tsx'
import { Field, TextInput, type TextInputProps } from './field.tsx'

const UNREADABLE = `Enter ${DAY_HINT}.`
const KEYS = `Enter ${DAY_HINT}. Arrow up and down move it by a day, page up and down by a month.`
const STEPS: Readonly<Record<string, Parameters<typeof moveDay>[1]>> = {
  ArrowUp: { days: 1 },
  ArrowDown: { days: -1 },
  PageUp: { months: 1 },
  PageDown: { months: -1 },
}

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown' | 'type' | 'ref'> {
  /** `YYYY-MM-DD`, or nothing. */
  value: string
  /** The direction in which `mon` or `2 dec` is searched; in the past by default. */
  towards?: Towards
  /** With each day that is typed; nothing as long as what is typed is no day. */
  onChange?: (day: string) => void
  /** On Enter, on leaving the field and from the calendar, unless what is typed is no day. */
  onCommit?: (day: string) => void
  /** True if what was typed is no day, once the field is left. */
  onUnreadable?: (isUnreadable: boolean) => void
}

/** Inside a Field it is named by the field's label; elsewhere it needs `aria-label`. */
export function DateInput({
  value,
  towards = 'past',
  onChange,
  onCommit,
  onUnreadable,
  autoFocus,
  ...rest
}: DateInputProps) {
  const [draft, setDraft] = useState({ value, text: value })
  const input = useRef<HTMLInputElement>(null)
  const text = draft.value === value ? draft.text : value
  const [today] = useState(() => dayOf(Date.now()))
  const read = (typed: string) => (typed.trim() === '' ? '' : readDay(typed, today, towards))
  const day = read(text)
  // in the same frame: what is typed after the key that opened the panel is meant for the field
  useLayoutEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])

  const type = (next: string) => {
    const typed = read(next) ?? ''
    setDraft({ value: onChange ? typed : value, text: next })
    if (typed !== value) onChange?.(typed)
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
        onChange={({ target }) => type(target.value)}
        onBlur={() => commit(day)}
        onKeyDown={handleKeyDown}
      />
      {day && day !== text && (
        <span aria-live="polite" className="text-label text-muted">
          {dayText(day)}, {day}
        </span>
      )}
      <span className="absolute end-0.5 top-0 grid h-8 place-content-center">
        <Calendar
          day={day || today}
          isDisabled={rest.disabled ?? false}
          onChoose={(chosen) => {
            type(chosen)
            commit(chosen)
          }}
        />
      </span>
    </span>
  )
}

interface DateFieldProps extends Omit<DateInputProps, 'onUnreadable'> {
  label: string
  /** The fault of the day that is applied. */
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
