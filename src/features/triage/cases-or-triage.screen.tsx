// The cases list of the specification: the queue, or one alert of it at a time.
import { Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import { QueueScreen } from '#src/features/cases/public.ts'
import { useFirstView } from '#src/features/views/public.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { fetchAhead } from '#src/ui/when-idle.ts'
import { useTriage } from './triage-context.ts'

// fetched after the queue is drawn; the error screen handles a chunk removed by a deploy
const [TriageView, fetchTriageView] = lazyPart(() => import('./triage-view.tsx').then((m) => m.TriageView))

export function CasesOrTriageScreen() {
  const triage = useTriage()
  useFirstView()
  useEffect(() => fetchAhead(fetchTriageView), [])
  const isOn = useStore(triage.store, (state) => state.isOn)
  return (
    <QueueScreen
      instead={
        isOn
          ? (source) => (
              <Suspense
                fallback={
                  <p role="status" className="p-6 text-muted">
                    Loading triage…
                  </p>
                }
              >
                <TriageView triage={triage} source={source} />
              </Suspense>
            )
          : undefined
      }
    />
  )
}
