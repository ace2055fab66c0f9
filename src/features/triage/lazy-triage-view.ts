import { lazyPart } from '#src/ui/lazy-part.tsx'

/** The view in a lazy chunk, fetched after the queue is drawn; the error screen handles a chunk removed by a deploy. */
export const [TriageView, fetchTriageView] = lazyPart(() => import('./triage-view.tsx').then((m) => m.TriageView))
