// The case queue: an analyst's main screen. The list outlives this screen; see queue.ts.
import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { useCases } from '#src/features/cases/cases.ts'
import { CaseList, type CaseListProps } from './case-list.tsx'
import { useLinkedTransaction } from './linked-transaction.ts'

// no part of the first rows
const FoldedCaseList = lazy(() => import('./preview.tsx').then((m) => ({ default: m.FoldedCaseList })))

/** `instead`: triage, in place of the list. */
export function QueueScreen({ instead }: Pick<CaseListProps, 'instead'>) {
  const { queue } = useCases()
  const isFolded = useStore(queue.store, ({ filter }) => filter.fold === '1')
  useLinkedTransaction()
  if (!isFolded) return <CaseList instead={instead} />
  return (
    <Suspense fallback={<CaseList instead={instead} />}>
      <FoldedCaseList instead={instead} />
    </Suspense>
  )
}
