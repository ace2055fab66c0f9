// The frame of a filtered list: filter bar above, all fields on request, preview beside.
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { hasAny } from '#src/commands/list/selection.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { Empty } from '#src/ui/empty.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SplitPane } from '#src/ui/split-pane.tsx'
import { fetchAhead } from '#src/ui/when-idle.ts'
import { FilterBar } from '#src/features/lists/filter-bar.tsx'
import type { FilterArea } from '#src/features/lists/filter-commands.ts'
import type { Narrowing } from '#src/features/lists/filter-control.ts'
import type { FilterPanelProps } from '#src/features/lists/filter-panel.tsx'
import type { Lookups } from '#src/features/lists/filter.ts'
import type { ListView } from '#src/features/lists/list-view.ts'
import type { SelectionBarProps } from '#src/features/lists/selection-bar.tsx'
import type { FilterControl } from '#src/features/lists/use-filter.ts'

// no part of the first rows: fetched when there is nothing else to do, or when it is first wanted
const [Panel, fetchPanel] = lazyPart<FilterPanelProps<object>>(() =>
  import('#src/features/lists/filter-panel.tsx').then((m) => m.FilterPanel),
)
const [Selected, fetchSelected] = lazyPart<SelectionBarProps>(() =>
  import('#src/features/lists/selection-bar.tsx').then((m) => m.SelectionBar),
)

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
        {control.lacksWords && (
          <Empty title="Nothing is listed">
            <p>This device does not have the words of this search, so it is not known what was looked for.</p>
            <CommandButton command={`${area}.search`}>Search again</CommandButton>
          </Empty>
        )}
        {source && !control.lacksWords && (
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
