import { useLayoutEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { Button } from '#src/ui/button.tsx'
import { DateField } from '#src/ui/form/date-field.tsx'
import { Field, TextInput } from '#src/ui/form/field.tsx'
import { MultiSelect } from '#src/ui/form/multi-select.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { useReturnFocus } from '#src/ui/overlay/return-focus.ts'
import type { Choice, FieldOf, FilterKind, Lookups } from './filter.ts'
import type { FilterControl } from './use-filter.ts'

export interface FilterPanelProps<F> {
  kind: FilterKind<F>
  control: FilterControl<F>
  lookups: Lookups
  onClose: () => void
}

const ANY: Choice = { value: '', label: 'Any' }

/** Every field of the filter at once. What is chosen applies at once; what is typed, on Enter, which leads from the search to its rows. */
export function FilterPanel<F extends object>({ kind, control, lookups, onClose }: FilterPanelProps<F>) {
  const { registry } = useCommandLayer()
  const returnFocus = useReturnFocus()
  const close = () => {
    onClose()
    // after it is removed: a field that loses focus would apply its text
    queueMicrotask(() => returnFocus()?.focus())
  }
  const filter = control.filter ?? kind.defaults
  const change = (field: FieldOf<F>, value: unknown) => {
    const { name } = kind.fields[field]
    const part = { [field]: value, ...(name !== undefined && { [name]: '' }) }
    control.change(kind.read({ ...filter, ...part }))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }

  const draw = (field: FieldOf<F>, index: number) => {
    const { label, as, empty = 'Any', choices: options = lookups[field] ?? [] } = kind.fields[field]
    const isWhole = options.some(({ value }) => value === kind.defaults[field])
    switch (as) {
      case 'choice':
        return (
          <Field key={field} label={label}>
            <Select
              value={String(filter[field])}
              options={isWhole ? options : [ANY, ...options]}
              onChange={(value) => change(field, value)}
            />
          </Field>
        )
      case 'choices':
        return (
          <Field key={field} label={label}>
            <MultiSelect
              values={filter[field] as readonly string[]}
              options={options}
              empty={empty}
              onChange={(next) => change(field, next)}
            />
          </Field>
        )
      case 'day':
        return (
          <DateField
            key={field}
            label={label}
            value={String(filter[field])}
            error={kind.faultOf(field, filter)}
            autoFocus={index === 0}
            onCommit={(day) => change(field, day)}
          />
        )
      case 'text':
        return (
          <TypedField
            key={field}
            label={label}
            applied={String(filter[field])}
            fault={kind.faultOf(field, filter)}
            autoFocus={index === 0}
            onCommit={(value) => change(field, value)}
            onEnter={field === 'search' ? close : undefined}
          />
        )
      default:
        return null
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes it from any of its fields
    <div className="border-b border-line bg-raised p-3" onKeyDown={handleKeyDown}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(170px,1fr))] gap-3">
        {kind.panel.map(draw)}
        <div className="col-end-[-1] flex items-end justify-end gap-2">
          <Button onClick={() => control.clear()}>Clear</Button>
          <Button onClick={close} keys={registry.labelsOf('escape')}>
            Close
          </Button>
        </div>
      </div>
    </div>
  )
}

interface TypedFieldProps {
  label: string
  applied: string
  /** The fault of the applied value. */
  fault: string | undefined
  onCommit: (value: string) => void
  /** After the text is applied by Enter. */
  onEnter: (() => void) | undefined
  autoFocus: boolean
}

function TypedField({ label, applied, fault, onCommit, onEnter, autoFocus }: TypedFieldProps) {
  const [draft, setDraft] = useState({ applied, value: applied })
  const input = useRef<HTMLInputElement>(null)
  // in the same frame: what is typed after the key that opened the panel is meant for the field
  useLayoutEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])
  const value = draft.applied === applied ? draft.value : applied
  const commit = (next: string) => {
    setDraft({ applied, value: next })
    if (next !== applied) onCommit(next)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    commit(value)
    onEnter?.()
  }
  return (
    <form onSubmit={handleSubmit}>
      <Field label={label} error={fault}>
        <TextInput
          ref={input}
          value={value}
          autoComplete="off"
          onChange={(event) => setDraft({ applied, value: event.target.value })}
          onBlur={() => commit(value)}
        />
      </Field>
    </form>
  )
}
