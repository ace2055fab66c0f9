// The case queue: an analyst's main screen. The list outlives this screen; see queue.ts.
import { lazy, Suspense, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useRows } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { useNames } from '#src/data/names.ts'
import { CASE_NOUN, useCases } from '#src/features/cases/cases.ts'
import { activeListOf, ListFrame, SourceList, useLook, type Narrowing } from '#src/features/lists/public.ts'
import { Empty } from '#src/ui/empty.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { caseColumns } from './columns.tsx'
import type { CaseFilter } from './filter.ts'
import type { Queue } from './queue.ts'
import { useQueueFilter } from './use-filter.ts'

// no part of the first rows
const Preview = lazy(() => import('./preview.tsx').then((m) => ({ default: m.Preview })))
const EmptyQueue = lazy(() => import('#src/features/cases/empty-queue.tsx').then((m) => ({ default: m.EmptyQueue })))

interface QueueScreenProps {
  /** Triage, in place of the list. */
  instead?: ((source: RowSource<CaseItem>) => ReactNode) | undefined
}

export function QueueScreen({ instead }: QueueScreenProps) {
  const { queue, narrowing } = useCases()
  const active = useMemo(() => activeListOf(queue, { name: 'Cases', noun: CASE_NOUN }), [queue])
  const control = useQueueFilter(active)
  const source = useStore(queue.store, (state) => state.source)
  if (instead && source) return instead(source)
  return (
    <ListFrame
      area="queue"
      noun={CASE_NOUN}
      view={queue}
      narrowing={narrowing}
      control={control}
      source={source}
      main={source && <CaseList queue={queue} source={source} narrowing={narrowing} />}
      preview={source && <FirstPreview source={source} />}
    />
  )
}

/** Its code is not fetched before the first rows are there. */
function FirstPreview({ source }: { source: RowSource<CaseItem> }) {
  const state = useSyncExternalStore(source.subscribe, () => source.state)
  return state === 'empty' ? null : <Preview source={source} />
}

const keyOf = (row: CaseItem) => row.id

interface CaseListProps {
  queue: Queue
  source: RowSource<CaseItem>
  narrowing: Narrowing<CaseFilter>
}

function CaseList({ queue, source, narrowing }: CaseListProps) {
  useRows(source)
  const { runner } = useCommandLayer()
  const { marks } = useData()
  const names = useNames()
  const now = useNow()
  const { platform, filter } = useStore(queue.store)
  const all = useMemo(() => caseColumns(names, now), [names, now])
  const look = useLook('cases', queue, narrowing, all)
  return (
    <SourceList
      label="Cases"
      {...look}
      list={queue.list}
      source={source}
      keyOf={keyOf}
      marks={marks}
      onOpen={() => runner.execute('queue.open', { source: 'pointer' })}
      context="queue list"
      autoFocus
      failed={
        <Empty title="The queue could not be read">
          <p>{source.error?.message ?? 'The server does not answer, and nothing of it is saved on this device.'}</p>
          <CommandButton command="queue.showNew">Try again</CommandButton>
        </Empty>
      }
      empty={
        <Suspense fallback={null}>
          <EmptyQueue platform={platform} filter={filter} />
        </Suspense>
      }
    />
  )
}
