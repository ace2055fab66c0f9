import { lazy, Suspense, useMemo } from 'react'
import { useStore } from 'zustand'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useRows } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { useNames } from '#src/data/names.ts'
import { SourceList, useLook, type Narrowing } from '#src/features/lists/public.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn, ListProps } from '#src/ui/list/list.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { caseColumns } from './columns.tsx'
import type { CaseFilter } from './filter.ts'
import type { Queue } from './queue.ts'

const EmptyQueue = lazy(() => import('#src/features/cases/empty-queue.tsx').then((m) => ({ default: m.EmptyQueue })))

const keyOf = (row: CaseItem) => row.id

type Columns = readonly ListColumn<CaseItem>[]

export interface CaseListProps {
  queue: Queue
  source: RowSource<CaseItem>
  narrowing: Narrowing<CaseFilter>
  /** Where rows are folded; the same as long as they say the same. */
  folded?: { tree: Pick<ListProps<CaseItem>, 'levelOf' | 'onPointerCursor'>; columns: (all: Columns) => Columns }
}

/** The rows of the queue, flat or folded. */
export function CaseList({ queue, source, narrowing, folded }: CaseListProps) {
  useRows(source)
  const { runner } = useCommandLayer()
  const { marks } = useData()
  const names = useNames()
  const now = useNow()
  const { platform, filter } = useStore(queue.store)
  const flat = useMemo(() => caseColumns(names, now), [names, now])
  const all = useMemo(() => folded?.columns(flat) ?? flat, [folded, flat])
  const look = useLook('cases', queue, narrowing, all)
  return (
    <SourceList
      label="Cases"
      {...look}
      list={queue.list}
      source={source}
      keyOf={keyOf}
      marks={marks}
      tree={folded?.tree}
      // among rows that are folded the first of two presses has opened the stack
      onOpen={(row) => (row || !folded) && runner.execute('queue.open', { source: 'pointer' })}
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
