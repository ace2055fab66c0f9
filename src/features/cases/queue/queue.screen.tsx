// The case queue: an analyst's main screen. The list outlives this screen; see queue.ts.
import { lazy, Suspense, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { CASE_NOUN, useCases } from '#src/features/cases/cases.ts'
import { activeListOf, ListFrame } from '#src/features/lists/public.ts'
import { CaseList } from './case-list.tsx'
import { useQueueFilter } from './use-filter.ts'

// no part of the first rows
const Preview = lazy(() => import('./preview.tsx').then((m) => ({ default: m.Preview })))
const FoldedCaseList = lazy(() => import('./preview.tsx').then((m) => ({ default: m.FoldedCaseList })))

interface QueueScreenProps {
  /** Triage, in place of the list. */
  instead?: ((source: RowSource<CaseItem>) => ReactNode) | undefined
}

export function QueueScreen({ instead }: QueueScreenProps) {
  const { queue, narrowing } = useCases()
  const active = useMemo(() => activeListOf(queue, { name: 'Cases', noun: CASE_NOUN }), [queue])
  const control = useQueueFilter(active)
  const source = useStore(queue.store, (state) => state.source)
  const isFolded = useStore(queue.store, ({ filter }) => filter.fold === '1')
  if (instead && source) return instead(source)
  const list = source && { queue, source, narrowing }
  return (
    <ListFrame
      area="queue"
      noun={CASE_NOUN}
      view={queue}
      narrowing={narrowing}
      control={control}
      source={source}
      more={
        <CommandButton command="queue.fold" variant="quiet">
          {isFolded ? 'Unfold' : 'Fold similar'}
        </CommandButton>
      }
      main={
        list &&
        (isFolded ? (
          <Suspense fallback={null}>
            <FoldedCaseList {...list} />
          </Suspense>
        ) : (
          <CaseList {...list} />
        ))
      }
      preview={source && <FirstPreview source={source} />}
    />
  )
}

/** Its code is not fetched before the first rows are there. */
function FirstPreview({ source }: { source: RowSource<CaseItem> }) {
  const state = useSyncExternalStore(source.subscribe, () => source.state)
  return state === 'empty' ? null : <Preview source={source} />
}
