import { useFeature } from '#src/features/states.ts'
import { useSyncExternalStore } from 'react'
import type { Views } from './views.ts'

/** The saved views of this window. */
export const useViews = (): Views => useFeature('views')

/** The number of cases whose snooze has ended; renders again on a change. */
export function useDue(platform: string, now: number): number {
  const views = useViews()
  return useSyncExternalStore(views.subscribe, () => views.due(platform, now).length)
}
