import type { CaseItem } from '#contract/model/cases/case.ts'
import { useFeature } from '#src/features/states.ts'
import type { Triage } from './triage.ts'

/** The triage of cases of this window. */
export const useTriage = (): Triage<CaseItem> => useFeature('triage')
