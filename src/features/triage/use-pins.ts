import { useSyncExternalStore } from 'react'
import type { Step } from './steps.ts'
import type { Triage } from './triage.ts'

/** What is pinned on the row in front. */
export const usePins = ({ pins }: Pick<Triage<unknown>, 'pins'>, step: Step | null): readonly string[] =>
  useSyncExternalStore(pins.subscribe, () => pins.of(step?.rowId ?? ''))
