// The cases list of the specification: the queue, or one alert of it at a time.
import { useStore } from 'zustand'
import { QueueScreen } from '#src/features/cases/public.ts'
import { useTriage } from './triage-context.ts'
import { TriageView } from './triage-view.tsx'

export function WorkScreen() {
  const triage = useTriage()
  const isOn = useStore(triage.store, (state) => state.isOn)
  return <QueueScreen instead={isOn ? (source) => <TriageView triage={triage} source={source} /> : undefined} />
}
