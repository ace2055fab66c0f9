// The states of the features, handed down to what is drawn.
import { createContext, use } from 'react'
import type { FeatureStates, StateName } from './define-feature.ts'

const States = createContext<FeatureStates | null>(null)

export const StatesProvider = States.Provider

/** The state of a feature in this window. Throws outside `StatesProvider`. */
export function useFeature<Name extends StateName>(name: Name): FeatureStates[Name] {
  const states = use(States)
  if (!states) throw new Error(`${name} outside StatesProvider`)
  return states[name]
}
