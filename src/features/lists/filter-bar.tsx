import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { CommandId } from '#src/commands/command.ts'
import { CommandButton } from '#src/commands/command-button.tsx'
import { sizeOf } from '#src/commands/selection.ts'
import type { RowSource } from '#src/data/row-source.ts'
import type { Lookups } from './filter.ts'
import type { FilterArea } from './filter-commands.ts'
import type { ListView } from './list-view.ts'
import type { Narrowing } from './narrowing.ts'
import type { FilterControl } from './use-filter.ts'
import { formatCount } from '#src/format/count.ts'

interface FilterBarProps<Row, F> {
  /** Whose commands: `queue.addFilter`. */
  area: FilterArea
  noun: readonly [one: string, many: string]
  narrowing: Narrowing<F>
  control: FilterControl<F>
  lookups: Lookups
  view: ListView<Row, F>
  source: RowSource<Row> | null
}

const Quiet = ({ command, children }: { command: CommandId; children: string }) => (
  <CommandButton command={command} variant="quiet">
    {children}
  </CommandButton>
)

/** One line above the list: what it is narrowed to, and how much that is. */
export function FilterBar<Row, F extends object>(props: FilterBarProps<Row, F>) {
  const { area, noun, narrowing, control, lookups, view, source } = props
  const { kind } = narrowing
  const filter = control.filter ?? kind.defaults
  const fields = kind.active(filter)
  return (
    <div className="flex h-9 flex-none items-center gap-2 border-b border-line px-3 text-list">
      <ul aria-label="Filter" className="flex min-w-0 items-center gap-1.5 overflow-hidden">
        {!fields.includes(kind.leading) && (
          <li className="text-muted whitespace-nowrap">{kind.chipText(kind.leading, filter, lookups)}</li>
        )}
        {fields.map((field) => (
          <li key={field}>
            <button
              type="button"
              className="chip"
              aria-label={`Remove filter ${kind.labels[field]}: ${kind.chipText(field, filter, lookups)}`}
              onClick={() => control.change(kind.without(filter, field))}
            >
              <span className="truncate">{kind.chipText(field, filter, lookups)}</span>
              <X size={12} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <Quiet command={`${area}.addFilter`}>Filter</Quiet>
      {fields.length > 0 && <Quiet command={`${area}.clearFilter`}>Clear</Quiet>}
      {fields.length > 0 && <Quiet command="view.save">Save view</Quiet>}
      <Quiet command="view.open">Views</Quiet>
      <span className="grow" />
      {source && <Counts area={area} noun={noun} view={view} source={source} />}
    </div>
  )
}

type CountsProps<Row, F> = Pick<FilterBarProps<Row, F>, 'area' | 'noun' | 'view'> & { source: RowSource<Row> }

/** "37 selected · 5 not visible · matches 1,284", "All 1,284 matching". */
function Counts<Row, F>({ area, noun: [one, many], view, source }: CountsProps<Row, F>) {
  const selection = useStore(view.list.selection)
  useSyncExternalStore(source.subscribe, () => source.version)
  const { order } = useStore(view.list.order)
  const size = sizeOf(selection, order)
  const total = `${formatCount(source.total)}${source.capped ? '+' : ''}`
  const isAll = selection.mode === 'query' && selection.except.size === 0
  const parts = [
    isAll ? `All ${total} matching` : size > 0 && `${formatCount(size)} selected`,
    selection.hidden.size > 0 && `${formatCount(selection.hidden.size)} not visible`,
    !isAll && `${size > 0 ? 'matches ' : ''}${total}${size > 0 ? '' : ` ${source.total === 1 ? one : many}`}`,
  ]
  return (
    <>
      {selection.frozen && (
        <span className="flex items-center gap-2 text-warn">
          from the previous filter
          <Quiet command={`${area}.keepSelection`}>Keep</Quiet>
        </span>
      )}
      <span className="whitespace-nowrap text-muted">{parts.filter(Boolean).join(' · ')}</span>
    </>
  )
}
