// The case queue: what an analyst looks at all day. The list outlives this screen; see queue.ts.
import { lazy, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { CaseItem } from '#contract/model/case.ts'
import { CommandButton } from '#src/commands/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useRows } from '#src/data/data.ts'
import { useNames } from '#src/data/names.ts'
import type { RowSource } from '#src/data/row-source.ts'
import { activeListOf, ListFrame, SourceList } from '#src/features/lists/public.ts'
import { Empty } from '#src/ui/empty.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { CASE_NOUN, useCases } from './cases.ts'
import { caseColumns } from './columns.tsx'
import type { Queue } from './queue.ts'
import { useQueueFilter } from './use-filter.ts'

// no part of the first rows
const Preview = lazy(() => import('./preview.tsx').then((m) => ({ default: m.Preview })))

interface QueueScreenProps {
  /** What stands in place of the list, over the same rows: triage. */
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
      main={source && <CaseList queue={queue} source={source} />}
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

function CaseList({ queue, source }: { queue: Queue; source: RowSource<CaseItem> }) {
  useRows(source)
  const { runner } = useCommandLayer()
  const { marks } = useData()
  const names = useNames()
  const now = useNow()
  const columns = useMemo(() => caseColumns(names, now), [names, now])
  return (
    <SourceList
      label="Cases"
      columns={columns}
      list={queue.list}
      source={source}
      keyOf={keyOf}
      marks={marks}
      onOpen={() => runner.execute('queue.open', { source: 'pointer' })}
      context="queue list"
      autoFocus
      failed={
        <Empty title="The queue could not be read">
          <p>{source.error?.message ?? 'The server does not answer, and nothing of it is on this device.'}</p>
          <CommandButton command="queue.showNew">Try again</CommandButton>
        </Empty>
      }
      empty={
        <Empty title="Queue clear">
          <p>No case fits this filter.</p>
          <CommandButton command="queue.clearFilter">Back to new cases</CommandButton>
        </Empty>
      }
    />
  )
}
