import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { CommandButton } from '#src/commands/command-button.tsx'
import { sizeOf } from '#src/commands/selection.ts'
import type { RowSource } from '#src/data/row-source.ts'
import { useStore } from 'zustand'
import type { CaseItem } from '#contract/model/case.ts'
import { chipText, FIELD_LABELS, type Lookups } from './choices.ts'
import { activeFields, DEFAULT_FILTER, withoutField } from './filter.ts'
import type { Queue } from './queue.ts'
import type { FilterControl } from './use-filter.ts'

interface FilterBarProps {
  control: FilterControl
  lookups: Lookups
  queue: Queue
  source: RowSource<CaseItem> | null
}

/** One line above the list: what it is narrowed to, and how much that is. */
export function FilterBar({ control, lookups, queue, source }: FilterBarProps) {
  const filter = control.filter ?? DEFAULT_FILTER
  const fields = activeFields(filter)
  return (
    <div className="flex h-9 flex-none items-center gap-2 border-b border-line px-3 text-list">
      <ul aria-label="Filter" className="flex min-w-0 items-center gap-1.5 overflow-hidden">
        {!fields.includes('status') && (
          <li className="text-muted whitespace-nowrap">{chipText('status', filter, lookups)}</li>
        )}
        {fields.map((field) => (
          <li key={field}>
            <button
              type="button"
              className="chip"
              aria-label={`Remove filter ${FIELD_LABELS[field]}: ${chipText(field, filter, lookups)}`}
              onClick={() => control.change(withoutField(filter, field))}
            >
              <span className="truncate">{chipText(field, filter, lookups)}</span>
              <X size={12} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <CommandButton command="queue.addFilter" variant="quiet">
        Filter
      </CommandButton>
      {fields.length > 0 && (
        <CommandButton command="queue.clearFilter" variant="quiet">
          Clear
        </CommandButton>
      )}
      {fields.length > 0 && (
        <CommandButton command="view.save" variant="quiet">
          Save view
        </CommandButton>
      )}
      <CommandButton command="view.open" variant="quiet">
        Views
      </CommandButton>
      <span className="grow" />
      {source && <Counts queue={queue} source={source} />}
    </div>
  )
}

/** "37 selected · 5 not visible · matches 1,284", "All 1,284 matching". */
function Counts({ queue, source }: { queue: Queue; source: RowSource<CaseItem> }) {
  const selection = useStore(queue.list.selection)
  useSyncExternalStore(source.subscribe, () => source.version)
  const { order } = useStore(queue.list.order)
  const size = sizeOf(selection, order)
  const total = `${source.total.toLocaleString('en')}${source.capped ? '+' : ''}`
  const isAll = selection.mode === 'query' && selection.except.size === 0
  const parts = [
    isAll ? `All ${total} matching` : size > 0 && `${size.toLocaleString('en')} selected`,
    selection.hidden.size > 0 && `${selection.hidden.size.toLocaleString('en')} not visible`,
    !isAll && `${size > 0 ? 'matches ' : ''}${total}${size > 0 ? '' : source.total === 1 ? ' case' : ' cases'}`,
  ]
  return (
    <>
      {selection.frozen && (
        <span className="flex items-center gap-2 text-warn">
          from the previous filter
          <CommandButton command="queue.keepSelection" variant="quiet">
            Keep
          </CommandButton>
        </span>
      )}
      <span className="whitespace-nowrap text-muted">{parts.filter(Boolean).join(' · ')}</span>
    </>
  )
}
