// The case queue: what an analyst looks at all day. The list outlives this screen; see queue.ts.
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { CaseItem } from '#contract/model/case.ts'
import type { ActiveList } from '#src/commands/command.ts'
import { CommandButton } from '#src/commands/command-button.tsx'
import { useGrid } from '#src/commands/grid.ts'
import { useActiveList, useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useRows } from '#src/data/data.ts'
import { useNames } from '#src/data/names.ts'
import type { RowSource } from '#src/data/row-source.ts'
import { Empty } from '#src/ui/empty.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { List } from '#src/ui/list.tsx'
import { SplitPane } from '#src/ui/split-pane.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { whenIdle } from '#src/ui/when-idle.ts'
import { useCases } from './cases.ts'
import type { Lookups } from './choices.ts'
import { caseColumns } from './columns.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { Queue } from './queue.ts'
import { readFilter } from './filter.ts'
import { useFilter } from './use-filter.ts'
import { takeAddPanel } from '#src/features/session/public.ts'

// neither is part of the first rows: fetched beside them, or when it is first wanted
const [FilterPanel, fetchFilterPanel] = lazyPart(() => import('./filter-panel.tsx').then((m) => m.FilterPanel))
const Preview = lazy(() => import('./preview.tsx').then((m) => ({ default: m.Preview })))

const NO_LOOKUPS: Lookups = { user: [], rule: [], countries: [], service: [] }

interface QueueScreenProps {
  /** What stands in place of the list, over the same rows: triage. */
  instead?: ((source: RowSource<CaseItem>) => ReactNode) | undefined
}

export function QueueScreen({ instead }: QueueScreenProps) {
  const { queue, words, lookups } = useCases()
  const { context } = useCommandLayer()
  const control = useFilter(words)
  const { platform, filter } = control
  const source = useStore(queue.store, (state) => state.source)
  const isPreviewOpen = useStore(queue.store, (state) => state.isPreviewOpen)
  const isPanelOpen = useStore(queue.store, (state) => state.isPanelOpen)
  const [known, setKnown] = useState(NO_LOOKUPS)

  useEffect(() => {
    if (filter) queue.show(platform, filter)
  }, [queue, platform, filter])

  // a link from another system names one transaction: it is shown whatever its status
  useEffect(() => {
    const panel = takeAddPanel()
    if (panel) control.change(readFilter({ status: '', search: panel.search, type: panel.type }))
    // oxlint-disable-next-line react/exhaustive-deps -- taken up once, when the queue opens
  }, [])

  useEffect(() => {
    let isCurrent = true
    void lookups(platform).then((found) => isCurrent && setKnown(found))
    return () => {
      isCurrent = false
    }
  }, [lookups, platform])

  useEffect(() => context.set({ previewOpen: isPreviewOpen }), [context, isPreviewOpen])
  useEffect(() => whenIdle(fetchFilterPanel), [])

  const activeList = useMemo<ActiveList>(
    () => ({
      name: 'Cases',
      state: queue.list,
      noun: ['case', 'cases'],
      rowOf: (id) => queue.rowOf(id),
      query: () => JSON.stringify(queue.store.getState().filter),
      gather: (limit, onProgress) => queue.readAll(limit, onProgress),
    }),
    [queue],
  )
  useActiveList(activeList)

  if (instead && source) return instead(source)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <FilterBar control={control} lookups={known} queue={queue} source={source} />
      {isPanelOpen && (
        <Suspense fallback={null}>
          <FilterPanel control={control} lookups={known} onClose={() => queue.toggle('isPanelOpen', false)} />
        </Suspense>
      )}
      <div className="min-h-0 grow">
        {source && (
          <SplitPane
            label="Resize preview"
            storageKey="docket.preview"
            main={<CaseList queue={queue} source={source} />}
            side={
              isPreviewOpen && (
                <Suspense fallback={<div className="h-full bg-raised" />}>
                  <Preview queue={queue} source={source} />
                </Suspense>
              )
            }
          />
        )}
      </div>
    </div>
  )
}

function CaseList({ queue, source }: { queue: Queue; source: RowSource<CaseItem> }) {
  useRows(source)
  const { runner } = useCommandLayer()
  const { marks } = useData()
  const { list } = queue
  const grid = useGrid(list)
  const names = useNames()
  const now = useNow()
  const columns = useMemo(() => caseColumns(names, now), [names, now])
  const stores = useMemo(
    () => ({
      version: {
        subscribe(listener: () => void) {
          const stops = [source.subscribe(listener), marks.subscribe(listener)]
          return () => stops.forEach((stop) => stop())
        },
        getSnapshot: () => source.version + marks.version,
      },
      idAt: (index: number) => source.idAt(index),
      rowAt: (index: number) => source.rowAt(index),
      ensure(from: number, to: number) {
        source.ensure(from, to)
        marks.look(source.between(from, to - 1))
      },
      mark: (id: string) => (marks.ageOf(id) === undefined ? undefined : 'available offline'),
      tone: (row: CaseItem) => (source.isGone(row.id) ? ('quiet' as const) : undefined),
    }),
    [source, marks],
  )

  if (source.state === 'failed') {
    return (
      <Empty title="The queue could not be read">
        <p>{source.error?.message ?? 'The server does not answer, and nothing of it is on this device.'}</p>
        <CommandButton command="queue.showNew">Try again</CommandButton>
      </Empty>
    )
  }
  if (source.state === 'ready' && source.total === 0) {
    return (
      <Empty title="Queue clear">
        <p>No case fits this filter.</p>
        <CommandButton command="queue.clearFilter">Back to new cases</CommandButton>
      </Empty>
    )
  }
  return (
    <List
      label="Cases"
      columns={columns}
      rowCount={source.total}
      isCountExact={!source.capped}
      {...grid}
      {...stores}
      onOpen={(index) => {
        list.moveTo(index)
        runner.execute('queue.open', { source: 'pointer' })
      }}
      context="queue list"
      autoFocus
    />
  )
}
