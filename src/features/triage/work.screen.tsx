// The cases list of the specification: the queue, or one alert of it at a time.
import { createContext, use } from 'react'
import { useStore } from 'zustand'
import { QueueScreen } from '#src/features/cases/public.ts'
import { TriageView } from './triage-view.tsx'
import type { Triage } from './triage.ts'

const Context = createContext<Triage | null>(null)

/** Hands triage down to its screen. */
export const TriageProvider = Context.Provider

export function WorkScreen() {
  const triage = use(Context)
  if (!triage) throw new Error('WorkScreen outside TriageProvider')
  const isOn = useStore(triage.store, (state) => state.isOn)
  return <QueueScreen instead={isOn ? (source) => <TriageView triage={triage} source={source} /> : undefined} />
}
