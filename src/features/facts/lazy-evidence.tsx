// Evidence in a lazy chunk: fetched with the first facts, then drawn at once.
import { Suspense } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import type { EvidenceProps } from './evidence.tsx'

const [Part, fetchEvidence] = lazyPart<EvidenceProps>(() => import('./evidence.tsx').then((m) => m.Evidence))
export { fetchEvidence }

/** The facts that a decision on an alert rests on. */
export function Evidence(props: EvidenceProps) {
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Part {...props} />
    </Suspense>
  )
}
