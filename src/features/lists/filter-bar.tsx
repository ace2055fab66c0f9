import { useRows } from '#src/data/data.ts'
import { type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { CommandId } from '#src/commands/command.ts'
import { hasAny } from '#src/commands/list/selection.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { formatCount } from '#src/format/count.ts'
import { FilterChip } from './filter-chip.tsx'
import type { FilterArea } from './filter-commands.ts'
import type { Narrowing } from './filter-control.ts'
import type { Lookups } from './filter.ts'
import type { ListView } from './list-view.ts'
import type { FilterControl } from './use-filter.ts'

interface FilterBarProps<Row, F> {
  /** The prefix of the commands: `queue.addFilter`. */
  area: FilterArea
  noun: readonly [one: string, many: string]
  narrowing: Narrowing<F>
  control: FilterControl<F>
  lookups: Lookups
  view: ListView<Row, F>
  source: RowSource<Row> | null
  /** Further actions on the list. */
  more?: ReactNode
}

const Quiet = ({ command, children }: { command: CommandId; children: string }) => (
  <CommandButton command={command} variant="quiet">
    {children}
  </CommandButton>
)

/** One line above the list: what it is narrowed to, and how much that is. */
export function FilterBar<Row, F extends object>(props: FilterBarProps<Row, F>) {
  const { area, noun, narrowing, control, lookups, view, source, more } = props
  const { kind } = narrowing
  const filter = control.filter ?? kind.defaults
  const fields = kind.active(filter)
  const faults = fields.flatMap((field) => kind.faultOf(field, filter) ?? [])
  if (control.lacksWords) faults.push('The words of this search are not on this device: search again.')
  return (
    <div className="flex min-h-9 flex-none flex-wrap items-center gap-x-2 border-b border-line px-3 text-list">
      {/* whole: a list is not narrowed by what cannot be read */}
      <ul aria-label="Filter" className="flex max-w-full flex-none flex-wrap items-center gap-1.5">
        {!fields.includes(kind.leading) && (
          <li className="text-muted whitespace-nowrap">{kind.chipText(kind.leading, filter, lookups)}</li>
        )}
        {fields.map((field) => (
          <FilterChip
            key={field}
            label={`Remove filter ${kind.fields[field].label}: ${kind.chipText(field, filter, lookups)}`}
            onRemove={() => control.change(kind.without(filter, field))}
          >
            {kind.chipText(field, filter, lookups)}
          </FilterChip>
        ))}
      </ul>
      {faults.length > 0 && (
        <span role="alert" className="whitespace-nowrap text-stop">
          {faults.join(' ')}
        </span>
      )}
      <Quiet command={`${area}.addFilter`}>Filter</Quiet>
      {fields.length > 0 && <Quiet command={`${area}.clearFilter`}>Clear</Quiet>}
      {fields.length > 0 && <Quiet command="view.save">Save view</Quiet>}
      <Quiet command="view.open">Views</Quiet>
      {more}
      <span className="grow" />
      {source && <Count noun={noun} view={view} source={source} />}
    </div>
  )
}

type CountProps<Row, F> = Pick<FilterBarProps<Row, F>, 'noun' | 'view'> & { source: RowSource<Row> }

/** "1,284 cases"; with a selection, which has its own bar, "1,284 matching"; nothing is counted before it was read. */
function Count<Row, F>({ noun: [one, many], view, source }: CountProps<Row, F>) {
  const isSelecting = useStore(view.list.selection, hasAny)
  useRows(source)
  const count = source.count ?? source.total
  const total = `${formatCount(count)}${source.capped ? '+' : ''}`
  const counted = isSelecting ? `${total} matching` : `${total} ${count === 1 ? one : many}`
  const words = source.state === 'empty' ? 'Loading…' : source.state === 'failed' ? null : counted
  return <span className="whitespace-nowrap text-muted">{words}</span>
}
