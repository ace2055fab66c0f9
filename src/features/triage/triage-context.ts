import { createContext, use } from 'react'
import type { CaseItem } from '#contract/model/cases/case.ts'
import type { Triage } from './triage.ts'

const Context = createContext<Triage<CaseItem> | null>(null)

/** Hands triage down to its screen. */
export const TriageProvider = Context.Provider

/** The triage of cases of this window. Throws outside its provider. */
export function useTriage(): Triage<CaseItem> {
  const triage = use(Context)
  if (!triage) throw new Error('useTriage outside TriageProvider')
  return triage
}
