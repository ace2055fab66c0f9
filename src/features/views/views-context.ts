import { createContext, use, useSyncExternalStore } from 'react'
import type { Views } from './views.ts'

const Context = createContext<Views | null>(null)

/** Hands the saved views down. */
export const ViewsProvider = Context.Provider

/** The saved views of this window. Throws outside its provider. */
export function useViews(): Views {
  const views = use(Context)
  if (!views) throw new Error('useViews outside ViewsProvider')
  return views
}

/** The number of cases whose snooze has ended; renders again on a change. */
export function useDue(platform: string, now: number): number {
  const views = useViews()
  return useSyncExternalStore(views.subscribe, () => views.due(platform, now).length)
}
