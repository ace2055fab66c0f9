import { useFeature } from '#src/features/states.ts'
import type { Outbox } from './outbox.ts'

/** The outbox of this window. */
export const useOutbox = (): Outbox => useFeature('outbox')
