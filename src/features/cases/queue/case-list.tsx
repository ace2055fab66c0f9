import { lazy, Suspense, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { useNames } from '#src/data/names.ts'
import { CASE_NOUN, useCases } from '#src/features/cases/cases.ts'
import { ListScreen, useLook } from '#src/features/lists/public.ts'
import type { ListColumn, ListProps } from '#src/ui/list/list.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { caseColumns } from './columns.tsx'

// no part of the first rows
const Preview = lazy(() => import('./preview.tsx').then((m) => ({ default: m.Preview })))
const EmptyQueue = lazy(() => import('#src/features/cases/empty-queue.tsx').then((m) => ({ default: m.EmptyQueue })))

const keyOf = (row: CaseItem) => row.id

type Columns = readonly ListColumn<CaseItem>[]

export interface CaseListProps {
  /** Triage, in place of the list. */
  instead?: ((source: RowSource<CaseItem>) => ReactNode) | undefined
  /** The tree and columns of a folded list. Must be stable. */
  folded?: { tree: Pick<ListProps<CaseItem>, 'levelOf' | 'onPointerCursor'>; columns: (shown: Columns) => Columns }
}

/** The rows of the queue, flat or folded. */
export function CaseList({ instead, folded }: CaseListProps) {
  const { queue, narrowing } = useCases()
  const { marks } = useData()
  const names = useNames()
  const now = useNow()
  const { platform, filter } = useStore(queue.store)
  const flat = useMemo(() => caseColumns(names, now), [names, now])
  const look = useLook('cases', queue, narrowing, flat)
  const columns = useMemo(() => folded?.columns(look.columns) ?? look.columns, [folded, look.columns])
  return (
    <ListScreen
      area="queue"
      name="Cases"
      noun={CASE_NOUN}
      view={queue}
      narrowing={narrowing}
      keyOf={keyOf}
      {...look}
      columns={columns}
      tree={folded?.tree}
      marks={marks}
      open="queue.open"
      context="queue list"
      more={
        <>
          <CommandButton command="queue.triage" variant="quiet">
            Triage
          </CommandButton>
          <CommandButton command="queue.fold" variant="quiet">
            {folded ? 'Unfold' : 'Fold similar'}
          </CommandButton>
        </>
      }
      preview={(source) => <FirstPreview source={source} />}
      unanswered="queue"
      empty={
        <Suspense fallback={null}>
          <EmptyQueue platform={platform} filter={filter} />
        </Suspense>
      }
      instead={instead}
    />
  )
}

// apart, as versionOf is
const stateOf = (source: RowSource<CaseItem>) => () => source.state

/** Its code is not fetched before the first rows are there. */
function FirstPreview({ source }: { source: RowSource<CaseItem> }) {
  const state = useSyncExternalStore(source.subscribe, stateOf(source))
  return state === 'empty' ? null : <Preview source={source} />
}
