// The cases list of the specification: the queue, or one alert of it at a time.
import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { QueueScreen } from '#src/features/cases/public.ts'
import { useFirstView } from '#src/features/views/public.ts'
import { useTriage } from './triage-context.ts'

// fetched once the queue stands; a chunk that a deploy took away is the error screen's to mend
const TriageView = lazy(() => import('./triage-view.tsx').then((m) => ({ default: m.TriageView })))

export function WorkScreen() {
  const triage = useTriage()
  useFirstView()
  const isOn = useStore(triage.store, (state) => state.isOn)
  return (
    <QueueScreen
      instead={
        isOn
          ? (source) => (
              <Suspense fallback={null}>
                <TriageView triage={triage} source={source} />
              </Suspense>
            )
          : undefined
      }
    />
  )
}
