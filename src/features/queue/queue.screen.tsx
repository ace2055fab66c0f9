// The cases list of the specification: the queue, or one alert of it at a time.
import { Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import { QueueScreen } from '#src/features/cases/public.ts'
import { fetchTriageView, TriageView, useTriage } from '#src/features/triage/public.ts'
import { useFirstView } from '#src/features/views/public.ts'
import { fetchAhead } from '#src/ui/when-idle.ts'

export function QueueOrTriageScreen() {
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
