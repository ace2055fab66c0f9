import { useSyncExternalStore } from 'react'
import type { Step } from './steps.ts'
import type { Triage } from './triage.ts'

/** What is pinned on the case in front. */
export const usePins = ({ pins }: Triage, step: Step | null): readonly string[] =>
  useSyncExternalStore(pins.subscribe, () => pins.of(step?.caseId ?? ''))
