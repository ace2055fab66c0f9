// The history of a case in a lazy chunk.
import { Suspense } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'

const [History] = lazyPart(async () => (await import('./case-history.tsx')).CaseHistory)
const [Decided] = lazyPart(async () => (await import('./case-history.tsx')).DecidedFacts)

interface OfCase {
  platform: string
  caseId: string
}

export const CaseHistory = (props: OfCase) => (
  <Suspense fallback={<Skeleton lines={8} />}>
    <History {...props} />
  </Suspense>
)

/** The facts of a decided alert at its decision. */
export const DecidedFacts = (props: OfCase & { alertId: string }) => (
  <Suspense fallback={<Skeleton lines={4} />}>
    <Decided {...props} />
  </Suspense>
)
