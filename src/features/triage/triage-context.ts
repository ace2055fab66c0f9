import { createContext, use } from 'react'
import type { Triage } from './triage.ts'

const Context = createContext<Triage | null>(null)

/** Hands triage down to its screen. */
export const TriageProvider = Context.Provider

/** The triage of this window. Throws outside its provider. */
export function useTriage(): Triage {
  const triage = use(Context)
  if (!triage) throw new Error('useTriage outside TriageProvider')
  return triage
}
