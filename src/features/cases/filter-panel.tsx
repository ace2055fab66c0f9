import { useLayoutEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { Button } from '#src/ui/button.tsx'
import { Field, TextInput } from '#src/ui/field.tsx'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { useReturnFocus } from '#src/ui/return-focus.ts'
import { Select } from '#src/ui/select.tsx'
import { FIELD_LABELS, FIXED, type Choice, type Lookups } from './choices.ts'
import { DEFAULT_FILTER, readFilter, type CaseFilter, type FilterField } from './filter.ts'
import type { FilterControl } from './use-filter.ts'

interface FilterPanelProps {
  control: FilterControl
  lookups: Lookups
  onClose: () => void
}

const ANY: Choice = { value: '', label: 'Any' }

/** Every field of the filter at once. What is chosen applies at once; what is typed, on Enter. */
export function FilterPanel({ control, lookups, onClose }: FilterPanelProps) {
  const { registry } = useCommandLayer()
  const returnFocus = useReturnFocus()
  const close = () => {
    onClose()
    // once it is gone: a field that loses focus would apply what was only typed
    queueMicrotask(() => returnFocus()?.focus())
  }
  const filter = control.filter ?? DEFAULT_FILTER
  const change = (part: Partial<Record<FilterField, unknown>>) => control.change(readFilter({ ...filter, ...part }))
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }

  const one = (field: FilterField, options: readonly Choice[] = FIXED[field] ?? []) => (
    <Field label={FIELD_LABELS[field]}>
      <Select
        value={String(filter[field])}
        options={field === 'status' || field === 'field' ? options : [ANY, ...options]}
        onChange={(value) => change({ [field]: value })}
      />
    </Field>
  )
  const several = (field: 'service' | 'countries', options: readonly Choice[], empty: string) => (
    <Field label={FIELD_LABELS[field]}>
      <MultiSelect
        values={filter[field]}
        options={options}
        empty={empty}
        onChange={(next) => change({ [field]: next })}
      />
    </Field>
  )

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes it from any of its fields
    <div className="border-b border-line bg-raised p-3" onKeyDown={handleKeyDown}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(170px,1fr))] gap-3">
        <TypedField field="search" filter={filter} onCommit={change} autoFocus />
        {one('field')}
        {one('status')}
        {one('assign')}
        {one('user', lookups.user)}
        {several('service', lookups.service, 'Any service')}
        {one('type')}
        {one('action')}
        {one('rule', lookups.rule)}
        {one('rule_type')}
        {several('countries', lookups.countries, 'Any country')}
        {one('withoutAlerts')}
        <TypedField field="customerId" filter={filter} onCommit={(part) => change({ ...part, customerName: '' })} />
        <TypedField field="timeS" filter={filter} onCommit={change} type="date" />
        <TypedField field="timeE" filter={filter} onCommit={change} type="date" />
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
  field: 'search' | 'customerId' | 'timeS' | 'timeE'
  filter: CaseFilter
  onCommit: (part: Partial<CaseFilter>) => void
  type?: 'text' | 'date'
  autoFocus?: boolean
}

function TypedField({ field, filter, onCommit, type = 'text', autoFocus = false }: TypedFieldProps) {
  const applied = filter[field]
  const [draft, setDraft] = useState({ applied, value: applied })
  const input = useRef<HTMLInputElement>(null)
  // in the same frame: what is typed after the key that opened the panel is meant for the field
  useLayoutEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])
  const value = draft.applied === applied ? draft.value : applied
  const commit = (next: string) => {
    setDraft({ applied, value: next })
    if (next !== applied) onCommit({ [field]: next })
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    commit(value)
  }
  return (
    <form onSubmit={handleSubmit}>
      <Field label={FIELD_LABELS[field]}>
        <TextInput
          ref={input}
          type={type}
          value={value}
          autoComplete="off"
          onChange={(event) => setDraft({ applied, value: event.target.value })}
          onBlur={() => commit(value)}
        />
      </Field>
    </form>
  )
}
