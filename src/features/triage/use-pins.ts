import { useSyncExternalStore } from 'react'
import type { Step } from './steps.ts'
import type { Triage } from './triage.ts'

/** The pins of the current row. */
export const usePins = ({ pins }: Pick<Triage<unknown>, 'pins'>, step: Step | null): readonly string[] =>
  useSyncExternalStore(pins.subscribe, () => pins.of(step?.rowId ?? ''))
