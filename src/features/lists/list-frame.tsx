// The frame of a filtered list: filter bar above, all fields on request, preview beside.
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { ActiveList } from '#src/commands/command.ts'
import { hasAny } from '#src/commands/list/selection.ts'
import { useActiveList, useFlag } from '#src/commands/provider.tsx'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SplitPane } from '#src/ui/split-pane.tsx'
import { fetchAhead } from '#src/ui/when-idle.ts'
import { FilterBar } from './filter-bar.tsx'
import type { FilterArea } from './filter-commands.ts'
import type { Narrowing } from './filter-control.ts'
import type { FilterPanelProps } from './filter-panel.tsx'
import type { Lookups } from './filter.ts'
import type { ListView } from './list-view.ts'
import type { SelectionBarProps } from './selection-bar.tsx'
import { useFilter, type FilterControl } from './use-filter.ts'

// no part of the first rows: fetched when there is nothing else to do, or when it is first wanted
const [Panel, fetchPanel] = lazyPart<FilterPanelProps<object>>(() =>
  import('./filter-panel.tsx').then((m) => m.FilterPanel),
)
const [Selected, fetchSelected] = lazyPart<SelectionBarProps>(() =>
  import('./selection-bar.tsx').then((m) => m.SelectionBar),
)

/** Shows the address's rows, and sets the commands' current list. `active` must be stable. */
export function useNarrowed<Row, F extends object>(
  view: ListView<Row, F>,
  narrowing: Narrowing<F>,
  active: ActiveList,
): FilterControl<F> {
  const control = useFilter(narrowing)
  const { platform, filter } = control
  const isPreviewOpen = useStore(view.store, (state) => state.isPreviewOpen)
  useEffect(() => {
    if (filter) view.show(platform, filter)
  }, [view, platform, filter])
  useFlag('previewOpen', isPreviewOpen)
  useActiveList(active)
  return control
}

interface ListFrameProps<Row, F> {
  /** Null until the list was shown once. */
  source: RowSource<Row> | null
  area: FilterArea
  noun: readonly [one: string, many: string]
  view: ListView<Row, F>
  narrowing: Narrowing<F>
  control: FilterControl<F>
  /** Beside the filter: further actions. */
  more?: ReactNode
  main: ReactNode
  /** The preview of the cursor row; may be a lazy part. */
  preview: ReactNode
}

const NONE: Lookups = {}

export function ListFrame<Row, F extends object>(props: ListFrameProps<Row, F>) {
  const { area, noun, view, source, narrowing, control, main, more, preview } = props
  const { kind, lookups } = narrowing
  const { platform } = control
  const isPreviewOpen = useStore(view.store, (state) => state.isPreviewOpen)
  const isPanelOpen = useStore(view.store, (state) => state.isPanelOpen)
  const isSelecting = useStore(view.list.selection, hasAny)
  const [known, setKnown] = useState(NONE)

  useEffect(() => {
    let isCurrent = true
    const stop = fetchAhead(async () => {
      const found = await lookups(platform)
      if (isCurrent) setKnown(found)
    })
    return () => {
      stop()
      isCurrent = false
    }
  }, [lookups, platform])
  useEffect(() => fetchAhead(() => Promise.all([fetchPanel(), fetchSelected()])), [])

  // a part that is loaded apart has lost its parameter
  const selected = { area, view, source } as unknown as SelectionBarProps
  const panel = { kind, control, lookups: known, onClose: () => view.toggle('isPanelOpen', false) }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <FilterBar {...{ area, noun, narrowing, control, view, source, more }} lookups={known} />
      {isPanelOpen && (
        <Suspense fallback={null}>
          {/* a part that is loaded apart has lost its parameter */}
          <Panel {...(panel as unknown as FilterPanelProps<object>)} />
        </Suspense>
      )}
      <div className="min-h-0 grow">
        {source && (
          <SplitPane
            label="Resize preview"
            storageKey="docket.preview"
            main={
              <div className="flex h-full min-h-0 flex-col">
                <div className="min-h-0 grow">{main}</div>
                {isSelecting && (
                  <Suspense fallback={null}>
                    <Selected {...selected} />
                  </Suspense>
                )}
              </div>
            }
            side={isPreviewOpen && <Suspense fallback={<div className="h-full bg-raised" />}>{preview}</Suspense>}
          />
        )}
      </div>
    </div>
  )
}
